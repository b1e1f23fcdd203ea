"""Chips and cards on their way: from stack to bet, from bets to pot, from pot to winner, the deal.

What lies on the table is drawn at once, where it belongs; a flight only shows where it came from.
"""

from collections.abc import Callable
from typing import NamedTuple

from pygame import Surface

from ui import cards, chips
from ui.canvas import Piece, centered
from ui.motion import (
    BET_MS,
    DEAL_MS,
    DEAL_STAGGER_MS,
    GATHER_MS,
    WIN_MS,
    Flight,
    Tween,
    in_out,
    out_cubic,
)  # fmt: skip

Point = tuple[float, float]


class Chips(NamedTuple):
    """What a seat had in front of it, what it won and holds, before and after."""

    seat: int
    bet: tuple[int, int]
    won: tuple[int, int]
    down: tuple[int, int]


class Spots(NamedTuple):
    """Where things lie on one kind of screen."""

    plate: Callable[[int], Point]
    slot: Callable[[int], Point]
    pot: Point
    chip: int  # size
    back: tuple[int, int]


class Flights:
    def __init__(self) -> None:
        self._all: list[Flight] = []

    def launch(self, seats: list[Chips], spots: Spots, now: float) -> None:
        self._all = [flight for flight in self._all if not flight.tween.over(now)]
        dealt = 0
        for one in seats:
            plate, slot = spots.plate(one.seat), spots.slot(one.seat)
            if one.bet[1] > one.bet[0]:
                self._chip(
                    one.bet[1] - one.bet[0], plate, slot, spots, Tween(now, BET_MS, out_cubic)
                )
            elif one.bet[0] and not one.bet[1]:
                self._chip(one.bet[0], slot, spots.pot, spots, Tween(now, GATHER_MS, in_out))
            if one.won[1] > one.won[0]:
                self._chip(one.won[1], spots.pot, plate, spots, Tween(now, WIN_MS, in_out))
            if one.down[1] and not one.down[0]:
                back: Surface = cards.back(*spots.back)
                tween = Tween(now + dealt * DEAL_STAGGER_MS, DEAL_MS, out_cubic)
                self._all.append(Flight(back, spots.pot, plate, tween))
                dealt += 1

    def _chip(self, cents: int, start: Point, end: Point, spots: Spots, tween: Tween) -> None:
        sprite = chips.chip(chips.value_of(cents), spots.chip, False)
        self._all.append(Flight(sprite, start, end, tween))

    def pieces(self, now: float) -> list[Piece]:
        return [
            centered(flight.sprite, *flight.at(now)) for flight in self._all if flight.flying(now)
        ]

    def moving(self, now: float) -> bool:
        return any(not flight.tween.over(now) for flight in self._all)
