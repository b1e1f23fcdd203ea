"""What a player holds after a hand: everything to check it with, and no other player's card.

Seat 0 is the receipt of the rail: only what all could see. Attempts of this hand that were voided
before stand in front, whole: who voids to choose is seen.
"""

from collections.abc import Collection, Sequence
from typing import Any

from firmware.fairness.hand import Dealt, Hand
from firmware.fairness.verify import SIGNED

RAIL = 0
Receipt = dict[str, Any]


class Earlier:
    """What the log said of this hand before its last attempt."""

    def __init__(self, size: int, peaks: Sequence[bytes]) -> None:
        self.size, self.peaks = size, [*peaks]  # before its first entry
        self.entries: list[dict[str, Any]] = []
        self.signs: list[bytes] = []


def receipt(
    hand: Hand,
    public_key: bytes,
    seat: int,
    earlier: Earlier | None = None,
    witnesses: Sequence[dict[str, Any]] = (),
) -> Receipt:
    """`witnesses`: what they signed of the log's heads in this hand."""
    assert hand.life in ("finished", "void")
    past = earlier or Earlier(*hand.before)
    mine = {number for number, to in enumerate(hand.to) if seat != RAIL and to == seat}
    pairs = zip(hand.entries, hand.heads, strict=True)
    signs = [head.signature for entry, head in pairs if entry["kind"] in SIGNED]
    return {
        "stormdeck": 2,
        "key": public_key.hex(),
        "seat": seat,
        "log": {
            "before": [peak.hex() for peak in past.peaks],
            "entries": [*past.entries, *hand.entries],
            "signs": [sign.hex() for sign in [*past.signs, *signs]],
        },
        "cards": openings(hand, mine | hand.shown),
        "witness": [*witnesses],
    }


def openings(hand: Hand, numbers: Collection[int]) -> list[dict[str, Any]]:
    """Card, salt and proof for these cards, deck by deck."""
    dealt = hand.dealt
    wanted = [dealt[number] for number in sorted(numbers)]
    return [_layer(hand, depth, wanted) for depth in range(len(hand.layers))]


def _layer(hand: Hand, depth: int, wanted: list[Dealt]) -> dict[str, Any]:
    deck = hand.layers[depth]
    here = [dealt for dealt in wanted if dealt.layer == depth]
    return {
        "open": [[dealt.number, dealt.card, deck.salt(dealt.place).hex()] for dealt in here],
        "proof": [sibling.hex() for sibling in deck.proof({dealt.place for dealt in here})],
    }
