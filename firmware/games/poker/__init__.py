"""Peer poker: pots between players, from hold'em to badugi.

game.py and house.py read the data; rules.py lays one over the other. engine.py is the door:
decide (every rule, may refuse) and evolve (no rule, may not). hand.py is the state they share.
"""
