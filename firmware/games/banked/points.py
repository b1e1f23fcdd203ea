"""Points between every two players: thirteen cards each, set into three hands. Data, and what two
hands come to by it."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct

from firmware.games.cards import ACE

Cards = Sequence[int]


class Points(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a house counts. A bonus is (hand, kind, points): only where that hand wins."""

    swept: int  # all three hands of another player
    home_run: int  # of all three others: from each
    foul: int  # a foul hand pays so much to each
    buy_in: int = 0  # so many at least
    nets: bool = False  # a hand that is lost is taken off
    bonuses: tuple[tuple[str, str, int], ...] = ()
    naturals: tuple[tuple[tuple[str, int], ...], ...] = ()  # the best first, equals together

    def natural(self, name: str) -> tuple[int, int]:
        """Its rank, 0 the best, and what it is worth; without one after all others."""
        for rank, equals in enumerate(self.naturals):
            for one, points in equals:
                if one == name:
                    return rank, points
        return len(self.naturals), 0


class Side(NamedTuple):
    """What a player has for a comparison."""

    natural: str = ""  # declared
    foul: bool = False
    strengths: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()  # of these hands


def sets_won(mine: Side, theirs: Side) -> int:
    pairs = zip(mine.strengths, theirs.strengths, strict=True)
    return sum(own > other for own, other in pairs)


def bonus(points: Points, hands: tuple[str, ...], mine: Side, theirs: Side) -> int:
    """Of hands that win."""
    found = 0
    for n, (hand, kind) in enumerate(zip(hands, mine.kinds, strict=True)):
        if mine.strengths[n] > theirs.strengths[n]:
            found += sum(more for of, name, more in points.bonuses if (of, name) == (hand, kind))
    return found


def won(points: Points, hands: tuple[str, ...], mine: Side, theirs: Side, home_run: bool) -> int:
    """What one gets from the other, whatever that one gets from him."""
    rank, worth = points.natural(mine.natural)
    if mine.natural or theirs.natural:
        return worth if rank < points.natural(theirs.natural)[0] else 0
    if mine.foul or theirs.foul:
        return points.foul if not mine.foul else 0
    sets, lost = sets_won(mine, theirs), sets_won(theirs, mine)
    more = bonus(points, hands, mine, theirs)
    if sets == len(hands):
        return (points.home_run if home_run else points.swept) + more
    return max(0, sets - lost if points.nets else sets * (sets > lost)) + more


# ---- Hands that win by themselves


def _ranks(cards: Cards) -> Counter[int]:
    return Counter(card >> 2 for card in cards)


def _dragon(cards: Cards) -> bool:
    return len(_ranks(cards)) == len(cards)


def _reds(cards: Cards) -> int:
    return sum(card & 3 in (1, 2) for card in cards)


def _one_color(cards: Cards) -> bool:
    return _reds(cards) in (0, len(cards))


def _six_pairs(cards: Cards) -> bool:
    """Four of a kind are two pairs."""
    return sum(count // 2 for count in _ranks(cards).values()) >= 6


_SUITED = ((3, 5, 5), (5, 8), (3, 10), (13,))  # how three suited hands can share the suits


def _three_flushes(cards: Cards) -> bool:
    return tuple(sorted(Counter(card & 3 for card in cards).values())) in _SUITED


def _runs(size: int) -> list[Counter[int]]:
    ranks = [ACE, *range(ACE + 1)]  # the ace at either end
    return [Counter(run) for run in zip(*(ranks[at:] for at in range(size)), strict=False)]


_THREES, _FIVES = _runs(3), _runs(5)


def _three_straights(cards: Cards) -> bool:
    held = _ranks(cards)
    rests = (held - five for five in _FIVES if five <= held)
    return any(rest - three in _FIVES for rest in rests for three in _THREES)


NATURALS: dict[str, Callable[[Cards], bool]] = {
    "pure dragon": lambda cards: _dragon(cards) and len({card & 3 for card in cards}) == 1,
    "dragon of one color": lambda cards: _dragon(cards) and _one_color(cards),
    "dragon": _dragon,
    "one color": _one_color,
    "twelve of one color": lambda cards: _reds(cards) in (1, len(cards) - 1),
    "minor": lambda cards: max(card >> 2 for card in cards) <= 7,  # nines
    "six pairs": _six_pairs,
    "three flushes": _three_flushes,
    "three straights": _three_straights,
}
