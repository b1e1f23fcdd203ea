"""Hands that a player sets out of his cards, face down: two and five, three and five and five.

Whoever sets wants to know what lies where and whether it is foul: the engine asks here, and so does
a station, for a draft never leaves it. The weakest hand comes first, wherever hands are listed.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from operator import gt
from typing import NamedTuple

from firmware.games.cards import ACE, JOKER, RANK_PLURALS, RANK_WORDS
from firmware.games.ranking import RANKINGS, ladder, tiles
from firmware.games.ranking.ladder import unpack

Cards = Sequence[int]


class Setting(NamedTuple):
    """Which hands there are, and how strong one of them is: compared with one another, and with
    the same hand of somebody else."""

    hands: tuple[str, ...]
    sizes: tuple[int, ...]
    strength: Callable[[Cards], int]
    words: Callable[[Cards], str]
    told: Callable[[Cards], tuple[str, ...]] = lambda cards: ()  # more of it, for who sets
    none_better: bool = False  # foul, too, where both of two hands could be stronger (000 L1270)

    def parts(self, cards: Cards) -> Iterator[Cards]:
        """What lies in each hand."""
        at = 0
        for size in self.sizes:
            yield cards[at : at + size]
            at += size

    def foul(self, cards: Cards) -> str:
        """Why these hands may not lie so: each has to be as strong as the one before."""
        found = [self.strength(part) for part in self.parts(cards)]
        for at, (weaker, stronger) in enumerate(pairwise(found)):
            if weaker > stronger:
                return f"the {self.hands[at]} beats the {self.hands[at + 1]}"
        better = self.none_better and self.better(cards, range(len(cards)))
        return "both hands could be stronger" if better else ""

    def better(self, cards: Cards, order: Sequence[int]) -> tuple[int, ...]:
        """Two hands of two: other places in which both would be stronger, if there are any."""
        first, *others = order
        ways = [(first, one, *(n for n in others if n != one)) for one in others]
        ways += [(*way[2:], *way[:2]) for way in ways]

        def both(way: Sequence[int]) -> list[int]:
            return [self.strength(part) for part in self.parts([cards[n] for n in way])]

        now = both(order)
        found = [way for way in ways if both(way)[0] <= both(way)[1]]
        return max((way for way in found if all(map(gt, both(way), now))), key=both, default=())


# ---- Poker hands, of two and three cards, too


def _short(ranks: list[int]) -> int:
    """Two or three cards; straights and flushes do not count (004 L50, L880). With fewer cards it
    is below the five that have the same pair and a kicker more (004 D08)."""
    ranks.sort(key=lambda rank: (ranks.count(rank), rank), reverse=True)
    alike = ranks.count(ranks[0])
    kind = (ladder.HIGH_CARD, ladder.PAIR, ladder.TRIPS)[alike - 1]
    return ladder.pack(kind, (ranks[0], *ranks[alike:]))


def _strength(ranking: str, wild: bool = False) -> Callable[[Cards], int]:
    five = RANKINGS[ranking].rank

    def strength(cards: Cards) -> int:
        if len(cards) == 5:
            return five(cards)
        ranks = [card >> 2 for card in cards if card != JOKER]
        joker = max(ranks, default=ACE) if wild else ACE  # an ace, or like the other card
        return _short([*ranks, *[joker] * (len(cards) - len(ranks))])

    return strength


def _spoken(strength: int) -> str:
    """As it is said at the table, kickers left out."""
    first, second = unpack(strength, 2)
    top = f"{RANK_WORDS[first]} high"
    match strength >> 20:
        case ladder.HIGH_CARD:
            return f"{RANK_WORDS[first]}-{RANK_WORDS[second]} high"
        case ladder.PAIR:
            return f"Pair of {RANK_PLURALS[first]}"
        case ladder.TWO_PAIR:
            return f"Two pair, {RANK_PLURALS[first]} and {RANK_PLURALS[second]}"
        case ladder.TRIPS:
            return f"Three {RANK_PLURALS[first]}"
        case ladder.STRAIGHT:
            return f"Straight, {top}"
        case ladder.FLUSH:
            return f"Flush, {top}"
        case ladder.FULL_HOUSE:
            return f"Full house, {RANK_PLURALS[first]} over {RANK_PLURALS[second]}"
        case ladder.QUADS:
            return f"Four {RANK_PLURALS[first]}"
        case ladder.STRAIGHT_FLUSH:
            return "Royal flush" if first == ACE else f"Straight flush, {top}"
    return f"Five {RANK_PLURALS[first]}"


def _poker(hands: tuple[str, ...], sizes: tuple[int, ...], ranking: str) -> Setting:
    strength = _strength(ranking, wild=ranking == "high, wild")
    return Setting(hands, sizes, strength, lambda cards: _spoken(strength(cards)))


TWO_HANDS = ("low hand", "high hand")
SETTINGS: dict[str, Setting] = {
    # The joker is an ace, or completes a straight or a flush (000 L2576, 001 L193, 003 L965).
    "two and five": _poker(("front", "back"), (2, 5), "high, bug"),
    # It is any card (003 L488, 004 L747).
    "two and five, wild": _poker(("front", "back"), (2, 5), "high, wild"),
    "three, five and five": _poker(("front", "middle", "back"), (3, 5, 5), "high"),
    # Dominoes; with a kong Heaven or Earth and a seven beat all points (003 L1151-1197).
    "two and two": Setting(TWO_HANDS, (2, 2), tiles.strength, tiles.words, tiles.told),
    "two and two, none better": Setting(
        TWO_HANDS, (2, 2), tiles.strength, tiles.words, tiles.told, none_better=True
    ),
    "two and two, kong": Setting(
        TWO_HANDS, (2, 2),
        partial(tiles.strength, kong=True), partial(tiles.words, kong=True), tiles.told,
    ),
}  # fmt: skip
