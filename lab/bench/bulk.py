"""High hands by the million, with NumPy: equities, audits, exhaustive counts.

The same tables and the same strengths as firmware/games/ranking/high.py.
"""

import numpy as np
from numpy.typing import NDArray

from firmware.games.ranking import high
from firmware.games.ranking.keys import KEY, KEY5, SUIT_BITS, flush_suits

Cards = NDArray[np.integer]
Strengths = NDArray[np.uint32]

_CHUNK = 1 << 15  # rows whose intermediate arrays stay in the processor's cache
_ROW = 9

_FLUSH = np.array(high.FLUSH, np.uint32)


class _Tables:
    """What high.py has for one number of cards, as arrays."""

    def __init__(self, count: int, keys: list[int], slides: list[int], slots: list[int]) -> None:
        self.keys = np.array([*keys, *[0] * 12], np.uint32)
        # Two cards at once, by first << 6 | second: half the look-ups.
        self.pairs = (self.keys[:, None] + self.keys[None, :]).ravel()
        self.slides, self.slots = np.array(slides, np.int32), np.array(slots, np.uint32)
        self.suits = np.frombuffer(flush_suits(count), np.uint8)


_TABLES = {
    5: _Tables(5, KEY5, [0] * (len(high.FIVES) >> _ROW) + [0], high.FIVES),
    6: _Tables(6, KEY, high.SLIDES6, high.SLOTS6),
    7: _Tables(7, KEY, high.SLIDES7, high.SLOTS7),
}


def rank(cards: Cards) -> Strengths:
    """Strengths of an (n, 5), (n, 6) or (n, 7) array of cards, one hand a row."""
    out = np.empty(len(cards), np.uint32)
    for start in range(0, len(cards), _CHUNK):
        part = np.ascontiguousarray(cards[start : start + _CHUNK].T, np.intp)
        out[start : start + _CHUNK] = _rank_columns(part)
    return out


def _rank_columns(columns: NDArray[np.intp]) -> Strengths:
    table = _TABLES[len(columns)]
    keys = _sum_keys(columns, table)
    suit = table.suits[keys & (1 << SUIT_BITS) - 1]
    sums = (keys >> SUIT_BITS).astype(np.int32)
    strengths: Strengths = table.slots[sums + table.slides[sums >> _ROW]]
    flushed = np.flatnonzero(suit)
    if len(flushed):
        strengths[flushed] = _flushes(columns[:, flushed], suit[flushed] - 1)
    return strengths


def _sum_keys(columns: NDArray[np.intp], table: _Tables) -> NDArray[np.uint32]:
    first, *pairs = range(len(columns) % 2, len(columns), 2)
    keys: NDArray[np.uint32] = table.pairs[columns[first] << 6 | columns[first + 1]]
    for at in pairs:
        keys += table.pairs[columns[at] << 6 | columns[at + 1]]
    if len(columns) % 2:
        keys += table.keys[columns[0]]
    return keys


def _flushes(columns: NDArray[np.intp], suit: NDArray[np.uint8]) -> Strengths:
    bits = np.where(columns & 3 == suit, 1 << (columns >> 2), 0)
    strengths: Strengths = _FLUSH[np.bitwise_or.reduce(bits, axis=0)]
    return strengths
