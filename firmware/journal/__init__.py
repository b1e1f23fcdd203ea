"""The memory room: what happened at this table, in order, on two disks, for good.

Next door: the table decides what happens, the controller appends it here before anyone sees it.
Never in here: a rule of any game, a card in the clear, a balance of a patron's account.
Start at journal.py; frame.py says what a record looks like on the disk.
"""
