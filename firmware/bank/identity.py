"""Who somebody is: people of the house sign on with card and PIN, at any desk, at any table.

Every desk and every table asks here whose a token is, each time: who was dismissed a moment ago
gives no more orders. What a role may do stands in roles.py.
"""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from firmware.bank import cards, order_slips, pins, proposals, staff, staff_sessions, standing
from firmware.bank.acts import TableOrder
from firmware.bank.bank import Bank
from firmware.bank.changes import note_change
from firmware.bank.gaming_day import is_over
from firmware.bank.staff_sessions import Session, Signed
from firmware.bank.store import Tx
from firmware.errors import Refused

T = TypeVar("T")
CARRY_OUT_MS = 60_000  # so long after the second name a table may still take the order


class FirstPin(Refused):
    """The PIN is right, and good only for choosing another."""

    def __init__(self) -> None:
        super().__init__("Choose a PIN of your own: six digits.", rule="REQ-R38")


class Agreed(Struct, frozen=True):
    """An order that two people gave a table."""

    id: str  # of what was proposed
    order: TableOrder
    reason: str
    first: str
    second: str

    @property
    def names(self) -> str:
        return f"{self.first}, {self.second}"


class Identity:
    def __init__(self, bank: Bank) -> None:
        self.bank = bank

    def first_code(self) -> str:
        return self._do(lambda tx, now: staff.new_first_code(tx, self.bank.key))

    def first_person(self, code: str, name: str) -> staff.Credentials:
        return self._do(lambda tx, now: staff.first_person(tx, code, name, self.bank.key, now))

    def recognise(self, track: str) -> staff.Person:
        """Whose card it is, before any PIN."""
        number = cards.read_track(track, self.bank.key)
        return self._do(lambda tx, now: staff.person_of(tx, self.bank.key, number))

    def sign_on(self, track: str, pin: str, place: str, new_pin: str = "") -> Session:
        """Card, then PIN; a first PIN only together with the one that follows it."""
        return self.sign_on_as(self.recognise(track).id, pin, place, new_pin)

    def sign_on_as(self, person: str, pin: str, place: str, new_pin: str = "") -> Session:
        """Whose card or key it is has been seen."""
        self.check_pin(person, pin)
        if new_pin or self._do(lambda tx, now: staff.person(tx, person).pin_is_first):
            self._own_pin(person, pin, new_pin)
        return self._do(lambda tx, now: staff_sessions.begin(tx, person, place, self.bank.key, now))

    def session(self, token: str, now_ms: int | None = None) -> Signed:
        """Whose it is and until when; Refused, in words, if nobody's."""
        key, at = self.bank.key, now_ms
        return self._do(
            lambda tx, now: staff_sessions.signed(tx, token, key, now if at is None else at)
        )

    def slip(self, token: str, table: str, order: str) -> str:
        """For one order to one table, in place of the session. Whose it is, and whether he still
        is signed on, the table asks."""
        session = staff_sessions.tag(token, self.bank.key)
        return order_slips.write(session, table, order, self.bank.key, self.bank.clock())

    def last_here(self, token: str) -> int:
        """When the same person was signed on at the same place before; 0: never."""
        return self._do(
            lambda tx, now: staff_sessions.last_here(
                tx, staff_sessions.signed(tx, token, self.bank.key, now)
            )
        )

    def last_at(self, place: str) -> tuple[str, int] | None:
        """Who signed off at this place last, and when."""
        return self._do(lambda tx, now: staff_sessions.last_at(tx, place))

    def sign_off(self, token: str) -> None:
        self._do(lambda tx, now: staff_sessions.end(tx, token, self.bank.key, now))

    def lock(self, token: str) -> None:
        """The desk is left alone."""
        self._do(lambda tx, now: staff_sessions.set_locked(tx, self._signed(tx, token, now), True))

    def unlock(self, token: str, pin: str) -> str:
        """What the books call the session."""
        self.check_pin(self.holder(token), pin)

        def work(tx: Tx, now: int) -> str:
            session = self._signed(tx, token, now)
            staff_sessions.set_locked(tx, session, False)
            return session

        return self._do(work)

    def check_pin(self, person: str, pin: str) -> None:
        """Five tries for all desks together; the last wrong one also signs them off everywhere."""
        try:
            pins.check_pin(self.bank.store, pins.STAFF, person, pin, self.bank.key)
        except pins.WrongPin as no:
            left = no.left
            self._do(lambda tx, now: self._wrong(tx, person, left, now))
            raise

    def agreed(self, proposal: str) -> Agreed:
        """What a table asks before it carries out an order of two people."""

        def work(tx: Tx, now: int) -> Agreed:
            asked = proposals.find(tx, self.bank.key, proposal)
            if not isinstance(asked.act, TableOrder) or asked.answered_ms is None:
                raise Refused("A second person has not confirmed it.", rule="REQ-R37")
            if is_over(asked.answered_ms, asked.answered_ms + CARRY_OUT_MS + 1, now):
                raise Refused("It was confirmed too long ago: ask again.", rule="REQ-R37")
            return Agreed(asked.id, asked.act, asked.reason, asked.first, asked.second)

        return self._do(work)

    def _wrong(self, tx: Tx, person: str, left: int, now: int) -> None:
        note_change(tx, person, person, "sign-on", "", f"wrong PIN, {left} left", "", now)
        if left == 0:
            staff.end_sessions(tx, person, now)

    def _own_pin(self, person: str, pin: str, new_pin: str) -> None:
        if not new_pin:
            raise FirstPin
        if new_pin == pin:
            raise Refused("Choose a PIN that nobody gave you.", rule="REQ-R38")

        def work(tx: Tx, now: int) -> None:
            stored = staff.set_pin(tx, person, new_pin, self.bank.key)
            note_change(tx, person, person, "PIN", "", standing.marked("own", stored), "", now)

        self._do(work)

    def holder(self, token: str) -> str:
        """Whose it is, even of a desk that is locked."""
        key = self.bank.key
        return self._do(
            lambda tx, now: staff_sessions.signed(tx, token, key, now, locked=True).person
        )

    def _signed(self, tx: Tx, token: str, now: int) -> str:
        return staff_sessions.signed(tx, token, self.bank.key, now, locked=True).id

    def _do(self, work: Callable[[Tx, int], T]) -> T:
        return self.bank.do(work)
