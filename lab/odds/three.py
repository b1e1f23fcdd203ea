"""Three card poker by best play: for each hand and each card that the bank shows, fold or play.

A card is a type, rank * 4 + suit, of which the shoe holds as many as there are decks. Hands that
differ by a change of suits only are counted together.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from lab.odds.table import Edge, Marks, Rows, decides

Ints = NDArray[np.int64]
TYPES = 52
ROYAL, STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, PAIR, NOTHING = range(6, -1, -1)
NAMES = {
    ROYAL: ("royal flush", "straight flush"), STRAIGHT_FLUSH: ("straight flush",),
    TRIPS: ("three of a kind",), STRAIGHT: ("straight",), FLUSH: ("flush",), PAIR: ("pair",),
    NOTHING: ("high card",),
}  # fmt: skip
BASE = 15
QUEEN = 12  # ranks as people count them: a deuce is 2, an ace 14


def worth(cards: tuple[int, int, int]) -> int:
    """Kind, then ranks."""
    high, middle, low = sorted((card // 4 + 2 for card in cards), reverse=True)
    suited = len({card % 4 for card in cards}) == 1
    order = (high, middle, low)
    if order == (14, 3, 2):
        order = (3, 2, 1)
    runs = order[0] - 1 == order[1] == order[2] + 1
    if runs and suited:
        kind = ROYAL if order[0] == 14 else STRAIGHT_FLUSH
    elif high == low:
        kind = TRIPS
    elif runs:
        kind = STRAIGHT
    elif suited:
        kind, order = FLUSH, (high, middle, low)
    elif middle in (high, low):
        kind, order = PAIR, (middle, middle, high + low - middle)
    else:
        kind = NOTHING
    return ((kind * BASE + order[0]) * BASE + order[1]) * BASE + order[2]


QUALIFIES = (NOTHING * BASE + QUEEN) * BASE * BASE


def kind(value: int) -> int:
    return value // BASE**3


def hand_counts(decks: int) -> Counter[Marks]:
    """What three cards make."""
    found = Counter[Marks]()
    for hand, ways in _hands(decks):
        found[frozenset(NAMES[kind(worth(hand))])] += ways
    return found


def _hands(decks: int) -> Iterator[tuple[tuple[int, int, int], int]]:
    for hand in combinations_with_replacement(range(TYPES), 3):
        ways = 1
        for count in Counter(hand).values():
            ways *= comb(decks, count)
        if ways:
            yield (hand[0], hand[1], hand[2]), ways


def _alike(decks: int) -> dict[tuple[int, ...], int]:
    """One hand of each that are the same but for the suits -> how many there are."""
    found = Counter[tuple[int, ...]]()
    for hand, ways in _hands(decks):
        suits = permutations(range(4))
        same = min(tuple(sorted(card - card % 4 + s[card % 4] for card in hand)) for s in suits)
        found[same] += ways
    return found


@cache
def _bank() -> tuple[Ints, Ints, Ints, list[int]]:
    """Pairs of hidden cards; for each card that is up, their order by what they make with it; and
    how many of them make less than each value that there is."""
    pairs = [*combinations_with_replacement(range(TYPES), 2)]
    first, second = (np.array([pair[at] for pair in pairs], dtype=np.int64) for at in (0, 1))
    values = np.array(
        [[worth((up, a, b)) for a, b in pairs] for up in range(TYPES)], dtype=np.int64
    )
    order = np.argsort(values, axis=1, kind="stable")
    ranked = np.take_along_axis(values, order, axis=1)
    known = sorted({QUALIFIES, *map(int, np.unique(values))})
    below = np.array([[np.searchsorted(row, value) for row in ranked] for value in known])
    _BELOW.update(zip(known, below, strict=True))
    return first, second, order, known


_BELOW: dict[int, Ints] = {}


def _ways(left: Ints) -> Ints:
    """For each card up, and so many of the hidden pairs from the weakest on: in how many ways they
    come."""
    first, second, order, _ = _bank()
    ups = np.arange(TYPES, dtype=np.int64)[:, None]
    a, b = left[first] - (first == ups), left[second] - (second == ups)
    both = np.where(first == second, a * (a - 1) // 2, a * b)
    each = np.take_along_axis(left[:, None] * both, order, axis=1)
    return np.concatenate((np.zeros((TYPES, 1), dtype=np.int64), each.cumsum(axis=1)), axis=1)


def _parts(left: Ints, mine: int) -> dict[tuple[bool, int], Ints]:
    """For each card up: the ways in which the bank plays or not, and who is better."""
    known, grown = _bank()[3], _ways(left)

    def under(value: int) -> Ints:
        at = _BELOW[known[bisect_left(known, value)]] if value <= known[-1] else None
        return np.asarray(grown[:, -1] if at is None else grown[np.arange(TYPES), at])

    less, no_more, out = under(mine), under(mine + 1), under(QUALIFIES)
    out_less, out_no_more = np.minimum(less, out), np.minimum(no_more, out)
    return {
        (False, 1): out_less,
        (False, 0): out_no_more - out_less,
        (False, -1): out - out_no_more,
        (True, 1): less - out_less,
        (True, 0): no_more - less - (out_no_more - out_less),
        (True, -1): grown[:, -1] - no_more - (out - out_no_more),
    }


_SIDES = {1: "win", 0: "tie", -1: "lose"}


@cache
def _every_hand(decks: int) -> list[tuple[int, dict[tuple[bool, int], Ints]]]:
    """How many hands are alike, and what each of them meets."""
    found = []
    for hand, ways in _alike(decks).items():
        left = np.full(TYPES, decks, dtype=np.int64)
        np.subtract.at(left, [*hand], 1)
        found.append((ways, _parts(left, worth((hand[0], hand[1], hand[2])))))
    return found


def ante(decks: int, ante_rows: Rows, play_rows: Rows) -> Edge:
    """Ante and play together, in percent of the ante, seeing the card that is up."""
    paid, more = _twice(ante_rows), _twice(play_rows)
    folded = int(2 * decides(ante_rows, frozenset(("folded",)))[1])
    found, won, every = Counter[str](), 0, 0
    for ways, parts in _every_hand(decks):
        total = np.asarray(sum(parts.values()))
        played = np.asarray(sum(parts[key] * (paid[key] + more[key]) for key in parts))
        folds = played < folded * total
        won += ways * int(np.where(folds, folded * total, played).sum())
        every += ways * int(total.sum())
        found["folded"] += ways * int(total[folds].sum())
        for (plays, side), count in parts.items():
            found[_SIDES[side] if plays else "bank out"] += ways * int(count[~folds].sum())
    return Edge("ante", float(Fraction(50 * won, every)), True, dict(found))


@cache
def plays(
    decks: int, ante_rows: Rows, play_rows: Rows, hand: tuple[int, int, int], up: int
) -> bool:
    """Is this hand played against that card, by best play?"""
    left = np.full(TYPES, decks, dtype=np.int64)
    np.subtract.at(left, [*hand], 1)
    parts, paid, more = _parts(left, worth(hand)), _twice(ante_rows), _twice(play_rows)
    folded = int(2 * decides(ante_rows, frozenset(("folded",)))[1])
    played = sum(int(parts[key][up]) * (paid[key] + more[key]) for key in parts)
    return played >= folded * sum(int(part[up]) for part in parts.values())


def _twice(rows: Rows) -> dict[tuple[bool, int], int]:
    """Twice what they pay, so that halves are whole: by (does the bank play, who is better)."""
    out = {True: (), False: ("bank out",)}
    return {
        (plays, side): int(2 * decides(rows, frozenset((name, *out[plays])))[1])
        for plays in out
        for side, name in _SIDES.items()
    }
