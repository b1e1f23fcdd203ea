"""A desk of the bank, and who stands at it: every act has the name and the role of somebody who is
signed on. What takes two people is proposed at one desk and confirmed at another (acts.py).
"""

import uuid
from collections.abc import Callable
from typing import TypeVar

from msgspec import json
from msgspec.structs import replace

from firmware.bank import acts, proposals, roles, staff, staff_sessions
from firmware.bank.bank import Bank
from firmware.bank.done import Done
from firmware.bank.identity import Identity
from firmware.bank.proposals import Proposal
from firmware.bank.staff_sessions import Signed
from firmware.bank.store import Tx
from firmware.bank.two_person import Names, perform

T = TypeVar("T")


class Desk:
    def __init__(self, bank: Bank, token: str = "") -> None:
        """`token`: of whoever stands at it."""
        self.bank, self.token = bank, token
        self._moment: tuple[Tx, int] | None = None
        self._is_here: Signed | None = None  # for that moment

    def at_once(self, look: Callable[[], T]) -> T:
        """Several looks at the books in one unit of work: one moment, and one way to the server."""

        def work(tx: Tx, now: int) -> T:
            self._moment = tx, now
            try:
                return look()
            finally:
                self._moment = self._is_here = None

        return self.bank.do(work)

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
            who, asked = self._signed(tx, now), proposals.find(tx, self.bank.key, proposal)
            proposals.check_second(asked, who, now)
            if asked.answered_ms is not None:
                return json.decode(asked.answer, type=Done)
            _still_works_here(tx, asked)
            names = Names(asked.first, who.person, asked.reason)
            done = perform(tx, self.bank, asked.act, names, now)
            kept = json.encode(replace(done, credentials=None)).decode()
            proposals.close(tx, asked, who, kept, now)
            return done

        if not self._do(lambda tx, now: self._accepts_books(tx, proposal)):
            return self._enter(work)
        done = self._do(work)
        self.bank.accept_heads()
        return done

    def _accepts_books(self, tx: Tx, proposal: str) -> bool:
        return isinstance(proposals.find(tx, self.bank.key, proposal).act, acts.AcceptBooks)

    def waiting(self) -> list[Proposal]:
        """What somebody proposed and nobody has confirmed yet."""
        return self._do(lambda tx, now: proposals.waiting(tx, now))

    def proposal(self, id_: str) -> Proposal:
        """How it stands with what somebody here proposed."""

        def work(tx: Tx, now: int) -> Proposal:
            self._signed(tx, now)
            return proposals.find(tx, self.bank.key, id_)

        return self._do(work)

    def _prove(self, pin: str) -> None:
        who = self._do(lambda tx, now: self._signed(tx, now).person)
        Identity(self.bank).check_pin(who, pin)

    def _signed(self, tx: Tx, now: int) -> Signed:
        """Asked at every act; once for all that is looked at in one moment."""
        if self._is_here is not None:
            return self._is_here
        who = staff_sessions.signed(tx, self.token, self.bank.key, now)
        self._is_here = who if self._moment else None
        return who

    def _act(self, act: str, work: Callable[[Tx, int, str], T]) -> T:
        """By whoever is signed on here, if their role may do it alone."""
        return self._do(lambda tx, now: self._as_signed(tx, now, act, work))

    def _as_signed(self, tx: Tx, now: int, act: str, work: Callable[[Tx, int, str], T]) -> T:
        who = self._signed(tx, now)
        roles.require(who.person, who.role, act)
        assert not roles.needs_two(act), "it is proposed"
        return work(tx, now, who.person)

    def _enter(self, work: Callable[[Tx, int], T]) -> T:
        """Lines in the books; how far they have come is known outside of them, too."""
        self.bank.check_heads()
        done = self._do(work)
        self.bank.keep_heads()
        return done

    def _do(self, work: Callable[[Tx, int], T]) -> T:
        return work(*self._moment) if self._moment else self.bank.do(work)


def _still_works_here(tx: Tx, asked: Proposal) -> None:
    """Between the two names the first may have been dismissed, or have lost the role."""
    first = staff.person(tx, asked.first)
    roles.require(first.id, first.role, acts.name_of(asked.act))


def new_id() -> str:
    return uuid.uuid4().hex
