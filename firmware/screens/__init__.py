"""The screens' room: what controller and screens say to each other, and what each is shown.

protocol/: the words. projection/: the one way from the table's state to what a screen shows.
compression.py, known_words.py, schema.py: those words on a slow line, the same at both ends.
screen_end.py: a screen's end of that line.
Never in here: a clock, a file, a rule of the game, a card that its reader may not see.
"""
