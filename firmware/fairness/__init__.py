"""The fairness room: from hardware noise to a deck that nobody could choose or change.

noise -> health -> drbg -> shuffle -> deck -> hand -> log -> receipt; verify.py checks it all
from outside, with nothing but Python's own library.
Next door: drivers/ holds the noise device; the controller carries our entries to disk and glass.
Never in here: a bet, a stack, a rule of a game, a player's name, `random`, a float, a modulo.
Start at hand.py; fairness as a player sees it is told in docs/fairness.md.
"""
