"""The others: who and stack, and in front of each what he did or shows."""

from functools import lru_cache

from pygame import Rect, Surface

from firmware.screens.protocol import Seat
from stations import words
from stations.board import DARK, one_card
from stations.state import State
from ui import cards, chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import seat_ring
from ui.icons import icon
from ui.shapes import Look, blank, dashed, disc
from ui.text import CAP, render
from ui.theme import CREAM, GOLD, GOLD_INK, LINE, LINE_STRONG, MARK, RED, TEXT, TEXT2, TEXT3, rgb

PLATE = (184, 72)
PLACES = (
    (16, 314), (16, 206), (140, 84), (344, 84), (548, 84), (752, 84), (956, 84), (1080, 206),
    (1080, 314),
)  # fmt: skip
IN = Look(rgb("1F2A33"), rgb("161F27"), LINE, 1.5, 14, shadow=10)
OUT = Look(rgb("10171E"), rgb("0D141A"), rgb("2B3842"), 1.5, 14, shadow=8)
TO_ACT = Look(rgb("1F2A33"), rgb("161F27"), GOLD, 3, 16, glow=rgb("B98520"))


def places(s: State) -> list[tuple[Rect, int]]:
    """Where the others sit, clockwise from the player's left."""
    seats = sorted(seat.seat for seat in s.public.seats)
    mine = s.view.seat
    others = [n for n in seats if n > mine] + [n for n in seats if n < mine]
    spots: tuple[tuple[int, int], ...] = PLACES
    if others and len(others) < len(PLACES):
        count = len(others)
        spots = tuple(PLACES[round((i + 0.5) * 9 / count - 0.5)] for i in range(count))
    return [(Rect(spot, PLATE), number) for spot, number in zip(spots, others, strict=False)]


def plate(c: Canvas, s: State, rect: Rect, seat: Seat, now: float) -> None:
    """Who and stack; the slot in front of it says what he did."""
    ring = (rect.x + 33, rect.centery)
    if seat.life in ("open", "reserved"):
        c.box(rect, Look(rgb("0A1117"), None, None, radius=14))
        c.blit(dashed(rect.w, rect.h, 14, LINE_STRONG, 2, 10), *rect.topleft)
        seat_ring(c, *ring, 42, seat.seat, TEXT3, LINE_STRONG, rgb("0A1117"))
        label = "Open seat" if seat.life == "open" else seat.name or "Reserved"
        c.text(label, rect.x + 64, rect.centery, 20, "semibold", TEXT3, room=110, name=True)
        return
    acting = s.public.actor == seat.seat
    live = seat.life in ("in", "ready")
    won = seat.won > 0
    outer = rect.inflate(6, 6) if acting or won else rect
    look = TO_ACT if acting or won else IN if live else OUT
    if s.view.prefs.contrast and look is not TO_ACT:
        look = look._replace(edge=TEXT2, line=2)
    c.box(outer, look)
    clock = s.public.clock
    share = s.clock_left(now) / clock.of_ms if acting and clock and clock.of_ms else None
    ink = GOLD if acting or won else TEXT if live else TEXT3
    edge = GOLD if acting or won else LINE_STRONG
    seat_ring(
        c, *ring, 38 if share is not None else 42, seat.seat, ink, edge, rgb("090F14"), share, pen=4
    )
    held = seat.down if live and not seat.shown else 0
    badge = "D" if s.public.button == seat.seat else seat.mark
    room = rect.w - 68 - (46 if held or badge else 10)
    c.text(seat.name, rect.x + 68, rect.y + 25, 20, "semibold", TEXT if live else TEXT3,
           room=room if badge else rect.w - 78, name=True)  # fmt: skip
    if seat.all_in and live:
        tag = Rect(rect.x + 66, rect.y + 38, min(room, c.measure("All-in", 19) + 18), 28)
        c.box(tag, Look(RED, None, None, radius=7))
        c.text("All-in", tag.centerx, tag.centery, 19, "bold", TEXT, "c", room=tag.w - 10)
    else:
        c.text(show(seat.stack), rect.x + 68, rect.y + 51, 22, "bold", TEXT if live else TEXT3,
               room=room, tab=True)  # fmt: skip
    if held:
        small = cards.pair_of_backs(18, 28, min(held, 5))
        c.blit(small, rect.right - 10 - small.get_width(), rect.y + 35)
        c.report.backs.append(Rect(rect.right - 43, rect.y + 35, 33, 28))
    if badge:
        puck(c, rect.right - 22, rect.y + 20, badge)
    slot(c, s, rect, seat, now)


def puck(c: Canvas, x: float, y: float, mark: str) -> None:
    if mark == "D":
        c.middle(disc(28, CREAM, CREAM), x, y)
        c.middle(disc(25, CREAM, GOLD_INK, 1.5), x, y)
        _letters(c, x, y, mark, 18, GOLD_INK)
    else:
        c.middle(disc(29, MARK), x, y)
        _letters(c, x, y, mark, 15, TEXT)


def _letters(c: Canvas, x: float, y: float, mark: str, px: int, ink: tuple[int, int, int]) -> None:
    """A mark printed on a puck: a sign, not a text to read."""
    c.middle(_mark(mark, px, ink), x, y)


@lru_cache(maxsize=64)
def _mark(mark: str, px: int, ink: tuple[int, int, int]) -> Surface:
    letters, base = render(mark, px, "bold", ink)
    out = blank(letters.get_width(), round(CAP * px) + 2)
    out.blit(letters, (0, round(CAP * px) + 1 - base))
    return out


def slot(c: Canvas, s: State, plate_at: Rect, seat: Seat, now: float) -> None:
    """In front of a plate, towards the centre."""
    side = "l" if plate_at.x < 100 else "r" if plate_at.x > 1000 and plate_at.y > 100 else "t"
    if seat.shown or seat.up:
        _shown(c, s, plate_at, seat, side)
        return
    sign, says, is_chips = words.slot(seat, s.away_left(now, seat), s.view.prefs.large)
    if not says:
        return
    px = 20 if is_chips else 18
    wide = (
        c.measure(says, px)
        + (32 if sign == "chip" else 27 if sign else 0)
        + (18 if sign == "chip" else 24)
    )
    high = 33
    x = plate_at.centerx - wide // 2
    y = plate_at.bottom + 23
    if side != "t":
        x = plate_at.right + 14 if side == "l" else plate_at.x - 14 - wide
        y = plate_at.centery
    elif is_chips:
        x = max(plate_at.x, min(plate_at.right - wide, x))
    rect = Rect(x, y - high // 2, wide, high)
    c.box(rect, DARK._replace(radius=high / 2))
    at = rect.x + 12
    if sign == "chip":
        c.middle(chips.chip(chips.value_of(seat.bet), 28, False), rect.x + 18, y)
        at = rect.x + 38
    elif sign:
        c.middle(icon(sign, 20, TEXT2, 2.2), rect.x + 21, y)
        at = rect.x + 36
    c.text(says, at, y, px, "semibold" if is_chips else "medium", TEXT if is_chips else TEXT2)


def _shown(c: Canvas, s: State, at: Rect, seat: Seat, side: str) -> None:
    """Cards lying open in front of a seat: a showdown, or stud's up cards."""
    faces = (*seat.shown, *seat.up)
    hidden = seat.down if not seat.shown else 0
    count = len(faces)
    w, h = (46, 64) if count > 2 or _crowded(s, at, seat, side) else (64, 90)
    step = w + 8 if count <= 2 else min(w + 4, (232 - w) // max(1, count - 1))
    wide = w + step * (count - 1)
    x = at.centerx - wide // 2
    y = at.bottom + 6
    if side == "l":
        x, y = at.right + 10, at.centery - h // 2 - (13 if seat.hand else 0)
    elif side == "r":
        x, y = at.x - 10 - wide, at.centery - h // 2 - (13 if seat.hand else 0)
    elif at.x < 344:
        x = max(x, 150)
    for n, card in enumerate(faces):
        rect = Rect(x + step * n, y, w, h)
        one_card(c, s, card, rect, seat.winning if s.public.result else None)
    if seat.hand:
        _hand_name(c, x + wide / 2, y + h + 20, seat.hand)
    elif seat.bet and not hidden < 0:
        says = show(seat.bet)
        wide2 = c.measure(says, 20) + 50
        rect = Rect(round(x + wide / 2 - wide2 / 2), y + h + 4, wide2, 32)
        if side == "t" and rect.bottom > 262:
            rect.y = y + h + 2
        c.box(rect, DARK._replace(radius=16))
        c.middle(chips.chip(chips.value_of(seat.bet), 26, False), rect.x + 18, rect.centery)
        c.text(says, rect.x + 37, rect.centery, 20, "semibold", TEXT)


def _crowded(s: State, at: Rect, seat: Seat, side: str) -> bool:
    """Over the board there is room for small cards only; so at the ends, if both seats show."""
    if side == "t":
        return True
    same = [number for place, number in places(s) if place.x == at.x and number != seat.seat]
    return any(s.seat(number).shown for number in same)


def _hand_name(c: Canvas, x: float, y: float, hand: str) -> None:
    short = hand.split(",")[0]
    short = short[:1].upper() + short[1:].lower()
    wide = c.measure(short, 18) + 26
    c.box(Rect(round(x - wide / 2), round(y - 15), wide, 30), DARK._replace(radius=15))
    c.text(short, x, y, 18, "medium", TEXT2, "c")
