"""The bank as a signed-on person uses it: cage, floor and office. Every act here has their name.

What one person may do alone is a method; what takes two is proposed here and confirmed at the
counter of another (acts.py).
"""

import uuid
from collections.abc import Callable
from typing import Literal, TypeVar

from msgspec import json
from msgspec.structs import replace

from firmware.bank import (
    accounts,
    acts,
    cage_clock,
    cards,
    changes,
    heads,
    ledger,
    patrons,
    pins,
    play_time,
    proposals,
    reports,
    roles,
    staff,
    staff_sessions,
)
from firmware.bank.bank import Bank
from firmware.bank.gaming_day import gaming_day
from firmware.bank.identity import Identity
from firmware.bank.ledger import Order
from firmware.bank.proposals import Proposal
from firmware.bank.staff_sessions import Signed
from firmware.bank.store import Row, Tx
from firmware.bank.two_person import Done, Names, cash_moved, perform
from firmware.errors import Refused
from firmware.money import Cents

T = TypeVar("T")
OVERDUE_MS = 10 * 60 * 1000  # a promise that waits longer than this is for a person to look at


class Counter:
    def __init__(self, bank: Bank, token: str = "") -> None:
        """`token`: of whoever stands at it. Without one it can only be read."""
        self.bank, self.token = bank, token

    # ---- two people ----

    def propose(self, act: acts.Act, pin: str, reason: str, id_: str = "") -> Proposal:
        """The first name: by PIN, so that nobody gives it at a colleague's open desk."""
        self._prove(pin)
        return self._do(
            lambda tx, now: proposals.propose(
                tx, id_ or new_id(), act, reason, self._signed(tx, now), now
            )
        )

    def confirm(self, proposal: str, pin: str) -> Done:
        """The second name; what was proposed happens in the same unit of work."""
        self._prove(pin)

        def work(tx: Tx, now: int) -> Done:
            who, asked = self._signed(tx, now), proposals.find(tx, proposal)
            proposals.check_second(asked, who, now)
            if asked.answered_ms is not None:
                return json.decode(asked.answer, type=Done)
            _still_works_here(tx, asked)
            names = Names(asked.first, who.person, asked.reason)
            done = perform(tx, self.bank, asked.act, names, now)
            kept = json.encode(replace(done, credentials=None)).decode()
            proposals.close(tx, asked, who, kept, now)
            return done

        return self._enter(work)

    def waiting(self) -> list[Proposal]:
        return self._do(lambda tx, now: proposals.waiting(tx, now))

    def _prove(self, pin: str) -> None:
        who = self._do(lambda tx, now: self._signed(tx, now).person)
        Identity(self.bank).check_pin(who, pin)

    # ---- staff ----

    def enrol_alone(self, person: str, role: str) -> staff.Credentials:
        """The first person of a house brings the others in, until a second lead is there."""

        def work(tx: Tx, now: int, by: str) -> staff.Credentials:
            others = [each.id for each in staff.people(tx) if _lead(each) and each.id != by]
            if others:
                words = f"Two people enrol: {' or '.join(others)} can be the other."
                raise Refused(words, rule="REQ-R37")
            return staff.enrol(tx, person, role, by, self.bank.key, now)

        return self._act("Enrol", work)

    def dismiss(self, person: str, reason: str) -> None:
        self._act("Dismiss", lambda tx, now, by: staff.dismiss(tx, person, by, reason, now))

    def changes(self, about: str = "") -> list[changes.Change]:
        return self._act("ReadChanges", lambda tx, now, by: changes.changes(tx, about))

    # ---- patrons and cards ----

    def open_patron(self, form: patrons.Application) -> str:
        return self._act(
            "OpenAccount",
            lambda tx, now, by: patrons.open_patron(tx, form, by, now, self.bank.house),
        )

    def issue_card(self, patron: str) -> str:
        """The track for the encoder."""

        def work(tx: Tx, now: int, by: str) -> str:
            patrons.may_play(patrons.patron(tx, patron), now)
            return cards.issue(tx, patron, by, now)

        return cards.track_of(self._act("IssueCard", work), self.bank.key)

    def end_card(self, number: str, status: Literal["lost", "retired"]) -> str:
        def work(tx: Tx, now: int, by: str) -> str:
            patron = cards.end_card(tx, number, status)
            changes.note_change(tx, by, patron, f"card {number}", "active", status, "", now)
            return patron

        return self._act("EndCard", work)

    def set_pin(self, patron: str, pin: str) -> None:
        """A new PIN also unlocks: the agent has seen the patron's document."""
        stored = pins.hash_pin(pin, self.bank.key)

        def work(tx: Tx, now: int, by: str) -> None:
            patrons.patron(tx, patron)
            tx.run("UPDATE patron SET pin_hash = ?, pin_tries = 0 WHERE id = ?", stored, patron)
            changes.note_change(tx, by, patron, "PIN", "", "new", "", now)

        self._act("SetPin", work)

    def lock(self, patron: str, reason: str) -> None:
        self._stop("LockAccount", patron, "locked", reason)

    def bar(self, patron: str, reason: str) -> None:
        self._stop("BarPatron", patron, "barred", reason)

    def _stop(self, act: str, patron: str, status: str, reason: str) -> None:
        def work(tx: Tx, now: int, by: str) -> None:
            if not reason.strip():
                raise Refused("Write down the reason.", rule="REQ-R37")
            patrons.set_status(tx, patron, status, by, reason, now)

        self._act(act, work)

    def exclude(self, patron: str, days: int) -> int:
        return self._act("Exclude", lambda tx, now, by: patrons.exclude(tx, patron, days, by, now))

    def set_limit(self, patron: str, cents: int | None) -> None:
        self._act("SetLimit", lambda tx, now, by: patrons.set_limit(tx, patron, cents, by, now))

    def set_time_limit(self, patron: str, minutes: int | None) -> None:
        self._act(
            "SetLimit",
            lambda tx, now, by: play_time.set_time_limit(tx, patron, minutes, by, now),
        )

    # ---- cash ----

    def deposit(
        self, patron: str, amount: Cents, drawer: str, id_: str = "", reason: str = ""
    ) -> Done:
        order = Order(
            _own(id_), "deposit", drawer, f"patron:{patron}", amount, drawer, patron, reason=reason
        )
        return self._cash("Deposit", order)

    def withdraw(
        self, patron: str, amount: Cents, drawer: str, id_: str = "", reason: str = ""
    ) -> Done:
        order = Order(
            _own(id_), "withdraw", f"patron:{patron}", drawer, amount, drawer, patron, reason=reason
        )
        return self._cash("Withdraw", order)

    def _cash(self, act: str, order: Order) -> Done:
        def work(tx: Tx, now: int, by: str) -> Done:
            _may_have_cash(patrons.patron(tx, order.patron), order.kind)
            cage_clock.check(tx, now, self.bank.house, self.bank.steady)
            known = tx.row("SELECT 1 FROM transfer WHERE id = ?", order.id) is not None
            signed = replace(order, agent=by)
            answer = ledger.transfer(tx, signed, now, self.bank.pen)
            return replace(cash_moved(tx, self.bank, signed, answer), repeated=known)

        return self._enter(lambda tx, now: self._as_signed(tx, now, act, work))

    def add_account(self, account: str, kind: str) -> None:
        """Of the house: a drawer, a table, a pool."""

        def work(tx: Tx, now: int, by: str) -> None:
            accounts.open_account(tx, account, kind, now)
            changes.note_change(tx, by, account, "account", "", kind, "", now)

        self._act("AddAccount", work)

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

    def reconcile(self) -> reports.Reconciled:
        def work(tx: Tx, now: int) -> reports.Reconciled:
            found = reports.reconcile(tx, self.bank.key)
            return replace(found, problems=[*found.problems, *self._cut_off(tx)])

        return self._do(work)

    def check_heads(self) -> None:
        """Before anything else: is all that was written last time still there?"""
        found = self._do(lambda tx, now: self._cut_off(tx))
        if found:
            raise heads.ledger_altered(found[0])

    def _cut_off(self, tx: Tx) -> list[str]:
        kept = self.bank.heads
        return heads.problems(tx, self.bank.key, heads.read(kept)) if kept else []

    def today(self, now_ms: int) -> str:
        return gaming_day(now_ms, self.bank.house)

    # ---- who stands here ----

    def _signed(self, tx: Tx, now: int) -> Signed:
        return staff_sessions.signed(tx, self.token, self.bank.key, now)

    def _act(self, act: str, work: Callable[[Tx, int, str], T]) -> T:
        """By whoever is signed on here, if their role may do it alone."""

        return self._do(lambda tx, now: self._as_signed(tx, now, act, work))

    def _as_signed(self, tx: Tx, now: int, act: str, work: Callable[[Tx, int, str], T]) -> T:
        who = self._signed(tx, now)
        roles.require(who.person, who.role, act)
        return work(tx, now, who.person)

    def _enter(self, work: Callable[[Tx, int], T]) -> T:
        """Lines in the books; how far they have come is known outside of them, too."""
        done = self._do(work)
        if self.bank.heads:
            heads.write(self.bank.heads, self._do(lambda tx, now: heads.now(tx)))
        return done

    def _do(self, work: Callable[[Tx, int], T]) -> T:
        return self.bank.do(work)


def _lead(person: staff.Person) -> bool:
    """Who could be the second name: enrolled, and has been here."""
    leads = roles.ACTS["Enrol"].second
    return person.active and not person.pin_is_first and person.role in leads


def _still_works_here(tx: Tx, asked: Proposal) -> None:
    """Between the two names the first may have been dismissed, or have lost the role."""
    first = staff.person(tx, asked.first)
    roles.require(first.id, first.role, acts.name_of(asked.act))


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
