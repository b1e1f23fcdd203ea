"""The floor's pages: every table as it stands, what needs a person, the lists, the wall board.

`words.py` says what a view means to a floor person (pure); `tables.py` holds a link to each table;
`pages.py` answers the browser.
"""
