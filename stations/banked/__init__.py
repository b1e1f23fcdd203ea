"""A round against a bank on the glass: the bank offered, wagers, choices, the banker's view, and
what became of each circle.

Start at block.py (which picture) and draft.py (what a touch on a circle makes of a wager).
"""
