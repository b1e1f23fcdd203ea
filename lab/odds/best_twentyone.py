"""The best play of twenty-one and its kin, out of the page's own shoe: so many decks, with their
jokers.

The first three cards, two of a player and the bank's up card, are dealt and not put back; whatever
comes after them is drawn from what they leave. Each of these shoes is one place of an array, so all
first hands against an up card are solved at once. Hands are split as often as the page allows.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from firmware.games.banked.page import BankedRules
from lab.odds.table import Edge, Rows, decides
from lab.odds.twentyone import (
    ONE_ACE,
    Bank,
    Hand,
    Shoe,
    bank_stands,
    named,
    natural,
    of,
    plus,
    shoe,
    total,
)

Each = NDArray[np.float64]  # one number for each of the shoes
Mine = tuple[int, str]  # how good a natural, and which
RANKS_OF_TEN, SUITS = 4, 4


class First(NamedTuple):
    """First cards of a player, and how likely they and this up card are."""

    cards: tuple[str, ...]
    chance: float


def firsts(counts: Shoe, up: str, each: int) -> Iterator[First]:
    """Without putting any back, the up card first."""
    left = {**counts, up: counts[up] - 1} if up else dict(counts)
    size = sum(left.values())
    chance = counts[up] / sum(counts.values()) if up else 1.0
    for one, n in left.items():
        if each == 1:
            yield First((one,), chance * n / size)
            continue
        for two, m in left.items():
            yield First((one, two), chance * n * max(0, m - (one == two)) / size / (size - 1))


class Solver:
    """What a hand is worth against one up card, by the rows of the page, in wagers."""

    def __init__(self, rules: BankedRules, up: str) -> None:
        assert rules.counting
        self.rules, self.way, self.up = rules, rules.counting, up
        self.counts = shoe(self.way, rules.shoe)
        self.firsts = [*firsts(self.counts, up, rules.each)]
        self.place = {one.cards: at for at, one in enumerate(self.firsts)}
        self.chance = self._left()
        self.ends = self._bank_hands()
        self.naturals = {bank: p for bank, p in self.ends.items() if bank.natural}
        self.sure: Each = sum(self.naturals.values(), self.nothing)
        if self.peeks:
            left = np.where(self.sure < 1, 1 - self.sure, 1.0)
            self.ends = {b: p / left for b, p in self.ends.items() if not b.natural}
        self.base: Rows = rules.circles[rules.played].rows
        back = self.way.extras_back
        self.extra: Rows = (("bank natural", "push"), *self.base) if back else self.base
        self.worth: Callable[[Hand, bool, bool], Each] = cache(self._worth)
        self.best: Callable[[Hand, bool, bool], Each] = cache(self._best)

    @property
    def nothing(self) -> Each:
        return np.zeros(len(self.firsts))

    @property
    def peeks(self) -> bool:
        return named(self.up) in self.way.peek

    def _left(self) -> dict[str, Each]:
        """How likely each card comes next, in each shoe."""
        gone = [(*one.cards, *([self.up] if self.up else [])) for one in self.firsts]
        counts = {
            card: np.array([max(0, n - one.count(card)) for one in gone], dtype=float)
            for card, n in self.counts.items()
        }
        size: Each = sum(counts.values(), self.nothing)
        return {card: n / size for card, n in counts.items()}

    def _bank_hands(self) -> dict[Bank, Each]:
        """How the bank's hand ends, and how likely, from its up card on."""
        way, found = self.way, dict[Bank, Each]()
        walking = {(self.up, of(way, self.up)): np.ones(len(self.firsts))}
        while walking:
            on = dict[tuple[str, Hand], Each]()
            for (cards, hand), p in walking.items():
                rank = natural(way, cards)[0] if hand.cards == 2 else 0
                if hand.cards >= self.rules.each and (rank or bank_stands(way, hand)):
                    eights = hand.cards == 3 and hand.only_eights
                    bank = Bank(total(way, hand)[0], min(hand.cards, 4), rank, eights)
                    found[bank] = found.get(bank, self.nothing) + p
                    continue
                for card, q in self.chance.items():
                    after = cards + card if hand.cards < 2 else "", plus(way, hand, card)
                    on[after] = on.get(after, self.nothing) + p * q
            walking = on
        return found

    # ---- At the end

    def facts(self, hand: Hand, bank: Bank, mine: Mine) -> set[str]:
        way, sum_ = self.way, total(self.way, hand)[0]
        found = {"bank natural"} if bank.natural else set[str]()
        over = bank.total > way.target and not bank.natural
        if sum_ > way.target:
            return {*found, "over", *(self._over(hand, sum_, bank) if over else ())}
        if mine[0] or bank.natural:
            better = mine[0] - bank.natural
            better = max(0, better) if mine[0] and way.natural_never_loses else better
        else:
            better = 1 if over else sum_ - bank.total
        found.add("win" if better > 0 else "tie" if better == 0 else "lose")
        if better > 0 and mine[0]:
            found |= {mine[1], *({"beats a natural"} if bank.natural else ())}
        found |= {"exact"} if sum_ == way.target else set()
        found |= {"bank tie"} if better == 0 and sum_ in self.rules.bank_ties else set()
        return found

    def _over(self, hand: Hand, sum_: int, bank: Bank) -> Iterator[str]:
        """Both are."""
        if bank.eights:
            yield "over, bank 8-8-8"
        if (bank.total, bank.cards) == (26, 3):
            yield "over, bank three-card 26"
        if sum_ == bank.total:
            yield "over, equal"
        if sum_ < bank.total:
            yield "over, nearer"
            if hand.cards == 3 and sum_ in self.way.over_pushes:
                yield "over on three cards, nearer"

    def stands(
        self, rows: Rows, hand: Hand, mine: Mine = (0, ""), ends: Mapping[Bank, Each] | None = None
    ) -> Each:
        value = self.nothing
        for bank, p in (self.ends if ends is None else ends).items():
            value = value + p * float(decides(rows, frozenset(self.facts(hand, bank, mine)))[1])
        return value

    def _worth(self, hand: Hand, extra: bool, both: bool) -> Each:
        """As it lies; both: with a double on it."""
        worth = self.stands(self.extra if extra else self.base, hand)
        return worth + self.stands(self.extra, hand) if both else worth

    # ---- On the way

    def _best(self, hand: Hand, extra: bool, split: bool) -> Each:
        """Of a hand that is dealt, with whatever may be done to it but a split."""
        first, *others = self.plays(hand, extra, split).values()
        for other in others:
            first = np.maximum(first, other)
        return first

    def plays(self, hand: Hand, extra: bool, split: bool) -> dict[str, Each]:
        way, (sum_, soft) = self.way, total(self.way, hand)
        least = way.must_stand_soft if soft and way.must_stand_soft else way.must_stand
        if sum_ >= least:
            return {"stand": self.worth(hand, extra, False)}
        found = {"hit": self.then(hand, extra, False)}
        if sum_ > way.must_hit or (way.ace_chooses and hand.flex > 0):
            found["stand"] = self.worth(hand, extra, False)
        two = hand.cards == 2
        if way.double and two and sum_ < way.double_below and (way.double_split or not split):
            found["double"] = self.then(hand, extra, True)
        given = {"dealt": two and not split, "two cards": two, "any time": True}
        if given.get(way.surrender) and sum_ < way.surrender_below:
            found["surrender"] = self.nothing - 0.5
        return found

    def then(self, hand: Hand, extra: bool, doubled: bool) -> Each:
        """One card more."""
        value = self.nothing
        for card, p in self.chance.items():
            more = plus(self.way, hand, card)
            more = more._replace(cards=min(more.cards, 4), only_eights=False)
            worth = self.worth(more, extra, True) if doubled else self.best(more, extra, False)
            value = value + p * worth
        return value

    # ---- Splitting

    def split(self, card: str, hands: int = 1) -> Each:
        """Two hands of one card each, where so many lie already; and again, as often as allowed."""
        played = {extra: self._played(card, extra) for extra in (False, True)}

        @cache
        def worth(left: int, hands: int, first: bool) -> Each:
            """Of hands that have one card yet; the first of all holds the first wager."""
            value = self.nothing
            for second, p in self.chance.items() if left else ():
                stays = played[not first][second] + worth(left - 1, hands, False)
                alike = self.alike(card, second, hands)
                if alike:
                    again = np.maximum(stays, worth(left + 1, hands + 1, first))
                    stays = alike * again + (1 - alike) * stays
                value = value + p * stays
            return value

        if hands > 1:  # one of them was split before: it and one more, for what it would be alone
            return worth(2, hands + 1, False)
        return worth(2, 2, True)

    def _played(self, card: str, extra: bool) -> dict[str, Each]:
        """What a split card is worth with each second one; some get no more than that."""
        lone, found = named(card) in self.way.one_card, dict[str, Each]()
        for second in self.chance:
            hand = of(self.way, (card, second))
            if card == second == "H":  # rank 3: it stands, at even money (003 L2665)
                hand = Hand(self.way.target, 0, 2)
            found[second] = (self.worth if lone else self.best)(hand, extra, not lone)
        return found

    def alike(self, card: str, second: str, hands: int) -> float:
        """How likely these two may be split, where so many hands lie already."""
        way, name = self.way, named(card)
        if hands >= way.splits or name in way.not_split or card == second == "H":
            return 0.0
        if name != named(second) or (hands > 1 and name in way.once):
            return 0.0
        if name != "ten":
            return 1.0
        same = (self.counts["T"] / RANKS_OF_TEN - 1) / (self.counts["T"] - 1)
        likely = same if way.split_by == "rank" else 1.0
        return likely / SUITS if way.third_suited and hands == 3 else likely

    # ---- From the first cards on

    def dealt(self, cards: tuple[str, ...]) -> Each:
        """The best that can be made of them."""
        way, mine, hand = self.way, natural(self.way, cards), of(self.way, cards)
        if self.up == "J" and way.no_play_against == "joker":
            return self.stands(self.base, hand, mine)
        value = self.stands(self.base, hand, mine) if mine[0] else self.best(hand, False, False)
        alike = 0.0 if mine[0] or len(cards) < 2 else self.alike(cards[0], cards[1], 1)
        if alike:
            split = np.maximum(value, self.split(cards[0]))
            value = alike * split + (1 - alike) * value
        if not self.peeks:
            return value
        value = (1 - self.sure) * value + self.stands(self.base, hand, mine, self.naturals)
        even = mine[0] and way.even_money and self.up in ONE_ACE
        return np.maximum(value, 1.0) if even else value

    def whole(self) -> float:
        """Of all first hands, as likely as they are."""
        return sum(
            float(one.chance * self.dealt(one.cards)[at]) for at, one in enumerate(self.firsts)
        )


def base(rules: BankedRules) -> Edge:
    """In percent of the first wager, played as well as can be."""
    assert rules.counting
    ups = shoe(rules.counting, rules.shoe) if "u" in rules.bank_cards else ("",)
    return Edge(rules.played, 100 * sum(Solver(rules, up).whole() for up in ups), False, {})
