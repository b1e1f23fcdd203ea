"""The last digit of a sum: aces one, tens and pictures nothing. Nearest to nine wins."""

from collections.abc import Iterable

from firmware.games.cards import ACE

_VALUES: tuple[int, ...] = (*range(2, 10), 0, 0, 0, 0, 1)  # by rank
assert len(_VALUES) == ACE + 1


def value(card: int) -> int:
    return _VALUES[card >> 2]


def total(cards: Iterable[int]) -> int:
    return sum(map(value, cards)) % 10
