"""The upper half and the left column: what everyone may know, upright for one player, and his own
plate and cards."""

import math
from collections.abc import Sequence
from functools import lru_cache

from pygame import Rect, Surface

from firmware.money import show as dollars
from firmware.protocol import Contest, Seat
from stations import words
from stations.state import State
from ui import cards, chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import GREENISH, logo, seat_ring
from ui.flights import Point, Spots
from ui.icons import icon
from ui.motion import PEEK_MS
from ui.shapes import (
    Look,
    blank,
    box,
    cut_out,
    dashed,
    disc,
    faded,
    gradient,
    octagon,
    outline,
    polygon,
    radial,
    shrink,
    soft,
)  # fmt: skip
from ui.text import CAP, render
from ui.theme import (
    BLACK,
    CREAM,
    DISABLED,
    FELT_DARK,
    FELT_LIGHT,
    GOLD,
    GOLD_INK,
    GREEN,
    LINE,
    LINE_STRONG,
    MARK,
    MINT,
    MINT_LABEL,
    RED,
    SKY,
    STATION,
    TEXT,
    TEXT2,
    TEXT3,
    mix,
    rgb,
)  # fmt: skip

PLATE = (184, 72)
PLACES = (
    (16, 314), (16, 206), (140, 84), (344, 84), (548, 84), (752, 84), (956, 84), (1080, 206),
    (1080, 314),
)  # fmt: skip
OWN = Rect(16, 452, 312, 84)
PEEK = Rect(16, 544, 312, 240)
FELT = Rect(80, 108, 1120, 334)

IN = Look(rgb("1F2A33"), rgb("161F27"), LINE, 1.5, 14, shadow=10)
OUT = Look(rgb("10171E"), rgb("0D141A"), rgb("2B3842"), 1.5, 14, shadow=8)
TO_ACT = Look(rgb("1F2A33"), rgb("161F27"), GOLD, 3, 16, glow=rgb("B98520"))
DARK = Look(rgb("071A19"), None, None, alpha=0.82)
HINT = Look(rgb("2C2008"), rgb("241A08"), GOLD, 1.5, 16)


@lru_cache(maxsize=4)
def ground(contrast: bool = False) -> Surface:
    """Background and felt: drawn once."""
    out = Surface(STATION, 0, 32)
    out.blit(gradient(*STATION, rgb("0A1016"), rgb("05090D")), (0, 0))
    w, h = FELT.size
    shadow = soft(w - 20, h - 10, 70, 24, BLACK, 0.5)
    out.blit(shadow.surface, (FELT.x + 10 + shadow.dx, FELT.y + 5 + shadow.dy))
    rail = tuple(octagon(0, 0, w, h, 80))
    out.blit(polygon(w, h, rail, rgb("2A3840")), FELT.topleft)
    inner = tuple(octagon(4, 4, w - 8, h - 8, 78))
    cloth = radial(w, h, FELT_DARK if contrast else FELT_LIGHT, FELT_DARK, 0.5, 0.42)
    out.blit(cut_out(cloth, polygon(w, h, inner, (255, 255, 255))), FELT.topleft)
    seam = tuple(octagon(14, 14, w - 28, h - 28, 76))
    out.blit(outline(w, h, seam, rgb("2B6F63"), 1.5), FELT.topleft)
    return out


def warm() -> None:
    ground()
    dark_ground()
    for card in range(52):
        cards.shadowed(cards.face(card, 96, 134, "four"))
    for place in own_cards(2):
        cards.shadowed(cards.back(*place.size))


@lru_cache(maxsize=2)
def dark_ground() -> Surface:
    out = Surface(STATION, 0, 32)
    out.blit(gradient(*STATION, rgb("0A1016"), rgb("05090D")), (0, 0))
    return out


@lru_cache(maxsize=2)
def _bar() -> Surface:
    bar = Surface((STATION[0], 72), 0, 32)
    bar.blit(gradient(STATION[0], 72, rgb("17212A"), rgb("0D141A")), (0, 0))
    bar.fill(LINE, (0, 71, STATION[0], 1))
    return bar


def brand(c: Canvas, s: State, dim: bool = False) -> None:
    """The left of the top bar: table, seat, game, stakes."""
    c.blit(_bar(), 0, 0)
    facts = s.public.facts
    logo(c, 16, 12, 48, TEXT3 if dim else GOLD)
    room = 306
    c.text(f"TABLE {facts.table}  ·  SEAT {s.view.seat}", 76, 24, 18, "semibold", TEXT2, room=room)
    c.text(f"{facts.game}  {facts.stakes}", 76, 50, 22, "bold", TEXT2 if dim else TEXT, room=room)


def top_bar(c: Canvas, s: State, now: float) -> None:
    brand(c, s)
    public, facts = s.public, s.public.facts
    for x in (390, 590, 726):
        c.blit(box(1, 44, Look(LINE, None, None, radius=0)).surface, x, 14)
    if public.contest:
        _contest(c, s, public.contest, now)
    else:
        c.text("House fee", 408, 24, 19, "medium", TEXT3, room=172)
        c.text(facts.fee, 408, 50, 20, "semibold", TEXT, room=172)
    if facts.jackpot and not public.contest:
        c.middle(icon("star", 19, GOLD), 616, 24)
        c.text("Jackpot", 634, 24, 19, "medium", TEXT3, room=86)
        c.text(show(facts.jackpot), 606, 50, 22, "bold", GOLD, room=112)
    if public.hand:
        c.middle(icon("shield", 19, GREEN, 2.2), 753, 24)
        c.text(f"Hand {words.number(public.hand)}", 770, 24, 19, "medium", TEXT3, room=142)
        c.text(public.seal, 744, 50, 20, "semibold", TEXT, room=166)
    ask = s.view.ask
    asked = s.turn is not None or (ask is not None and not ask.vote and ask.kind != "cut")
    time_on = asked and (s.view.time or bool(public.clock and public.clock.bank_ms))
    _bar_button(c, s, 920, "clock", "Time", "time", time_on)
    _bar_button(c, s, 1040, "bell", "Call floor", "floor", True)
    _bar_button(c, s, 1160, "menu", "Menu", "menu", True, s.page not in ("", "keypad"))


def _contest(c: Canvas, s: State, contest: Contest, now: float) -> None:
    """Level and time to the next; how many are left, and what the first place pays."""
    left = max(0, contest.left_ms - (now - s.seen_at))
    title = f"Level {contest.level} of {contest.levels}" if contest.level else "Sit-n-go"
    c.text("Break" if contest.on_break else title, 408, 24, 19, "medium", TEXT3, room=172)
    says = f"Next in {words.minutes(left)}" if contest.level else "Starts when all sit"
    c.text(says, 408, 50, 20, "semibold", TEXT, room=172, tab=True)
    c.text(f"{contest.players} of {contest.entered} left", 606, 24, 19, "medium", TEXT3, room=112)
    if contest.prizes:
        c.text(f"1st {dollars(contest.prizes[0])}", 606, 50, 20, "bold", GOLD, room=112)


def _bar_button(
    c: Canvas, s: State, x: int, sign: str, label: str, name: str, on: bool, lit: bool = False
) -> None:
    rect = Rect(x, 0, 120, 71)
    top = rgb("24313C") if lit else rgb("1B262F") if not s.down(name) else rgb("18222A")
    c.box(rect, Look(top, rgb("18222A"), None, radius=0))
    c.blit(box(1, 71, Look(LINE, None, None, radius=0)).surface, x, 0)
    ink = GOLD if lit else TEXT if on else DISABLED
    c.middle(icon(sign, 26, ink), x + 60, 25)
    c.text(label, x + 60, 54, 20, "semibold", ink, "c", room=112)
    if on:
        c.target(name, Rect(x, 0, 120, 72))


# ---- the felt


def felt(c: Canvas, s: State, now: float) -> None:
    public = s.public
    for place, number in places(s):
        plate(c, s, place, s.seat(number), now)
    pots(c, s)
    board(c, s, now)
    own_up(c, s)
    note = words.message(s)
    if public.alert:
        note = public.alert.title
    if note:
        wide = min(560, c.measure(note, 20) + 36)
        c.box(Rect(640 - wide // 2, 402, wide, 34), Look(BLACK, None, None, radius=17, alpha=0.6))
        c.text(note, 640, 419, 20, "semibold", SKY if public.alert else TEXT, "c", room=wide - 24)


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


def spots(s: State) -> Spots:
    """Where chips fly from and to."""
    where = {number: rect for rect, number in places(s)}

    def plate_at(number: int) -> Point:
        return where.get(number, s.side(OWN)).center

    def slot_at(number: int) -> Point:
        rect = where.get(number)
        if rect is None:
            own = s.side(OWN)
            return own.right - 60, own.bottom - 28
        if rect.y < 100:
            return rect.centerx, rect.bottom + 23
        return (rect.right + 60, rect.centery) if rect.x < 640 else (rect.x - 60, rect.centery)

    return Spots(plate_at, slot_at, (640, 222 if s.public.facts.board else 270), 28, (36, 50))


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
        _badge(c, rect.right - 22, rect.y + 20, badge)
    slot(c, s, rect, seat, now)


def _badge(c: Canvas, x: float, y: float, mark: str) -> None:
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


def one_card(c: Canvas, s: State, card: int, rect: Rect, winning: Sequence[int] | None) -> None:
    """A public card: plain, or at the end of a hand framed or shaded."""
    deck = s.view.prefs.deck
    c.face(card, rect)
    if winning is None or (not winning and not s.public.result):
        c.sprite(cards.shadowed(cards.face(card, rect.w, rect.h, deck)), *rect.topleft)
    elif card in winning:
        c.sprite(cards.framed(card, rect.w, rect.h, deck, False), *rect.topleft)
    elif winning:
        c.blit(cards.shaded(card, rect.w, rect.h, deck, False), *rect.topleft)
    else:
        c.sprite(cards.shadowed(cards.face(card, rect.w, rect.h, deck)), *rect.topleft)


def board(c: Canvas, s: State, now: float) -> None:
    count = s.public.facts.board
    if not count:
        return
    if s.public.second:  # run twice: two rows
        for row, found in enumerate((s.public.board, s.public.second)):
            _row(c, s, found, count, (54, 66, 12, 262 + 70 * row), now)
    else:
        _row(c, s, s.public.board, count, LARGE_ROW if s.view.prefs.large else ROW, now)


ROW, LARGE_ROW = (96, 134, 12, 262), (114, 159, 8, 246)


def _row(
    c: Canvas,
    s: State,
    found: tuple[int, ...],
    count: int,
    size: tuple[int, int, int, int],
    now: float,
) -> None:
    w, h, gap, y = size
    x = 640 - (count * w + (count - 1) * gap) // 2
    winning = winners(s)
    for n in range(count):
        rect = Rect(x + n * (w + gap), y, w, h)
        if n >= len(found):
            _not_dealt(c, s, n - len(s.public.board), rect)
            continue
        share = s.time.at(f"board {n}", now)
        if share < 1:
            _flip(c, s, found[n], rect, share)
        else:
            one_card(c, s, found[n], rect, winning)


def _not_dealt(c: Canvas, s: State, nth: int, rect: Rect) -> None:
    """An empty place, or the card that would have come: everybody wanted to see it."""
    if nth < len(s.public.rabbit) and not s.public.second:
        card = s.public.rabbit[nth]
        c.blit(cards.shaded(card, rect.w, rect.h, s.view.prefs.deck, False), *rect.topleft)
        c.face(card, rect)
    else:
        c.blit(cards.place(*rect.size), *rect.topleft)


def own_up(c: Canvas, s: State) -> None:
    """Stud: own cards dealt face up lie on the felt before the player, for everyone to see."""
    up = s.me.up
    x = 640 - (len(up) * 66 - 8) // 2
    for n, card in enumerate(up):
        one_card(c, s, card, Rect(x + 66 * n, 316, 58, 81), winners(s) if s.me.won else None)


def winners(s: State) -> tuple[int, ...] | None:
    """The cards that won, once the hand is over and was shown."""
    if not s.public.result:
        return None
    return tuple(card for seat in s.public.seats for card in seat.winning)


def _flip(c: Canvas, s: State, card: int, rect: Rect, share: float) -> None:
    front = share > 0.5
    wide = max(2, round(rect.w * abs(2 * share - 1)))
    side = (
        cards.face(card, rect.w, rect.h, s.view.prefs.deck) if front else cards.back(rect.w, rect.h)
    )
    c.blit(cards.place(rect.w, rect.h), *rect.topleft)
    c.middle(shrink(side, wide, rect.h), *rect.center)
    if front:
        c.face(card, rect)


def pots(c: Canvas, s: State) -> None:
    found = s.public.pots
    if not found or not any(pot.chips for pot in found):
        return
    y = 222 if s.public.facts.board else 270
    names = ["POT"] if len(found) == 1 else ["MAIN", *(f"SIDE {n}" for n in range(1, len(found)))]
    px = 30 if len(found) < 3 else 24
    widths = [
        c.measure(name, 20, "medium") + c.measure(show(pot.chips), px, "bold") + 86
        for name, pot in zip(names, found, strict=True)
    ]
    x = 640 - (sum(widths) + 8 * (len(widths) - 1)) // 2
    for name, pot, wide in zip(names, found, widths, strict=True):
        rect = Rect(x, y - 22, wide, 44)
        c.box(rect, DARK._replace(radius=22))
        pile = chips.little_pile(pot.chips, 26)
        c.middle(pile, rect.x + 28, y - 1)
        label = c.text(name, rect.x + 53, y, 20, "medium", TEXT2)
        c.text(show(pot.chips), label.right + 12, y, px, "bold", TEXT, tab=True)
        x += wide + 8


# ---- his own plate and cards


def _pulsing(s: State, now: float) -> Look:
    """The frame of a turn that has just come: it fades in and beats twice, in a few steps."""
    share = s.time.at("turn", now)
    if share >= 1:
        return TO_ACT
    step = round(3 * (1 - math.cos(4 * math.pi * share)) / 2)
    return TO_ACT._replace(glow=mix(rgb("B98520"), GOLD, step / 3), line=3 + step / 3)


def own_plate(c: Canvas, s: State, now: float) -> None:
    me = s.me
    rect = s.side(OWN)
    asked = s.turn is not None or s.view.ask is not None
    acting, won = s.public.actor == s.view.seat and asked, me.won > 0
    out = me.life in ("folded", "away", "lobby", "leaving")
    look = _pulsing(s, now) if acting else TO_ACT if won else IN
    c.box(rect.inflate(6, 6) if acting or won else rect, look._replace(radius=16))
    clock = s.public.clock
    share = s.clock_left(now) / clock.of_ms if acting and clock and clock.of_ms else None
    ink = GOLD if acting or won else TEXT2
    edge = GOLD if acting or won else LINE_STRONG
    at = (rect.x + 44, rect.y + 42)
    seat_ring(c, *at, 50, s.view.seat, ink, edge, rgb("090F14"), share, 24, 6)
    badge = "D" if s.public.button == s.view.seat else me.mark
    c.text(f"{me.name} · you", rect.x + 90, rect.y + 26, 20, "semibold", TEXT2, room=170, name=True)
    stack = me.stack
    if won and s.time.at("win", now) < 1:
        stack = round(me.stack - me.won * (1 - s.time.at("win", now)))
    room = 210 if not won else 126
    c.text(
        show(stack),
        rect.x + 90,
        rect.y + 60,
        32,
        "bold",
        TEXT3 if out else TEXT,
        room=room,
        tab=True,
    )
    if won:
        says = f"+ {show(me.won)}"
        tag = Rect(rect.right - 12 - c.measure(says, 18, "bold") - 18, rect.bottom - 40, 0, 28)
        tag.w = rect.right - 12 - tag.x
        c.box(tag, Look(GOLD, None, None, radius=7))
        c.text(says, tag.centerx, tag.centery, 18, "bold", GOLD_INK, "c")
    elif me.all_in:
        tag = Rect(rect.right - 108, rect.bottom - 44, 92, 32)
        c.box(tag, Look(RED, None, None, radius=8))
        c.text("All-in", tag.centerx, tag.centery, 20, "bold", TEXT, "c", room=84)
    elif me.bet:
        says = show(me.bet)
        wide = c.measure(says, 20) + 48
        pill = Rect(rect.right - 12 - wide, rect.bottom - 44, wide, 32)
        c.box(pill, Look(rgb("090F14"), None, None, radius=16))
        c.middle(chips.chip(chips.value_of(me.bet), 26, False), pill.x + 17, pill.centery)
        c.text(says, pill.x + 35, pill.centery, 20, "semibold", TEXT)
    if badge:
        _badge(c, rect.right - 28, rect.y + 26, badge)


def own_cards(count: int) -> list[Rect]:
    """Where own down cards lie in the peek zone."""
    x, y = PEEK.topleft
    if count <= 2:
        return [
            Rect(x + 26 + 136 * n + (68 if count == 1 else 0), y + 14, 124, 174)
            for n in range(count)
        ]
    if count == 3:
        return [Rect(x + 14 + 97 * n, y + 36, 90, 126) for n in range(3)]
    if count == 4:
        return [Rect(x + 8 + 75 * n, y + 46, 71, 100) for n in range(4)]
    top = (count + 1) // 2
    w, h, gap = (62, 87, 10)
    rows = []
    for n in range(count):
        row, at, many = (0, n, top) if n < top else (1, n - top, count - top)
        left = x + (312 - many * w - (many - 1) * gap) // 2
        rows.append(Rect(left + at * (w + gap), y + 12 + row * (h + 9), w, h))
    return rows


def peek_zone(c: Canvas, s: State, now: float) -> None:
    zone = s.side(PEEK)
    moved = zone.x - PEEK.x
    holds = len(s.view.hole) or (s.me.down if s.me.life == "in" else 0)
    if s.me.shown and s.public.result:
        _cards_shown(c, s, zone, moved)
        return
    peeking = s.may_peek(now)
    look = GREENISH._replace(edge=MINT, line=2.5) if peeking else GREENISH
    c.box(zone.inflate(4, 4) if peeking else zone, look)
    places = [rect.move(moved, 0) for rect in own_cards(holds)]
    if s.me.life == "folded" or not holds:
        if s.me.life == "folded":
            words_ = "You folded"
        elif s.public.phase == "in hand":
            words_ = "No cards this hand"
        else:
            words_ = "Cards come here"
        for rect in own_cards(2):
            c.blit(cards.place(*rect.size), rect.x + moved, rect.y)
        c.text(words_, zone.centerx, zone.y + 214, 20, "semibold", TEXT2, "c", room=280)
        return
    if peeking and len(s.view.hole) == len(places):
        _lifted(c, s, zone, places, now)
    else:
        for rect in places:
            c.sprite(cards.shadowed(cards.back(*rect.size)), *rect.topleft)
            c.report.backs.append(rect)
        wide = c.measure("Touch and hold to peek", 20)
        x = zone.centerx - min(wide, 236) / 2 + 15
        c.middle(icon("hand", 23, MINT_LABEL), x - 22, zone.y + 214)
        c.text("Touch and hold to peek", x, zone.y + 214, 20, "semibold", MINT_LABEL, room=240)
    c.target("peek", zone)


def _lifted(c: Canvas, s: State, zone: Rect, places: list[Rect], now: float) -> None:
    """Only while touched: the near edge of each card, lifted."""
    calm = s.view.prefs.calm
    step = (
        cards.CURLS
        if calm
        else max(1, min(cards.CURLS, round((now - s.peek_at) / PEEK_MS * cards.CURLS)))
    )
    for card, rect in zip(s.view.hole, places, strict=True):
        c.sprite(cards.curl(card, rect.w, rect.h, s.view.prefs.deck, step), *rect.topleft)
        c.face(card, rect, private=True)
    finger = next((f for f in s.fingers.values() if f.target == "peek"), None)
    low = max(rect.bottom for rect in places)
    if finger and len(places) <= 4:
        x = min(max(finger.x, zone.x + 46), zone.right - 46)
        y = min(max(finger.y, low - 24), zone.bottom - 76)
        for d, alpha in ((88, 0.16), (62, 0.3), (42, 0.45)):
            c.middle(_glow(d, alpha), x, y)
        c.middle(disc(26, rgb("E9FBF5")), x, y)
    hint = s.view.hint if s.view.prefs.hints and len(places) <= 4 else ""
    c.text(
        hint or "Lift finger to hide",
        zone.centerx,
        zone.bottom - 18,
        20,
        "semibold",
        MINT_LABEL,
        "c",
        room=296,
    )


@lru_cache(maxsize=8)
def _glow(d: int, alpha: float) -> Surface:
    return faded(disc(d, MINT), alpha)


def _cards_shown(c: Canvas, s: State, zone: Rect, moved: int) -> None:
    won = s.me.won > 0
    rect = zone.inflate(0, -8)
    rect.bottom = zone.bottom
    c.box(rect, HINT if won else GREENISH)
    winning = winners(s) or ()
    for card, at in zip(s.me.shown, own_cards(len(s.me.shown)), strict=True):
        at = at.move(moved, 10)
        if len(s.me.shown) <= 2:
            at = Rect(at.x + 2, at.y + 2, 120, 168)
        one_card(c, s, card, at, winning if won else None)
    c.text(
        "Your cards, shown",
        zone.centerx,
        zone.bottom - 19,
        20,
        "semibold",
        rgb("FFE3A8") if won else TEXT2,
        "c",
    )
