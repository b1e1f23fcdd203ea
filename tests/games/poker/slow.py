"""The settlement of a hand as a child would do it: one chip at a time. Slow and obvious."""

from collections.abc import Mapping, Sequence
from typing import Any


def settle_chip_by_chip(
    stakes: Sequence[int],
    live: Sequence[int],
    dead: int,
    scores: Mapping[int, Sequence[Any]],
    seats: Sequence[int],
    chip: int = 1,
) -> dict[int, int]:
    """Who gets how much. `scores`: for each live seat, one for each side; no hand is None or 0.

    `chip` is the smallest in play; what is less than a chip stays with the first.
    """
    paid = dict.fromkeys(live, 0)
    for claimants, cents in side_pots(stakes, live, dead):
        sides = _best_of_each_side(claimants, scores)
        for winners, part in zip(sides, _hand_out(cents, len(sides), chip), strict=True):
            clockwise = [seat for seat in seats if seat in winners]
            shares = _hand_out(part, len(clockwise), chip)
            for seat, share in zip(clockwise, shares, strict=True):
                paid[seat] += share
    return paid


def _hand_out(cents: int, ways: int, chip: int) -> list[int]:
    """One chip to the first, one to the second, ... until there are no more."""
    heaps, turn = [0] * ways, 0
    while cents >= chip:
        heaps[turn % ways] += chip
        cents, turn = cents - chip, turn + 1
    heaps[0] += cents
    return heaps


def side_pots(
    stakes: Sequence[int], live: Sequence[int], dead: int
) -> list[tuple[tuple[int, ...], int]]:
    """Take the first chip of everyone, then the second, ... Chips with the same claimants make
    one pot; chips that only folded hands have put in join the pot below them."""
    everyone = tuple(sorted(live))
    made: list[tuple[tuple[int, ...], int]] = [(everyone, dead)]
    for nth in range(1, max(stakes) + 1):
        chips = sum(1 for stake in stakes if stake >= nth)
        claimants = tuple(seat for seat in everyone if stakes[seat] >= nth) or made[-1][0]
        if made[-1][0] == claimants:
            made[-1] = claimants, made[-1][1] + chips
        else:
            made.append((claimants, chips))
    return [(claimants, chips) for claimants, chips in made if chips]


def _best_of_each_side(
    claimants: Sequence[int], scores: Mapping[int, Sequence[Any]]
) -> list[list[int]]:
    """The winners of each side that somebody has a hand for."""
    best = []
    for side in range(len(scores[claimants[0]])):
        held = [scores[seat][side] for seat in claimants if scores[seat][side]]
        if held:
            best.append([seat for seat in claimants if scores[seat][side] == max(held)])
    return best
