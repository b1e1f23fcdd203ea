"""The center room: the screen in the middle of the table, read from all sides.

It draws the public view and nothing else: there is no private card in this room, not even in
memory. Start at screen.py; areas.py and seats.py are the map, sheet.py turns what is drawn upright
to whoever reads it, sentences.py has the words, and every other module is one piece of the picture.
"""
