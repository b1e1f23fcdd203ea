"""How the hands of banked poker games compare, what they are called, and which of them let the
bank play. A game's page names its ranking and its qualifier.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from firmware.games.cards import ACE, RANK_PLURALS, RANK_WORDS
from firmware.games.ranking import RANKINGS, ladder
from firmware.games.ranking.ladder import Ladder

Cards = Sequence[int]

FIVES = (
    "royal flush", "straight flush", "five of a kind", "four of a kind", "full house", "flush",
    "straight", "three of a kind", "two pair", "pair", "high card",
)  # fmt: skip
KING, QUEEN = 11, 10


class HandRanking(NamedTuple):
    strength: Callable[[Cards], int]  # bigger wins, equal ties
    kind: Callable[[int], str]
    words: Callable[[int], str]


# ---- Three cards: straight beats flush, three of a kind beats both (000b, ambiguity 1)

THREES = (
    "high card", "pair", "flush", "straight", "three of a kind", "straight flush", "royal flush",
)  # fmt: skip


def three(cards: Cards) -> int:
    """Kind first, then ranks from the top. With several decks a hand counts as the best it is."""
    first, second, third = ranks = sorted((card >> 2 for card in cards), reverse=True)
    flush = len({card & 3 for card in cards}) == 1
    wheel = ranks == [ACE, 1, 0]
    straight = wheel or (first == second + 1 and second == third + 1)
    if straight and flush:
        kind = 6 if second == KING else 5
    elif first == third:
        kind = 4
    elif straight:
        kind = 3
    elif flush:
        kind = 2
    elif first == second or second == third:
        kind = 1
        ranks = [second, second, first if second == third else third]
    else:
        kind = 0
    if wheel:
        ranks = [1, 0, 0]  # the ace below the deuce
    return kind << 12 | ranks[0] << 8 | ranks[1] << 4 | ranks[2]


def _three_words(strength: int) -> str:
    kind, top = THREES[strength >> 12], strength >> 8 & 15
    match kind:
        case "high card":
            return f"{RANK_WORDS[top]} high"
        case "pair":
            return f"Pair of {RANK_PLURALS[top]}"
        case "three of a kind":
            return f"Three {RANK_PLURALS[top]}"
        case "royal flush":
            return "Royal Flush"
    return f"{kind.title()}, {RANK_WORDS[top]} high"


# ---- Five of several decks: a flush may hold a pair, and there are fives of a kind

MANY_DECKS = Ladder(ladder.STANDARD.straights, ladder.FULL_HOUSE, ladder.FLUSH)


def five_of_many(cards: Cards) -> int:
    """Flush over full house (003 L741-742); five of a kind over four (003 A-24)."""
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    unsuited = MANY_DECKS.by_ranks(ranks)
    if unsuited >> 20 == ladder.FIVE:  # no better than a straight flush
        unsuited = ladder.pack(ladder.QUADS, (ranks[0], ACE + 1))
    if len({card & 3 for card in cards}) > 1:
        return unsuited
    if top := len(set(ranks)) == 5 and MANY_DECKS.straight_top(sum(1 << r for r in ranks)):
        return ladder.pack(ladder.STRAIGHT_FLUSH, (top,))
    return max(unsuited, ladder.pack(MANY_DECKS.flush, ranks))


def _many_kind(strength: int) -> str:
    """A five of a kind is paid as a four."""
    from firmware.games.ranking.names import high_class

    return high_class(MANY_DECKS, strength)


def _many_words(strength: int) -> str:
    from firmware.games.ranking.names import high

    if strength >> 20 == ladder.QUADS and ladder.unpack(strength, 2)[1] > ACE:
        return f"Five {RANK_PLURALS[ladder.unpack(strength, 1)[0]]}"
    return high(MANY_DECKS, strength)


HIGH = RANKINGS["high"]
HAND_RANKINGS = {
    "three": HandRanking(three, lambda strength: THREES[strength >> 12], _three_words),
    "high": HandRanking(HIGH.rank, HIGH.kind, HIGH.words),
    "five of many": HandRanking(five_of_many, _many_kind, _many_words),
}


# ---- What lets the bank play


def _ace_king(strength: int) -> bool:
    top = ladder.unpack(strength, 2)
    return strength >> 20 > ladder.HIGH_CARD or top == (ACE, KING)


QUALIFIERS: dict[str, Callable[[int], bool]] = {
    "queen high": lambda strength: strength >> 8 >= QUEEN,  # three cards (000 L2394)
    "ace king": _ace_king,  # five cards (003 L735, 004 L972)
    "pair": lambda strength: strength >> 20 > ladder.HIGH_CARD,  # five of seven (000 L4513)
}


def kinds_of(ranking: HandRanking, strength: int) -> list[str]:
    """A royal flush is a straight flush, too, where no row pays it."""
    kind = ranking.kind(strength)
    return [kind, "straight flush"] if kind == "royal flush" else [kind]
