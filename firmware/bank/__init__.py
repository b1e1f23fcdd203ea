"""The bank room: whose money it is when it is not on a table.

Next door: settlement/ carries money between a table and here; the cage and the command line serve
people. Never in here: a chip, a hand, a table's state, a balance kept anywhere else.
Start at ledger.py: an unbalanced transfer cannot be written down.
"""
