"""Twenty-one and its kin: bets beside the game, counted to the last deal, and what hands add up to
(the game itself: best_twentyone.py).

Counted apart from the engine: a card is its class (2 to 9, "T", "A", "H" for the ace of hearts, "J"
for a joker), a hand what its classes add up to.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import perm
from typing import NamedTuple

from firmware.games.banked.counting import Counting
from firmware.games.banked.page import BankedRules
from lab.odds.table import Edge, Marks, edge

Shoe = Mapping[str, int]
Chance = Mapping[str, float]
ONE_ACE, ONE_JOKER = "AH", "J"
RANKS = "23456789TTTTA"


def named(card: str) -> str:
    """As a page names it."""
    return {"A": "ace", "H": "ace", "T": "ten", "J": "joker"}.get(card, card)


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


def bank_stands(way: Counting, hand: Hand) -> bool:
    sum_, soft = total(way, hand)
    return sum_ > (way.bank_hits_soft if soft else way.bank_hits)


@cache
def _orders(way: Counting, each: int, counts: tuple[tuple[str, int], ...]) -> dict[int, int]:
    """How often the bank goes over with so many cards, of all orders of LONGEST cards."""
    left, found = dict(counts), Counter[int]()
    size = sum(left.values())

    def walk(cards: tuple[str, ...], hand: Hand, ways: int) -> None:
        if len(cards) >= each and (natural(way, cards)[0] or bank_stands(way, hand)):
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
