"""A shown hand lies on its plate, two-headed; stud's up cards stay where they lie."""

from pygame import Rect

from center_screen.board import DECK
from firmware.screens.protocol import Seat
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import seat_ring
from ui.sizes import Type
from ui.theme import CENTER_FLOOR, GOLD, LINE_STRONG, TEXT, rgb

RING_GROUND = rgb("070C10")
PAIR, NARROW_PAIR, MANY, SMALL, THIRTEEN = (94, 134), (66, 94), (74, 106), (54, 76), (40, 56)
IN_A_ROW = 7
NARROW = 400  # the corners and the ends: the name needs its room
PAIR_GAP, MANY_GAP, MARGIN = 8, 4, 12
LEFT_ROOM, CLOSE_ROOM = 200, 176  # for ring and name beside many cards
STRIP = 0.48  # of a card is seen, at least: its rank
RING, RING_PX, CLOSE_RING, CLOSE_PX, RING_GAP = 56, 30, 42, 26, 10
WORDS_X, CLOSE_X, WORDS_MARGIN, NAME_MARGIN = 84, 60, 8, 14
NAME_Y, STACK_Y = 42, 88
NAME = Type(30, "semibold")
STACK = Type(36, "bold")


def draw(c: Canvas, rect: Rect, seat: Seat, free: bool) -> None:
    close, places = _close(rect, len(seat.shown)), _places(rect, len(seat.shown), free)
    ring, px, left = (CLOSE_RING, CLOSE_PX, CLOSE_X) if close else (RING, RING_PX, WORDS_X)
    until, name_x, ring_y = places[0].x - WORDS_MARGIN, rect.x + left, rect.centery
    if not fits(c, seat.name, NAME, until - name_x):  # it has the whole line, over ring and stack
        ring, px, left = CLOSE_RING, CLOSE_PX, CLOSE_X
        name_x, ring_y = rect.x + NAME_MARGIN, rect.y + STACK_Y
    ink, edge = (GOLD, GOLD) if seat.won > 0 else (TEXT, LINE_STRONG)
    at = rect.x + left - ring // 2 - RING_GAP, ring_y, ring
    seat_ring(c, *at, seat.seat, ink, edge, RING_GROUND, None, px)
    c.text(seat.name, name_x, rect.y + NAME_Y, *NAME, TEXT, room=until - name_x, name=True)
    room = until - rect.x - left
    c.text(show(seat.stack), rect.x + left, rect.y + STACK_Y, *STACK, TEXT, room=room, tab=True)
    for card, place in zip(seat.shown, places, strict=True):
        one_card(c, card, place, card in seat.winning)


def fits(c: Canvas, name: str, size: Type, room: int) -> bool:
    """Whole, be it in the least size."""
    return c.measure(name, CENTER_FLOOR, size.weight) <= room


def _close(rect: Rect, count: int) -> bool:
    """Many cards on a narrow plate: everything else gives way a little."""
    return count > 2 and rect.w < NARROW


def _places(rect: Rect, count: int, free: bool) -> list[Rect]:
    """From the right edge; they reach over the plate's upper one where the felt is free."""
    pair, narrow = count <= 2, rect.w < NARROW
    if count > IN_A_ROW:
        half = -(-count // 2)
        return [*_row(rect.move(0, -THIRTEEN[1] - MANY_GAP), half), *_row(rect, count - half)]
    if pair:
        w, h = PAIR if free and not narrow else NARROW_PAIR
        step = w + PAIR_GAP
    else:
        w, h = SMALL if count > (3 if narrow else 4) else MANY
        room = rect.w - (CLOSE_ROOM if narrow else LEFT_ROOM) - w
        step = min(w + MANY_GAP, max(round(w * STRIP), room // (count - 1)))
    left = rect.right - MARGIN - w - step * (count - 1)
    return [Rect(left + step * n, rect.bottom - h - MARGIN, w, h) for n in range(count)]


def _row(rect: Rect, count: int) -> list[Rect]:
    """One of two."""
    w, h = THIRTEEN
    step = round(w * STRIP)
    left = rect.right - MARGIN - w - step * (IN_A_ROW - 1)
    return [Rect(left + step * n, rect.bottom - h - MARGIN, w, h) for n in range(count)]


def one_card(c: Canvas, card: int, at: Rect, wins: bool) -> None:
    if wins:
        c.sprite(cards.framed(card, *at.size, DECK, True), *at.topleft)
    else:
        c.sprite(cards.shadowed(cards.two_headed(card, *at.size, DECK)), *at.topleft)
    c.face(card, at)
