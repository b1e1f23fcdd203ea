"""Low hands: the best is the lowest, so a strength is a ceiling less how bad the hand is.

Badness is packed as high strengths are (ladder.pack), so that it too can be read back into words.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from firmware.games.cards import ACE, JOKER
from firmware.games.ranking import high
from firmware.games.ranking.keys import RANK_KEYS
from firmware.games.ranking.ladder import FLUSH, HIGH_CARD, STRAIGHT, STRAIGHT_FLUSH, pack

A5_CEILING = 6 << 20  # above four of a kind, the worst ace-to-five low
D7_CEILING = 10 << 20  # above a straight flush, the worst deuce-to-seven low
EIGHT_OR_BETTER = A5_CEILING - pack(0, (7, 6, 5, 4, 3))  # the worst of them; an ace is 0

# How often each rank is held, most first -> how bad. Five different ranks are 0, whatever
# straight or flush they make.
_SHAPES = {
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 4,
    (4, 1): 5,
}

# Sums of these are different for different ranks, and for different numbers of cards.
_COUNTED = [RANK_KEYS[c >> 2] + (1 << 23) for c in range(52)] + [1 << 27]
_a5_seen: dict[int, int] = {}

# Deuce to seven is high poker upside down, but for the ace: A-5-4-3-2 is no straight (002 L489).
_LOW_ACE = (ACE, 3, 2, 1, 0)
_WHEELS = {
    pack(STRAIGHT, (3,)): pack(HIGH_CARD, _LOW_ACE),
    pack(STRAIGHT_FLUSH, (3,)): pack(FLUSH, _LOW_ACE),
}


def rank_a5(cards: Sequence[int]) -> int:
    """Ace to five: the lowest five of five or more cards; a joker is the lowest rank missing."""
    if len(cards) > 7:  # beyond this the keys no longer tell all hands apart
        return max(map(rank_a5, combinations(cards, 7)))
    key = sum([_COUNTED[c] for c in cards])
    try:
        return _a5_seen[key]
    except KeyError:
        strength = _a5_seen[key] = _a5(cards)
        return strength


def rank_a5_eight(cards: Sequence[int]) -> int:
    """Ace to five, five different ranks none above an eight; 0 for anything else."""
    strength = rank_a5(cards)
    return strength if strength >= EIGHT_OR_BETTER else 0


def _a5(cards: Sequence[int]) -> int:
    naturals = [c for c in cards if c != JOKER]
    ranks = [((c >> 2) + 1) % 13 for c in naturals]  # ace 0, deuce 1, ... king 12
    for _ in range(len(cards) - len(naturals)):
        ranks.append(min(set(range(13)) - set(ranks)))  # 002 L51-57, 003 L269
    distinct = sorted(set(ranks))[:5]
    if len(distinct) == 5:
        return A5_CEILING - pack(0, distinct[::-1])
    return max((A5_CEILING - _a5_badness(five) for five in combinations(ranks, 5)), default=0)


def _a5_badness(five: Iterable[int]) -> int:
    groups = sorted(((n, r) for r, n in Counter(five).items()), reverse=True)
    return pack(_SHAPES[tuple(n for n, _ in groups)], (r for _, r in groups))


def rank_d7(cards: Sequence[int]) -> int:
    """Deuce to seven: the lowest five; ace high, straights and flushes count against the hand.

    A joker takes the rank that gives the best low (HG-A12).
    """
    if JOKER in cards:
        held = set(cards)
        rest = [c for c in cards if c != JOKER]
        more = [JOKER] * (len(cards) - len(rest) - 1)
        return max(rank_d7([*rest, *more, c]) for c in range(52) if c not in held)
    if len(cards) != 5:
        return max(map(rank_d7, combinations(cards, 5)), default=0)
    strength = high.rank(cards)
    return D7_CEILING - _WHEELS.get(strength, strength)
