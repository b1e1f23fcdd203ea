"""The card that lies at each seat: whose it is, and its PIN while that is everybody's."""

import re
from collections.abc import Collection, Sequence

from msgspec import Struct

from lab.simulation.demo_cage import NAMES, PIN

FOREIGN = ";5105105105105100=31051010000012300000?"  # the number that testers use


class Card(Struct, frozen=True):
    """As the page shows it."""

    holder: str
    ends: str  # the last four digits
    pin: str = ""  # of a demo card; "": only its holder knows


class Trays:
    """Every card that can be drawn through a reader, and which of them lies where. One may lie at
    two seats: what the house says to that can be tried."""

    def __init__(self, tracks: Sequence[str]) -> None:
        """The demo house's cards, seat 1 first; and one of a bank."""
        own = list(zip(NAMES, tracks, strict=False))
        self._tracks: list[str] = [track for _, track in own]
        self.cards = [Card(name, _ends(track), PIN) for name, track in own]
        self.lie: list[int] = [*range(len(own))]  # seat 1 first
        self.add(FOREIGN, "A bank's card")

    def track(self, seat: int) -> str:
        return self._tracks[self.lie[seat - 1]]

    def add(self, track: str, holder: str = "New card") -> int:
        """One that was made at the cage; its number."""
        self._tracks.append(track)
        self.cards.append(Card(holder, _ends(track)))
        return len(self.cards) - 1

    def lay(self, seat: int, card: int) -> None:
        if 0 <= card < len(self.cards):  # the page offers only what there is
            self.lie[seat - 1] = card

    def lay_own(self, seat: int) -> None:
        self.lie[seat - 1] = seat - 1


def tray_for(free: Collection[int], bots: Collection[int], seats: int) -> int:
    """Where a new card lies: at the first free seat that no bot wants; if there is none, where
    somebody plays who is no bot."""
    people = [seat for seat in range(1, seats + 1) if seat not in bots]
    return next((seat for seat in people if seat in free), people[0] if people else 1)


def _ends(track: str) -> str:
    return re.sub(r"\D", "", track.partition("=")[0])[-4:]
