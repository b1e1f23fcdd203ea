"""The settlement of a hand as a child would do it: one chip at a time. Slow and obvious."""

from collections.abc import Mapping, Sequence
from typing import Any


def settle_chip_by_chip(
    stakes: Sequence[int],
    live: Sequence[int],
    dead: int,
    scores: Mapping[int, Sequence[Any]],
    seats: Sequence[int],
) -> dict[int, int]:
    """Who gets how much. `scores`: for each live seat, one for each side; None is no hand."""
    paid = dict.fromkeys(live, 0)
    for claimants, chips in side_pots(stakes, live, dead):
        for winners, part in _sides(claimants, chips, scores):
            clockwise = [seat for seat in seats if seat in winners]
            for n in range(part):
                paid[clockwise[n % len(clockwise)]] += 1
    return paid


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


def _sides(
    claimants: Sequence[int], chips: int, scores: Mapping[int, Sequence[Any]]
) -> list[tuple[list[int], int]]:
    """The best for each side that somebody has a hand for; an odd chip goes to the first."""
    best = []
    for side in range(len(scores[claimants[0]])):
        held = [scores[seat][side] for seat in claimants if scores[seat][side] is not None]
        if held:
            best.append([seat for seat in claimants if scores[seat][side] == max(held)])
    parts = [sum(1 for n in range(chips) if n % len(best) == at) for at in range(len(best))]
    return list(zip(best, parts, strict=True))
