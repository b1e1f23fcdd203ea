"""A hand that is over, opened by its keyholders: which cards lay where, and that they are the ones
that were committed to before anybody sealed a share.

The walk through the hand is the verifier's. The seeds come out of the boxes of seal.py, whose keys
are on no table: the manager's half and the house auditor's together, or the outside auditor's.
"""

from collections.abc import Sequence
from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec import Struct

from firmware.fairness import seal
from firmware.fairness.deck import SEED_BYTES, Slot, again_seed, lay
from firmware.fairness.digest import label2
from firmware.fairness.seal import Boxes
from firmware.fairness.verify import ASIDE, WHOSE, Attempt, demand

Entry = dict[str, Any]


class Together(Struct, frozen=True):
    """Two halves, of two people."""

    manager: X25519PrivateKey
    house_auditor: X25519PrivateKey

    def open(self, boxes: Boxes, context: bytes) -> bytes:
        return seal.open_together(boxes, self.manager, self.house_auditor, context)


class Alone(Struct, frozen=True):
    """The key that lies outside of the house."""

    auditor: X25519PrivateKey

    def open(self, boxes: Boxes, context: bytes) -> bytes:
        return seal.open_alone(boxes, self.auditor, context)


def seeds_of(commit: Entry, boxes: Boxes, keys: Together | Alone) -> list[bytes]:
    """Raises Unopened, or Wrong: these are not the boxes of that commitment."""
    demand(boxes.digest().hex() == commit["boxes"], "boxes", "not those that were committed to")
    context = label2("seal", *(commit[name] for name in WHOSE))
    opened = keys.open(boxes, context + b"".join(map(bytes.fromhex, commit["roots"])))
    return [opened[at : at + SEED_BYTES] for at in range(0, len(opened), SEED_BYTES)]


class OpenedHand(Attempt):
    """The attempt that was played, from its commitment to its end. Wrong: it does not open to its
    seal, or was not dealt by its plan."""

    def __init__(self, entries: Sequence[Entry], seeds: Sequence[bytes]) -> None:
        super().__init__([entry for entry in entries if entry["kind"] not in ASIDE], "hand")
        self._seed = seeds[self.played]
        self._slot = Slot(*self.slot(self.played))
        self._decks = [lay(self._seed, self._slot, self.deck)]
        if self.cut:
            self.check_deal()
            roots = [deck.root for deck in self._decks]
            demand(roots == self.roots, "deck", "does not open to the seal")

    def of_seat(self, seat: int) -> list[tuple[int, int]]:
        """Number and face of each card that was dealt there."""
        dealt = zip(self.walk.to, self.stub.dealt, strict=True)
        return [(n, self._face(place)) for n, (to, place) in enumerate(dealt) if to == seat]

    def _again(self, step: tuple[int, Entry], back: list[int]) -> None:
        turn = len(self._decks)
        places = [*self.stub.order, *(self.stub.dealt[number] for number in back)]
        slot = Slot(self._slot.table, self._slot.hand, f"{self._slot.name}.{turn}")
        seed = again_seed(self._seed, self._slot, turn)
        self._decks.append(lay(seed, slot, sorted(map(self._face, places))))
        super()._again(step, back)

    def _face(self, place: tuple[int, int]) -> int:
        layer, at = place
        return self._decks[layer].cards[at]
