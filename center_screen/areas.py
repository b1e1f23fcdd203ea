"""The center's glass as areas: where each sheet lies and to whom it is turned.

Everything is told twice, to both long sides or to both ends. Degrees turn counter-clockwise.
"""

from typing import NamedTuple

from pygame import Rect

from ui.layout import inset
from ui.sizes import Type
from ui.theme import CENTER

GLASS = Rect(0, 0, *CENTER)
MIDDLE = GLASS.center
FELT = inset(GLASS, 8, 8)

# Sizes of type: read upside down, and across a table.
SMALL = Type(26, "medium")
NOTE = Type(28, "medium")
NOTE_STRONG = Type(28, "semibold")
STAKES = Type(28, "bold")
LINE = Type(30, "bold")
QUIET_LINE = Type(30, "medium")
NAME = Type(36, "semibold")
HEADLINE = Type(42, "bold")


class Spot(NamedTuple):
    """The middle of a sheet, and how it is turned."""

    x: float
    y: float
    turn: int


def long_sides(far: float) -> tuple[Spot, Spot]:
    """`far` from the middle, one to be read from each long side."""
    x, y = MIDDLE
    return Spot(x, y + far, 0), Spot(x, y - far, 180)


def ends(far: float) -> tuple[Spot, Spot]:
    x, y = MIDDLE
    return Spot(x - far, y, -90), Spot(x + far, y, 90)
