"""One page a house: how it runs the electronic table, with its sources and our decisions."""
