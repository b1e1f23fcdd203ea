"""The center room: the screen in the middle of the table, read from all sides.

It draws the public view and nothing else: there is no private card in this room, not even in
memory. Start at screen.py; seats.py is the map of the table.
"""
