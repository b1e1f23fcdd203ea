"""The others: who and stack on a plate, his mark and his backs."""

from pygame import Rect

from firmware.screens.protocol import Seat
from stations.hand import slots
from stations.hand.seating import Others
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import seat_ring
from ui.layout import inset
from ui.shapes import Look, dashed, disc
from ui.signs import bank_puck, first_puck, letters
from ui.sizes import LABEL, SMALL, VALUE
from ui.theme import (
    CREAM,
    GOLD,
    GOLD_INK,
    LINE,
    LINE_STRONG,
    MARK,
    RED,
    TEXT,
    TEXT2,
    TEXT3,
    rgb,
)  # fmt: skip

IN = Look(rgb("1F2A33"), rgb("161F27"), LINE, 1.5, 14, shadow=10)
OUT = Look(rgb("10171E"), rgb("0D141A"), rgb("2B3842"), 1.5, 14, shadow=8)
TO_ACT = Look(rgb("1F2A33"), rgb("161F27"), GOLD, 3, 16, glow=rgb("B98520"))
IN_BRIGHT, OUT_BRIGHT = (look._replace(edge=TEXT2, line=2) for look in (IN, OUT))
EMPTY_GROUND, RING_GROUND = rgb("0A1117"), rgb("090F14")
EMPTY = Look(EMPTY_GROUND, None, None, radius=14)
ALL_IN = Look(RED, None, None, radius=7)
WORDS_X, LARGE_WORDS_X = 68, 60


def draw(c: Canvas, s: State, rect: Rect, seat: Seat, others: Others) -> None:
    if seat.life in ("open", "reserved"):
        _empty(c, rect, seat)
        return
    _plate(c, s, rect, seat)
    slots.draw(c, s, rect, seat, others)


def _empty(c: Canvas, rect: Rect, seat: Seat) -> None:
    c.box(rect, EMPTY)
    c.blit(dashed(rect.w, rect.h, 14, LINE_STRONG, 2, 10), *rect.topleft)
    seat_ring(c, rect.x + 33, rect.centery, 42, seat.seat, TEXT3, LINE_STRONG, EMPTY_GROUND)
    label = "Open seat" if seat.life == "open" else seat.name or "Reserved"
    c.write(label, LABEL.semibold, inset(rect, 64, right=10), ink=TEXT3, name=True)


def _plate(c: Canvas, s: State, rect: Rect, seat: Seat) -> None:
    """Who and stack."""
    acting, live, won = s.public.actor == seat.seat, seat.life in ("in", "ready"), seat.won > 0
    gold = acting or won
    if gold:
        c.box(rect.inflate(6, 6), TO_ACT)
    elif s.view.prefs.contrast:
        c.box(rect, IN_BRIGHT if live else OUT_BRIGHT)
    else:
        c.box(rect, IN if live else OUT)
    ink = TEXT if live else TEXT3
    clock = s.public.clock
    share = s.clock_left / clock.of_ms if acting and clock and clock.of_ms else None
    d, edge = 38 if share is not None else 42, GOLD if gold else LINE_STRONG
    at = rect.x + 33, rect.centery
    seat_ring(c, *at, d, seat.seat, GOLD if gold else ink, edge, RING_GROUND, share, pen=4)
    held = seat.down if live and not seat.shown and not _in_the_middle(s, seat) else 0
    badge = "D" if s.public.button == seat.seat else seat.mark
    at_words = LARGE_WORDS_X if s.view.prefs.large else WORDS_X
    stack_room = inset(rect, at_words, right=46 if held or (badge and seat.all_in) else 10)
    name_room = inset(rect, at_words, right=46 if badge else 10)
    c.write(seat.name, LABEL.semibold, name_room, 25, ink, name=True)
    if seat.all_in and live:
        _all_in(c, rect, stack_room)
    else:
        c.write(show(seat.stack), VALUE.bold, stack_room, 51, ink, tab=True)
    if held:
        _backs(c, rect, held)
    if badge:
        puck(c, rect.right - 22, rect.y + 20, badge)
    elif _is_first(s, seat):
        c.middle(first_puck(30), rect.right - 22, rect.y + 20)


def _is_first(s: State, seat: Seat) -> bool:
    """To be settled, or in pan to be dealt to."""
    if s.public.pan:
        return s.public.pan.first == seat.seat
    return s.round is not None and s.round[0].first == seat.seat


def _in_the_middle(s: State, seat: Seat) -> bool:
    """The bank's cards lie there, unless there is a board."""
    return s.round is not None and seat.mark == "B" and not s.public.placard.board


def _all_in(c: Canvas, plate: Rect, room: Rect) -> None:
    wide = min(room.w, c.measure("All-in", SMALL.px) + 18)
    tag = Rect(room.x - 2, plate.y + 38, wide, 28)
    c.box(tag, ALL_IN)
    c.write("All-in", SMALL.bold, inset(tag, 5), at="c")


def _backs(c: Canvas, plate: Rect, held: int) -> None:
    small = cards.pair_of_backs(18, 28, min(held, 5))
    c.blit(small, plate.right - 10 - small.get_width(), plate.y + 35)
    c.report.backs.append(Rect(plate.right - 43, plate.y + 35, 33, 28))


def puck(c: Canvas, x: float, y: float, mark: str) -> None:
    """The dealer's button, or a blind's."""
    if mark == "B":
        c.middle(bank_puck(28), x, y)
    elif mark == "D":
        c.middle(disc(28, CREAM, CREAM), x, y)
        c.middle(disc(25, CREAM, GOLD_INK, 1.5), x, y)
        c.middle(letters(mark, 18, GOLD_INK), x, y)
    else:
        c.middle(disc(29, MARK), x, y)
        c.middle(letters(mark, 15, TEXT), x, y)
