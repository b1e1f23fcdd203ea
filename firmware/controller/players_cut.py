"""The players' cut, in the pause between two hands, so that nobody ever waits for it.

The next deck is committed to as soon as the last one is put away. Who wants to cut touches a
place; his station sends only a seal of it. When the hand is due the seals are logged, the stations
open them, and all together choose the deck and the cut. Nobody sealed: the hand begins at once.
Who sealed and does not open in time is left out; his seal stays in the log.
"""

from firmware.controller.fair_deal import FairDeal
from firmware.errors import Refused
from firmware.fairness.cut import Touch
from firmware.journal.frame import Record
from firmware.screens import protocol as g

OPEN_MS = 400  # for the sealed touches to arrive: two trips over a slow line
FIRST = 1 << 41  # a cut has numbers of its own, as a vote has


class PlayersCut:
    def __init__(self, deal: FairDeal) -> None:
        self._deal = deal
        self.until = 0  # the touches must be open by then; 0: not closed yet

    @property
    def number(self) -> int:
        """Of the cut that is on offer or being opened; 0: none."""
        hand = self._deal.waiting
        return FIRST + hand.number if hand is not None else 0

    @property
    def notice(self) -> str:
        hand = self._deal.waiting
        return f"Next deck {hand.code}: you may cut" if hand is not None and self.is_open else ""

    @property
    def is_open(self) -> bool:
        hand = self._deal.waiting
        return hand is not None and not hand.window.closed

    def ask(self, seat: int) -> g.Ask | None:
        hand = self._deal.waiting
        if hand is None or hand.window.closed or seat in hand.window.seals:
            return None
        return g.Ask(self.number, "cut", hand=hand.number)

    def opens(self, seat: int) -> int:
        """The number of the cut that this seat is to open now."""
        hand = self._deal.waiting
        if hand is None or not hand.window.closed:
            return 0
        waits = seat in hand.window.seals and seat not in hand.window.touches
        return self.number if waits else 0

    # What a station sends

    def seal(self, seat: int, intent: g.SealCut) -> None:
        hand = self._deal.waiting
        if hand is None or intent.decision != self.number:
            raise Refused("The deck is cut.", "cut")
        if not hand.window.seal(seat, intent.seal):
            raise Refused("Your cut is in.", "cut")

    def open(self, seat: int, intent: g.Cut) -> None:
        """Late, twice or another one than was sealed: it is not taken, and nobody minds."""
        hand = self._deal.waiting
        if hand is not None and intent.decision == self.number:
            hand.window.open(Touch(seat, intent.at, intent.nonce))

    # The hand is due

    def close(self, now: int) -> list[Record]:
        """The seals, if there are any that must be opened first; journal them at once."""
        hand = self._deal.waiting
        if hand is None or hand.window.closed or not hand.window.seals:
            return []
        self.until = now + OPEN_MS
        return self._deal.close_window()

    def done(self, now: int) -> bool:
        """May the deck be cut?"""
        hand = self._deal.waiting
        if hand is None or not hand.window.closed:
            return True
        return now >= self.until or hand.window.seals.keys() == hand.window.touches.keys()
