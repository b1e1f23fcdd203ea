"""A turn without an amount to choose: the placard, and buttons of which one touch acts."""

from functools import partial

from pygame import Rect

from firmware.screens.protocol import Turn
from stations import sentences
from stations.areas import ACTIONS, GAP, UNDER_TAG
from stations.hand import actions
from stations.hand.actions import confirm
from stations.state import State
from ui.amounts import show
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.controls import upright
from ui.icons import icon
from ui.layout import columns, inset, split, top
from ui.looks import ACTION_GOLD, PANEL_ROW
from ui.shapes import disc
from ui.sizes import HEADING, LABEL, TALL, TITLE
from ui.theme import GOLD, GOLD_INK, LINE_STRONG, TEXT2, rgb

FACTS = top(UNDER_TAG, 160)
RAISES = "Raises this round"
SPAN, SPANS = 232, {RAISES: 296, "Pot if you call": 200, "Pot": 200}
PIP_PITCH = 34


def draw(c: Canvas, s: State, turn: Turn) -> None:
    _facts(c, s, turn)
    count = turn.fold + (turn.call is not None) + (turn.raise_to is not None)
    rects = iter([s.side(rect) for rect in columns(ACTIONS, count, GAP)])
    if turn.fold:
        actions.fold(s, turn, next(rects), TALL).draw(c)
    if turn.call is not None:
        actions.call(s, turn, next(rects), TALL).draw(c)
    if turn.raise_to:
        _raise(s, turn, turn.raise_to.least, next(rects)).draw(c)


def _raise(s: State, turn: Turn, to: int, rect: Rect) -> Button:
    used, cap = turn.raises
    counted = f"Raise {used + 1} of {cap}" if cap and turn.level else ""
    under = sentences.comes_back(turn, to) or counted
    says = sentences.raise_words(turn, to, s.me.stack)
    skin = Label(ACTION_GOLD, says, TITLE, GOLD_INK, "up", under, 2.4)
    return Button("raise", rect, skin, partial(confirm, s), guarded=True)


def _facts(c: Canvas, s: State, turn: Turn) -> None:
    row = s.side(FACTS)
    c.box(row, PANEL_ROW)
    placard = _told(s, turn)
    spans = [SPANS.get(label, SPAN) for label, _ in placard]
    for n, ((label, value), part) in enumerate(zip(placard, split(row, spans, 0), strict=True)):
        if n:
            upright(c, part.x, row.y + 34, 92)
        area = inset(part, 24, right=12)
        c.write(label, LABEL.medium, area, 58, TEXT2)
        if label == RAISES:
            _pips(c, area.x + 14, row.y + 98, *turn.raises)
            area = inset(area, 14 + PIP_PITCH * turn.raises[1], right=0)
        c.write(value, HEADING.bold, area, 98)


def _told(s: State, turn: Turn) -> list[tuple[str, str]]:
    used, cap = turn.raises
    placard = []
    if turn.street_bet:
        street = s.public.street.capitalize() or "This round"
        placard.append((street, f"Bets are {show(turn.street_bet)}"))
    if cap:
        placard.append((RAISES, f"{used} of {cap}"))
    if turn.call is not None:
        placard.append(("Pot if you call" if turn.call else "Pot", show(turn.wins)))
        placard.append(("You have left", show(s.me.stack - turn.call)))
    return placard


def _pips(c: Canvas, x: int, y: int, used: int, cap: int) -> None:
    for n in range(cap):
        at = x + PIP_PITCH * n, y
        if n < used:
            c.middle(disc(24, GOLD), *at)
            c.middle(icon("up", 15, GOLD_INK, 3.4), *at)
        else:
            c.middle(disc(24, rgb("10171E"), LINE_STRONG, 3), *at)
