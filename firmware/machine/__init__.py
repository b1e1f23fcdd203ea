"""The controller as a program: table.toml in, a table that runs out.

plan.py           table.toml, checked from end to end before anything is opened
toml_file.py      what is wrong in a TOML file; toml_lines.py: on which line a thing stands
equipment.py      what stands behind the table: journal, fair deal, bank
program.py        the process: start, loop, stop
wires.py          screens, readers and doors, by their sockets
wire_screen.py    a screen at the end of a link
device_faults.py  what happened to a device, in words for a technician
notify.py         what systemd wants to hear
"""
