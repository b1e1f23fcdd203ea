"""Twenty-one and its kin. Bets beside the game are counted to the last deal; the game itself is
solved for the best play out of an endless shoe of the same cards, no hand split twice.

Counted apart from the engine: a card is its class (2 to 9, "T", "A", "H" for the ace of hearts, "J"
for a joker), a hand what its classes add up to.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import perm
from typing import NamedTuple

from firmware.games.banked.counting import Counting
from firmware.games.banked.page import BankedRules
from lab.odds.table import Edge, Marks, Rows, decides, edge

Shoe = Mapping[str, int]
Chance = Mapping[str, float]
ONE_ACE, ONE_JOKER = "AH", "J"
RANKS = "23456789TTTTA"


def shoe(way: Counting, cards: Sequence[int]) -> dict[str, int]:
    """How many cards of each class; the ace of hearts is one only where two of them are."""
    hearts = "H" if any("two aces of hearts" in names for names in way.naturals) else "A"
    return dict(Counter("J" if c == 52 else hearts if c == 50 else RANKS[c // 4] for c in cards))


class Hand(NamedTuple):
    """Its least sum, how many of its cards may count ten more, how many cards, any joker."""

    low: int = 0
    flex: int = 0
    cards: int = 0
    joker: bool = False
    only_eights: bool = True


def plus(way: Counting, hand: Hand, card: str) -> Hand:
    if way.halves:
        low = 1 if card == "T" else 2 * (1 if card in ONE_ACE else int(card))
    else:
        low = {"T": 10, "A": 1, "H": 1, "J": 2}.get(card) or int(card)
    flex = card in ONE_ACE or (card == "J" and way.joker == "2 or 12")
    return Hand(
        hand.low + low, hand.flex + (flex and not way.halves), hand.cards + 1,
        hand.joker or card == ONE_JOKER, hand.only_eights and card == "8",
    )  # fmt: skip


def total(way: Counting, hand: Hand) -> tuple[int, bool]:
    if way.joker == "target" and hand.joker:
        return way.target, False
    raised = min(hand.flex, max(0, way.target - hand.low) // 10)
    return hand.low + 10 * raised, raised > 0


def of(way: Counting, cards: Sequence[str]) -> Hand:
    hand = Hand()
    for card in cards:
        hand = plus(way, hand, card)
    return hand


PAIRS = {
    "two jokers": "JJ", "joker and ace": "AJ", "two aces": "AA", "ace and ten": "AT",
    "joker and ten": "JT", "two aces of hearts": "HH",
}  # fmt: skip


def natural(way: Counting, cards: Sequence[str]) -> tuple[int, str]:
    plain = "".join(sorted(("A" if card == "H" else card) for card in cards))
    hearts = "".join(cards)
    for below, names in enumerate(way.naturals):
        for name in names:
            if PAIRS[name] in (plain, hearts):
                return len(way.naturals) - below, name
    return 0, ""


# ---- The bank's hand, every order of it


class Bank(NamedTuple):
    total: int
    cards: int
    natural: int
    eights: bool


def _stands(way: Counting, hand: Hand) -> bool:
    sum_, soft = total(way, hand)
    return sum_ > (way.bank_hits_soft if soft else way.bank_hits)


def bank_hands(way: Counting, each: int, chance: Chance, first: str) -> dict[Bank, float]:
    """How it ends, and how likely, from this card on, out of an endless shoe."""
    found = dict[Bank, float]()
    walking: dict[tuple[str, Hand], float] = {(first, of(way, first)): 1.0}
    while walking:
        on = dict[tuple[str, Hand], float]()
        for (cards, hand), p in walking.items():
            rank = natural(way, cards)[0] if hand.cards == 2 else 0
            if hand.cards >= each and (rank or _stands(way, hand)):
                eights = hand.cards == 3 and hand.only_eights
                bank = Bank(total(way, hand)[0], min(hand.cards, 4), rank, eights)
                found[bank] = found.get(bank, 0.0) + p
                continue
            for card, q in chance.items():
                next_ = cards + card if hand.cards < 2 else "", plus(way, hand, card)
                on[next_] = on.get(next_, 0.0) + p * q
        walking = on
    return found


@cache
def _orders(way: Counting, each: int, counts: tuple[tuple[str, int], ...]) -> dict[int, int]:
    """How often the bank goes over with so many cards, of all orders of LONGEST cards."""
    left, found = dict(counts), Counter[int]()
    size = sum(left.values())

    def walk(cards: tuple[str, ...], hand: Hand, ways: int) -> None:
        if len(cards) >= each and (natural(way, cards)[0] or _stands(way, hand)):
            over = total(way, hand)[0] > way.target
            found[len(cards) if over else 0] += ways * perm(size - len(cards), LONGEST - len(cards))
            return
        for card, count in left.items():
            if count:
                left[card] -= 1
                walk((*cards, card), plus(way, hand, card), ways * count)
                left[card] += 1

    walk((), Hand(), 1)
    return dict(found)


LONGEST = 24
MOST = 8


def busts(way: Counting, each: int, cards: Sequence[int]) -> dict[Marks, int]:
    """Hands of the bank that are over, by their cards."""
    found = Counter[Marks]()
    for n, ways in _orders(way, each, tuple(shoe(way, cards).items())).items():
        found[frozenset([f"bank busts with {min(n, MOST)} cards"] if n else [])] += ways
    return dict(found)


# ---- Bets on the first cards


def pairs(cards: Sequence[int]) -> dict[Marks, int]:
    """Two cards in order."""
    found, counts = Counter[Marks](), Counter(cards)
    for one, n in counts.items():
        for two, m in counts.items():
            mark = ""
            if one // 4 == two // 4:
                suits = {one % 4, two % 4}
                mark = "pair of one suit" if len(suits) == 1 else "pair"
                mark = "pair of one color" if suits in ({0, 3}, {1, 2}) else mark
            found[frozenset([mark] if mark else [])] += n * (m - (one == two))
    return dict(found)


def luck(cards: Sequence[int]) -> dict[Marks, int]:
    """The bank's first card, then two of a player; a joker is 21."""
    counts, found = Counter(cards), Counter[Marks]()
    ups = sum(n for card, n in counts.items() if card < 24)  # deuces to sevens
    for one, n in counts.items():
        for two, m in counts.items():
            ways = n * (m - (one == two))
            left = ups - (one < 24) - (two < 24)
            mark = _lucky(one, two)
            found[frozenset([f"up 2-7, {mark}"] if mark else [])] += ways * left
            found[frozenset()] += ways * (len(cards) - 2 - left)
    return dict(found)


def _lucky(one: int, two: int) -> str:
    if 52 in (one, two):
        return "eighteen or better"
    a, b = (RANKS[card // 4] for card in sorted((one, two)))
    if b == "A":
        if a == "T":
            return "ace and jack of spades" if {one, two} == {51, 39} else "blackjack"
        return "eighteen or better" if a in "789" else ""
    points = sum(10 if x == "T" else int(x) for x in (a, b))
    return "nine to eleven" if 9 <= points <= 11 else "eighteen or better" if points >= 18 else ""


def insurance(way: Counting, cards: Sequence[int]) -> dict[Marks, int]:
    """An ace is up; whatever lies under it."""
    counts, found = shoe(way, cards), Counter[Marks]()
    for up in ONE_ACE:
        for hole, n in counts.items():
            ways = counts.get(up, 0) * (n - (hole == up))
            sure = natural(way, (up, hole))[0] > 0
            found[frozenset(["bank natural"] if sure else [])] += ways
    return dict(found)


# ---- The best play


def _named(card: str) -> str:
    return {"A": "ace", "H": "ace", "T": "ten", "J": "joker"}.get(card, card)


class Solver:
    """What a hand is worth against one up card, by the rows of the page, in wagers."""

    def __init__(self, rules: BankedRules, up: str) -> None:
        assert rules.counting
        self.rules, self.way, self.up = rules, rules.counting, up
        counts = shoe(self.way, rules.shoe)
        self.chance = {card: n / sum(counts.values()) for card, n in counts.items()}
        self.ends = bank_hands(self.way, rules.each, self.chance, up)
        self.naturals = {bank: p for bank, p in self.ends.items() if bank.natural}
        self.sure = sum(self.naturals.values())
        if self.peeks:
            left = 1 - self.sure
            self.ends = {b: p / left for b, p in self.ends.items() if not b.natural}
        base = rules.circles[rules.played].rows
        self.base: Rows = base
        back = self.way.extras_back
        self.extra: Rows = (("bank natural", "push"), *base) if back else base
        self.worth: Callable[[Hand, bool, bool], float] = cache(self._worth)
        self.best: Callable[[Hand, bool, bool], float] = cache(self._best)

    @property
    def peeks(self) -> bool:
        return _named(self.up) in self.way.peek

    # ---- At the end

    def facts(self, hand: Hand, bank: Bank, mine: tuple[int, str] = (0, "")) -> set[str]:
        way, sum_ = self.way, total(self.way, hand)[0]
        found = {"bank natural"} if bank.natural else set[str]()
        over = bank.total > way.target and not bank.natural
        if sum_ > way.target:
            found.add("over")
            if over:
                found |= {"over, bank 8-8-8"} if bank.eights else set()
                found |= (
                    {"over, bank three-card 26"} if (bank.total, bank.cards) == (26, 3) else set()
                )
                found |= {"over, equal"} if sum_ == bank.total else set()
                if sum_ < bank.total:
                    three = hand.cards == 3 and sum_ in way.over_pushes
                    found |= {"over, nearer", *({"over on three cards, nearer"} if three else ())}
            return found
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

    def stands(
        self, rows: Rows, hand: Hand, mine: tuple[int, str] = (0, ""),
        ends: Mapping[Bank, float] | None = None,
    ) -> float:  # fmt: skip
        return sum(
            p * float(decides(rows, frozenset(self.facts(hand, bank, mine)))[1])
            for bank, p in (self.ends if ends is None else ends).items()
        )

    def _worth(self, hand: Hand, extra: bool, both: bool) -> float:
        """As it lies; both: with a double on it."""
        rows = self.extra if extra else self.base
        return self.stands(rows, hand) + (self.stands(self.extra, hand) if both else 0.0)

    # ---- On the way

    def _best(self, hand: Hand, extra: bool, split: bool) -> float:
        """Of a hand that is dealt, with whatever may be done to it but a split."""
        return max(self.plays(hand, extra, split).values())

    def plays(self, hand: Hand, extra: bool, split: bool) -> dict[str, float]:
        way, (sum_, soft) = self.way, total(self.way, hand)
        least = way.must_stand_soft if soft and way.must_stand_soft else way.must_stand
        if sum_ >= least:
            return {"stand": self.worth(hand, extra, False)}
        found = {"hit": self.then(hand, extra, False)}
        ace = way.ace_chooses and hand.flex > 0
        if sum_ > way.must_hit or ace:
            found["stand"] = self.worth(hand, extra, False)
        two = hand.cards == 2
        if way.double and two and sum_ < way.double_below and (way.double_split or not split):
            found["double"] = self.then(hand, extra, True)
        given = {"dealt": two and not split, "two cards": two, "any": True}
        if given.get(way.surrender) and sum_ < way.surrender_below:
            found["surrender"] = -0.5
        return found

    def then(self, hand: Hand, extra: bool, doubled: bool) -> float:
        """One card more."""
        value = 0.0
        for card, p in self.chance.items():
            more = plus(self.way, hand, card)
            more = more._replace(cards=min(more.cards, 4), only_eights=False)
            value += p * (
                self.worth(more, extra, True) if doubled else self.best(more, extra, False)
            )
        return value

    def split(self, card: str) -> float:
        """Two hands of one card each; whoever gets one card only has no choice."""
        value, lone = 0.0, _named(card) in self.way.one_card
        for second, p in self.chance.items():
            hand = of(self.way, (card, second))
            for extra in (False, True):
                value += p * (
                    self.worth(hand, extra, False) if lone else self.best(hand, extra, True)
                )
        return value

    def dealt(self, cards: tuple[str, ...], pair: bool) -> float:
        """The best that can be made of the first cards."""
        way, mine, hand = self.way, natural(self.way, cards), of(self.way, cards)
        if self.up == "J" and way.no_play_against == "joker":
            return self.stands(self.base, hand, mine)
        if mine[0]:
            value = self.stands(self.base, hand, mine)
        else:
            value = self.best(hand, False, False)
            if pair and way.splits > 1 and _named(cards[0]) not in way.not_split:
                value = max(value, self.split(cards[0]))
        if not self.peeks:
            return value
        ends = self.stands(self.base, hand, mine, self.naturals)
        value = (1 - self.sure) * value + ends
        return max(value, 1.0) if mine[0] and way.even_money and self.up in ONE_ACE else value


def base(rules: BankedRules) -> Edge:
    """In percent of the first wager, played as well as can be."""
    way = rules.counting
    assert way
    counts = shoe(way, rules.shoe)
    size, percent = sum(counts.values()), 0.0
    ups = counts if "u" in rules.bank_cards else {"": size}
    for up, n in ups.items():
        solver = Solver(rules, up)
        for cards, p, pair in _first(way, counts, rules.each):
            percent += 100 * n / size * p * solver.dealt(cards, pair)
    return Edge(rules.played, percent, False, {})


def _first(way: Counting, counts: Shoe, each: int) -> Iterator[tuple[tuple[str, ...], float, bool]]:
    """First cards, how likely, and whether they may be split: tens are four ranks."""
    size = sum(counts.values())
    for one, n in counts.items():
        if each == 1:
            yield (one,), n / size, False
            continue
        for two, m in counts.items():
            p = n * m / size**2
            alike = one == two or {one, two} == {"A", "H"}
            if one == two == "T" and way.split_by == "rank":
                yield (one, two), p / 4, True
                yield (one, two), p * 3 / 4, False
            else:
                yield (one, two), p, (alike and (one, two) != ("H", "H"))


def edges(rules: BankedRules) -> Iterator[Edge]:
    yield base(rules)
    yield from beside(rules)


def beside(rules: BankedRules) -> Iterator[Edge]:
    """Bets that need no play."""
    way = rules.counting
    assert way
    for name, circle in rules.circles.items():
        counted = {
            "buster": lambda: busts(way, rules.each, rules.shoe),
            "upcard luck": lambda: luck(rules.shoe),
            "perfect pair": lambda: pairs(rules.shoe),
            "insurance": lambda: insurance(way, rules.shoe),
        }.get(name)
        if counted and circle.rows:
            yield edge(name, circle.rows, counted())
