"""Exactly two of the hole cards and exactly three of the board, without trying sixty hands.

What a board can do is worked out once for each pair of ranks, and kept while the board is in use.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from firmware.games.ranking.high import FIVES, FLUSH
from firmware.games.ranking.keys import RANK_KEYS5
from firmware.games.ranking.low import EIGHT_OR_BETTER, rank_a5

_KEY = [RANK_KEYS5[c >> 2] for c in range(52)]
_LOW_BIT = [1 << ((c >> 2) + 1) % 13 & 0xFF for c in range(52)]  # ace to eight; 0 above


# A counter of three bits a suit, one to begin with: three cards of a suit carry into its top bit.
_SUIT = [1 << 3 * (c & 3) for c in range(52)]
_ONE_EACH, _THREE = 0o1111, 0o4444


class _Board(NamedTuple):
    triples: set[int]  # rank sums
    suit: int  # that three or more cards have, -1 if none
    suited: list[int]  # rank masks of the triples in that suit
    best: dict[int, int]  # rank sum of two hole cards -> best without a flush, filled in use


@lru_cache(maxsize=16)
def _on(board: tuple[int, ...]) -> _Board:
    keys = [_KEY[c] for c in board]
    if len(keys) == 5:  # the usual one, written out: it is half of the work
        a, b, c, d, e = keys
        ab, ac, bc, de = a + b, a + c, b + c, d + e
        triples = {ab + c, ab + d, ab + e, ac + d, ac + e, a + de, bc + d, bc + e, b + de, c + de}
    else:
        triples = set(map(sum, combinations(keys, 3)))
    three = sum([_SUIT[c] for c in board]) + _ONE_EACH & _THREE
    if not three:
        return _Board(triples, -1, [], {})
    suit = three.bit_length() // 3 - 1
    masks = [1 << (c >> 2) for c in board if c & 3 == suit]
    return _Board(triples, suit, list(map(sum, combinations(masks, 3))), {})


def high(hole: Sequence[int], board: Sequence[int]) -> int:
    """Best high hand; two or more hole cards, a board of three to five."""
    triples, suit, suited, seen = _on(tuple(board))
    best = 0
    for pair in _pairs([_KEY[c] for c in hole]):
        strength = seen.get(pair)
        if strength is None:
            strength = seen[pair] = max([FIVES[pair + triple] for triple in triples])
        if strength > best:
            best = strength
    if suit >= 0:
        for x, y in combinations([1 << (c >> 2) for c in hole if c & 3 == suit], 2):
            best = max(best, *[FLUSH[x | y | triple] for triple in suited])
    return best


def _pairs(keys: list[int]) -> set[int]:
    if len(keys) == 4:
        a, b, c, d = keys
        return {a + b, a + c, a + d, b + c, b + d, c + d}
    return set(map(sum, combinations(keys, 2)))


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
    assert best == 0 or best >= EIGHT_OR_BETTER
    return best
