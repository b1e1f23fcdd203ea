"""Match-It: three cards of one's own against the total of a board of three (003 L915-959).

The total of the board is best, then the nearest under it, then the nearest over; equal totals go by
rank, aces high. An ace is one or eleven as its holder likes, and eleven on the board.
"""

from collections.abc import Sequence

from firmware.games.cards import ACE, RANK_WORDS

HELD = 3
_PIPS: tuple[int, ...] = (*range(2, 11), 10, 10, 10, 1)  # by rank
FAR = 63


def target(board: Sequence[int]) -> int:
    """6 to 33."""
    return sum(11 if card >> 2 == ACE else _PIPS[card >> 2] for card in board)


def total(hand: Sequence[int], goal: int) -> int:
    """The best of what its aces can count."""
    low = sum(_PIPS[card >> 2] for card in hand)
    aces = sum(card >> 2 == ACE for card in hand)
    totals = [low + 10 * high for high in range(aces + 1)]
    return max((one for one in totals if one <= goal), default=min(totals))


def rank(cards: Sequence[int]) -> int:
    """Of a hand and the board after it; 0 as long as they are not all there."""
    if len(cards) != HELD + 3:
        return 0
    hand, goal = cards[:HELD], target(cards[HELD:])
    points = total(hand, goal)
    high, middle, low = sorted((card >> 2 for card in hand), reverse=True)
    not_over, near = points <= goal, FAR - abs(goal - points)
    return not_over << 24 | near << 18 | points << 12 | high << 8 | middle << 4 | low


def words(strength: int) -> str:
    if not strength:
        return "no hand"
    off, points = FAR - (strength >> 18 & FAR), strength >> 12 & FAR
    ranks = "-".join(RANK_WORDS[strength >> room & 15] for room in (8, 4, 0))
    if not off:
        return f"{points}, a match, {ranks}"
    return f"{points}, {off} {'under' if strength >> 24 else 'over'}, {ranks}"


def kind(strength: int) -> str:
    if not strength:
        return ""
    off = FAR - (strength >> 18 & FAR)
    return "match" if not off else "under" if strength >> 24 else "over"
