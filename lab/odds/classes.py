"""How many hands of n cards of one deck make what: counted by ranks, then by suits.

For each way in which n ranks can repeat, all suits that they can have, less those with five of
one. Seven cards hold no flush together with a full house or better: five suited ranks leave two.
"""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb

STRAIGHTS = [frozenset((12, 0, 1, 2, 3)), *(frozenset(range(low, low + 5)) for low in range(9))]


def by_ranks(counts: Counter[int]) -> str:
    most = sorted(counts.values(), reverse=True)
    if most[0] == 4:
        return "four of a kind"
    if most[0] == 3 and len(most) > 1 and most[1] >= 2:
        return "full house"
    if any(run <= counts.keys() for run in STRAIGHTS):
        return "straight"
    if most[0] == 3:
        return "three of a kind"
    if most[0] == 2:
        return "two pair" if len(most) > 1 and most[1] == 2 else "pair"
    return "high card"


def best_five(size: int) -> Counter[str]:
    """What five of six or seven cards make at best, over all sets of them."""
    found = Counter[str]()
    for ranks in combinations_with_replacement(range(13), size):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            ways, flushes = 1, [1]
            for count in counts.values():
                ways *= comb(4, count)
                outside, inside = comb(3, count), comb(3, count - 1)
                flushes = _times(flushes, outside, inside)
            found[by_ranks(counts)] += ways - 4 * sum(flushes[5:])
    for mask in range(1 << 13):
        held = frozenset(rank for rank in range(13) if mask >> rank & 1)
        if 5 <= len(held) <= size:
            found[_suited(held)] += 4 * comb(39, size - len(held))
    return found


def _times(powers: list[int], outside: int, inside: int) -> list[int]:
    """A rank more: with a card of the suit, or without one."""
    grown = [0] * (len(powers) + 1)
    for power, ways in enumerate(powers):
        grown[power] += ways * outside
        grown[power + 1] += ways * inside
    return grown


def _suited(held: frozenset[int]) -> str:
    runs = [run for run in STRAIGHTS if run <= held]
    if not runs:
        return "flush"
    return "royal flush" if STRAIGHTS[-1] in runs else "straight flush"
