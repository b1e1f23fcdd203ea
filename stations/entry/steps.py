"""The head of PIN and buy-in: how far one is on the way to the seat, and the way back."""

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Cancel, Close
from stations.answers import send
from stations.areas import BAR
from stations.bar import RESTING, brand
from stations.state import State
from ui.buttons import Button
from ui.canvas import Canvas
from ui.controls import upright
from ui.icons import icon
from ui.layout import inset, right, top
from ui.shapes import Look, box, disc
from ui.sizes import LABEL, VALUE
from ui.theme import GOLD, GOLD_INK, GREEN_DEEP, LINE_STRONG, TEXT, TEXT2, rgb
from ui.touch import Does

STEPS = ("Swipe", "PIN", "Buy in")
STEPS_X = (520, 690, 860)
CANCEL = right(BAR, 160)
THREAD = Look(LINE_STRONG, None, None, radius=1)


def steps(c: Canvas, s: State, at: int) -> None:
    brand(c, s)
    for n, (label, x) in enumerate(zip(STEPS, STEPS_X, strict=True)):
        _bead(c, x, n, at)
        style = VALUE.bold if n == at else VALUE.semibold
        words = c.text(label, x + 28, BAR.centery, *style, TEXT if n == at else TEXT2)
        if n + 1 < len(STEPS):
            line = STEPS_X[n + 1] - 18 - words.right - 24
            c.blit(box(max(2, line), 2, THREAD).surface, words.right + 12, BAR.centery - 1)
    cancel(c, s)


def _bead(c: Canvas, x: int, n: int, at: int) -> None:
    y = BAR.centery
    if n < at:
        c.middle(disc(36, GREEN_DEEP), x, y)
        c.middle(icon("check", 22, TEXT, 3), x, y)
    else:
        here = n == at
        c.middle(disc(36, GOLD) if here else disc(36, rgb("121A21"), LINE_STRONG, 2), x, y)
        c.text(str(n + 1), x, y, *LABEL.bold, GOLD_INK if here else TEXT2, "c")


class CancelSkin(Struct, frozen=True):
    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        c.box(rect, RESTING)
        upright(c, rect.x, 0, rect.h)
        c.middle(icon("close", 22, TEXT, 2.2), rect.x + 36, BAR.centery)
        c.write("Cancel", VALUE.bold, inset(CANCEL, 58, right=8))


def cancel(c: Canvas, s: State) -> None:
    """The card back; or, for who already sits, no more chips."""
    drawn = top(CANCEL, CANCEL.h - 1)
    Button("cancel", drawn, CancelSkin(), given_up(s), reach=CANCEL).draw(c)


def given_up(s: State) -> Does:
    return send(Close("add chips") if s.view.mode == "seated" else Cancel())
