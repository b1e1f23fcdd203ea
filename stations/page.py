"""A page of the glass: one object with a file of its own, see stations/pages."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from pygame import Rect

from stations.answers import back
from stations.areas import BODY, HEAD, SHEET
from stations.state import State
from ui.buttons import Beside, Button
from ui.canvas import Canvas
from ui.layout import inset, left
from ui.looks import SOFT
from ui.sizes import BUTTON, HEADING, LABEL, TITLE, VALUE
from ui.theme import TEXT2
from ui.touch import Does

Wire = Literal["", "history", "proof", "rules", "limits"]


class Tile(Struct, frozen=True):
    """How a page, or an act, is offered in the menu."""

    sign: str
    title: str
    note: str
    does: Does | None = None  # None: the page is opened
    rose: bool = False
    name: str = ""  # of an act that stands in for the page
    off: bool = False  # not offered: the note says why


class Page(Struct, frozen=True):
    """It lies over the table and closes by itself when it is your turn."""

    name: str
    draw: Callable[[Canvas, State], None]
    tile: Callable[[State], Tile] | None = None
    wire: Wire = ""  # what the table sends only while it is open
    before_seat: bool = False  # may be read before anybody sits down
    in_block: bool = False  # covers the player's block only


TITLES = 144  # from the left edge of the body, beside the way back


def header(
    c: Canvas, s: State, title: str, note: str = "", wide: int = BODY.w, behind: str = "menu"
) -> None:
    """The way back, and what this page is."""
    skin = Beside(SOFT, "back", 25, "Back", BUTTON.bold, 28, 50)
    Button("page back", left(HEAD, 120), skin, back(s, behind)).draw(c)
    words = left(HEAD, wide - TITLES - 16).move(TITLES, 0)
    c.write(title, TITLE.bold, words, 25)
    c.write(note, LABEL.medium, words, 58, TEXT2)


def nothing_here(c: Canvas, says: str) -> None:
    c.write(says, HEADING.semibold, SHEET, 236, TEXT2, "c")


def foot_note(c: Canvas, under: Rect, says: str) -> None:
    c.write(says, VALUE.medium, inset(SHEET, 8), under.bottom - SHEET.y + 46, TEXT2)
