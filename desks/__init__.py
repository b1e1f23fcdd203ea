"""The desks: pages for the people who run the room. Floor and cage are one web application.

Next door: firmware/bank knows who somebody is, firmware/screens what a desk may see of a table and
ask of it. Never in here: a rule of the table, a sum of money that the books did not give, a card
that is not public. Start at app.py; `kit/` is what all pages share.
"""
