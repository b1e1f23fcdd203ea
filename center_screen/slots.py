"""Slots: what lies before a plate: its buttons, what the seat did, its chips, stud's up cards."""

from pygame import Rect, Surface

from center_screen.looks import pill
from center_screen.seats import Place
from center_screen.sentences import Says
from center_screen.sheet import put
from center_screen.shown_hand import one_card
from firmware.screens.protocol import Seat
from ui import chips
from ui.canvas import Canvas
from ui.icons import icon
from ui.shapes import Look, blank, disc
from ui.signs import side
from ui.sizes import Type
from ui.sprites import cached
from ui.text import CAP, render
from ui.theme import CREAM, GOLD, GOLD_INK, ROSE, TEXT, TEXT2, rgb

Up = tuple[tuple[int, bool], ...]  # cards that lie face up, and whether they won
SLOT = Rect(0, 0, 520, 190)
UP_FAR = 172  # from the plate to the middle of a slot with up cards
UP, UP_GAP, UP_TOP, WORDS_UNDER_UP = (74, 104), 6, 30, 162
# at the corners and the ends: what lies before a neighbour is near
UP_ROOM, NARROW, NARROW_WORDS = 220, 350, 250
DARK = Look(rgb("061413"), None, None, alpha=0.86)
BOX, BOX_PAD, WORDS_X = 54, 36, 18
CHIP, CHIP_ROOM, SIGN, SIGN_ROOM, SIGN_X = 46, 54, 30, 42, 32
BET = Type(33, "bold")
SAYS = Type(30, "semibold")
PUCK_ROOM, PUCK_GAP, PUCK_X = 74, 12, 33
PUCK, PUCK_FACE, PUCK_LINE, PUCK_PX = 58, 52, 2.5, 34


def draw(c: Canvas, place: Place, seat: Seat, pucks: str, what: Says) -> None:
    """`pucks`: D the dealer's button, K the kill's."""
    sign, says, bet = what
    up = tuple((card, card in seat.winning) for card in seat.up)
    if says or pucks or up:
        x, y = place.slot(UP_FAR if up else 0)
        room = UP_ROOM if place.width < NARROW else SLOT.w
        put(c, x, y, place.turn, *SLOT.size, _slot, sign, says, bet, pucks, up, room)


def _slot(c: Canvas, sign: str, says: str, bet: int, pucks: str, up: Up, room: int) -> None:
    """Buttons, then words, in the middle of the sheet; stud's up cards above them."""
    y = WORDS_UNDER_UP if up else SLOT.centery
    _up_cards(c, up, room)
    icon_w = CHIP_ROOM if bet else SIGN_ROOM if sign and sign != "won" else 0
    wide = c.measure(says, (BET if bet else SAYS)[0]) + icon_w + BOX_PAD if says else 0
    if sign == "won" and room < SLOT.w:  # on two boards it is long
        wide = min(wide, NARROW_WORDS)
    before = PUCK_ROOM * len(pucks) + (PUCK_GAP if says and pucks else 0)
    left = SLOT.centerx - (before + wide) // 2
    for n, mark in enumerate(pucks):
        _puck(c, left + PUCK_X + n * PUCK_ROOM, y, mark)
    if says:
        box = Rect(left + before, y - BOX // 2, wide, BOX)
        _says(c, box, sign, says, bet, icon_w)


def _up_cards(c: Canvas, up: Up, room: int) -> None:
    w, h = UP
    step = min(w + UP_GAP, (room - w) // max(1, len(up) - 1))
    left = SLOT.centerx - (w + step * (len(up) - 1)) // 2
    for n, (card, wins) in enumerate(up):
        one_card(c, card, Rect(left + n * step, UP_TOP, w, h), wins)


def _says(c: Canvas, box: Rect, sign: str, says: str, bet: int, icon_w: int) -> None:
    c.box(box, pill(DARK, BOX))
    y = box.centery
    if sign.startswith("side "):
        c.middle(side(sign[-1], SIGN), box.x + SIGN_X, y)
    elif bet:
        c.middle(chips.chip(chips.value_of(bet), CHIP), box.x + SIGN_X, y)
    elif sign and sign != "won":
        c.middle(icon(sign, SIGN, TEXT2, 2.2), box.x + SIGN_X, y)
    ink = TEXT if bet else ROSE if sign == "alert" else GOLD if sign == "won" else TEXT2
    room = box.w - BOX_PAD if sign == "won" else 0
    c.text(says, box.x + WORDS_X + icon_w, y, *(BET if bet else SAYS), ink, room=room)


def _puck(c: Canvas, x: float, y: float, mark: str) -> None:
    """No higher than a slot: before a wide plate the band is near."""
    c.middle(disc(PUCK, CREAM), x, y)
    c.middle(disc(PUCK_FACE, CREAM, GOLD_INK, PUCK_LINE), x, y)
    c.middle(_letter(mark, PUCK_PX), x, y)


@cached
def _letter(mark: str, px: int) -> Surface:
    letters, base = render(mark, px, "bold", GOLD_INK)
    out = blank(letters.get_width(), round(CAP * px) + 2)
    out.blit(letters, (0, round(CAP * px) + 1 - base))
    return out
