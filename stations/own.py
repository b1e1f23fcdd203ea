"""The player's own plate, and his own cards: faces only under a finger."""

import math
from functools import lru_cache

from pygame import Rect, Surface

from stations.board import one_card, winners
from stations.plates import IN, TO_ACT, puck
from stations.state import State
from ui import cards, chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import GREENISH, seat_ring
from ui.icons import icon
from ui.motion import PEEK_MS
from ui.shapes import Look, disc, faded
from ui.theme import (
    GOLD,
    GOLD_INK,
    LINE_STRONG,
    MINT,
    MINT_LABEL,
    RED,
    TEXT,
    TEXT2,
    TEXT3,
    mix,
    rgb,
)  # fmt: skip

OWN = Rect(16, 452, 312, 84)
PEEK = Rect(16, 544, 312, 240)
HINT = Look(rgb("2C2008"), rgb("241A08"), GOLD, 1.5, 16)


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
        puck(c, rect.right - 28, rect.y + 26, badge)


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
