"""The table's window at the bank: all that a table may ask, and only for itself.

A table beside the books asks here. One whose bank is a service asks the same through a link
(firmware/machine/window_line.py): every public name of this class is a word that a table may say,
and there is no other. It holds no key then and no books; what is another table's is refused.
"""

import re
from typing import Any

from firmware.bank import (
    order_slips,
    play,
    proposals,
    staff_sessions,
    table_events,
    testimony,
)
from firmware.bank.accounts import Account
from firmware.bank.acts import TableOrder
from firmware.bank.bank import Bank, Known, SignedOn
from firmware.bank.counter import Counter
from firmware.bank.identity import Agreed, Identity
from firmware.bank.ledger import Answer, HandPay, Order
from firmware.bank.own_limits import OwnLimits, lower, own_limits
from firmware.bank.store import Tx
from firmware.bank.table_events import Heard, TableEvent
from firmware.bank.witness import Head, keep
from firmware.errors import Fault, Refused
from firmware.fairness.witness import Known as LogKnown
from firmware.fairness.witness import News
from firmware.settlement import at_start, log_witness
from firmware.settlement.at_start import HANDPAY, AtBank

KINDS = ("buy_in", "cash_out", "fees", "jackpot_in", "jackpot_out")
LEFT_MS = 10 * 60 * 1000  # so long after he left a table is told what a patron has


class NotYours(Refused):
    """A table asked for what is another's, or nobody's: no honest table does."""

    def __init__(self, words: str) -> None:
        super().__init__(words, rule="REQ-R47")


class TableWindow:
    def __init__(self, bank: Bank, table: str) -> None:
        """`table`: whose window it is, by its name; through a link, by its paired key."""
        self._bank, self._table, self._place = bank, table, f"table:{table}"
        self._identity = Identity(bank)
        # A journal's short name, the table's, and what it counts: nobody else's can look so.
        names = rf"([0-9a-f]{{8}}-)?{re.escape(table)}-(s|sweep-)?\d+"
        self._name = re.compile(names, re.ASCII)

    # ---- Cards and PINs

    def recognise(self, track: str) -> Known:
        return self._bank.recognise(track)

    def sign_on(self, track: str, pin: str, session: str, seat: int) -> SignedOn:
        self._own(session)
        return self._bank.sign_on(track, pin, session, self._place, seat)

    def sign_off(self, session: str) -> None:
        self._own(session)
        self._bank.sign_off(session)

    def who_must_go(self, sessions: list[str]) -> dict[str, str]:
        for session in sessions:
            self._own(session)
        return self._bank.who_must_go(self._place, sessions)

    def balance(self, account: str) -> Account:
        """Of somebody who plays here, or has just left."""
        patron = account.removeprefix("patron:")
        if not self._bank.do(lambda tx, now: play.was_here(tx, self._place, patron, now - LEFT_MS)):
            raise NotYours(f"{account} does not play at table {self._table}.")
        return self._bank.balance(account)

    def own_limits(self, session: str) -> OwnLimits:
        self._own(session)
        return self._bank.do(lambda tx, now: own_limits(tx, session, now, self._bank.house))

    def lower_limits(self, session: str, cents: int | None, minutes: int | None) -> OwnLimits:
        """At the player's own wish, who sits there with his card and PIN."""
        self._own(session)
        house = self._bank.house
        return self._bank.do(lambda tx, now: lower(tx, session, cents, minutes, now, house))

    # ---- Chips

    def hold(self, order: Order) -> Answer:
        self._own(order.id)
        mine = Order(order.id, order.kind, order.debit, order.credit, order.amount, self._place,
                     order.patron)  # fmt: skip
        if order != mine or order.kind not in KINDS or self._place not in (mine.debit, mine.credit):
            raise NotYours(f"Table {self._table} may not move that: {order.kind}, {order.place}.")
        return self._bank.hold(order)

    def post(self, transfer: str) -> Answer:
        self._own(transfer)
        return self._bank.post(transfer)

    def void(self, transfer: str, words: str) -> Answer:
        self._own(transfer)
        return self._bank.void(transfer, words)

    def paid_by_hand(self, transfer: str) -> HandPay | None:
        self._own(transfer)
        return self._bank.paid_by_hand(transfer)

    def pools(self) -> list[str]:
        """Accounts of players' money that a table collects for."""
        rows = "SELECT id FROM account WHERE kind = 'jackpot'"
        return self._bank.do(lambda tx, now: [account for (account,) in tx.rows(rows)])

    # ---- Its journal and its deals

    def at_start(self, place: str, journal: str) -> AtBank:
        """Before anything else: here it is found out whether the two know each other, and whether
        the books are still as they were written."""
        if place != self._place:
            raise another_table(place, self._place)
        self._bank.check_books()
        return self._bank.do(lambda tx, now: at_start.at_bank(tx, self._place, journal))

    def crossed(self, names: list[str]) -> list[str]:
        """Of its own parcels, and of what was paid for them by hand."""
        own = [one for one in names if self._name.fullmatch(one.removesuffix(f"-{HANDPAY}"))]
        return self._bank.do(lambda tx, now: at_start.crossed(tx, own))

    def witness(self, head: Head) -> None:
        """How far its journal has come."""
        self._at(head.place)
        self._bank.witness(head)

    def log_known(self, key: bytes) -> LogKnown:
        """How far the bank has followed the log of deals that is signed by this key."""
        return self._bank.do(lambda tx, now: log_witness.known(tx, key))

    def hear_log(self, news: News) -> dict[str, Any]:
        self._at(f"table:{news.table}")
        return self._bank.heard(lambda tx, now: log_witness.witness(tx, self._bank.key, news))

    # ---- What happened at it (REQ-R26)

    def events_heard(self, story: str) -> Heard:
        """How far the house has heard; the table sends what comes after it."""
        return self._bank.do(lambda tx, now: table_events.heard(tx, self._table, story))

    def hear_events(self, story: str, events: list[TableEvent]) -> Heard:
        receive = table_events.receive
        return self._bank.do(lambda tx, now: receive(tx, self._table, story, events, now))

    # ---- People of the house: at a desk that calls this table, and at the table's own terminal

    def person(self, slip: str) -> staff_sessions.Signed:
        """Who gave this table an order."""
        table, key = self._table, self._bank.key
        return self._bank.do(lambda tx, now: order_slips.signed(tx, slip, table, key, now))

    def begin_shift(self, track: str, pin: str, desk: str, new_pin: str) -> staff_sessions.Session:
        return self._identity.sign_on(track, pin, f"{desk} of table {self._table}", new_pin)

    def end_shift(self, token: str) -> None:
        self._identity.sign_off(token)

    def last_here(self, token: str) -> int:
        return self._identity.last_here(token)

    def slip(self, token: str, order: str) -> str:
        """For one order, given at the table's own terminal."""
        return self._identity.slip(token, self._table, order)

    def propose(self, token: str, pin: str, order: TableOrder, reason: str) -> str:
        self._at(f"table:{order.table}")
        return Counter(self._bank, token).propose(order, pin, reason).id

    def confirm(self, token: str, pin: str, proposal: str) -> Agreed:
        """An order of two people to this table; nothing else is agreed here."""
        self._bank.do(lambda tx, now: self._own_order(tx, proposal))
        Counter(self._bank, token).confirm(proposal, pin)
        return self._identity.agreed(proposal)

    def accept(self, proposal: str, head: Head) -> None:
        """Two people answer for its journal as it is: it is believed from there on, and its log of
        deals is followed from its beginning again."""
        self._at(head.place)
        agreed = self._identity.agreed(proposal).order
        if (agreed.table, agreed.order) != (self._table, ACCEPT):
            raise NotYours("Two people have agreed to something else.")

        def work(tx: Tx, now: int) -> None:
            keep(tx, self._bank.key, head, now)
            testimony.forget_deals(tx, self._bank.key, self._table)

        self._bank.do(work)

    # ---- Whose it is

    def _own(self, name: str) -> None:
        if not self._name.fullmatch(name):
            raise NotYours(f"{name[:60]} is not table {self._table}'s.")

    def _at(self, place: str) -> None:
        if place != self._place:
            raise NotYours(f"This is the window of {self._place}, not of {place[:60]}.")

    def _own_order(self, tx: Tx, proposal: str) -> None:
        act = proposals.find(tx, self._bank.key, proposal).act
        if not isinstance(act, TableOrder) or act.table != self._table:
            raise NotYours(f"That is no order to table {self._table}.")


ACCEPT = "AcceptJournal"


def another_table(said: str, known: str) -> Fault:
    said, known = (account.removeprefix("table:") for account in (said, known))
    return Fault(
        "ANOTHER_TABLE",
        happened=f"This machine calls itself {said}; the bank knows its key as {known}'s.",
        safe="No money moved and no hand can start.",
        do="Correct the table's name in table.toml, or pair it anew under its own name.",
    )
