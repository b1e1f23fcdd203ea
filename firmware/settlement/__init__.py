"""The settlement room: a table's chips and the bank's money, exactly once on both sides.

transfers.py   from asked to decided, under one name, however often it takes
reconcile.py   the table's journal and the bank's books compared, transfer by transfer (REQ-R41)

Never in here: a clock, a thread. Next door: bank/ decides, controller/ journals and carries.
"""
