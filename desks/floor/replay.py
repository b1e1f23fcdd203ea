"""A hand that is over, step by step, as everyone saw it: public cards only. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from desks.floor.words import AtDesk, Hand, Plate, hand, plates
from firmware.screens.protocol.floor_view import Floor
from firmware.screens.protocol.orders import Step


class Line(Struct, frozen=True):
    number: int
    seconds: str  # into the hand, to a tenth
    words: str


class ReplayPage(Struct, frozen=True):
    number: int
    hands: tuple[int, int]  # first and last that can be shown
    lines: list[Line]
    shown: int  # of them; 0: there is none
    hand: Hand | None = None
    plates: Sequence[Plate] = ()


def page_of(number: int, hands: tuple[int, int], steps: Sequence[Step], shown: int) -> ReplayPage:
    if not steps:
        return ReplayPage(number, hands, [], 0)
    began, step = steps[0].at, steps[max(shown, 1) - 1]
    lines = [Line(one.number, f"{(one.at - began) / 1000:.1f}", one.words) for one in steps]
    then = AtDesk("", Floor(now=step.at, public=step.public))
    return ReplayPage(number, hands, lines, step.number, hand(then), plates(then))
