"""Many poker hands of five to seven cards at once, as numbers that compare as the hands do.

A hand is a row of cards, rank * 4 + suit. Which ranks come at least once, twice, three and four
times are masks of thirteen bits; what decides among equals is read from them.
"""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
KINDS = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house",
    "four of a kind", "straight flush",
)  # fmt: skip
SHIFT = 26
ROYAL = 8 << SHIFT | 12

_MASKS = np.arange(1 << 13)
_BITS = (_MASKS[:, None] >> np.arange(13)) & 1


def _top(count: int) -> Ints:
    """Of each mask its highest bits, so many."""
    above = _BITS[:, ::-1].cumsum(axis=1)[:, ::-1]
    return np.asarray(((_BITS * (above <= count)) << np.arange(13)).sum(axis=1), dtype=np.int64)


TOP = [_top(count) for count in range(6)]
HIGHEST = np.where(_MASKS > 0, np.floor(np.log2(np.maximum(_MASKS, 1))), -1).astype(np.int64)
SIZE = _BITS.sum(axis=1)
STRAIGHT = np.full(1 << 13, -1, dtype=np.int64)  # the rank on top
for _low in range(-1, 9):
    _five = sum(1 << (rank % 13) for rank in range(_low, _low + 5))
    STRAIGHT[(_MASKS & _five) == _five] = _low + 4


def strengths(cards: Ints, flush_over_full: bool = False) -> Ints:
    """One for each row. With several decks a suit may come twice with a rank, and five of a kind
    count as four with the best kicker there is."""
    ranks, suits = cards >> 2, cards & 3
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    once, twice, thrice, four = ((counts >= n) @ (1 << np.arange(13)) for n in (1, 2, 3, 4))
    found = TOP[5][once]
    pair = HIGHEST[twice]
    found = _best(found, twice > 0, 1, (pair << 13) | TOP[3][once & ~_bit(pair)])
    two = TOP[2][twice]
    found = _best(found, SIZE[two] == 2, 2, (two << 13) | TOP[1][once & ~two])
    trips = HIGHEST[thrice]
    found = _best(found, thrice > 0, 3, (trips << 13) | TOP[2][once & ~_bit(trips)])
    runs = STRAIGHT[once]
    found = _best(found, runs >= 0, 4, runs)
    flush, full = (6, 5) if flush_over_full else (5, 6)
    house = twice & ~_bit(trips)
    fulls = (trips << 4) | HIGHEST[house]
    found = _best(found, (thrice > 0) & (house > 0), full, fulls)
    found = _suited(found, ranks, suits, flush)
    quads = HIGHEST[four]
    kicker = np.where(counts.max(axis=1) > 4, 13, HIGHEST[once & ~_bit(quads)])
    found = _best(found, four > 0, 7, (quads << 4) | kicker)
    return _straight_flushes(found, ranks, suits)


def _bit(rank: Ints) -> Ints:
    return np.where(rank >= 0, 1 << np.maximum(rank, 0), 0)


def _best(found: Ints, is_one: NDArray[np.bool_], kind: int, within: Ints) -> Ints:
    return np.where(is_one, np.maximum(found, (kind << SHIFT) | within), found)


def _suited(found: Ints, ranks: Ints, suits: Ints, kind: int) -> Ints:
    for suit in range(4):
        here = suits == suit
        mask = np.bitwise_or.reduce(np.where(here, 1 << ranks, 0), axis=1)
        within = TOP[5][mask]
        if ranks.shape[1] == 5:  # of several decks: in order, pairs and all
            ordered = -np.sort(-ranks, axis=1)
            within = (ordered << np.array([16, 12, 8, 4, 0])).sum(axis=1)
        found = _best(found, here.sum(axis=1) >= 5, kind, within)
    return found


def _straight_flushes(found: Ints, ranks: Ints, suits: Ints) -> Ints:
    for suit in range(4):
        mask = np.bitwise_or.reduce(np.where(suits == suit, 1 << ranks, 0), axis=1)
        runs = STRAIGHT[mask]
        found = _best(found, runs >= 0, 8, runs)
    return found


def kind(strength: int, flush_over_full: bool = False) -> str:
    if strength == ROYAL:
        return "royal flush"
    name = KINDS[strength >> SHIFT]
    swapped = {"flush": "full house", "full house": "flush"}
    return swapped.get(name, name) if flush_over_full else name
