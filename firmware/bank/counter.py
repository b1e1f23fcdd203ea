"""Every desk of the bank as one: the window, the cash and the office of whoever is signed on."""

from firmware.bank.cash_desk import CashDesk
from firmware.bank.office import Office
from firmware.bank.opening_desk import OpeningDesk
from firmware.bank.patron_desk import PatronDesk
from firmware.bank.title31_desk import Title31Desk
from firmware.bank.window_desk import WindowDesk


class Counter(PatronDesk, OpeningDesk, WindowDesk, CashDesk, Title31Desk, Office):
    """What a person may do here their role says (roles.py). Without anybody it can only be read."""
