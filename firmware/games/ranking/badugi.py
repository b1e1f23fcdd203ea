"""Badugi: the most cards that differ in rank and in suit, then the lowest, ace low (003 L892-913).

A strength is the number of cards that count << 16, plus 0xFFFF less their ranks, highest first.
"""

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from itertools import combinations
from operator import or_

ALL = 0xFFFF


def rank(cards: Sequence[int]) -> int:
    """Strength of the best badugi in any number of cards; 0 for none."""
    marks = [_MARKS[c] for c in cards]
    for size in range(min(4, len(cards)), 0, -1):
        # Different ranks and suits: as many marks of each as cards.
        valid = [m for m in map(_union, combinations(marks, size)) if m.bit_count() == 2 * size]
        if valid:
            return max([_strength(mark) for mark in valid])
    return 0


# A bit for the rank, ace lowest, and above them a bit for the suit.
_MARKS = [1 << ((c >> 2) + 1) % 13 | 1 << 13 + (c & 3) for c in range(52)]


def _union(marks: Iterable[int]) -> int:
    return reduce(or_, marks)


@cache
def _strength(mark: int) -> int:
    """Of cards that all count; at most 16,432 different ones."""
    ranks = [r for r in range(12, -1, -1) if mark >> r & 1]
    badness = sum(r << 12 - 4 * at for at, r in enumerate(ranks))
    return (len(ranks) << 16) + ALL - badness


def ranks(strength: int) -> tuple[int, ...]:
    """The ranks that count, highest first, as ace-high ranks of cards.py."""
    badness = ALL - (strength & ALL)
    lows = [badness >> room & 15 for room in (12, 8, 4, 0)[: strength >> 16]]
    return tuple((low - 1) % 13 for low in lows)
