"""A hand on the glass: the table upright for one player, his own cards, and what he can do now.

Start at table.py (what everyone may know) and block.py (what this player does).
"""
