"""Exactly two of the hole cards and exactly three of the board, without trying sixty hands.

What a board can do is worked out once for each pair of ranks, and kept while the board is in use.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from firmware.games.ranking.high import FLUSH, SLIDES5, SLOTS5
from firmware.games.ranking.keys import RANK_KEYS
from firmware.games.ranking.low import EIGHT_OR_BETTER, rank_a5

_KEY = [RANK_KEYS[c >> 2] for c in range(52)]
_LOW_BIT = [1 << ((c >> 2) + 1) % 13 & 0xFF for c in range(52)]  # ace to eight; 0 above


class _Board:
    """The triples of one board: their rank sums, and the rank masks of those in one suit."""

    def __init__(self, board: tuple[int, ...]) -> None:
        sums = [_KEY[card] for card in board]
        self.triples = list({x + y + z for x, y, z in combinations(sums, 3)})
        self.best: dict[int, int] = {}  # rank sum of a pair of hole cards -> best without a flush
        suits = [card & 3 for card in board]
        self.suit = next((s for s in range(4) if suits.count(s) >= 3), -1)
        suited = [1 << (card >> 2) for card in board if card & 3 == self.suit]
        self.suited = [x | y | z for x, y, z in combinations(suited, 3)]

    def unsuited(self, pair: int) -> int:
        best = max([SLOTS5[(k := pair + t) + SLIDES5[k >> 9]] for t in self.triples])
        self.best[pair] = best
        return best


_boards = lru_cache(maxsize=16)(_Board)


def high(hole: Sequence[int], board: Sequence[int]) -> int:
    """Best high hand; any number of hole cards from two, a board of three to five."""
    on = _boards(tuple(board))
    best, seen = 0, on.best
    for pair in {x + y for x, y in combinations([_KEY[c] for c in hole], 2)}:
        strength = seen.get(pair) or on.unsuited(pair)
        if strength > best:
            best = strength
    if on.suit >= 0:
        suited = [1 << (c >> 2) for c in hole if c & 3 == on.suit]
        for x, y in combinations(suited, 2):
            best = max(best, *[FLUSH[x | y | triple] for triple in on.suited])
    return best


_lows: dict[int, int] = {}  # low ranks of the board << 8 | of the hole cards -> best low


def low_eight(hole: Sequence[int], board: Sequence[int]) -> int:
    """Best eight-or-better low; 0 if there is none."""
    held = shown = 0
    for c in hole:
        held |= _LOW_BIT[c]
    for c in board:
        shown |= _LOW_BIT[c]
    key = shown << 8 | held
    try:
        return _lows[key]
    except KeyError:
        best = _lows[key] = _low(held, shown)
        return best


def _low(held: int, shown: int) -> int:
    # A rank twice is no use for low, so the distinct ranks of each side are all that matters.
    pairs = combinations([r for r in range(8) if held >> r & 1], 2)
    triples = list(combinations([r for r in range(8) if shown >> r & 1], 3))
    hands = [{*pair, *triple} for pair in pairs for triple in triples]
    lows = (rank_a5([(r - 1) % 13 << 2 for r in five]) for five in hands if len(five) == 5)
    best = max(lows, default=0)
    assert best == 0 or best > EIGHT_OR_BETTER
    return best
