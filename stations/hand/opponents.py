"""The others: who and stack on a plate, and in front of each what he did or shows."""

from functools import lru_cache
from typing import Literal

from pygame import Rect, Surface

from firmware.screens.protocol import Seat
from stations import sentences
from stations.areas import GLASS
from stations.hand.board import one_card
from stations.hand.pots import DARK
from stations.state import State
from ui import cards, chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import seat_ring
from ui.icons import icon
from ui.layout import inset
from ui.shapes import Look, blank, dashed, disc
from ui.sizes import FINE, LABEL, SMALL, VALUE
from ui.text import CAP, render
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
    Color,
    rgb,
)  # fmt: skip

Side = Literal["l", "t", "r"]
PLATE = (184, 72)
PLACES = (
    (16, 314), (16, 206), (140, 84), (344, 84), (548, 84), (752, 84), (956, 84), (1080, 206),
    (1080, 314),
)  # fmt: skip
TOP_ROW = 100  # plates above it look down on the board
SLOT_BELOW, SLOT_BESIDE, SLOT_HIGH = 23, 14, 33
SMALL_CARD, SHOWN_CARD = (46, 64), (64, 90)
SHOWN_WIDE, SHOWN_FROM = 232, 150  # more cards than that overlap; and not over the left rail

IN = Look(rgb("1F2A33"), rgb("161F27"), LINE, 1.5, 14, shadow=10)
OUT = Look(rgb("10171E"), rgb("0D141A"), rgb("2B3842"), 1.5, 14, shadow=8)
TO_ACT = Look(rgb("1F2A33"), rgb("161F27"), GOLD, 3, 16, glow=rgb("B98520"))
IN_BRIGHT, OUT_BRIGHT = (look._replace(edge=TEXT2, line=2) for look in (IN, OUT))
EMPTY_GROUND, RING_GROUND = rgb("0A1117"), rgb("090F14")
EMPTY = Look(EMPTY_GROUND, None, None, radius=14)
ALL_IN = Look(RED, None, None, radius=7)
SLOT_LOOK = DARK._replace(radius=SLOT_HIGH / 2)


def places(s: State) -> list[tuple[Rect, int]]:
    """Where the others sit, clockwise from the player's left."""
    seats = sorted(seat.seat for seat in s.public.seats)
    mine = s.view.seat
    others = [n for n in seats if n > mine] + [n for n in seats if n < mine]
    spots: tuple[tuple[int, int], ...] = PLACES
    if others and len(others) < len(PLACES):
        pitch = len(PLACES) / len(others)
        spots = tuple(PLACES[round((i + 0.5) * pitch - 0.5)] for i in range(len(others)))
    return [(Rect(spot, PLATE), number) for spot, number in zip(spots, others, strict=False)]


def side_of(plate: Rect) -> Side:
    """Which edge of the felt it lies at: what is in front of it lies towards the middle."""
    if plate.y < TOP_ROW:
        return "t"
    return "l" if plate.x < GLASS.centerx else "r"


def draw(c: Canvas, s: State, rect: Rect, seat: Seat) -> None:
    if seat.life in ("open", "reserved"):
        _empty(c, rect, seat)
        return
    _plate(c, s, rect, seat)
    if seat.shown or seat.up:
        _shown(c, s, rect, seat)
    else:
        _slot(c, s, rect, seat)


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
    held = seat.down if live and not seat.shown else 0
    badge = "D" if s.public.button == seat.seat else seat.mark
    stack_room = inset(rect, 68, right=46 if held or badge else 10)
    name_room = stack_room if badge else inset(rect, 68, right=10)
    c.write(seat.name, LABEL.semibold, name_room, 25, ink, name=True)
    if seat.all_in and live:
        _all_in(c, rect, stack_room.w)
    else:
        c.write(show(seat.stack), VALUE.bold, stack_room, 51, ink, tab=True)
    if held:
        _backs(c, rect, held)
    if badge:
        puck(c, rect.right - 22, rect.y + 20, badge)


def _all_in(c: Canvas, plate: Rect, room: int) -> None:
    tag = Rect(plate.x + 66, plate.y + 38, min(room, c.measure("All-in", SMALL.px) + 18), 28)
    c.box(tag, ALL_IN)
    c.write("All-in", SMALL.bold, inset(tag, 5), at="c")


def _backs(c: Canvas, plate: Rect, held: int) -> None:
    small = cards.pair_of_backs(18, 28, min(held, 5))
    c.blit(small, plate.right - 10 - small.get_width(), plate.y + 35)
    c.report.backs.append(Rect(plate.right - 43, plate.y + 35, 33, 28))


def puck(c: Canvas, x: float, y: float, mark: str) -> None:
    """The dealer's button, or a blind's."""
    if mark == "D":
        c.middle(disc(28, CREAM, CREAM), x, y)
        c.middle(disc(25, CREAM, GOLD_INK, 1.5), x, y)
        c.middle(_letters(mark, 18, GOLD_INK), x, y)
    else:
        c.middle(disc(29, MARK), x, y)
        c.middle(_letters(mark, 15, TEXT), x, y)


@lru_cache(maxsize=64)
def _letters(mark: str, px: int, ink: Color) -> Surface:
    """A mark printed on a puck: a sign, not a text to read."""
    letters, base = render(mark, px, "bold", ink)
    out = blank(letters.get_width(), round(CAP * px) + 2)
    out.blit(letters, (0, round(CAP * px) + 1 - base))
    return out


# ---- in front of a plate, towards the middle


def _slot(c: Canvas, s: State, plate: Rect, seat: Seat) -> None:
    """What he did."""
    sign, says, is_chips = sentences.slot(seat, s.away_left(seat), s.view.prefs.large)
    if not says:
        return
    style = LABEL.semibold if is_chips else FINE.medium
    before, after = {"chip": (38, 12), "": (12, 12)}.get(sign, (36, 15))
    rect = _slot_at(plate, before + c.measure(says, style.px) + after, is_chips)
    c.box(rect, SLOT_LOOK)
    if sign == "chip":
        _chip(c, seat.bet, 28, rect)
    elif sign:
        c.middle(icon(sign, 20, TEXT2, 2.2), rect.x + 21, rect.centery)
    c.text(says, rect.x + before, rect.centery, *style, TEXT if is_chips else TEXT2)


def _slot_at(plate: Rect, wide: int, is_chips: bool) -> Rect:
    side, y = side_of(plate), plate.centery
    if side == "l":
        x = plate.right + SLOT_BESIDE
    elif side == "r":
        x = plate.x - SLOT_BESIDE - wide
    else:
        x, y = plate.centerx - wide // 2, plate.bottom + SLOT_BELOW
        if is_chips:
            x = max(plate.x, min(plate.right - wide, x))
    return Rect(x, y - SLOT_HIGH // 2, wide, SLOT_HIGH)


def _chip(c: Canvas, cents: int, d: int, pill: Rect) -> None:
    c.middle(chips.chip(chips.value_of(cents), d, False), pill.x + 18, pill.centery)


def _shown(c: Canvas, s: State, plate: Rect, seat: Seat) -> None:
    """Cards lying open: a showdown, or stud's up cards."""
    faces, side = (*seat.shown, *seat.up), side_of(plate)
    count = len(faces)
    w, h = SMALL_CARD if count > 2 or _crowded(s, plate, seat, side) else SHOWN_CARD
    step = w + 8 if count <= 2 else min(w + 4, (SHOWN_WIDE - w) // (count - 1))
    area = _shown_at(plate, side, w + step * (count - 1), h, bool(seat.hand))
    for n, card in enumerate(faces):
        rect = Rect(area.x + step * n, area.y, w, h)
        one_card(c, s, card, rect, seat.winning if s.public.result else None)
    if seat.hand:
        _hand_name(c, area, seat.hand)
    elif seat.bet:
        _bet_under(c, area, seat.bet, side)


def _shown_at(plate: Rect, side: Side, wide: int, high: int, named: bool) -> Rect:
    y = plate.centery - high // 2 - (13 if named else 0)
    if side == "l":
        return Rect(plate.right + 10, y, wide, high)
    if side == "r":
        return Rect(plate.x - 10 - wide, y, wide, high)
    x = plate.centerx - wide // 2
    if plate.x < PLACES[3][0]:
        x = max(x, SHOWN_FROM)
    return Rect(x, plate.bottom + 6, wide, high)


def _crowded(s: State, plate: Rect, seat: Seat, side: Side) -> bool:
    """Over the board there is room for small cards only; so at the ends, if both seats show."""
    if side == "t":
        return True
    same = [number for place, number in places(s) if place.x == plate.x and number != seat.seat]
    return any(s.seat(number).shown for number in same)


def _bet_under(c: Canvas, area: Rect, cents: int, side: Side) -> None:
    says = show(cents)
    wide = c.measure(says, LABEL.px) + 50
    y = area.bottom + 4
    if side == "t" and y + 32 > 262:  # the board begins there
        y -= 2
    rect = Rect(round(area.x + area.w / 2 - wide / 2), y, wide, 32)
    c.box(rect, DARK)
    _chip(c, cents, 26, rect)
    c.text(says, rect.x + 37, rect.centery, *LABEL.semibold)


def _hand_name(c: Canvas, area: Rect, hand: str) -> None:
    short = hand.split(",")[0]
    short = short[:1].upper() + short[1:].lower()
    wide, x, y = c.measure(short, FINE.px) + 26, area.x + area.w / 2, area.bottom + 20
    c.box(Rect(round(x - wide / 2), y - 15, wide, 30), DARK._replace(radius=15))
    c.text(short, x, y, *FINE.medium, TEXT2, "c")
