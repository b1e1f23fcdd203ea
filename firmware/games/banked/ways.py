"""The house's ways to set a hand: tables out of the filings (ways.toml), read for the cards that
lie there. Whatever a table says is laid only if it is not foul."""

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from operator import itemgetter

from msgspec import Struct

from firmware.games.banked.tile_way import tile_way
from firmware.games.cards import ACE, JOKER, RANKS
from firmware.games.ranking import ladder
from firmware.games.setting import Setting
from firmware.pages import check, parse

Cards = Sequence[int]
Order = tuple[int, ...]  # places of the cards, the weakest hand first
RUNS = (ladder.STRAIGHT, ladder.FLUSH, ladder.STRAIGHT_FLUSH)
_CONDITION = re.compile(r"([a-g])(>=|<=|=|<|>)([a-g]|[2-9TJQKA])(?:\+(\d))?")
_COMPARED = {
    ">=": operator.ge, "<=": operator.le, "=": operator.eq, "<": operator.lt, ">": operator.gt,
}  # fmt: skip


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of ways.toml."""

    source: str
    rows: tuple[tuple[str, str, str], ...]  # shape, conditions, what lies in front
    instead_of: tuple[str, ...] = ()  # shapes that a straight or a flush comes before
    beside: bool = False  # which it stands beside in all others
    otherwise: str = ""  # the way for hands without a joker


@cache
def _tables() -> dict[str, Way]:
    text = files(__package__).joinpath("ways.toml").read_text("utf-8")
    return {name: check(raw, Way, name) for name, raw in parse(text, "ways.toml").items()}


class Holding(Struct, frozen=True):
    """Cards in groups: the shape, the letter of each card, the rank of each letter."""

    shape: str
    letters: tuple[str, ...]
    ranks: dict[str, int]


def holding(cards: Cards, wild: bool) -> Holding:
    ranks = [_rank(card, wild) for card in cards]
    groups = sorted({*ranks} - {-1}, key=lambda rank: (-ranks.count(rank), -rank))
    letters = dict(zip(groups, "abcdefg", strict=False)) | {-1: "w"}
    shape = "w " * ranks.count(-1) + " ".join(str(ranks.count(rank)) for rank in groups)
    of = {letters[rank]: rank for rank in groups}
    return Holding(shape, tuple(letters[rank] for rank in ranks), of)


def _rank(card: int, wild: bool) -> int:
    if card != JOKER:
        return card >> 2
    return -1 if wild else ACE


def _holds(conditions: str, of: dict[str, int]) -> bool:
    for one in conditions.split():
        found = _CONDITION.fullmatch(one)
        assert found, f"{one!r} is no condition"
        left, compared, right, more = found.groups()
        than = of[right] if right in of else RANKS.index(right)
        if not _COMPARED[compared](of[left], than + int(more or 0)):
            return False
    return True


# ---- Two and five


def by_table(name: str) -> Callable[[Setting, Cards], Order]:
    return lambda setting, cards: _two_and_five(name, setting, cards)


def _two_and_five(name: str, setting: Setting, cards: Cards) -> Order:
    way = _tables()[name]
    if way.otherwise and JOKER not in cards:
        return _two_and_five(way.otherwise, setting, cards)
    every = [_front(pair, len(cards)) for pair in combinations(range(len(cards)), 2)]
    legal = {order: _strengths(setting, cards, order) for order in every}
    legal = {order: found for order, found in legal.items() if [*found] == sorted(found)}
    wanted = [order for order in _wanted(way, cards, legal) if order in legal]
    return max(wanted or legal, key=legal.__getitem__)


def _front(pair: tuple[int, ...], count: int) -> Order:
    return *pair, *(place for place in range(count) if place not in pair)


def _strengths(setting: Setting, cards: Cards, order: Order) -> tuple[int, ...]:
    return tuple(map(setting.strength, setting.parts([cards[place] for place in order])))


def _wanted(way: Way, cards: Cards, legal: dict[Order, tuple[int, ...]]) -> Iterator[Order]:
    """What the table names for these cards."""
    held = holding(cards, wild=bool(way.otherwise))
    runs = [order for order, (_, back) in legal.items() if back >> 20 in RUNS]
    instead = held.shape in way.instead_of
    if instead or way.beside:
        yield from runs
    if runs and instead:
        return
    rows = (row for row in way.rows if row[0] == held.shape and _holds(row[1], held.ranks))
    front = next((sorted(row[2].split()) for row in rows), None)
    letters = held.letters
    yield from (o for o in legal if sorted((letters[o[0]], letters[o[1]])) == front)


# ---- Three, five and five


def back_first(setting: Setting, cards: Cards) -> Order:
    """The strongest back, then the strongest middle: never foul, for each is the best that could
    be made of what the weaker ones are left with. No filing names a way (004 A24)."""
    rest, hands = list(range(len(cards))), list[Order]()
    for size in reversed(setting.sizes[1:]):
        strengths = map(setting.strength, combinations([cards[place] for place in rest], size))
        best = max(zip(strengths, combinations(rest, size), strict=True), key=itemgetter(0))[1]
        rest = [place for place in rest if place not in best]
        hands.insert(0, best)
    return *rest, *(place for hand in hands for place in hand)


WAYS: dict[str, Callable[[Setting, Cards], Order]] = {
    "double hand": by_table("double hand"),
    "joker wild": by_table("joker wild"),
    "back first": back_first,
    "tiles": tile_way,
}
