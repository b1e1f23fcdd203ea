"""What a wager is worth: every outcome of a banked game counted, or played very often where that
cannot be done. Nothing of the engine is in here: of the project it knows the pages' numbers.

`table.py` turns counted marks into an edge; a module a family counts them; `command.py` prints.
"""
