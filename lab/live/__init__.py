"""The whole table as it stands in a card room, on this machine: the real programs, each a process,
on cables of real ptys. Start at live_table.py; `make run` shows it in a browser."""
