"""The technician's room: one terminal that says what is wrong with a table and what to do.

It looks at a table from outside, through the door that every desk uses and through the journal
opened to be read, so it works while the table's program is dead. Pages are pure: what is seen
becomes lines. Never in here: a rule, a card that is not everybody's, a byte written to a table.
Start at trouble.py; app.py is the screen around the pages.
"""
