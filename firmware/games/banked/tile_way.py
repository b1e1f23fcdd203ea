"""How the house sets four tiles (002 L1676-1684), then its list of what to make (L1631-1639)."""

from collections.abc import Sequence
from itertools import combinations

from firmware.games.ranking.tiles import (
    EARTH,
    GONG,
    HEAVEN,
    PAIR,
    POINTS,
    RANK,
    SIX,
    THREE,
    WONG,
    kind,
    points,
    tile,
)
from firmware.games.setting import Setting

Cards = Sequence[int]
Order = tuple[int, ...]
LOW_AT_LEAST = {7: 7, 8: 7, 9: 9}  # spots of the pair -> the low hand that splitting must leave


def tile_way(setting: Setting, cards: Cards) -> Order:
    """The places of the low hand, then of the high one: as the list says, unless both could be
    stronger. In one house that would be foul (000 L1270), and in no other does anybody want it."""
    listed = _listed(setting, cards)
    return setting.better(cards, listed) or listed


def _listed(setting: Setting, cards: Cards) -> Order:
    ways = [_both(setting, cards, two) for two in combinations(range(4), 2)]
    pairs = [way for way in ways if _kind(cards, way[2:]) == PAIR]
    if not pairs:
        return _without_pair(setting, cards, ways)
    kept = max(pairs, key=lambda way: _strength(setting, cards, way[2:]))
    if _kind(cards, kept[:2]) != PAIR and _splits(cards, kept):
        apart = [_both(setting, cards, (kept[2], other)) for other in kept[:2]]
        split = max(apart, key=lambda way: _strength(setting, cards, way[:2]))
        if _worth_it(cards, kept, split):
            return split
    return kept


def _strength(setting: Setting, cards: Cards, places: Sequence[int]) -> int:
    return setting.strength([cards[n] for n in places])


def _both(setting: Setting, cards: Cards, two: tuple[int, ...]) -> Order:
    """These two and the other two, the weaker first."""
    others = tuple(n for n in range(4) if n not in two)
    hands = sorted((two, others), key=lambda hand: _strength(setting, cards, hand))
    return *hands[0], *hands[1]


def _kind(cards: Cards, places: Sequence[int]) -> int:
    return kind([cards[n] for n in places])


def _spots(card: int) -> int:
    return sum(tile(card))


def _splits(cards: Cards, kept: Order) -> bool:
    """Is it a pair that may be split? Never fours, fives, sixes, tens and elevens."""
    one, others = tile(cards[kept[2]]), [cards[n] for n in kept[:2]]
    if one in (THREE, SIX):
        spots = sorted(map(_spots, others))
        return spots in ([4, 6], [5, 6], [6, 6])
    if one in (HEAVEN, EARTH):
        return True
    if sum(one) == 7:
        return any(tile(card) in (HEAVEN, EARTH) for card in others)
    return sum(one) in (8, 9)


def _worth_it(cards: Cards, kept: Order, split: Order) -> bool:
    one, others = tile(cards[kept[2]]), [cards[n] for n in kept[:2]]
    low = [cards[n] for n in split[:2]]
    worth = 9 if kind(low) > POINTS else points(low)
    if one in (THREE, SIX):
        return True
    if one in (HEAVEN, EARTH):
        return worth >= 6 or all(_spots(card) in (9, 11) for card in others)
    return worth >= LOW_AT_LEAST[sum(one)]


def _without_pair(setting: Setting, cards: Cards, ways: list[Order]) -> Order:
    """Wong, gong, two tiles that come to nine or less, the largest with the smallest."""

    def worth(way: Order) -> tuple[int, int]:
        return _strength(setting, cards, way[2:]), _strength(setting, cards, way[:2])

    for wanted in (WONG, GONG):
        found = [way for way in ways if _kind(cards, way[2:]) == wanted]
        if found:
            return max(found, key=worth)
    sums = {two: sum(_spots(cards[n]) for n in two) for two in combinations(range(4), 2)}
    small = {two: spots for two, spots in sums.items() if spots <= 9}
    if small:
        best = max(small.values())
        found = [_both(setting, cards, two) for two, spots in small.items() if spots == best]
        return max(found, key=lambda way: _strength(setting, cards, way[:2]))
    ordered = sorted(range(4), key=lambda n: (_spots(cards[n]), RANK[tile(cards[n])]))
    return _both(setting, cards, (ordered[0], ordered[-1]))
