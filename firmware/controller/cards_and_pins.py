"""A card at a reader, and the PIN that goes with it: asked at the bank, beside the table.

The track stays in memory until the PIN is good or the card goes back; it is on no disk.
"""

from collections import Counter
from collections.abc import Collection
from functools import partial

from firmware.bank.bank import Known, SignedOn
from firmware.bank.pins import WrongPin
from firmware.controller.effects import Effects, Perform, Refuse, unheard
from firmware.controller.records import TableState
from firmware.controller.to_bank import asked_of_bank
from firmware.errors import Refused
from firmware.journal import records
from firmware.settlement.window import TableWindow
from firmware.table import commands as c
from firmware.table import events as e


class CardsAndPins:
    def __init__(self, bank: TableWindow, state: TableState) -> None:
        self.bank, self._state = bank, state
        self._read: dict[int, tuple[str, str]] = {}  # track and tail of the last card
        self._swipes: Counter[int] = Counter()  # at each seat: only the last one's answer counts
        self._tracks: dict[int, str] = {}
        self.asked: set[str] = set()  # sessions whose PIN is at the bank
        self.tails: dict[int, str] = {}  # the last digits of the card, as its owner sees them

    def after(self, event: e.AnyEvent) -> None:
        """The card went back: its track is nowhere any more."""
        match event:
            case e.CardSwiped(seat=seat) if seat in self._read:  # and no other card than this
                self._tracks[seat], self.tails[seat] = self._read.pop(seat)
            case e.CardLocked(seat=seat) | e.EntryCancelled(seat=seat) | e.CashedOut(seat=seat):
                self._forget(seat)
            case e.Eliminated(out=out):
                for seat, *_ in out:
                    self._forget(seat)
            case e.Moved(seat=seat, to=to):
                self.tails[to] = self.tails.pop(seat, "")
            case e.Traded(seat=seat, to=to):
                tails = self.tails
                tails[to], tails[seat] = tails.pop(seat, ""), tails.pop(to, "")

    def _forget(self, seat: int) -> None:
        self._tracks.pop(seat, None)
        self.tails.pop(seat, None)

    def swipe(self, seat: int, track: str) -> Effects:
        self._swipes[seat] += 1
        mine = self._swipes[seat]

        def known(card: Known, now: int) -> Effects:
            if mine != self._swipes[seat]:
                return []
            self._read[seat] = track, card.tail
            return [Perform(c.SwipeCard(now, seat, card.account, card.name), seat)]

        def unknown(problem: Exception, now: int) -> Effects:
            return [Refuse(seat, problem)] if mine == self._swipes[seat] else unheard(problem)

        work = partial(self.bank.recognise, track)
        return [asked_of_bank(f"card {seat}", work, known, unknown)]

    def enter_pin(self, seat: int, pin: str, busy: Collection[str]) -> Effects:
        table, custody = self._state.table, self._state.custody
        track = self._tracks.get(seat)
        if table.seats[seat].life != "pin" or track is None:
            return [Refuse(seat, Refused("Please swipe your card first.", "REQ-R38"))]
        session = custody.sittings[seat].session
        if session in busy:
            return []

        def is_here() -> bool:
            """Or he went while the bank was thinking; another one may stand there now."""
            self.asked.discard(session)
            sitting = custody.sittings.get(seat)
            return sitting is not None and sitting.session == session

        def good(signed: SignedOn, now: int) -> Effects:
            if not is_here():
                return []  # the bank is told next that he left
            self._tracks.pop(seat, None)
            until = signed.play_until_ms
            left = until - signed.at_ms if until else 0  # by the bank's clock; ours may be another
            limit = [records.PlayUntil(session, now + left)] if until else []
            return [Perform(c.PinChecked(now, seat, True, signed.available), seat, after=limit)]

        def bad(problem: Exception, now: int) -> Effects:
            no = Refuse(seat, problem)
            if not is_here():
                return unheard(problem)  # it is no word for anybody else, and no try of his
            if isinstance(problem, WrongPin):  # the table says what is left: it counts tries too
                return [Perform(c.PinChecked(now, seat, False, left=problem.left), seat)]
            if isinstance(problem, Refused):
                return [Perform(c.CancelEntry(now, seat), seat), no]
            return [no]

        self.asked.add(session)
        work = partial(self.bank.sign_on, track, pin, session, seat)
        return [asked_of_bank(session, work, good, bad)]  # by its name: no sign-off overtakes it
