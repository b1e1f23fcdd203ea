"""How a house counts to twenty-one, or to any other number: data, and what cards come to by it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from firmware.games.cards import ACE, JOKER

ACE_OF_HEARTS = ACE * 4 + 2


class Counting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Totals that must or may draw, what two cards are better than any total, what may be split,
    doubled and given up. In games of halves everything counts twice."""

    target: int = 21
    halves: bool = False  # tens and pictures are one half, aces one
    joker: Literal["", "target", "2 or 12"] = ""
    naturals: tuple[tuple[str, ...], ...] = ()  # two cards dealt: the best first, equals together
    natural_never_loses: bool = False  # to a better one it ties (000 L1057-1062)
    natural_count: str = ""  # as it is called
    # Players
    must_hit: int = 0  # so much or less
    ace_chooses: bool = False  # a hand with an ace never must (000 L1402)
    must_stand: int = 21  # so much or more
    must_stand_soft: int = 0  # 0: the same
    silent_hit: int = 11  # whoever says nothing hits so much or less
    silent_hit_soft: int = 0
    # The bank
    bank_hits: int = 16
    bank_hits_soft: int = 17
    peek: tuple[str, ...] = ()  # up cards under which a natural is turned at once
    no_play_against: str = ""  # such an up card takes its second at once, and nobody plays
    # More money
    insurance: bool = False  # half of the wager, when an ace is up
    insurance_less: bool = False  # no more than half (001 L742)
    even_money: bool = False  # instead, for a natural
    double: bool = False  # two cards, one more
    double_less: bool = False  # for less, from the least of the table on
    double_split: bool = True
    double_below: int = 21  # totals under it
    splits: int = 1  # hands, at most
    split_by: Literal["rank", "value"] = "rank"
    split_less: bool = False  # for less, half of the wager at least
    not_split: tuple[str, ...] = ()
    third_suited: bool = False  # tens a third time only in one suit (002 L829-831)
    one_card: tuple[str, ...] = ()  # such cards get one each when they are split
    once: tuple[str, ...] = ()  # and are split once
    extras_back: bool = False  # a bank's natural takes no split and no double (000 L1052)
    # any: of journals from before "any time"; what must be hit was hit unasked on three cards
    surrender: Literal["", "dealt", "two cards", "any", "any time"] = ""
    surrender_below: int = 99  # totals under it
    # Over the target, where the bank is, too
    over_pushes: tuple[int, ...] = ()  # three cards of these totals, nearer than the bank


class Count(NamedTuple):
    total: int
    soft: bool  # an ace counts eleven, or a joker twelve


_NAMES = (*"23456789", *["ten"] * 4, "ace")  # by rank
_VALUES = (*range(2, 10), *[10] * 4, 1)
assert len(_NAMES) == len(_VALUES) == ACE + 1


def class_of(card: int) -> str:
    """ace, ten, joker; or the rank."""
    return "joker" if card == JOKER else _NAMES[card >> 2]


def value(card: int) -> int:
    """The least that it counts."""
    return 2 if card == JOKER else _VALUES[card >> 2]


def count(way: Counting, cards: Sequence[int]) -> Count:
    if way.halves:
        return Count(
            sum(1 if class_of(card) == "ten" else 2 * value(card) for card in cards), False
        )
    if way.joker == "target" and JOKER in cards:
        return Count(way.target, False)
    total, soft = sum(map(value, cards)), False
    for card in cards:
        if total + 10 <= way.target and (card == JOKER or card >> 2 == ACE):
            total, soft = total + 10, True
    return Count(total, soft)


# ---- Two cards that are better than any total

_PAIRS: dict[str, tuple[str, str]] = {
    "two jokers": ("joker", "joker"),
    "joker and ace": ("ace", "joker"),
    "two aces": ("ace", "ace"),
    "ace and ten": ("ace", "ten"),
    "joker and ten": ("joker", "ten"),
}
_HEARTS = "two aces of hearts"
NATURALS = (*_PAIRS, _HEARTS)


def natural(way: Counting, cards: Sequence[int]) -> tuple[int, str]:
    """(how good, which) of two dealt cards; (0, "") is none."""
    if len(cards) != 2:
        return 0, ""
    one, two = sorted(map(class_of, cards))
    hearts = cards[0] == cards[1] == ACE_OF_HEARTS
    for below, names in enumerate(way.naturals):
        for name in names:
            if hearts if name == _HEARTS else _PAIRS[name] == (one, two):
                return len(way.naturals) - below, name
    return 0, ""


def told(way: Counting, total: int) -> str:
    """21, or 9½."""
    whole, half = divmod(total, 2) if way.halves else (total, 0)
    return f"{whole or ''}½" if half else str(whole)


def bank_done(way: Counting, cards: Sequence[int]) -> bool:
    if natural(way, cards)[0]:
        return True
    total, soft = count(way, cards)
    return total > (way.bank_hits_soft if soft else way.bank_hits)
