"""Standard high hands, fast: add one key a card, look the sum up (keys.py, make_table.py).

The same five cards have the same strength whether they are five, or the best of six or seven.
"""

import sys
from array import array
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

from firmware.games.ranking.keys import KEY, KEY5, SUIT_BITS, SUM5_END, flush_suits

_SUITS = (1 << SUIT_BITS) - 1
_ROW = 9  # make_table.ROW_BITS, as a plain number: it is in the hottest line of all


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def read(self, kind: str, count: int) -> "array[int]":
        numbers = array(kind)
        end = self.at + count * numbers.itemsize
        numbers.frombytes(self.data[self.at : end])
        if sys.byteorder == "big":
            numbers.byteswap()
        self.at = end
        return numbers

    def counted(self, kind: str) -> "array[int]":
        return self.read(kind, self.read("I", 1)[0])


def _tables() -> bytes:
    try:
        return Path(__file__).with_name("high.bin").read_bytes()
    except FileNotFoundError:  # a second instead of milliseconds, but the same tables
        from firmware.games.ranking.make_table import table

        return table()


_file = _Reader(_tables())
STRENGTHS = _file.read("I", 7463).tolist()  # every strength there is, weakest first, after a 0
_strength = STRENGTHS.__getitem__
FLUSH = list(map(_strength, _file.read("H", 8192)))  # by mask of the ranks in one suit
FIVES = [0] * SUM5_END  # by rank sum of five cards, without flushes
for _sum, _place in zip(_file.read("I", 6175), _file.read("H", 6175), strict=True):
    FIVES[_sum] = STRENGTHS[_place]
SLIDES6, SLOTS6 = _file.counted("i").tolist(), list(map(_strength, _file.counted("H")))
SLIDES7, SLOTS7 = _file.counted("i").tolist(), list(map(_strength, _file.counted("H")))
_SUIT5, _SUIT6, _SUIT7 = flush_suits(5), flush_suits(6), flush_suits(7)
del _file


def rank(cards: Sequence[int]) -> int:
    """Strength of the best five of any five or more cards; 0 for fewer than five."""
    if len(cards) == 7:
        a, b, c, d, e, f, g = cards
        k = KEY[a] + KEY[b] + KEY[c] + KEY[d] + KEY[e] + KEY[f] + KEY[g]
        if suit := _SUIT7[k & _SUITS]:
            return flush(cards, suit - 1)
        k >>= SUIT_BITS
        return SLOTS7[k + SLIDES7[k >> _ROW]]
    if len(cards) == 5:
        a, b, c, d, e = cards
        k = KEY5[a] + KEY5[b] + KEY5[c] + KEY5[d] + KEY5[e]
        if suit := _SUIT5[k & _SUITS]:
            return flush(cards, suit - 1)
        return FIVES[k >> SUIT_BITS]
    return _rank_rarer(cards)


def _rank_rarer(cards: Sequence[int]) -> int:
    if len(cards) == 6:
        k = sum([KEY[c] for c in cards])
        if suit := _SUIT6[k & _SUITS]:
            return flush(cards, suit - 1)
        k >>= SUIT_BITS
        return SLOTS6[k + SLIDES6[k >> _ROW]]
    return max(map(rank, combinations(cards, 7))) if len(cards) > 7 else 0


def flush(cards: Sequence[int], suit: int) -> int:
    """Strength of what five or more cards of one suit make.

    Nothing else in seven cards can beat it: a full house and a flush need eight.
    """
    mask = 0
    for c in cards:
        if c & 3 == suit:
            mask |= 1 << (c >> 2)
    return FLUSH[mask]


def on_board(board: Sequence[int]) -> Callable[[int, int], int]:
    """A ranker of two hole cards for one board of five, whose sum is made only once."""
    base = sum([KEY[c] for c in board])

    def rank_two(a: int, b: int) -> int:
        k = base + KEY[a] + KEY[b]
        if suit := _SUIT7[k & _SUITS]:
            return flush((a, b, *board), suit - 1)
        k >>= SUIT_BITS
        return SLOTS7[k + SLIDES7[k >> _ROW]]

    return rank_two
