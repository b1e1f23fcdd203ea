"""The table room: everything around the hand.

Who may sit, who has the button, who owes what, what the clock does, what the floor may do.
Next door: games/ knows what may happen in a hand; controller/ carries our events to disk and
glass and brings back time, cards, the bank's answers and people's touches as commands.
Never in here: a clock, a file being written, a socket, a random number, a float.
Start at engine.py (the door), then state.py, seat.py and setup.py (button and blinds).
"""
