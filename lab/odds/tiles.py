"""Pai gow tiles: every four of a player against every four of the bank, both set the house way,
counted. Nothing here is the engine's but the rows."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb, prod

import numpy as np

from firmware.games.banked.page import BankedRules
from lab.odds.ranks import Ints
from lab.odds.table import Edge, Marks, edge

# Single tiles by rank, the highest first: Heaven, Earth, People ... fives, then the three and the
# six, which rank alike. Of all others two lie there that are alike, or count as if they were.
SPOTS = (12, 2, 8, 4, 10, 6, 4, 11, 10, 7, 6, 9, 8, 7, 5, 3, 6)
COPIES = (*[2] * 15, 1, 1)
HEAVEN, EARTH, THREE, SIX = 0, 1, 15, 16
SPLIT_FROM = {7: 7, 8: 7, 9: 9}  # spots of a pair -> the low hand from which it is split
Two = tuple[int, int]
Key = tuple[int, ...]  # bigger is better
PAIR, WONG, GONG, KONG, POINTS = 4, 3, 2, 1, 0


def edges(rules: BankedRules) -> Iterator[Edge]:
    found = counted("kong" in rules.setting)
    for name, circle in rules.circles.items():
        yield edge(name, circle.rows, found)


# ---- Two tiles


def points(two: Two) -> int:
    both = [(3, 6) if one in (THREE, SIX) else (SPOTS[one],) for one in two]
    return max(sum(spots) % 10 for spots in product(*both))


@cache
def key(two: Two, kong: bool) -> Key:
    high, low = sorted(two)  # the better rank comes first
    if high == low:
        return PAIR, -high
    if (high, low) == (THREE, SIX):
        return PAIR, 1
    with_ = {9: WONG, 8: GONG, 7: KONG if kong else POINTS}.get(SPOTS[low], POINTS)
    if high in (HEAVEN, EARTH) and with_:
        return with_, -high
    worth = points(two)
    return (POINTS, worth, -min(high, THREE)) if worth else (POINTS, 0)


# ---- Four tiles, as the house sets them


def house_way(four: tuple[int, ...], kong: bool) -> tuple[Key, Key]:
    """The low hand and the high one."""
    ways = [_way(four, places, kong) for places in ((0, 1), (0, 2), (0, 3))]
    pairs = [way for way in ways if key(way[1], kong)[0] == PAIR]
    chosen = _with_pair(max(pairs, key=lambda way: key(way[1], kong)), kong) if pairs else _without(
        four, ways, kong)  # fmt: skip
    low, high = key(chosen[0], kong), key(chosen[1], kong)
    others = [(key(one, kong), key(other, kong)) for one, other in ways]
    better = [both for both in others if both[0] > low and both[1] > high]
    return max(better, default=(low, high))


def _way(four: tuple[int, ...], places: tuple[int, int], kong: bool) -> tuple[Two, Two]:
    mine = four[places[0]], four[places[1]]
    rest = [one for place, one in enumerate(four) if place not in places]
    low, high = sorted((mine, (rest[0], rest[1])), key=lambda two: key(two, kong))
    return low, high


def _with_pair(way: tuple[Two, Two], kong: bool) -> tuple[Two, Two]:
    (one, other), pair = way
    if key((one, other), kong)[0] == PAIR or not _may_split(pair, (one, other)):
        return way
    apart = [_way((pair[0], mine, pair[1], theirs), (0, 1), kong)
             for mine, theirs in ((one, other), (other, one))]  # fmt: skip
    best = max(apart, key=lambda both: key(both[0], kong))
    return best if _pays(pair, (one, other), best[0], kong) else way


def _may_split(pair: Two, others: Two) -> bool:
    """002 L1676-1684; fours, fives, sixes, tens and elevens never."""
    spots = sorted(SPOTS[one] for one in others)
    if sorted(pair) == [THREE, SIX]:
        return spots in ([4, 6], [5, 6], [6, 6])
    if SPOTS[pair[0]] == 7:
        return HEAVEN in others or EARTH in others
    return pair[0] in (HEAVEN, EARTH) or SPOTS[pair[0]] in (8, 9)


def _pays(pair: Two, others: Two, low: Two, kong: bool) -> bool:
    if sorted(pair) == [THREE, SIX]:
        return True
    worth = 9 if key(low, False)[0] else points(low)
    if pair[0] in (HEAVEN, EARTH):
        return worth >= 6 or all(SPOTS[one] in (9, 11) for one in others)
    return worth >= SPLIT_FROM[SPOTS[pair[0]]]


def _without(four: tuple[int, ...], ways: list[tuple[Two, Two]], kong: bool) -> tuple[Two, Two]:
    """002 L1631-1639: wong, gong, two of nine spots or less, the largest with the smallest."""
    for wanted in (WONG, GONG):
        found = [way for way in ways if key(way[1], kong)[0] == wanted]
        if found:
            return max(found, key=lambda way: (key(way[1], kong), key(way[0], kong)))
    twos = {two: sum(SPOTS[four[place]] for place in two) for two in combinations(range(4), 2)}
    most = max((spots for spots in twos.values() if spots <= 9), default=0)
    if most:
        found = [_way(four, two, kong) for two, spots in twos.items() if spots == most]
        return max(found, key=lambda way: key(way[0], kong))
    by_size = sorted(range(4), key=lambda place: (SPOTS[four[place]], -min(four[place], THREE)))
    return _way(four, (by_size[0], by_size[-1]), kong)


# ---- All of them


def fours() -> list[tuple[int, ...]]:
    """Every four that look different."""
    return sorted({*combinations(sorted([*range(17), *range(15)]), 4)})


@cache
def counted(kong: bool) -> Counter[Marks]:
    """All 35,960 fours of 32 tiles, and all 20,475 of the 28 that are left."""
    every = fours()
    held = np.array([[four.count(one) for one in range(17)] for four in every])
    ways = np.array([prod(comb(COPIES[one], n) for one, n in enumerate(row)) for row in held])
    low, high = (np.array(ranks) for ranks in zip(*_ranked(every, kong), strict=True))
    found: Counter[Marks] = Counter()
    for n, four in enumerate(every):
        left = ways[n] * _left(four, held, ways)
        front, back = low[n] > low, high[n] > high
        for name, came in (("win", front & back), ("front wins", front & ~back),
                           ("back wins", back & ~front), ("lose", ~front & ~back)):  # fmt: skip
            found[frozenset((name,))] += int(left[came].sum())
    return found


def _ranked(every: list[tuple[int, ...]], kong: bool) -> list[tuple[int, int]]:
    hands = [house_way(four, kong) for four in every]
    ranks = {one: n for n, one in enumerate(sorted({one for both in hands for one in both}))}
    return [(ranks[low], ranks[high]) for low, high in hands]


def _left(four: tuple[int, ...], held: Ints, ways: Ints) -> Ints:
    """In how many ways the bank can still be dealt each four."""
    found = ways.copy()
    for one in {*four}:
        mine, all_ = four.count(one), COPIES[one]
        for bank in range(all_ + 1):
            here = held[:, one] == bank
            found[here] = found[here] // comb(all_, bank) * comb(all_ - mine, bank)
    return found
