"""Change seat: the open ones, to be had from the next hand on."""

from firmware.screens.protocol import ChangeSeat
from stations.answers import leave_page
from stations.areas import GAP, SHEET
from stations.page import Page, Tile, header, nothing_here
from stations.state import State
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.layout import grid, top
from ui.looks import CARD
from ui.sizes import TITLE

PLACES = grid(top(SHEET, 512), 4, 3, GAP)


def tile(s: State) -> Tile:
    seats = s.view.session.open_seats
    if not seats:
        note = "No seat is open"
    elif len(seats) == 1:
        note = f"Seat {seats[0]} is open"
    else:
        note = f"Seats {', '.join(map(str, seats[:-1]))} and {seats[-1]} are open"
    return Tile("swap", "Change seat", note)


def draw(c: Canvas, s: State) -> None:
    header(c, s, "Change seat", "From the next hand; your chips come with you")
    free = s.view.session.open_seats
    if not free:
        nothing_here(c, "No seat is open. Ask again when somebody leaves.")
    for number, rect in zip(free, PLACES, strict=False):
        does = leave_page(s, ChangeSeat(number))
        Button(f"seat {number}", rect, Label(CARD, f"Seat {number}", TITLE), does).draw(c)


PAGE = Page("seats", draw, tile)
