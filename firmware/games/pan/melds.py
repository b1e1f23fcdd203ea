"""Melds: what may be laid on the board, what may be added to it, and which rows of the pay card it
has come to. Facts alone; the card pays.

The filing leaves both to a rule book that it does not print (000 L1483). These are the public ones:
three of a rank in three suits or in one, aces and kings in any; ropes of one suit, where the jack
follows the seven. Valle cards are threes, fives and sevens.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal

from firmware.games.cards import ACE, RANK_PLURALS, RANKS

Kind = Literal["suits", "one suit", "any suits", "rope"]
Pays = Mapping[str, tuple[int, int]]  # row of the card -> chips for three cards, for each further

KING, SPADES = 11, 3
VALLE = frozenset((1, 3, 5))
ANY_SUITS = frozenset((KING, ACE))
ROPE = {rank: at for at, rank in enumerate((ACE, 0, 1, 2, 3, 4, 5, 9, 10, KING))}
ENDS = {"A-2-3": {0, 1, 2}, "J-Q-K": {7, 8, 9}}
LEAST = 3

# The rows of a pay card, in its order.
ROWS = (
    "valle", "valle in one suit", "valle in spades", "one suit", "spades",
    "A-2-3", "A-2-3 of spades", "J-Q-K", "J-Q-K of spades",
)  # fmt: skip


def kind(cards: Sequence[int]) -> Kind | None:
    """Of three cards; None: they are no meld."""
    ranks, suits = {card // 4 for card in cards}, {card % 4 for card in cards}
    if len(cards) != LEAST:
        return None
    if len(ranks) == 1:
        if len(suits) == 1:
            return "one suit"
        if len(suits) == LEAST:
            return "suits"
        return "any suits" if ranks <= ANY_SUITS else None
    places = _places(cards)
    return "rope" if len(suits) == 1 and places[-1] - places[0] == 2 and _apart(places) else None


def takes(meld: Kind, cards: Sequence[int], card: int) -> bool:
    """May the card be added to this meld?"""
    if meld == "rope":
        places, at = _places(cards), ROPE[card // 4]
        return card % 4 == cards[0] % 4 and at in (places[0] - 1, places[-1] + 1)
    if card // 4 != cards[0] // 4:
        return False
    return meld != "one suit" or card % 4 == cards[0] % 4 or card // 4 in ANY_SUITS


def worth(meld: Kind, cards: Sequence[int], pays: Pays) -> int:
    """Chips from each player for all of it."""
    return sum(pays[row][0] + pays[row][1] * more for row, more in _rows(meld, cards))


def _rows(meld: Kind, cards: Sequence[int]) -> list[tuple[str, int]]:
    """What it has come to, and how many cards beyond three count."""
    rank, suit = cards[0] // 4, cards[0] % 4
    if meld == "rope":
        of_spades = " of spades" if suit == SPADES else ""
        places = {*_places(cards)}
        return [(f"{end}{of_spades}", 0) for end, three in ENDS.items() if three <= places]
    if meld == "suits":
        return [("valle", len(cards) - LEAST)] if rank in VALLE else []
    if meld == "one suit":  # aces and kings may have others beside them, which count nothing
        more = sum(card % 4 == suit for card in cards) - LEAST
        plain = "spades" if suit == SPADES else "one suit"
        return [(f"valle in {plain}" if rank in VALLE else plain, more)]
    return []


def words(meld: Kind, cards: Sequence[int]) -> str:
    """For people: "Fives in spades", "2-3-4 of hearts"."""
    suit = ("clubs", "diamonds", "hearts", "spades")[cards[0] % 4]
    if meld == "rope":
        ordered = sorted(cards, key=lambda card: ROPE[card // 4])
        return f"{'-'.join(RANKS[card // 4] for card in ordered)} of {suit}"
    plural = RANK_PLURALS[cards[0] // 4]
    return f"{plural} in {suit}" if meld == "one suit" else plural


def ways(held: Sequence[int], with_card: int | None = None) -> list[tuple[int, ...]]:
    """Places of the cards in `held` that make a meld of three, with this one or by themselves. Of
    places with the same faces the first are enough."""
    need, extra = (LEAST, ()) if with_card is None else (LEAST - 1, (with_card,))
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for places in combinations(range(len(held)), need):
        faces = tuple(held[place] for place in places)
        if kind((*faces, *extra)):
            found.setdefault(tuple(sorted(faces)), places)
    return [*found.values()]


def _places(cards: Sequence[int]) -> list[int]:
    return sorted(ROPE[card // 4] for card in cards)


def _apart(places: list[int]) -> bool:
    return len(set(places)) == len(places)
