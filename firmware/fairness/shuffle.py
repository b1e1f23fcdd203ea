"""Fisher-Yates by rejection: each of the n! orders comes from exactly as many streams.

A draw below n takes one word (a byte, two where n is above 256), lays n equal drawers over it
and throws away what falls past the last one. No modulo, no float, no early stop (REQ-R7). The test
counts every byte for every n.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, count

from firmware.fairness.digest import Mac

LARGEST = 1 << 16  # cards in a shoe, or anything else to draw from
PAST = LARGEST  # above any draw: a byte that fell past the last drawer
Draw = Callable[[], int]


@cache
def drawers(n: int) -> tuple[int, ...]:
    """For each byte the drawer it falls into, or PAST. Every drawer holds 256 // n bytes."""
    assert 2 <= n <= 256
    width = 256 // n
    inside = [drawer for drawer in range(n) for _ in range(width)]
    return tuple(inside + [PAST] * (256 - len(inside)))


def below(n: int, byte: Draw) -> int:
    """One fair draw from 0 to n - 1."""
    assert 1 <= n <= LARGEST
    if n == 1:
        return 0
    if n <= 256:
        table = drawers(n)
        while (drawn := table[byte()]) == PAST:
            pass
        return drawn
    width = LARGEST // n
    while (drawn := (byte() << 8 | byte()) // width) >= n:
        pass
    return drawn


def shuffled(cards: Sequence[int], byte: Draw) -> tuple[int, ...]:
    """The cards in a new order: the last place first, each from those not yet placed."""
    deck = list(cards)
    for last in range(len(deck) - 1, 255, -1):
        drawn = below(last + 1, byte)
        deck[last], deck[drawn] = deck[drawn], deck[last]
    for last, table in _tables(min(len(deck), 256)):
        while (drawn := table[byte()]) == PAST:  # below() written out: this is the hot loop
            pass
        deck[last], deck[drawn] = deck[drawn], deck[last]
    return tuple(deck)


def apart(packs: Sequence[Sequence[int]], byte: Draw) -> tuple[int, ...]:
    """Packs that are shuffled one after the other, and laid alternately: red, blue, red, blue."""
    if len(packs) == 1:
        return shuffled(packs[0], byte)
    piles = [shuffled(pack, byte) for pack in packs]
    return tuple(chain.from_iterable(zip(*piles, strict=True)))


@cache
def _tables(size: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Each place of so many, the last first, and the drawers of those up to it."""
    return tuple((last, drawers(last + 1)) for last in range(size - 1, 0, -1))


def stream(mac: Mac, purpose: bytes) -> Draw:
    """Bytes without end from one key: HMAC-SHA256 in counter mode."""
    blocks = (mac(purpose + number.to_bytes(4, "big")) for number in count())
    return chain.from_iterable(blocks).__next__
