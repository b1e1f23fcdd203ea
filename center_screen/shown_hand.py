"""A shown hand lies on its plate, two-headed; stud's up cards stay where they lie."""

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
PAIR, NARROW_PAIR, MANY, SMALL = (94, 134), (66, 94), (74, 106), (54, 76)
NARROW = 400  # the corners and the ends: the name needs its room
PAIR_GAP, MANY_GAP, MARGIN = 8, 4, 12
LEFT_ROOM, CLOSE_ROOM = 200, 176  # for ring and name beside many cards
STRIP = 0.48  # of a card is seen, at least: its rank
RING, RING_PX, CLOSE_RING, CLOSE_PX, RING_GAP = 56, 30, 42, 26, 10
WORDS_X, CLOSE_X, WORDS_MARGIN = 84, 60, 8
NAME_Y, STACK_Y = 42, 88
NAME = Type(30, "semibold")
STACK = Type(36, "bold")


def draw(c: Canvas, rect: Rect, seat: Seat) -> None:
    won, close = seat.won > 0, _close(rect, len(seat.shown))
    ink, edge = (GOLD, GOLD) if won else (TEXT, LINE_STRONG)
    ring, px, left = (CLOSE_RING, CLOSE_PX, CLOSE_X) if close else (RING, RING_PX, WORDS_X)
    at = rect.x + left - ring // 2 - RING_GAP, rect.centery, ring
    seat_ring(c, *at, seat.seat, ink, edge, RING_GROUND, None, px)
    places = _places(rect, len(seat.shown), seat.bet > 0)
    left += rect.x
    room = places[0].x - left - WORDS_MARGIN
    c.text(seat.name, left, rect.y + NAME_Y, *NAME, TEXT, room=room, name=True)
    c.text(show(seat.stack), left, rect.y + STACK_Y, *STACK, TEXT, room=room, tab=True)
    for card, place in zip(seat.shown, places, strict=True):
        one_card(c, card, place, card in seat.winning)


def _close(rect: Rect, count: int) -> bool:
    """Many cards on a narrow plate: everything else gives way a little."""
    return count > 2 and rect.w < NARROW


def _places(rect: Rect, count: int, chips: bool) -> list[Rect]:
    """From the right edge; they reach over the plate's upper one, unless chips lie before it."""
    pair, narrow = count <= 2, rect.w < NARROW
    if pair:
        w, h = NARROW_PAIR if narrow or chips else PAIR
        step = w + PAIR_GAP
    else:
        w, h = SMALL if count > (3 if narrow else 4) else MANY
        room = rect.w - (CLOSE_ROOM if narrow else LEFT_ROOM) - w
        step = min(w + MANY_GAP, max(round(w * STRIP), room // (count - 1)))
    left = rect.right - MARGIN - w - step * (count - 1)
    return [Rect(left + step * n, rect.bottom - h - MARGIN, w, h) for n in range(count)]


def one_card(c: Canvas, card: int, at: Rect, wins: bool) -> None:
    if wins:
        c.sprite(cards.framed(card, *at.size, DECK, True), *at.topleft)
    else:
        c.sprite(cards.shadowed(cards.two_headed(card, *at.size, DECK)), *at.topleft)
    c.face(card, at)
