"""Leave the table: what goes to the card, when, and a second touch."""

from firmware.money import show as dollars
from firmware.screens.protocol import Leave
from stations.answers import back, leave_page
from stations.areas import FOOT, GAP, SHEET
from stations.page import Page, Tile, header
from stations.state import State
from ui.amounts import show
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
    return Tile("exit", "Leave table", f"Cash out {_cash(s)} to card", rose=True)


def _cash(s: State) -> str:
    """A tournament that has not begun gives the entry back; its chips are no money."""
    contest = s.public.contest
    return dollars(contest.back) if contest else show(s.me.stack)


def draw(c: Canvas, s: State) -> None:
    header(c, s, "Leave the table?", "Your seat becomes free")
    c.box(CASH, ROSE_PANEL)
    words = inset(CASH, 48)
    c.write("To your card", TILE.medium, words, 70, TEXT2)
    c.write(_cash(s), SUM.bold, words, 146, tab=True)
    when = "After this hand." if s.public.phase == "in hand" and s.me.life == "in" else "At once."
    come_back = "If you come back within the hour, you bring at least this much."
    says = when if s.public.contest else f"{when} {come_back}"
    c.write(says, BUTTON.medium, words, 238, TEXT2)
    Button("stay", STAY, Label(ACTION_CARD, "Stay", TITLE, sign="back"), back(s)).draw(c)
    go = Label(ACTION_FOLD, "Leave table", TITLE, ROSE, "exit")
    Button("leave now", GO, go, leave_page(s, Leave()), guarded=True).draw(c)


PAGE = Page("leave", draw, tile)
