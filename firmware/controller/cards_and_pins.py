"""The bank's window at the table: cards and PINs come in, transfers and good-byes go out.

The bank is slow and may be away; everything here is an errand. What it decides comes back as a
command of the table or as a record of the border, and only then counts.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar

from firmware.bank.bank import Bank, Known, SignedOn
from firmware.bank.pins import WrongPin
from firmware.controller import records as keeper
from firmware.controller.background import Errands
from firmware.controller.faults import Faults
from firmware.errors import Fault, Refused
from firmware.journal import records
from firmware.screens.projection import Notes
from firmware.settlement import transfers as border
from firmware.table import commands as c
from firmware.table.engine import decide

T = TypeVar("T")
RETRY_MS = 1000  # a bank that is away
AWAY = "BANK_AWAY"


class Shell(Protocol):
    """What the teller needs of the table around it."""

    book: keeper.Book
    faults: Faults

    @property
    def notes(self) -> list[Notes]: ...
    @property
    def now(self) -> int: ...
    def commit(self, happened: Sequence[keeper.Happened]) -> None: ...
    def asked(self, seat: int, command: c.AnyCommand) -> bool: ...
    def no(self, seat: int, problem: Exception) -> None: ...


class Teller:
    def __init__(self, shell: Shell, bank: Bank, errands: Errands) -> None:
        self.shell, self.bank, self._errands = shell, bank, errands
        self.retry_at = 0
        self._tracks: dict[int, str] = {}
        self._posts: set[int] = set()  # who pays for a hand at once

    def forget(self, seat: int) -> None:
        """The card went back: its track is nowhere any more."""
        self._tracks.pop(seat, None)
        self._posts.discard(seat)

    def _send(
        self,
        name: str,
        work: Callable[[], T],
        then: Callable[[T], None],
        instead: Callable[[Exception], None],
    ) -> None:
        """To the bank. Whatever it answers, it is there."""

        def good(found: T) -> None:
            self.shell.faults.cleared(AWAY)
            then(found)

        def bad(problem: Exception) -> None:
            if not isinstance(problem, Fault):
                self.shell.faults.cleared(AWAY)
            instead(problem)

        self._errands.send(name, work, good, bad)

    # In

    def swipe(self, seat: int, track: str) -> None:
        """A card at the reader of this seat. The track stays in memory until the PIN."""
        shell = self.shell

        def known(card: Known) -> None:
            self._tracks[seat], shell.notes[seat].tail = track, card.tail
            shell.asked(seat, c.SwipeCard(shell.now, seat, card.account, card.name))

        work = partial(self.bank.recognise, track)
        self._send(f"card {seat}", work, known, partial(shell.no, seat))

    def enter_pin(self, seat: int, pin: str) -> None:
        shell, book = self.shell, self.shell.book
        owner, track = book.table.seats[seat], self._tracks.get(seat)
        if owner.life != "pin" or track is None:
            shell.no(seat, Refused("Please swipe your card first.", "R38"))
            return
        session = book.sittings[seat].session
        if session in self._errands.busy:
            return

        def good(signed: SignedOn) -> None:
            sitting = book.sittings.get(seat)
            if sitting is None or sitting.session != session:
                return  # gone while the bank was thinking: it is told next that he left
            self._tracks.pop(seat, None)
            checked = decide(book.table, c.PinChecked(shell.now, seat, True, signed.available))
            until = signed.play_until_ms
            shell.commit([*checked, *([records.PlayUntil(session, until)] if until else [])])

        def bad(problem: Exception) -> None:
            if isinstance(problem, WrongPin):
                shell.asked(seat, c.PinChecked(shell.now, seat, False))
            elif isinstance(problem, Refused):
                shell.asked(seat, c.CancelEntry(shell.now, seat))
            shell.no(seat, problem)

        work = partial(self.bank.sign_on, track, pin, session, keeper.account(book), seat)
        self._send(session, work, good, bad)  # by its name: no sign-off overtakes it

    def post_at_once(self, seat: int, post: bool) -> None:
        """With the chips that are asked for now."""
        (self._posts.add if post else self._posts.discard)(seat)

    # Out

    @property
    def waits(self) -> bool:
        book = self.shell.book
        return bool(border.to_carry(book.outbox) or book.leaving)

    def carry(self) -> bool:
        """One more parcel of the outbox, each once at a time; the bank decides."""
        if self.shell.now < self.retry_at:
            return False
        book, busy, send = self.shell.book, self._errands.busy, self._send
        for parcel in border.to_carry(book.outbox):
            name = parcel.transfer.id
            if name not in busy:
                send(name, partial(border.carry, self.bank, parcel), self._carried, self._away)
                return True
        for session in book.leaving:
            if session not in busy:
                off = partial(self.bank.sign_off, session)
                send(session, off, partial(self._signed_off, session), self._away)
                return True
        return False

    def _carried(self, said: records.TransferPosted | records.TransferRefused) -> None:
        shell, seat = self.shell, said.transfer.seat
        bought = said.transfer.kind == "buy_in"
        shell.commit(keeper.answered(shell.book, said, shell.now))
        if bought and isinstance(said, records.TransferPosted) and seat in self._posts:
            self._posts.discard(seat)
            with suppress(Refused):  # the button has come meanwhile: nothing to post
                shell.commit(decide(shell.book.table, c.ChooseEntry(shell.now, seat, "post")))

    def _away(self, problem: Exception) -> None:
        if not isinstance(problem, Fault):
            raise problem
        self.retry_at = self.shell.now + RETRY_MS
        self.shell.faults.broke(problem)

    def _signed_off(self, session: str, done: None) -> None:
        self.shell.commit([records.SignedOff(session)])
