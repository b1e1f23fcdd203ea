"""The bank as the cage sees it: every service here has the name of the person who gave it."""

import uuid
from collections.abc import Callable
from typing import Literal, TypeVar

from msgspec import Struct

from firmware.bank import (
    accounts,
    cards,
    ledger,
    patrons,
    pins,
    play,
    play_time,
    reports,
    staff,
    title31,
)
from firmware.bank.bank import Bank
from firmware.bank.gaming_day import gaming_day
from firmware.bank.ledger import Answer, Order
from firmware.bank.store import Row, Tx
from firmware.errors import Refused
from firmware.money import Cents, show

T = TypeVar("T")
OVERDUE_MS = 10 * 60 * 1000  # a promise that waits longer than this is for a person to look at


class Receipt(Struct, frozen=True):
    answer: Answer
    balance: int
    alerts: list[str]


class Counter:
    def __init__(self, bank: Bank) -> None:
        self.bank = bank

    # ---- people and cards ----

    def enrol(self, person: str, role: str, by: str = "") -> None:
        self._do(lambda tx, now: staff.add(tx, person, role, by, now))

    def dismiss(self, person: str, by: str) -> None:
        self._do(lambda tx, now: staff.remove(tx, person, by))

    def open_patron(self, form: patrons.Application, agent: str) -> str:
        def work(tx: Tx, now: int) -> str:
            staff.require(tx, agent, staff.CASH, "open accounts")
            return patrons.open_patron(tx, form, agent, now, self.bank.house)

        return self._do(work)

    def issue_card(self, patron: str, agent: str) -> str:
        """The track for the encoder."""

        def work(tx: Tx, now: int) -> str:
            staff.require(tx, agent, staff.CASH, "issue cards")
            patrons.may_play(patrons.patron(tx, patron), now)
            return cards.issue(tx, patron, agent, now)

        return cards.track_of(self._do(work), self.bank.key)

    def end_card(self, number: str, status: Literal["lost", "retired"], agent: str) -> str:
        def work(tx: Tx, now: int) -> str:
            staff.require(tx, agent, staff.CASH, "end cards")
            patron = cards.end_card(tx, number, status)
            patrons.note_change(tx, agent, patron, f"card {number}", "active", status, "", now)
            return patron

        return self._do(work)

    def set_pin(self, patron: str, pin: str, agent: str) -> None:
        """A new PIN also unlocks: the agent has seen the patron's document."""
        stored = pins.hash_pin(pin, self.bank.key)

        def work(tx: Tx, now: int) -> None:
            staff.require(tx, agent, staff.CASH, "set PINs")
            patrons.patron(tx, patron)
            tx.run("UPDATE patron SET pin_hash = ?, pin_tries = 0 WHERE id = ?", stored, patron)
            patrons.note_change(tx, agent, patron, "PIN", "", "new", "", now)

        self._do(work)

    def set_status(self, patron: str, status: str, agent: str, reason: str) -> None:
        def work(tx: Tx, now: int) -> None:
            staff.require(tx, agent, staff.CASH, "lock accounts")
            if not reason.strip():
                raise Refused("Write down the reason.", rule="REQ-R37")
            patrons.set_status(tx, patron, status, agent, reason, now)

        self._do(work)

    def exclude(self, patron: str, days: int, agent: str) -> int:
        def work(tx: Tx, now: int) -> int:
            staff.require(tx, agent, staff.CASH, "enter exclusions")
            return patrons.exclude(tx, patron, days, agent, now)

        return self._do(work)

    def set_limit(self, patron: str, cents: int | None, agent: str) -> None:
        def work(tx: Tx, now: int) -> None:
            staff.require(tx, agent, staff.CASH, "enter limits")
            patrons.set_limit(tx, patron, cents, agent, now)

        self._do(work)

    def set_time_limit(self, patron: str, minutes: int | None, agent: str) -> None:
        def work(tx: Tx, now: int) -> None:
            staff.require(tx, agent, staff.CASH, "enter limits")
            play_time.set_time_limit(tx, patron, minutes, agent, now)

        self._do(work)

    def end_session(self, patron: str, agent: str, approver: str) -> str:
        """For a table that will never come back: two people free the account."""

        def work(tx: Tx, now: int) -> str:
            staff.require_two(tx, agent, approver, "end a session")
            live = play.live_session(tx, patron)
            if live is None:
                raise Refused(f"Patron {patron} is not in play.", rule="REQ-R35")
            play.close_session(tx, live.id, now)
            both = f"{agent}, {approver}"
            patrons.note_change(tx, both, patron, "session", live.place, "ended", "", now)
            return live.place

        return self._do(work)

    # ---- cash ----

    def deposit(
        self, patron: str, amount: Cents, drawer: str, agent: str, id_: str = "", reason: str = ""
    ) -> Receipt:
        order = Order(
            _own(id_), "deposit", drawer, f"patron:{patron}", amount, drawer, patron, agent,
            reason=reason,
        )  # fmt: skip
        return self._cash(order)

    def withdraw(
        self, patron: str, amount: Cents, drawer: str, agent: str, id_: str = "", reason: str = ""
    ) -> Receipt:
        order = Order(
            _own(id_), "withdraw", f"patron:{patron}", drawer, amount, drawer, patron, agent,
            reason=reason,
        )  # fmt: skip
        return self._cash(order)

    def handpay(
        self, patron: str, table: str, amount: Cents, drawer: str, agent: str, approver: str,
        id_: str,
    ) -> Receipt:  # fmt: skip
        """REQ-R40: what did not reach the card is paid in cash, under the failed way's id.

        Of a way that is only slow two people make an end first, in the same unit of work:
        whatever comes later under its id finds itself voided. Never both, and never neither.
        """
        order = Order(
            ledger.by_hand(id_), "handpay", table, drawer, amount, drawer, patron, agent, approver,
            reason=f"hand pay of {id_}",
        )  # fmt: skip

        def guard(tx: Tx, now: int) -> None:
            staff.require_two(tx, agent, approver, "pay by hand")
            _paid_by_no_other(tx, order, id_)
            failed = ledger.find(tx, id_)
            if failed.state == "posted":
                raise Refused(f"The transfer {id_} did not fail.", rule="REQ-R40")
            _what_is_owed(tx, order, id_)
            if failed.state == "pending":
                ledger.void(tx, id_, now, f"{agent}, {approver}", "paid by hand")

        return self._cash(order, guard)

    def transfer(self, order: Order) -> Answer:
        """House money: fills, pools, fees, suspense. Two people."""

        def work(tx: Tx, now: int) -> Answer:
            staff.require_two(tx, order.agent, order.approver, f"make a {order.kind}")
            if order.kind in ("deposit", "withdraw", "buy_in", "cash_out", "correction"):
                raise Refused(f"A {order.kind} has a way of its own.", rule="REQ-R36")
            return ledger.transfer(tx, order, now, self.bank.house)

        return self._do(work)

    def correct(self, transfer: str, agent: str, approver: str, reason: str) -> Answer:
        """REQ-R37: never an edit; a compensating entry with two names and a reason."""

        def work(tx: Tx, now: int) -> Answer:
            staff.require_two(tx, agent, approver, "correct a transfer")
            if not reason.strip():
                raise Refused("Write down the reason.", rule="REQ-R37")
            order = ledger.reversal(tx, transfer, f"{transfer}-corrected")
            order = Order(
                order.id, order.kind, order.debit, order.credit, order.amount, order.place,
                order.patron, agent, approver, reason, order.corrects,
            )  # fmt: skip
            return ledger.transfer(tx, order, now, self.bank.house)

        return self._do(work)

    def resolve(
        self, transfer: str, to: Literal["posted", "voided"], agent: str, approver: str, reason: str
    ) -> Answer:
        """A promise that timed out: two people keep it or let it go. The table hears it later."""

        def work(tx: Tx, now: int) -> Answer:
            staff.require_two(tx, agent, approver, "settle a pending transfer")
            if not reason.strip():
                raise Refused("Write down the reason.", rule="REQ-R37")
            if ledger.find(tx, transfer).state != "pending":
                raise Refused(f"The transfer {transfer} is not pending.", rule="REQ-R40")
            by = f"{agent}, {approver}: {reason}"
            if to == "posted":
                return ledger.post(tx, transfer, now, by)
            return ledger.void(tx, transfer, now, by, f"let go by the cage: {reason}")

        return self._do(work)

    # ---- reading ----

    def balance(self, account: str) -> accounts.Account:
        return self.bank.balance(account)

    def statement(self, account: str) -> list[reports.Line]:
        def work(tx: Tx, now: int) -> list[reports.Line]:
            accounts.account_of(tx, account)
            return reports.statement(tx, account)

        return self._do(work)

    def report(self, day: str = "") -> reports.DayReport:
        return self._do(lambda tx, now: reports.day_report(tx, day or self.today(now)))

    def overdue(self, older_ms: int = OVERDUE_MS) -> list[Row]:
        return self._do(lambda tx, now: reports.pending(tx, now - older_ms))

    def cash_out(self, id_: str) -> tuple[str, str, Cents]:
        """Whose it is, from which table, and how much."""

        def work(tx: Tx, now: int) -> tuple[str, str, Cents]:
            row = tx.row("SELECT kind, patron, debit, amount FROM transfer WHERE id = ?", id_)
            if row is None or row[0] != "cash_out":
                words = f"The bank knows no cash-out {id_}: name the table's journal (--journal)."
                raise Refused(words, rule="REQ-R40")
            return row[1], row[2], Cents(row[3])

        return self._do(work)

    def owed(self) -> list[Row]:
        """Cash-outs that reached no card and that nobody has paid by hand."""
        return self._do(lambda tx, now: reports.owed(tx))

    def enter_again(self, order: Order) -> Answer:
        """After a restore: two people enter what a table's journal proves. Known: nothing moves."""

        def work(tx: Tx, now: int) -> Answer:
            staff.require_two(tx, order.agent, order.approver, "enter a lost transfer")
            if not order.reason.strip():
                raise Refused("Write down the reason.", rule="REQ-R37")
            answer = ledger.transfer(tx, order, now, self.bank.house)
            if answer.state != "pending":
                return answer
            return ledger.post(tx, order.id, now, f"{order.agent}, {order.approver}")

        return self._do(work)

    def reconcile(self) -> reports.Reconciled:
        return self._do(lambda tx, now: reports.reconcile(tx))

    def today(self, now_ms: int) -> str:
        return gaming_day(now_ms, self.bank.house)

    def _cash(self, order: Order, guard: Callable[[Tx, int], None] | None = None) -> Receipt:
        def work(tx: Tx, now: int) -> Receipt:
            staff.require(tx, order.agent, staff.CASH, f"make a {order.kind}")
            who = patrons.patron(tx, order.patron)
            _may_have_cash(who, order.kind)
            if guard:
                guard(tx, now)
            answer = ledger.transfer(tx, order, now, self.bank.house)
            day = gaming_day(answer.at_ms, self.bank.house)
            said = title31.alerts(tx, order.patron, day, order.kind, order.amount)
            return Receipt(answer, accounts.account_of(tx, who.account).balance, said)

        return self._do(work)

    def _do(self, work: Callable[[Tx, int], T]) -> T:
        now = self.bank.clock()
        return self.bank.store.transact(lambda tx: work(tx, now))


def _paid_by_no_other(tx: Tx, order: Order, id_: str) -> None:
    """Two cashiers at once: one pays. Whoever paid and is in doubt may ask again."""
    row = tx.row("SELECT agent, approver FROM transfer WHERE id = ?", order.id)
    if row and row != (order.agent, order.approver):
        raise Refused(f"{row[0]} and {row[1]} have paid {id_}: pay nothing.", rule="REQ-R40")


def _what_is_owed(tx: Tx, order: Order, id_: str) -> None:
    row = tx.row("SELECT kind, debit, patron, amount FROM transfer WHERE id = ?", id_)
    if row and row != ("cash_out", order.debit, order.patron, order.amount):
        kind, debit, patron, amount = row
        words = f"The transfer {id_} is a {kind} of {show(amount)}, {debit}, account {patron}."
        raise Refused(words, rule="REQ-R40")


def _may_have_cash(who: patrons.Patron, kind: str) -> None:
    """A barred patron may take the money and go; from a locked account nothing moves."""
    stops = {"deposit": ("locked", "closed", "barred"), "withdraw": ("locked", "closed")}
    if who.status in stops.get(kind, ()):
        raise Refused(f"The account of {who.name} is {who.status}.", rule="REQ-R38")


def _own(id_: str) -> str:
    """An id of the cage's. A dash makes the name of a table's transfer, or of what the bank made of
    one: entered here first, its money could never move (REQ-R36)."""
    if "-" in id_:
        raise Refused(f"{id_} is no id of the cage: letters and digits only.", rule="REQ-R36")
    return id_ or new_id()


def new_id() -> str:
    return uuid.uuid4().hex
