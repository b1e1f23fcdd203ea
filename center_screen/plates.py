"""Plates and slots: who and stack, and what he did, turned to each seat."""

import math
from functools import lru_cache

import pygame
from msgspec.structs import replace
from pygame import Rect, Surface

from center_screen.seats import DEPTH, PLACES, Place
from center_screen.sheet import put
from firmware.screens.protocol import Clock, Public, Seat
from ui import cards, chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import seat_ring
from ui.icons import icon
from ui.shapes import OVER, Look, blank, dashed, disc, shrink
from ui.text import CAP, render
from ui.theme import (
    CREAM,
    GOLD,
    GOLD_INK,
    GREEN_DEEP,
    LINE_STRONG,
    RED,
    ROSE,
    TEXT,
    TEXT2,
    TEXT3,
    WHITE,
    rgb,
)  # fmt: skip

PAD = 30  # room around a plate for glow and for cards that reach over it
IN = Look(rgb("232F39"), rgb("161E26"), rgb("46545F"), 1.5, 18, shadow=14)
OUT = Look(rgb("10171E"), rgb("0D141A"), rgb("33414B"), 1.5, 18, shadow=10)
TO_ACT = Look(rgb("232F39"), rgb("161E26"), GOLD, 5, 22, glow=rgb("B98520"))
DARK = Look(rgb("061413"), None, None, alpha=0.86)


def light(c: Canvas, public: Public) -> None:
    """Falls on whoever acts or won; under everything else."""
    for seat in public.seats:
        if seat.seat in PLACES and (seat.seat == public.actor or seat.won):
            _wedge(c, PLACES[seat.seat])


def draw(c: Canvas, public: Public, left_ms: float, away: dict[int, int]) -> None:
    for number, place in PLACES.items():
        seat = next((seat for seat in public.seats if seat.seat == number), None)
        if seat is None:
            continue
        clock = public.clock if public.actor == number else None
        steps = _steps(clock, left_ms)
        seconds = math.ceil(left_ms / 1000) if clock else -1
        shown = replace_times(seat)
        waiting = public.phase in ("waiting", "closed")
        args = (place, shown, steps, seconds, waiting)
        put(c, place.x, place.y, place.turn, place.width + 2 * PAD, DEPTH + 2 * PAD, _plate, *args)
        _slot(c, place, seat, public.button == number and not waiting, away.get(number, 0))


def replace_times(seat: Seat) -> Seat:
    """Without what ticks: the plate does not show it, so it must not be drawn anew for it."""
    return replace(seat, away_ms=0)


def _steps(clock: Clock | None, left_ms: float) -> int:
    if not clock or not clock.of_ms:
        return -1
    return math.ceil(60 * max(0.0, min(1.0, left_ms / clock.of_ms)))


def _plate(c: Canvas, place: Place, seat: Seat, steps: int, seconds: int, waiting: bool) -> None:
    rect = Rect(PAD, PAD, place.width, DEPTH)
    if seat.life in ("open", "reserved"):
        _empty(c, rect, seat, waiting)
        return
    acting, won = steps >= 0, seat.won > 0
    live = seat.life in ("in", "ready")
    c.box(
        rect.inflate(10, 10) if acting or won else rect,
        TO_ACT if acting or won else IN if live else OUT,
    )
    if seat.shown:
        _shown(c, rect, seat, won)
        return
    ink = GOLD if acting or won else TEXT if live else TEXT3
    edge = GOLD if acting or won else LINE_STRONG
    share = steps / 60 if acting else None
    px = 64 if acting else 74
    seat_ring(c, rect.x + 62, rect.centery, px, seat.seat, ink, edge, rgb("070C10"), share, 36, 8)
    right = 0
    if acting and seconds >= 0:
        right = _seconds(c, rect, seconds)
    elif live and seat.down:
        right = _backs(c, rect, seat.down)
    elif seat.life == "ready":
        _ready(c, rect)
    _who(c, rect, seat, rect.w - 120 - max(right, 12), acting)


def _empty(c: Canvas, rect: Rect, seat: Seat, waiting: bool) -> None:
    ground = rgb("08110F")
    c.box(rect, Look(ground, None, None, radius=18, alpha=0.9))
    c.blit(dashed(rect.w, rect.h, 18, LINE_STRONG, 2.5, 14), *rect.topleft)
    seat_ring(c, rect.x + 60, rect.centery, 72, seat.seat, TEXT2, LINE_STRONG, ground, None, 36)
    says = "Swipe to sit" if waiting else "Open seat"
    if seat.life == "reserved":
        says = seat.name or "Reserved"
    c.text(says, rect.x + 112, rect.centery, 34, "semibold", TEXT2, room=rect.w - 130, name=True)


def _seconds(c: Canvas, rect: Rect, seconds: int) -> int:
    """What is left of his time; how much room it takes at the right."""
    px, right = (46, 104) if _narrow(rect) else (60, 128)
    c.text("s", rect.right - 20, rect.centery + 6, 30, "bold", GOLD, "r")
    x, y = rect.right - 42, rect.centery + 4
    c.text(str(seconds), x, y, px, "bold", GOLD, "r", room=right - 44, tab=True)
    return right


def _backs(c: Canvas, rect: Rect, held: int) -> int:
    """The cards he holds; how much room they take at the right."""
    w, h = (44, 62) if _narrow(rect) else (50, 70)
    step = min(w - 6, (94 - w) // max(1, held - 1)) if held > 2 else w - 3
    right = w + step * (held - 1) + 26
    for n in range(held):
        at = Rect(rect.right - right + 10 + step * n, rect.centery - h // 2, w, h)
        c.sprite(cards.shadowed(cards.back(w, h)), *at.topleft)
        c.report.backs.append(at)
    return right


def _ready(c: Canvas, rect: Rect) -> None:
    tag = Rect(rect.right - 170, rect.y + 18, 154, 48)
    c.box(tag, Look(GREEN_DEEP, None, None, radius=24))
    c.middle(icon("check", 24, TEXT, 3), tag.x + 28, tag.centery)
    c.text("Ready", tag.x + 48, tag.centery, 28, "bold", WHITE, room=98)


def _who(c: Canvas, rect: Rect, seat: Seat, room: int, acting: bool) -> None:
    """Name and stack, or that all of it is in."""
    live = seat.life in ("in", "ready")
    ink = TEXT if live else TEXT3
    close = acting and _narrow(rect)
    left = rect.x + (108 if close else 120)
    name_room = room if seat.life != "ready" else rect.w - 120 - 180
    c.text(seat.name, left, rect.y + 41, 36, "semibold", ink, room=name_room, name=True)
    if seat.all_in and live:
        tag = Rect(rect.x + 118, rect.y + 66, min(room, 106), 46)
        c.box(tag, Look(RED, None, None, radius=10))
        c.text("All-in", tag.centerx, tag.centery, 30, "bold", TEXT, "c", room=tag.w - 12)
    else:
        px = 38 if close else 44
        c.text(show(seat.stack), left, rect.y + 88, px, "bold", ink, room=room, tab=True)


def _narrow(rect: Rect) -> bool:
    """The corners and the ends."""
    return rect.w < 350


def _shown(c: Canvas, rect: Rect, seat: Seat, won: bool) -> None:
    """A shown hand lies on the plate, two-headed; up cards after it."""
    faces = (*seat.shown, *seat.up)
    w, h = (94, 134) if len(faces) <= 2 else (74, 106)
    if rect.w < 400 and len(faces) <= 2:  # the corners and the ends: the name needs its room
        w, h = 66, 94
    step = w + 8 if len(faces) <= 2 else min(w + 4, (rect.w - 190 - w) // (len(faces) - 1))
    x = rect.right - 12 - w - step * (len(faces) - 1)
    ink = GOLD if won else TEXT
    seat_ring(
        c,
        rect.x + 46,
        rect.centery,
        56,
        seat.seat,
        ink,
        GOLD if won else LINE_STRONG,
        rgb("070C10"),
        None,
        30,
    )
    room = x - rect.x - 86 - 10
    c.text(seat.name, rect.x + 84, rect.y + 42, 30, "semibold", TEXT, room=room, name=True)
    c.text(show(seat.stack), rect.x + 84, rect.y + 88, 36, "bold", TEXT, room=room, tab=True)
    for n, card in enumerate(faces):
        at = Rect(x + step * n, rect.bottom - h - 12, w, h)
        if card in seat.winning:
            c.sprite(cards.framed(card, w, h, "four", True), *at.topleft)
        else:
            c.sprite(cards.shadowed(cards.two_headed(card, w, h, "four")), *at.topleft)
        c.face(card, at)


# ---- slots


def words(seat: Seat, away_ms: int) -> tuple[str, str, int]:
    """Icon, words and chips in front of a plate."""
    seconds = -(-away_ms // 1000)
    left = f"{seconds // 60}:{seconds % 60:02d}"
    match seat.life:
        case "lobby":
            return "cup", f"Lobby {left}", 0
        case "away":
            return "pause", f"Away {left}" if away_ms else "Sitting out", 0
        case "folded":
            return "", "Fold", 0
        case "waiting":
            return "clock", "Next hand", 0
        case "leaving":
            return "exit", "Leaving", 0
        case "fault":
            return "alert", "No link", 0
    if seat.bet:
        verb = {
            "bet": "Bet ",
            "raise": "Raise ",
            "call": "Call ",
            "all-in": "All-in ",
            "complete": "To ",
        }
        said = verb.get(seat.did, f"{seat.mark} " if seat.mark else "")
        return "", said + show(seat.bet), seat.bet
    if seat.pots:
        return "", "In " + ", ".join("main" if pot == 0 else str(pot) for pot in seat.pots), 0
    if seat.did == "draw":
        return "", f"Draws {seat.count}", 0
    return "", {"check": "Check", "pat": "Stands pat", "muck": "Muck"}.get(seat.did, ""), 0


def _slot(c: Canvas, place: Place, seat: Seat, button: bool, away_ms: int) -> None:
    sign, says, bet = words(seat, away_ms)
    up = seat.up if not seat.shown else ()
    if not says and not button and not up:
        return
    x, y = place.slot()
    if up:
        x, y = place.inward(172)
    args = (sign, says, bet, button, up)
    put(c, x, y, place.turn, 520, 190, _slot_sheet, *args)


def _slot_sheet(
    c: Canvas, sign: str, says: str, bet: int, button: bool, up: tuple[int, ...]
) -> None:
    """Button, then words, in the middle of the sheet; stud's up cards above them."""
    y = 95
    if up:
        w, h = 74, 104
        x = 260 - (len(up) * (w + 6) - 6) // 2
        for n, card in enumerate(up):
            at = Rect(x + n * (w + 6), 30, w, h)
            c.sprite(cards.shadowed(cards.two_headed(card, w, h, "four")), *at.topleft)
            c.face(card, at)
        y = 162
    px, icon_w = 33 if bet else 30, 54 if bet else 42 if sign else 0
    wide = c.measure(says, px) + icon_w + 36 if says else 0
    whole = wide + (74 if button else 0) + (12 if button and says else 0)
    x = 260 - whole // 2
    if button:
        _puck(c, x + 33, y)
        x += 74 + (12 if says else 0)
    if not says:
        return
    rect = Rect(x, y - 27, wide, 54)
    c.box(rect, DARK._replace(radius=27))
    if bet:
        c.middle(chips.chip(chips.value_of(bet), 46), rect.x + 32, y)
    elif sign:
        c.middle(icon(sign, 30, TEXT2, 2.2), rect.x + 32, y)
    ink = TEXT if bet else ROSE if sign == "alert" else TEXT2
    c.text(says, rect.x + 18 + icon_w, y, px, "bold" if bet else "semibold", ink)


def _puck(c: Canvas, x: float, y: float) -> None:
    """No higher than a slot: before a wide plate the band is near."""
    c.middle(disc(58, CREAM), x, y)
    c.middle(disc(52, CREAM, GOLD_INK, 2.5), x, y)
    c.middle(_letter("D", 34), x, y)


@lru_cache(maxsize=8)
def _letter(mark: str, px: int) -> Surface:
    letters, base = render(mark, px, "bold", GOLD_INK)
    out = blank(letters.get_width(), round(CAP * px) + 2)
    out.blit(letters, (0, round(CAP * px) + 1 - base))
    return out


@lru_cache(maxsize=32)
def _light(w: int, h: int, turn: int) -> Surface:
    """A wedge of light, narrow at the far end, fading."""
    big = blank(w * OVER // 2, h * OVER // 2, GOLD)
    z = OVER / 2
    pygame.draw.polygon(
        big,
        (*GOLD, 255),
        [(w * 0.36 * z, 0), (w * 0.64 * z, 0), (w * 0.95 * z, h * z), (w * 0.05 * z, h * z)],
    )
    out = shrink(big, w, h)
    fade = Surface((1, h), pygame.SRCALPHA, 32)
    for y in range(h):
        fade.set_at((0, y), (255, 255, 255, round(18 + 74 * y / h)))
    out.blit(pygame.transform.scale(fade, (w, h)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return (
        pygame.transform.rotozoom(out, turn, 1) if turn % 90 else pygame.transform.rotate(out, turn)
    )


def _wedge(c: Canvas, place: Place) -> None:
    far = 220
    x, y = place.inward(DEPTH / 2 + far / 2)
    c.middle(_light(place.width, far, place.turn), x, y)
