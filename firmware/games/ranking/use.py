"""Which cards may be put together into a hand, and the best hand that they make.

A use is data, from game files: "any" (five of all), "two and three" (Omaha), "one or two" (of
three hole cards, with four or three of the board: Kentucky hold'em, 004 L942-948), or the legal
board triples of a Cuban variant (cuban.TRIPLES), each played with exactly two hole cards.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Literal

from firmware.games.ranking import RANKINGS, Ranking, omaha
from firmware.games.ranking.cuban import Triples

Use = Literal["any", "two and three", "one or two"] | Triples
_HIGH, _LOW_EIGHT = RANKINGS["high"], RANKINGS["low A-5 8"]


def best(use: Use, ranking: Ranking, hole: Sequence[int], board: Sequence[int] = ()) -> int:
    """Strength of the best hand; 0 if no legal one is complete yet, or none qualifies."""
    if use == "any":
        return ranking.rank((*hole, *board))
    if use == "two and three" and len(board) >= 3:
        if ranking is _HIGH:
            return omaha.high(hole, board)
        if ranking is _LOW_EIGHT:
            return omaha.low_eight(hole, board)
    return max(map(ranking.rank, legal_hands(use, ranking, hole, board)), default=0)


def best_cards(
    use: Use, ranking: Ranking, hole: Sequence[int], board: Sequence[int] = ()
) -> tuple[int, ...]:
    """The cards of the best hand, to light up on the screens; empty if there is none."""
    strength = best(use, ranking, hole, board)
    if not strength:
        return ()
    hands = legal_hands(use, ranking, hole, board)
    return _in_reading_order(next(five for five in hands if ranking.rank(five) == strength))


def legal_hands(
    use: Use, ranking: Ranking, hole: Sequence[int], board: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Every full hand that the rule allows. Badugi counts fewer cards: its shorter ones too."""
    match use:
        case "any":
            cards = (*hole, *board)
            least = ranking.size if ranking.size == 5 else 1
            yield from chain.from_iterable(
                combinations(cards, size) for size in range(least, ranking.size + 1)
            )
        case "two and three":
            yield from _joined(hole, 2, board, 3)
        case "one or two":
            yield from _joined(hole, 2, board, 3)
            yield from _joined(hole, 1, board, 4)
        case _:
            for pair in combinations(hole, 2):
                for triple in use:
                    if max(triple) < len(board):
                        yield *pair, *(board[at] for at in triple)


def _joined(
    hole: Sequence[int], held: int, board: Sequence[int], shown: int
) -> Iterator[tuple[int, ...]]:
    for mine in combinations(hole, held):
        for shared in combinations(board, shown):
            yield *mine, *shared


def _in_reading_order(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Quads, trips and pairs first, then from the top: as a person lays a hand out."""
    ranks = [c >> 2 for c in hand]
    return tuple(sorted(hand, key=lambda c: (ranks.count(c >> 2), c), reverse=True))
