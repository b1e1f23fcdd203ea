"""The kit room: what both kinds of screen draw with.

Type, cards, chips, controls, motion, sound; a canvas that redraws only what changed and can tell
what it shows and where. Time is passed in.
Never in here: a view, an intent, a link, the clock of the machine.
Start at canvas.py; theme.py holds colours and sizes.
"""
