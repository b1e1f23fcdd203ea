"""Panguingue: a rummy for tops and conditions, between players.

Start at melds.py (what may be laid down, and what it is worth), then engine.py.
Never in here: a clock, a random number, a player's name. The pays are data: a card that a house
signs before anybody plays by it.
"""
