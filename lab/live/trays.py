"""The card that lies at each seat: whose it is, and its PIN while that is everybody's."""

import re
from collections.abc import Collection, Sequence

from msgspec import Struct

from lab.simulation.demo_cage import NAMES, PIN


class Tray(Struct, frozen=True):
    """As the page shows it."""

    holder: str
    ends: str  # the last four digits
    pin: str = ""  # of a demo card; "": only its holder knows


class Trays:
    def __init__(self, tracks: Sequence[str]) -> None:
        """The demo house's cards, seat 1 first."""
        self._tracks = list(tracks)
        self.shown = [
            Tray(name, _ends(track), PIN) for name, track in zip(NAMES, tracks, strict=False)
        ]

    def track(self, seat: int) -> str:
        return self._tracks[seat - 1]

    def lay(self, seat: int, track: str) -> None:
        """One that was made at the cage."""
        self._tracks[seat - 1] = track
        self.shown[seat - 1] = Tray("New card", _ends(track))


def tray_for(free: Collection[int], bots: Collection[int], seats: int) -> int:
    """Where a new card lies: at the first free seat that no bot wants; if there is none, where
    somebody plays who is no bot."""
    people = [seat for seat in range(1, seats + 1) if seat not in bots]
    return next((seat for seat in people if seat in free), people[0] if people else 1)


def _ends(track: str) -> str:
    return re.sub(r"\D", "", track.partition("=")[0])[-4:]
