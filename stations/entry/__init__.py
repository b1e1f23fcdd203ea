"""Sitting down: swipe, PIN, buy-in. Three steps, always shown; and what may stop one of them."""

from collections.abc import Callable

from firmware.screens.protocol import Mode
from stations.entry import attract, buy_in, notices, pin, slip
from stations.state import State
from ui.canvas import Canvas

PICTURES: dict[Mode, Callable[[Canvas, State], None]] = {
    "pin": pin.draw,
    "locked": notices.locked,
    "buy-in": buy_in.draw,
    "please wait": notices.please_wait,
    "slip": slip.draw,
}


def draw(c: Canvas, s: State) -> None:
    PICTURES.get(s.view.mode, attract.draw)(c, s)
