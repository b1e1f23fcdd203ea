"""Three card poker by best play: for each hand and each card that the bank shows, fold or play.

A card is a type, rank * 4 + suit, of which the shoe holds as many as there are decks. Hands that
differ by a change of suits only are counted together.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
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
def _bank() -> tuple[Ints, Ints, Ints, Ints]:
    """Pairs of hidden cards, and what each makes with each card that is up."""
    pairs = [*combinations_with_replacement(range(TYPES), 2)]
    first, second = (np.array([pair[at] for pair in pairs], dtype=np.int64) for at in (0, 1))
    values = np.array(
        [[worth((up, a, b)) for a, b in pairs] for up in range(TYPES)], dtype=np.int64
    )
    ups = np.arange(TYPES, dtype=np.int64)
    return first, second, values, ups


def _ways(left: Ints) -> Ints:
    """For each card up and each hidden pair: in how many ways they come."""
    first, second, _, ups = _bank()
    a = left[first][None, :] - (first[None, :] == ups[:, None])
    b = left[second][None, :] - (second[None, :] == ups[:, None])
    both = np.where(first == second, a * (a - 1) // 2, a * b)
    return np.asarray(left[:, None] * both)


def _result(rows: Rows, marks: Mapping[tuple[bool, int], Marks]) -> dict[tuple[bool, int], int]:
    """Twice what a row pays, so that halves are whole: by (does the bank play, who is better)."""
    return {key: int(2 * decides(rows, one)[1]) for key, one in marks.items()}


_SIDES = {1: "win", 0: "tie", -1: "lose"}


def ante(decks: int, ante_rows: Rows, play_rows: Rows) -> Edge:
    """Ante and play together, in percent of the ante, seeing the card that is up."""
    marks = {
        (plays, side): frozenset((_SIDES[side], *(() if plays else ("bank out",))))
        for plays in (True, False)
        for side in _SIDES
    }
    paid = _result(ante_rows, marks)
    more = _result(play_rows, marks)
    folded = int(2 * decides(ante_rows, frozenset(("folded",)))[1])
    _, _, values, _ = _bank()
    qualifies = values >= QUALIFIES
    found, won, every = Counter[str](), 0, 0
    for hand, ways in _alike(decks).items():
        left = np.full(TYPES, decks, dtype=np.int64)
        for card in hand:
            left[card] -= 1
        weights = _ways(left)
        mine = worth((hand[0], hand[1], hand[2]))
        total, played = weights.sum(axis=1), np.zeros(TYPES, dtype=np.int64)
        parts: dict[tuple[bool, int], Ints] = {}
        for (plays, side), both in marks.items():
            better = np.sign(mine - values) == side
            parts[plays, side] = np.where(better & (qualifies == plays), weights, 0).sum(axis=1)
            played = played + parts[plays, side] * (paid[plays, side] + more[plays, side])
            assert both
        folds = played < folded * total
        won += ways * int(np.where(folds, folded * total, played).sum())
        every += ways * int(total.sum())
        found["folded"] += ways * int(total[folds].sum())
        for (plays, side), count in parts.items():
            name = _SIDES[side] if plays else "bank out"
            found[name] += ways * int(count[~folds].sum())
    return Edge("ante", float(Fraction(50 * won, every)), True, dict(found))
