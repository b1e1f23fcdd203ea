"""A hand that is over, step by step, as everyone saw it: public cards only. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from desks.floor.words import AtDesk, Hand, Plate, hand, plates
from firmware.screens.protocol.floor_view import Floor
from firmware.screens.protocol.orders import Step

WIDE = 838  # of the line
WAIT_MS = (400, 3000)  # a step is shown at least, at most so long when it plays


class Line(Struct, frozen=True):
    number: int
    seconds: str  # into the hand, to a tenth
    words: str


class Mark(Struct, frozen=True):
    """Where a street begins on the line of the hand."""

    step: int
    x: int
    words: str


class ReplayPage(Struct, frozen=True):
    number: int
    hands: tuple[int, int]  # first and last that can be shown
    lines: list[Line]
    shown: int  # of them; 0: there is none
    hand: Hand | None = None
    plates: Sequence[Plate] = ()
    marks: Sequence[Mark] = ()
    x: int = 0  # of the step that is shown
    street_before: int = 0  # a step; 0: none
    street_after: int = 0
    wait_ms: int = 0  # until the next step, when it plays


def page_of(number: int, hands: tuple[int, int], steps: Sequence[Step], shown: int) -> ReplayPage:
    if not steps:
        return ReplayPage(number, hands, [], 0)
    began, step = steps[0].at, steps[max(shown, 1) - 1]
    lines = [Line(one.number, f"{(one.at - began) / 1000:.1f}", one.words) for one in steps]
    then = AtDesk("", Floor(now=step.at, public=step.public))
    marks = _marks(steps)
    before = [mark.step for mark in marks if mark.step < step.number]
    after = [mark.step for mark in marks if mark.step > step.number]
    following = steps[step.number].at if step.number < len(steps) else step.at
    return ReplayPage(
        number, hands, lines, step.number, hand(then), plates(then), marks, _x(steps, step),
        before[-1] if before else 0, after[0] if after else 0,
        min(max(following - step.at, WAIT_MS[0]), WAIT_MS[1]),
    )  # fmt: skip


def _marks(steps: Sequence[Step]) -> list[Mark]:
    streets = [""] + [one.public.street for one in steps]
    begins = [
        Mark(one.number, _x(steps, one), one.public.street.capitalize())
        for one, last in zip(steps, streets, strict=False)
        if one.public.street and one.public.street != last
    ]
    deal = [Mark(1, 0, "Deal")] if begins else []
    return [*deal, *begins[1:], Mark(steps[-1].number, WIDE, "End")]


def _x(steps: Sequence[Step], step: Step) -> int:
    """By the clock: a long thought is a long way."""
    first, last = steps[0].at, steps[-1].at
    return (step.at - first) * WIDE // max(last - first, 1)
