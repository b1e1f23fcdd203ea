"""What a player may look up of his sitting: the last hands, and what proves them.

The hands are a fold of the journal and stand in the snapshot, so that a restart forgets none; but
his own cards are on no disk, and gone with the power. A
receipt holds openings that the journal never gets: it lives here, for its own session only, and
is gone with the power, as the deck's key is.
"""

from collections.abc import Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from firmware.fairness.receipt import Receipt
from firmware.screens import projection
from firmware.screens import protocol as g
from firmware.table.engine import Finished

HANDS_KEPT = 10

Sat = Mapping[int, str]  # seat: session


class PastHands(Struct):
    past: dict[str, list[g.Past]] = {}

    def add(self, done: Finished, sat: Sat, chips: bool = False, own: bool = True) -> None:
        """`chips`: a tournament's, which are no money. `own`: his cards are still known."""
        lines = projection.story(done, chips)
        for line in done.receipt.seats:
            if session := sat.get(line.seat):
                mine = self.past.setdefault(session, [])
                past = projection.past_hand(done, line.seat, lines, chips)
                mine.insert(0, past if own else replace(past, mine=()))
                del mine[HANDS_KEPT:]

    def without_cards(self) -> "PastHands":
        """As it may be on a disk: what everybody saw."""
        return PastHands(
            {who: [replace(one, mine=()) for one in mine] for who, mine in self.past.items()}
        )

    def forget(self, session: str) -> None:
        """Whoever left takes his hands with him."""
        self.past.pop(session, None)


class Receipts:
    """And what they were checked to: it does not change, so it is checked once, however often
    somebody asks."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[int, Receipt]] = {}
        self._proofs: dict[tuple[str, int], g.Proof] = {}

    def keep(self, session: str, receipt: Receipt) -> None:
        mine, hand = self._kept.setdefault(session, {}), receipt["log"]["entries"][0]["hand"]
        mine[hand] = receipt
        self._proofs.pop((session, hand), None)
        for old in sorted(mine)[:-HANDS_KEPT]:
            del mine[old]
            self._proofs.pop((session, old), None)

    def find(self, session: str, hand: int = 0) -> Receipt | None:
        """Of this hand; 0: of the last one that he was dealt in."""
        mine = self._kept.get(session, {})
        return mine.get(hand or max(mine, default=0))

    def checked(self, session: str, proof: g.Proof) -> None:
        if proof.hand in self._kept.get(session, {}):
            self._proofs[session, proof.hand] = proof

    def proof(self, session: str, hand: int = 0) -> g.Proof | None:
        """If it was looked at before."""
        mine = self._kept.get(session, {})
        return self._proofs.get((session, hand or max(mine, default=0)))

    def only(self, sessions: Collection[str]) -> None:
        self._kept = {name: mine for name, mine in self._kept.items() if name in sessions}
        self._proofs = {one: proof for one, proof in self._proofs.items() if one[0] in sessions}
