"""The kit room: what both kinds of screen draw with.

Type, cards, chips, buttons, motion, sound; a canvas that redraws only what changed and can tell
what it shows and where. Time is passed in, and what a touch asks for is handed on unread.
Never in here: a view, an intent, a link, the clock of the machine.
Start at canvas.py; layout.py cuts places, buttons.py and touch.py are what is touched, theme.py,
sizes.py and looks.py hold colours, type and boxes.
"""
