"""My limits: what a player may want to stop at, and where he sets it."""

from stations import sentences
from stations.areas import SHEET
from stations.page import Page, Tile, foot_note, header
from stations.state import State
from ui.canvas import Canvas
from ui.layout import inset, rows, top
from ui.looks import PANEL
from ui.sizes import TILE, TITLE
from ui.theme import TEXT2

FACTS = top(SHEET, 300)
ROWS = rows(inset(FACTS, 40, 24), 3, 0)


def tile(s: State) -> Tile:
    return Tile("clock", "My limits", "Time and loss")


def draw(c: Canvas, s: State) -> None:
    header(c, s, "My limits", "You set them at the cage; the table keeps them")
    c.box(FACTS, PANEL)
    session = s.view.session
    placard = (
        ("Time at the table", f"{session.minutes // 60} h {session.minutes % 60:02d} min"),
        ("Result of this session", sentences.signed(s.me.stack - session.bought_in)),
        ("Hands played", str(session.hands)),
    )
    for row, (label, value) in zip(ROWS, placard, strict=True):
        c.write(label, TILE.medium, row, ink=TEXT2)
        c.write(value, TITLE.bold, row, at="r", tab=True)
    says = "To take a break, touch Leave table. Help is free: ask the floor or the cage."
    foot_note(c, FACTS, says)


PAGE = Page("limits", draw, tile)
