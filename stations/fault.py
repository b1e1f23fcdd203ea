"""The link is lost, or the seat is out of service. Replaces everything; nothing can be touched."""

from functools import lru_cache

import pygame
from pygame import Rect, Surface

from firmware.screens.protocol import Clock
from stations import words
from stations.bar import brand
from stations.ground import dark_ground
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import PANEL
from ui.icons import icon
from ui.shapes import Look, arc, cached, cut_out, disc, octagon, polygon, radial
from ui.theme import AMBER, GOLD, MINT, MINT_LABEL, SKY, TEXT, TEXT2, TEXT3, rgb


@lru_cache(maxsize=1)
def _stage() -> Surface:
    cloth = radial(1248, 480, rgb("0F3330"), rgb("061413"), 0.5, 0.45)
    return cut_out(cloth, polygon(1248, 480, tuple(octagon(0, 0, 1248, 480, 96)), (255, 255, 255)))


@cached
def _dim_back(w: int, h: int) -> Surface:
    out = cards.back(w, h).copy()
    out.fill((120, 120, 120, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return out


def code(s: State) -> str:
    if s.view.trouble:
        return s.view.trouble.code
    return f"S{s.view.seat}-LINK-03" if s.began else "S-LINK-01"


def draw(c: Canvas, s: State, now: float) -> None:
    trouble = s.view.trouble
    linked = s.lost_at is None and s.began
    c.blit(dark_ground(), 0, 0)
    brand(c, s, dim=True)
    tag = c.measure(code(s), 22, "bold") + 40
    rect = Rect(1264 - tag, 14, tag, 44)
    c.box(rect, Look(rgb("2C2209"), None, rgb("8A6A1C"), 2, 10))
    c.text(code(s), rect.centerx, rect.centery, 22, "bold", GOLD, "c")
    c.blit(_stage(), 16, 104)
    _spinner(c, s, now, linked)
    if trouble and linked:
        title, safe, note = trouble.title, trouble.words, trouble.detail
    elif not s.began:
        title = "One moment"
        safe = "This seat is waking up and looks for its table."
        note = "You need not do anything."
    else:
        title = "Reconnecting"
        safe = "Your cards are hidden. Your hand and chips are kept."
        note = "You need not do anything. The game waits for this seat."
    c.text(title, 420, 214, 64, "bold", TEXT, room=810)
    c.text(safe, 424, 273, 26, "semibold", TEXT, room=810)
    c.text(note, 424, 314, 22, "medium", TEXT2, room=810)
    if s.view.mode == "seated" or s.me.stack:
        _kept(c, s, now)
    _floor(c, s, now, linked)
    words_ = "Nothing on this screen can be touched until the link is back."
    if linked:
        words_ = "Nothing on this screen can be touched until the seat is back."
    c.text(words_, 640, 755, 20, "medium", TEXT3, "c", room=1200)


def _spinner(c: Canvas, s: State, now: float, linked: bool) -> None:
    c.middle(disc(148, rgb("0A1016"), rgb("26323B"), 10), 300, 268)
    if linked:
        c.middle(icon("alert", 70, AMBER, 2), 300, 262)
        return
    start = (
        0.05
        if s.view.prefs.calm
        else (round((now - (s.lost_at or 0)) / 1200 * 24) % 24) / 24 + 0.05
    )
    c.middle(arc(148, 10, GOLD, start, 0.3), 300, 268)
    c.middle(icon("wifi", 74, GOLD, 2.2), 300, 261)


def _kept(c: Canvas, s: State, now: float) -> None:
    """Dimmed backs with a lock; what was last seen."""
    if s.view.hole or s.me.down:
        for x in (170, 306):
            c.sprite(cards.shadowed(_dim_back(124, 174)), x, 372)
            c.report.backs.append(Rect(x, 372, 124, 174))
        c.middle(disc(72, rgb("06100F"), MINT, 2.5), 300, 459)
        c.middle(icon("lock", 34, MINT_LABEL), 300, 459)
    clock: Clock | None = s.public.clock
    mine = s.public.actor == s.view.seat
    rows = [("Your stack", show(s.me.stack), "as last seen")]
    if mine and clock:
        rows.append(
            (
                "Your clock",
                "Stopped",
                f"{round(clock.left_ms / 1000)} s of {round(clock.of_ms / 1000)} s left",
            )
        )
    else:
        rows.append(("Your clock", "Stopped", "not your turn"))
    rows.append(("This hand", words.number(s.public.hand), "will go on"))
    for n, (label, value, note) in enumerate(rows):
        rect = Rect(480 + 240 * n, 372, 224, 174)
        c.box(rect, PANEL._replace(radius=14))
        c.text(label, rect.x + 20, rect.y + 35, 20, "medium", TEXT2, room=188)
        c.text(value, rect.x + 20, rect.y + 85, 36, "bold", TEXT, room=192, tab=True)
        c.text(note, rect.x + 20, rect.y + 140, 19, "medium", TEXT2, room=188)


def _floor(c: Canvas, s: State, now: float, linked: bool) -> None:
    rect = Rect(16, 600, 1248, 112)
    c.box(rect, Look(rgb("1B232D"), rgb("151D25"), rgb("46545F"), 1.5, 16))
    c.middle(icon("bell", 46, SKY), rect.x + 54, rect.centery)
    c.text(
        "The table calls the floor by itself", rect.x + 100, rect.y + 38, 26, "bold", TEXT, room=820
    )
    note = (
        "After 30 seconds the house rule applies: check if it is free, otherwise the floor decides."
    )
    c.text(note, rect.x + 100, rect.y + 76, 20, "medium", TEXT2, room=900)
    if not linked:
        spent = int((now - (s.lost_at or now)) / 1000)
        c.text(
            f"Attempt {spent // 5 + 1}  ·  {spent} s",
            rect.right - 24,
            rect.centery,
            22,
            "bold",
            TEXT2,
            "r",
            room=210,
            tab=True,
        )
