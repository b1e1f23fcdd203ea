"""The bar over every picture: table and stakes, fee and pool, hand and seal; time, floor, menu."""

from functools import lru_cache

from pygame import Rect, Surface

from firmware.money import show as dollars
from firmware.screens.protocol import Contest
from stations import words
from stations.state import State
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import logo
from ui.icons import icon
from ui.shapes import Look, box, gradient
from ui.theme import DISABLED, GOLD, GREEN, LINE, STATION, TEXT, TEXT2, TEXT3, rgb


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
