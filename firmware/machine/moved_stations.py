"""A station that comes to another socket while a hand is in play is shown nothing of it.

Whoever carries a station of his own program to another seat, or pairs one there, wants to see its
cards. So it waits until that hand is over, and until a person was there: the floor is called for
the seat, and its answer, or the key that is turned at the seat, says that somebody looked. Where
each station was accepted last is kept beside the keys: a power cut makes no station new.
"""

import json
from pathlib import Path

from drivers.sockets import Place
from firmware import durable
from firmware.screens import protocol as g
from firmware.table.engine import Table

WAITS = g.OutOfService(
    "This station is new at this seat",
    "It shows no cards until the hand is over and the floor has looked at it.",
    "C-MOV-01",
)


class MovedStations:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._hands: dict[Place, int] = {}  # who waits, and for which hand
        self._called: set[Place] = set()  # for whom the floor was called

    def load(self) -> dict[bytes, Place]:
        """Where each station was. A file that is lost makes every station welcome once."""
        try:
            kept = json.loads(self._path.read_text())
            return {bytes.fromhex(key): Place(what, seat) for key, (what, seat) in kept.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def keep(self, last: dict[bytes, Place]) -> None:
        kept = {key.hex(): (place.what, place.seat) for key, place in last.items()}
        durable.replace(self._path, json.dumps(kept, sort_keys=True).encode())

    def came(self, place: Place, table: Table) -> bool:
        """True: it has to wait."""
        waits = table.live is not None and place.seat > 0 and table.seats[place.seat].seated
        if waits:
            self._hands[place] = table.this_hand.number
        return waits

    def waits(self, place: Place) -> bool:
        return place in self._hands

    def floor_called(self, place: Place) -> None:
        self._called.add(place)

    def left(self, place: Place) -> None:
        self._hands.pop(place, None)
        self._called.discard(place)

    def free(self, table: Table) -> list[Place]:
        """Their hand is over, and the floor that was called for their seat has answered."""
        found = [place for place in self._hands if self._may(place, table)]
        for place in found:
            self.left(place)
        return found

    def _may(self, place: Place, table: Table) -> bool:
        over = table.live is None or table.this_hand.number != self._hands[place]
        return over and place in self._called and not table.seats[place.seat].called
