"""The pots, as pills over the board: main, and a side pot for each all-in."""

from pygame import Rect

from firmware.screens.protocol import Pot
from stations.areas import GLASS
from stations.state import State
from ui import chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.shapes import Look
from ui.sizes import BUTTON, DIGIT, LABEL
from ui.theme import TEXT2, rgb

DARK = Look(rgb("071A19"), None, None, alpha=0.82)
HIGH, GAP = 44, 8
PILL = DARK._replace(radius=HIGH / 2)
OVER_BOARD, NO_BOARD = 222, 270
AROUND = 86  # the pile and the spaces between


def middle_y(s: State) -> int:
    return OVER_BOARD if s.public.placard.board else NO_BOARD


def draw(c: Canvas, s: State) -> None:
    found = s.public.pots
    if not any(pot.chips for pot in found):
        return
    style = (DIGIT if len(found) < 3 else BUTTON).bold
    widths = [
        c.measure(name, *LABEL.medium) + c.measure(show(pot.chips), *style) + AROUND
        for name, pot in _named(found)
    ]
    x, y = GLASS.centerx - (sum(widths) + GAP * (len(widths) - 1)) // 2, middle_y(s)
    for (name, pot), wide in zip(_named(found), widths, strict=True):
        rect = Rect(x, y - HIGH // 2, wide, HIGH)
        c.box(rect, PILL)
        c.middle(chips.little_pile(pot.chips, 26), rect.x + 28, y - 1)
        label = c.text(name, rect.x + 53, y, *LABEL.medium, TEXT2)
        c.text(show(pot.chips), label.right + 12, y, *style, tab=True)
        x = rect.right + GAP


def _named(pots: tuple[Pot, ...]) -> list[tuple[str, Pot]]:
    if len(pots) == 1:
        return [("POT", pots[0])]
    return [("MAIN" if n == 0 else f"SIDE {n}", pot) for n, pot in enumerate(pots)]
