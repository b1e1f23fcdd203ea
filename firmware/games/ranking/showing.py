"""What lies face up in stud, and who must act on it.

Only what can be seen counts: groups of a rank and high cards; no straights, no flushes, no suits
among boards (002 L270-289). A joker up is an ace (003 L356-410). Bigger keys act or post first.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from firmware.games.cards import ACE, JOKER
from firmware.games.ranking.ladder import HIGH_CARD, PAIR, QUADS, TRIPS, TWO_PAIR, pack

_FULL_HOUSE, _FIVE = TRIPS + 1, QUADS + 1
_SHAPES = {1: HIGH_CARD, 2: PAIR, 3: TRIPS, 4: QUADS, 5: _FIVE}


def _rank(card: int) -> int:
    return ACE if card == JOKER else card >> 2


@cache  # what can lie face up is soon told: four ranks of thirteen, five with a common card
def _board(ranks: tuple[int, ...]) -> int:
    groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
    shape = _SHAPES[groups[0][0]]
    if len(groups) > 1 and groups[1][0] == 2:
        shape = TWO_PAIR if shape == PAIR else _FULL_HOUSE
    # One more than the rank: a card that is there beats a card that is not.
    return pack(shape, (r + 1 for _, r in groups))


def high_board(up: Sequence[int]) -> int:
    """Strength of one to five up cards; the highest board acts first; 0 for none."""
    return _board(tuple(sorted([_rank(c) for c in up]))) if up else 0


def low_board(up: Sequence[int]) -> int:
    """Razz: strength of one to five up cards, the lowest strongest, ace low; 0 for none."""
    return (11 << 20) - _board(tuple(sorted([((c >> 2) + 1) % 13 for c in up]))) if up else 0


def low_card(card: int) -> int:
    """Bring-in key of stud: the lowest up card, ace high, then the lowest suit (002 L361-367)."""
    return 52 - card


def high_card_ace_low(card: int) -> int:
    """Bring-in key of razz: the highest up card, ace low, then the highest suit (003 L412)."""
    return (card + 4) % 52 + 1


def high_card_by_suit(card: int) -> int:
    """Forced-bet key of Asian stud: the highest up card, then the highest suit (004 L12)."""
    return card + 1


def high_card(card: int) -> int:
    """Forced-bet key of Mexican poker: rank only, a joker is an ace; ties are by seat."""
    return _rank(card) + 1
