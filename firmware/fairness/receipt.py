"""What a player holds after a hand: everything to check it with, and no other player's card.

Seat 0 is the receipt of the rail: only what all could see.
"""

from collections.abc import Collection
from typing import Any

from firmware.fairness.hand import Dealt, Hand

RAIL = 0
Receipt = dict[str, Any]


def receipt(hand: Hand, public_key: bytes, seat: int) -> Receipt:
    assert hand.life in ("finished", "void")
    mine = {dealt.number for dealt in hand.dealt if seat != RAIL and dealt.to == seat}
    return {
        "stormdeck": 1,
        "key": public_key.hex(),
        "seat": seat,
        "log": {
            "before": [peak.hex() for peak in hand.before],
            "entries": hand.entries,
            "signs": [head.signature.hex() for head in hand.heads],
        },
        "cards": openings(hand, mine | hand.shown),
    }


def openings(hand: Hand, numbers: Collection[int]) -> list[dict[str, Any]]:
    """Card, salt and proof for these cards, deck by deck. Also sent to a seat as it is dealt."""
    dealt = hand.dealt
    wanted = [dealt[number] for number in sorted(numbers)]
    return [_layer(hand, depth, wanted) for depth in range(len(hand.layers))]


def _layer(hand: Hand, depth: int, wanted: list[Dealt]) -> dict[str, Any]:
    deck = hand.layers[depth].deck
    salts = deck.salts
    here = [dealt for dealt in wanted if dealt.layer == depth]
    return {
        "open": [[dealt.number, dealt.card, salts[dealt.place].hex()] for dealt in here],
        "proof": [sibling.hex() for sibling in deck.proof({dealt.place for dealt in here})],
    }
