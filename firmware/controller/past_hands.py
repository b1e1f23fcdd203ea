"""What a player may look up of his sitting: the last hands, and what proves them.

The hands are a fold of the journal and stand in the snapshot, so that a restart forgets none, and
they hold what everybody saw: his own cards only his station knows (firmware/fairness/keeping.py).
A receipt has openings that the journal never gets, his own of them in a box that only his station
opens: it lives here, for its own session only, and is gone with the power.
"""

from collections.abc import Collection, Mapping

from msgspec import Struct

from firmware.fairness.keeping import HANDS_KEPT
from firmware.screens import projection
from firmware.screens import protocol as g
from firmware.table.engine import Finished

Sat = Mapping[int, str]  # seat: session


class PastHands(Struct):
    past: dict[str, list[g.Past]] = {}

    def add(self, done: Finished, sat: Sat, chips: bool = False) -> None:
        """`sat`: who was in it. `chips`: a tournament's, which are no money."""
        lines = projection.story(done, chips)
        for seat, session in sat.items():
            mine = self.past.setdefault(session, [])
            mine.insert(0, projection.past_hand(done, seat, lines, chips))
            del mine[HANDS_KEPT:]

    def forget(self, session: str) -> None:
        """Whoever left takes his hands with him."""
        self.past.pop(session, None)


class Receipts:
    def __init__(self) -> None:
        self._kept: dict[str, dict[int, g.Proof]] = {}

    def keep(self, session: str, proof: g.Proof) -> None:
        mine = self._kept.setdefault(session, {})
        mine[proof.hand] = proof
        for old in sorted(mine)[:-HANDS_KEPT]:
            del mine[old]

    def find(self, session: str, hand: int = 0) -> g.Proof:
        """Of this hand; 0: of the last one that he was dealt in."""
        mine = self._kept.get(session, {})
        return mine.get(hand or max(mine, default=0), g.Proof(hand))

    def only(self, sessions: Collection[str]) -> None:
        self._kept = {name: mine for name, mine in self._kept.items() if name in sessions}
