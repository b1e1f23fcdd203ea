"""Change seat: an open one at once, another one when it opens, by the queue."""

from pygame import Rect

from firmware.screens.protocol import ChangeSeat
from stations.answers import leave_page
from stations.areas import GAP, SHEET
from stations.page import Page, Tile, foot_note, header
from stations.state import State
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.layout import grid, top
from ui.looks import ACTION_GOLD, CARD, QUIET
from ui.sizes import TITLE
from ui.theme import GOLD_INK, TEXT, TEXT2

PLACES = grid(top(SHEET, 512), 4, 3, GAP)
ANY = 0


def tile(s: State) -> Tile:
    seats = s.view.session.open_seats
    if s.view.no.seat:
        note = s.view.no.seat
    elif s.view.session.wish >= ANY:
        note = _waits(s)
    elif not seats:
        note = "No seat is open"
    elif len(seats) == 1:
        note = f"Seat {seats[0]} is open"
    else:
        note = f"Seats {', '.join(map(str, seats[:-1]))} and {seats[-1]} are open"
    return Tile("swap", "Change seat", note, off=bool(s.view.no.seat))


def _waits(s: State) -> str:
    session = s.view.session
    which = f"seat {session.wish}" if session.wish else "any seat"
    return f"You asked for {which}: number {session.in_queue} in line"


def draw(c: Canvas, s: State) -> None:
    header(c, s, "Change seat", f"Between two {s.play}s; your chips come with you")
    others = [seat.seat for seat in s.public.seats if seat.seat != s.view.seat]
    for number, rect in zip((*others, ANY), PLACES, strict=False):
        _place(c, s, number, rect)
    asked = s.view.session.wish >= ANY
    says = _waits(s) if asked else "Who asked for a seat sits there as soon as it opens."
    foot_note(c, PLACES[-1], says)


def _place(c: Canvas, s: State, number: int, rect: Rect) -> None:
    """Open: his with a touch. Taken: he waits for it, and touches once more to wait no longer."""
    session = s.view.session
    title = f"Seat {number}" if number else "Any seat"
    if number == session.wish:
        skin, to = Label(ACTION_GOLD, title, TITLE, GOLD_INK, under="Asked for"), s.view.seat
    elif number in session.open_seats:
        skin, to = Label(CARD, title, TITLE, TEXT, under="Open"), number
    else:
        skin, to = Label(QUIET, title, TITLE, TEXT2, under="Ask for it"), number
    Button(f"seat {number}", rect, skin, leave_page(s, ChangeSeat(to)), guarded=True).draw(c)


PAGE = Page("seats", draw, tile)
