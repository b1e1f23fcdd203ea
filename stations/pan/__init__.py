"""Pan on one player's glass: boards around the block, his own hand face down, what he may do."""
