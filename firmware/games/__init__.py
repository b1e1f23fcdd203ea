"""The rules room: what may happen in a hand, and what is then true.

Next door: table/ seats the players; the controller carries our events to disk and glass.
Never in here: a clock, a file written, a socket, a random number, a float, a player's name.
Start at poker/betting.py.
"""
