"""The controller as a program: table.toml in, a table that runs out.

lines.py     on which line of a TOML file a thing stands
page.py      table.toml, checked from end to end before anything is opened
house.py     what stands behind the table: journal, fair deal, bank
screens.py   a screen at the end of a link
telling.py   what happened to a device, in words for a technician
program.py   the process: start, wires, loop, stop
notify.py    what systemd wants to hear
"""
