"""Main pot and side pots out of what everyone has put in."""

from itertools import pairwise
from operator import add

from firmware.games.play import Pot
from firmware.games.poker.hand import Hand


def staked(hand: Hand) -> list[int]:
    """What each seat has put in, by seat number."""
    return list(map(add, hand.paid, hand.bets))


def uncalled(stakes: list[int], live: list[int]) -> tuple[int, int]:
    """(seat, chips) of the part of the largest stake that nobody matched, or (0, 0)."""
    second, top = sorted(stakes)[-2:]
    seat = stakes.index(top)
    return (seat, top - second) if top > second and seat in live else (0, 0)


def pots(stakes: list[int], live: list[int], dead: int = 0) -> list[Pot]:
    """ "If a player is all in, then any further bets by other players form a side pot. The all in
    player is eligible to win only the pot(s) containing chips he bet" (000 L1773).

    Layers by what the live hands have put in; folded chips fill the layers they reach, and the
    excess joins the top one. Dead money is in the main pot."""
    levels = sorted({stakes[seat] for seat in live})
    if len(levels) == 1:
        return [Pot(sum(stakes) + dead, live)]
    out: list[Pot] = []
    below = 0
    for level in levels[:-1]:
        chips = sum(min(c, level) - below for c in stakes if c > below)
        out.append(Pot(chips, [seat for seat in live if stakes[seat] >= level]))
        below = level
    top = [seat for seat in live if stakes[seat] == levels[-1]]
    out.append(Pot(sum(c - below for c in stakes if c > below), top))
    out[0].chips += dead
    for pot, next_pot in pairwise(out):  # a fee bigger than the main pot reaches into the next
        if pot.chips < 0:
            pot.chips, next_pot.chips = 0, next_pot.chips + pot.chips
    return out


def droppable(hand: Hand) -> int:
    """What a fee can take: never more than the pot, and no bet that nobody called."""
    return max(0, hand.pot - uncalled(staked(hand), hand.live)[1])
