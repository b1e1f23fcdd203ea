"""Badugi: the most cards that differ in rank and in suit, then the lowest, ace low (003 L892-913).

A strength is the number of cards that count << 16, plus 0xFFFF less their ranks, highest first.
"""

from collections.abc import Sequence
from itertools import combinations

ALL = 0xFFFF


def rank(cards: Sequence[int]) -> int:
    """Strength of the best badugi in any number of cards; 0 for none."""
    for size in range(min(4, len(cards)), 0, -1):
        if best := max(map(_valid, combinations(cards, size)), default=0):
            return best
    return 0


def _valid(cards: Sequence[int]) -> int:
    ranks = {((c >> 2) + 1) % 13 for c in cards}
    if len(ranks) < len(cards) or len({c & 3 for c in cards}) < len(cards):
        return 0
    badness = 0
    for at, r in enumerate(sorted(ranks, reverse=True)):
        badness |= r << 12 - 4 * at
    return (len(cards) << 16) + ALL - badness


def ranks(strength: int) -> tuple[int, ...]:
    """The ranks that count, highest first, as ace-high ranks of cards.py."""
    badness = ALL - (strength & ALL)
    lows = [badness >> room & 15 for room in (12, 8, 4, 0)[: strength >> 16]]
    return tuple((low - 1) % 13 for low in lows)
