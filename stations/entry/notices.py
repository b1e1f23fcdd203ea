"""The way to the seat is stopped: a card that is locked, or something that takes a moment."""

from stations import backdrop
from stations.areas import BODY
from stations.bar import brand
from stations.entry.steps import given_up
from stations.state import State
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import inset, left, top
from ui.looks import CARD, PANEL
from ui.shapes import Look, disc
from ui.sizes import ALARM, BUTTON, HEADING, TILE
from ui.theme import GOLD, RED, ROSE, ROSE_EDGE, ROSE_GROUND, TEXT2, rgb

NOTICE = top(BODY, 480, 16)
SIGN = (240, 300)
TITLE, WORDS = inset(NOTICE, 364, right=44), inset(NOTICE, 366, right=42)
CLOSE = left(top(WORDS, 96, 328), 320)
LOCKED = PANEL._replace(edge=ROSE_EDGE, line=2)


def locked(c: Canvas, s: State) -> None:
    _ground(c, s, LOCKED)
    c.middle(disc(150, ROSE_GROUND, RED, 5), *SIGN)
    c.middle(icon("lock", 76, ROSE, 2), SIGN[0], SIGN[1] - 2)
    c.write("This card is locked", ALARM.bold, TITLE, 132)
    c.write("Your money is safe. Nobody can use this card.", TILE.semibold, WORDS, 202)
    tail = f" ending {s.view.pin.tail}" if s.view.pin else ""
    says = f"Take the card{tail} and an identity card to the cage."
    c.write(says, BUTTON.medium, WORDS, 248, TEXT2)
    _close(c, s)


def please_wait(c: Canvas, s: State) -> None:
    """The floor approves the seat, or the chips are on their way."""
    _ground(c, s, PANEL)
    c.middle(disc(150, rgb("0A1016"), GOLD, 5), *SIGN)
    c.middle(icon("clock", 76, GOLD, 2), *SIGN)
    c.write("One moment", ALARM.bold, TITLE, 152)
    c.write(s.view.said or "Your chips are on their way.", TILE.semibold, WORDS, 222)
    _close(c, s)


def _ground(c: Canvas, s: State, look: Look) -> None:
    backdrop.dark(c)
    brand(c, s)
    c.box(NOTICE, look)


def _close(c: Canvas, s: State) -> None:
    Button("cancel", CLOSE, Label(CARD, "Close", HEADING, sign="close"), given_up(s)).draw(c)
