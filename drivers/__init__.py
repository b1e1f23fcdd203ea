"""One thin module for each real device, each behind a small Protocol.

Twins of all of them live in lab/. Never in here: a rule of a game, a cent, a card.
"""
