"""Leave the table: what goes to the card, when, and a second touch."""

from pygame import Rect

from firmware.screens.protocol import Leave
from stations import leaving
from stations.answers import back, leave_page
from stations.areas import FOOT, GAP, SHEET
from stations.page import Page, Tile, header
from stations.state import State
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.layout import columns, inset, top
from ui.looks import ACTION_CARD, ACTION_FOLD, PANEL
from ui.sizes import BUTTON, SUM, TILE, TITLE
from ui.theme import ROSE, ROSE_EDGE, TEXT2

CASH = top(SHEET, 300)
STAY, GO = columns(FOOT, 2, GAP)
ROSE_PANEL = PANEL._replace(edge=ROSE_EDGE, line=1.5)


def tile(s: State) -> Tile:
    return Tile("exit", "Leave table", leaving.in_short(s), rose=True, off=bool(s.view.no.leave))


def draw(c: Canvas, s: State) -> None:
    header(c, s, "Leave the table?", "Your seat becomes free")
    c.box(CASH, ROSE_PANEL)
    words, no = inset(CASH, 48), s.view.no.leave
    if no:
        c.write("Not now", SUM.bold, words, 146)
        c.write(no, BUTTON.medium, words, 238, TEXT2)
    else:
        _to_card(c, s, words)
    Button("stay", STAY, Label(ACTION_CARD, "Stay", TITLE, sign="back"), back(s)).draw(c)
    if not no:
        go = Label(ACTION_FOLD, "Leave table", TITLE, ROSE, "exit")
        Button("leave now", GO, go, leave_page(s, Leave()), guarded=True).draw(c)


def _to_card(c: Canvas, s: State, words: Rect) -> None:
    when, how_much, why = leaving.to_card(s)
    c.write(when, TILE.medium, words, 70, TEXT2)
    c.write(how_much, SUM.bold, words, 146, tab=True)
    c.paragraph(
        f"{why} {s.public.placard.again}".strip(), BUTTON.medium, words, 222, TEXT2, lines=2
    )


PAGE = Page("leave", draw, tile)
