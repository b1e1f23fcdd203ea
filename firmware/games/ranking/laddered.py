"""High hands of other decks, and the joker: any ladder, with a memo for the part without suits."""

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Literal

from firmware.games.cards import ACE, JOKER
from firmware.games.ranking.ladder import STRAIGHT, Ladder, pack

Joker = Literal["none", "wild", "bug"]
_RANK_BIT = [1 << 3 * (c >> 2) for c in range(52)]  # sums count each rank in three bits


def ranker(ladder: Ladder, joker: Joker = "none") -> Callable[[Sequence[int]], int]:
    """A ranking function for the best five of five or more cards."""
    seen: dict[int, int] = {}

    def by_ranks(naturals: Sequence[int]) -> int:
        key = sum([_RANK_BIT[c] for c in naturals])
        if key not in seen:
            seen[key] = ladder.by_ranks([c >> 2 for c in naturals])
        return seen[key]

    def by_suits(naturals: Sequence[int], jokers: int) -> int:
        masks = [0, 0, 0, 0]
        for c in naturals:
            masks[c & 3] |= 1 << (c >> 2)
        long = [m for m in masks if m.bit_count() + jokers >= 5]
        flushes = (ladder.by_suit(f) for m in long for f in _filled(m, jokers, ladder))
        return max(flushes, default=0)

    def rank(cards: Sequence[int]) -> int:
        if len(cards) > 7:
            return max(map(rank, combinations(cards, 7)))
        if len(cards) < 5:
            return 0
        if JOKER not in cards:
            return max(by_ranks(cards), by_suits(cards, 0))
        assert joker != "none", "a joker in a game without one"
        naturals = [c for c in cards if c != JOKER]
        jokers = len(cards) - len(naturals)
        unsuited = as_wild if joker == "wild" else as_bug
        return max(unsuited(naturals, jokers), by_suits(naturals, jokers))

    def as_wild(naturals: Sequence[int], jokers: int) -> int:
        fills = combinations_with_replacement(ladder.ranks, jokers)
        return max(by_ranks([*naturals, *(r << 2 for r in fill)]) for fill in fills)

    def as_bug(naturals: Sequence[int], jokers: int) -> int:
        # An ace, or whatever completes a straight; flushes are by_suits (004 L148-149).
        mask = sum({1 << (c >> 2) for c in naturals})
        tops = (ladder.straight_top(filled) for filled in _filled(mask, jokers, ladder))
        straight = max(tops, default=0)
        aces = by_ranks([*naturals, *[ACE << 2] * jokers])
        return max(aces, pack(STRAIGHT, (straight,)) if straight else 0)

    return rank


def _filled(mask: int, jokers: int, ladder: Ladder) -> Sequence[int]:
    """The rank mask with each choice of missing ranks put in."""
    missing = [1 << r for r in ladder.ranks if not mask >> r & 1]
    return [mask + sum(bits) for bits in combinations(missing, jokers)]
