"""Two hands against the bank's two: pai gow poker. An equal hand is a copy, and the bank's.

The bonus wagers look at all seven cards, however they were set (000 L2624): every kind of hand that
can be made of them is a mark, and the page's order pays the best one.
"""

from collections.abc import Iterator
from itertools import combinations

from firmware.games.banked.hands import HIGH
from firmware.games.banked.kinds import sets
from firmware.games.banked.kinds.kind import Kind
from firmware.games.banked.round import Round
from firmware.games.cards import ACE, JOKER
from firmware.games.setting import Setting

KING, QUEEN = ACE - 1, ACE - 2
SEVEN = "seven-card straight flush"
FACTS = ("win", "front wins", "back wins", "lose")
KINDS = (
    "five aces", "five of a kind", "royal flush", "straight flush", "four of a kind", "full house",
    "flush", "straight", "three of a kind", "two pair", "pair", "high card",
)  # fmt: skip
MARKS = frozenset((
    *FACTS, *KINDS, SEVEN, f"{SEVEN} with joker", "royal match", "natural straight flush",
    "straight flush with joker", "three pair",
))  # fmt: skip


def marks(r: Round, seat: int) -> frozenset[str]:
    found = {_result(sets.strengths(r, seat), sets.strengths(r, r.banker))}
    if len(r.rules.circles) > 1:
        found |= classes(r.hand(seat), sets.setting(r))
    return frozenset(found)


def _result(mine: list[int], bank: list[int]) -> str:
    """Both better, or one; a copy is no better (000 L2620)."""
    front, back = (own > theirs for own, theirs in zip(mine, bank, strict=True))
    if front and back:
        return "win"
    return "front wins" if front else "back wins" if back else "lose"


# ---- What seven cards hold


def classes(cards: list[int], setting: Setting) -> set[str]:
    """Every kind of hand that five of them make, and what needs all seven."""
    return {*_fives(cards, setting), *_sevens(cards), *_pairs(cards)}


def _fives(cards: list[int], setting: Setting) -> Iterator[str]:
    for five in combinations(cards, 5):
        strength = setting.strength(five)
        name = HIGH.kind(strength)
        if name == "five of a kind" and strength >> 16 & 15 == ACE:
            yield "five aces"
        if name == "royal flush" and _match([card for card in cards if card not in five]):
            yield "royal match"
        if name in ("royal flush", "straight flush"):
            yield "straight flush"
            yield "straight flush with joker" if JOKER in five else "natural straight flush"
        yield name


def _match(two: list[int]) -> bool:
    """A king and a queen of one suit beside a royal flush (001 L332)."""
    return {card >> 2 for card in two} == {KING, QUEEN} and two[0] & 3 == two[1] & 3


def _sevens(cards: list[int]) -> Iterator[str]:
    naturals = [card for card in cards if card != JOKER]
    if len({card & 3 for card in naturals}) > 1:
        return
    held = {card >> 2 for card in naturals}
    if any(len(held & run) == len(naturals) for run in RUNS):
        yield SEVEN if len(naturals) == 7 else f"{SEVEN} with joker"


def _runs() -> Iterator[frozenset[int]]:
    """Seven ranks in a row, the ace at either end."""
    ranks = [ACE, *range(ACE + 1)]
    yield from map(frozenset, zip(*(ranks[at:] for at in range(7)), strict=False))


RUNS = tuple(_runs())


def _pairs(cards: list[int]) -> Iterator[str]:
    ranks = [ACE if card == JOKER else card >> 2 for card in cards]
    if sum(ranks.count(rank) == 2 for rank in {*ranks}) == 3:
        yield "three pair"


DOUBLES = Kind(
    MARKS, sets.plan, sets.asks, sets.verbs, sets.default, marks, sets.words, sets.opens,
    hands=sets.hands,
)  # fmt: skip
