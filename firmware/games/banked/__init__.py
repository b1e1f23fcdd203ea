"""Banked games: wagers against a player who holds the bank, as far as his stake covers them.

To the table a round looks like a hand of poker: `due` says what it waits for, `queue` who owes a
choice (several at once, where the rule lets them), decide answers with events or refuses, evolve
moves the round, and it ends with every cent paid out.
Code states facts, pages pay: start at page.py and round.py, then kinds/ and settle.py.
"""
