"""Ask the table: what the house allows if everybody agrees; and a player's own straddle or over."""

from firmware.screens.protocol import CallFloor, Pick
from stations.answers import leave_page, send
from stations.areas import GAP, SHEET
from stations.page import Page, Tile, header, nothing_here
from stations.state import State
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.layout import grid, top
from ui.looks import CARD, rounded
from ui.sizes import TITLE

PLACES = grid(top(SHEET, 512), 2, 3, GAP)
BOX = rounded(CARD, 18)


def tile(s: State) -> Tile:
    """Calling the floor is in the bar too: its place is free for what the house allows."""
    if not s.view.motions:
        note = "Called: touch to take it back" if s.me.called else "Lamp and center screen say so"
        return Tile("bell", "Call floor", note, send(CallFloor()), name="floor")
    titles = ", ".join(motion.title.lower() for motion in s.view.motions)
    return Tile("check", "Ask the table", titles[:1].upper() + titles[1:])


def draw(c: Canvas, s: State) -> None:
    note = "If everybody agrees" if s.public.contest else f"For the next {s.play} only"
    header(c, s, "Ask the table", note)
    for motion, rect in zip(s.view.motions, PLACES, strict=False):
        skin = Label(BOX, motion.title, TITLE, under=motion.note)
        does = leave_page(s, Pick(s.view.vote, f"{motion.name}/yes"))
        Button(f"motion {motion.name}", rect, skin, does, guarded=True).draw(c)
    if not s.view.motions:
        nothing_here(c, "Nothing can be asked for now.")


PAGE = Page("motions", draw, tile)
