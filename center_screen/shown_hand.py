"""A shown hand lies on its plate, two-headed; up cards after it."""

from pygame import Rect

from center_screen.board import DECK
from firmware.screens.protocol import Seat
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import seat_ring
from ui.sizes import Type
from ui.theme import GOLD, LINE_STRONG, TEXT, rgb

RING_GROUND = rgb("070C10")
PAIR, NARROW_PAIR, MANY = (94, 134), (66, 94), (74, 106)
NARROW = 400  # the corners and the ends: the name needs its room
PAIR_GAP, MANY_GAP, MARGIN = 8, 4, 12
LEFT_ROOM = 190  # for ring and name beside many cards
RING_X, RING, RING_PX = 46, 56, 30
WORDS_X, WORDS_MARGIN = 84, 12
NAME_Y, STACK_Y = 42, 88
NAME = Type(30, "semibold")
STACK = Type(36, "bold")


def draw(c: Canvas, rect: Rect, seat: Seat) -> None:
    won = seat.won > 0
    ink, edge = (GOLD, GOLD) if won else (TEXT, LINE_STRONG)
    at = rect.x + RING_X, rect.centery, RING
    seat_ring(c, *at, seat.seat, ink, edge, RING_GROUND, None, RING_PX)
    places = _places(rect, len(seat.shown) + len(seat.up))
    left = rect.x + WORDS_X
    room = places[0].x - left - WORDS_MARGIN
    c.text(seat.name, left, rect.y + NAME_Y, *NAME, TEXT, room=room, name=True)
    c.text(show(seat.stack), left, rect.y + STACK_Y, *STACK, TEXT, room=room, tab=True)
    for card, place in zip((*seat.shown, *seat.up), places, strict=True):
        _card(c, card, place, card in seat.winning)


def _places(rect: Rect, count: int) -> list[Rect]:
    """From the right edge; they reach over the plate's upper one."""
    pair = count <= 2
    w, h = MANY if not pair else NARROW_PAIR if rect.w < NARROW else PAIR
    step = w + PAIR_GAP if pair else min(w + MANY_GAP, (rect.w - LEFT_ROOM - w) // (count - 1))
    left = rect.right - MARGIN - w - step * (count - 1)
    return [Rect(left + step * n, rect.bottom - h - MARGIN, w, h) for n in range(count)]


def _card(c: Canvas, card: int, at: Rect, wins: bool) -> None:
    if wins:
        c.sprite(cards.framed(card, *at.size, DECK, True), *at.topleft)
    else:
        c.sprite(cards.shadowed(cards.two_headed(card, *at.size, DECK)), *at.topleft)
    c.face(card, at)
