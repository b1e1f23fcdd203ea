"""Every seven cards of a deck with one joker, by what they hold: the bonus beside pai gow poker.

Counted by ranks, then by suits, the joker an ace or whatever completes a straight or a flush; or
any card, where it is wild. Seven cards have no more than one suit with five of them, nor, with the
joker, with four naturals.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from lab.odds.classes import STRAIGHTS
from lab.odds.table import Marks

ACE, KING, QUEEN = 12, 11, 10
ROYAL = STRAIGHTS[-1]
SEVENS = [frozenset(rank % 13 for rank in range(low, low + 7)) for low in range(-1, 7)]
SEVEN = "seven-card straight flush"


@cache
def sevens(wild: bool = False) -> Counter[Marks]:
    found = Counter[Marks]()
    for jokers in (0, 1):
        for marks, ways in (*_unsuited(jokers, wild), *_suited(jokers, wild)):
            found[marks] += ways
    return found


@cache
def _by_ranks(ranks: tuple[int, ...], jokers: int, wild: bool) -> Marks:
    """What ranks alone make, with a joker that is an ace, or like another card; and straights."""
    fills = {*ranks} if wild and jokers else {ACE}
    found = {name for fill in fills for name in _alike((*ranks, *[fill] * jokers))}
    straight = any(len(run - {*ranks}) <= jokers for run in STRAIGHTS)
    return frozenset(found | {"straight"} if straight else found)


def _alike(ranks: tuple[int, ...]) -> set[str]:
    counts = Counter(ranks)
    most = [*sorted(counts.values(), reverse=True), 0]
    made = {
        "five aces": counts[ACE] == 5, "five of a kind": most[0] == 5,
        "four of a kind": most[0] >= 4, "full house": most[0] >= 3 and most[1] >= 2,
        "three of a kind": most[0] >= 3, "three pair": most[:3] == [2, 2, 2],
    }  # fmt: skip
    return {name for name, is_so in made.items() if is_so}


def _unsuited(jokers: int, wild: bool) -> Iterator[tuple[Marks, int]]:
    """No flush: all suits that the ranks can have, less those with too many of one."""
    for ranks in combinations_with_replacement(range(13), 7 - jokers):
        counts = Counter(ranks).values()
        if max(counts) <= 4:
            powers = [1]
            for count in counts:
                powers = _with_rank(powers, comb(3, count), comb(3, count - 1))
            ways = prod(comb(4, count) for count in counts) - 4 * sum(powers[5 - jokers :])
            yield _by_ranks(ranks, jokers, wild), ways


def _with_rank(powers: list[int], outside: int, inside: int) -> list[int]:
    """A rank more: with a card of the suit, or without one."""
    grown = [0] * (len(powers) + 1)
    for power, ways in enumerate(powers):
        grown[power] += ways * outside
        grown[power + 1] += ways * inside
    return grown


def _suited(jokers: int, wild: bool) -> Iterator[tuple[Marks, int]]:
    """One suit with so many of its ranks, and any others of the three other suits."""
    for size in range(5 - jokers, 8 - jokers):
        for held in combinations(range(13), size):
            flush = _flush(frozenset(held), jokers)
            for rest in combinations_with_replacement(range(13), 7 - jokers - size):
                marks = flush | _by_ranks(tuple(sorted((*held, *rest))), jokers, wild)
                ways = 4 * prod(comb(3, count) for count in Counter(rest).values())
                if "royal flush" in marks and rest == (QUEEN, KING):  # of one suit in three of nine
                    yield marks | {"royal match"}, ways // 3
                    ways -= ways // 3
                yield marks, ways


def _flush(own: frozenset[int], jokers: int) -> Marks:
    found = {"flush"}
    if len(ROYAL - own) <= jokers:
        found |= {"royal flush", "straight flush"}
    natural = any(run <= own for run in STRAIGHTS)
    if natural:
        found |= {"straight flush", "natural straight flush"}
    if jokers and any(len(run - own) <= 1 for run in STRAIGHTS):
        found |= {"straight flush", "straight flush with joker"}
    if len(own) + jokers == 7 and any(own <= run for run in SEVENS):
        found.add(f"{SEVEN} with joker" if jokers else SEVEN)
    return frozenset(found)
