"""The player's own plate: who, stack, clock, and what lies in front of him."""

import math

from pygame import Rect

from stations.areas import OWN
from stations.hand.opponents import IN, RING_GROUND, TO_ACT, puck
from stations.state import State
from ui import chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import seat_ring
from ui.layout import inset
from ui.looks import rounded
from ui.shapes import Look
from ui.signs import first_puck
from ui.sizes import FINE, LABEL, STACK
from ui.theme import GOLD, GOLD_INK, LINE_STRONG, RED, TEXT, TEXT2, TEXT3, Color, mix, rgb

PLATE, GOLD_PLATE = rounded(IN, 16), TO_ACT
WON = Look(GOLD, None, None, radius=7)
ALL_IN = Look(RED, None, None, radius=8)
BET = Look(RING_GROUND, None, None, radius=16)
WORDS_X, MOST_TAKEN = 90, 112
BEATS = 2
STEPS = 3  # of its light, so that few frames differ


def draw(c: Canvas, s: State) -> None:
    me, rect = s.me, s.side(OWN)
    asked = s.turn is not None or s.view.ask is not None
    acting, won = s.public.actor == s.view.seat and asked, me.won > 0
    gold = acting or won
    c.box(rect.inflate(6, 6) if gold else rect, _look(s, acting, won))
    clock = s.public.clock
    share = s.clock_left / clock.of_ms if acting and clock and clock.of_ms else None
    who(c, s, rect, (GOLD, GOLD) if gold else (TEXT2, LINE_STRONG), share)
    out = me.life in ("folded", "away", "lobby", "leaving")
    taken = _in_front(c, s, rect)
    stack(c, rect, _counted(s), TEXT3 if out else TEXT, taken)
    badge = "D" if s.public.button == s.view.seat else me.mark
    if badge:
        puck(c, rect.right - 28, rect.y + 26, badge)
    elif s.round and s.round[0].first == s.view.seat:
        c.middle(first_puck(30), rect.right - 28, rect.y + 26)


def who(c: Canvas, s: State, rect: Rect, ring: tuple[Color, Color], share: float | None) -> None:
    """The ring with the seat, its ink and its edge, and the name."""
    at = rect.x + 44, rect.centery
    seat_ring(c, *at, 50, s.view.seat, *ring, RING_GROUND, share, 24, 6)
    words = inset(rect, WORDS_X, right=52)
    yours = f"{s.me.name} · you"
    fits = c.measure(yours, *LABEL.semibold) <= words.w
    c.write(yours if fits else s.me.name, LABEL.semibold, words, 26, TEXT2, name=True)


def stack(c: Canvas, rect: Rect, cents: int, ink: Color, taken: int = 0) -> None:
    words = inset(rect, WORDS_X, right=12 + taken)
    c.write(show(cents), STACK.bold, words, 60, ink, tab=True)


def _look(s: State, acting: bool, won: bool) -> Look:
    """The frame of a turn that has just come fades in and beats twice, in a few steps."""
    if not acting:
        return GOLD_PLATE if won else PLATE
    share = s.time.at("turn", s.now)
    if share >= 1:
        return GOLD_PLATE
    step = round(STEPS * (1 - math.cos(2 * BEATS * math.pi * share)) / 2)
    return TO_ACT._replace(glow=mix(rgb("B98520"), GOLD, step / STEPS), line=3 + step / STEPS)


def _counted(s: State) -> int:
    """What was won is counted onto the stack."""
    share = s.time.at("win", s.now) if s.me.won else 1
    return s.me.stack if share >= 1 else round(s.me.stack - s.me.won * (1 - share))


def _in_front(c: Canvas, s: State, rect: Rect) -> int:
    """What he won or bet, at the right end; how much of the plate it takes."""
    me = s.me
    if me.won:
        says = f"+ {show(me.won)}"
        wide = min(MOST_TAKEN, c.measure(says, *FINE.bold) + 18)
        tag = Rect(rect.right - 12 - wide, rect.bottom - 40, wide, 28)
        c.box(tag, WON)
        c.write(says, FINE.bold, inset(tag, 7), ink=GOLD_INK, at="c")
    elif me.all_in:
        tag = Rect(rect.right - 108, rect.bottom - 44, 92, 32)
        c.box(tag, ALL_IN)
        c.write("All-in", LABEL.bold, inset(tag, 4), at="c")
    elif me.bet:
        says = show(me.bet)
        wide = min(MOST_TAKEN, c.measure(says, *LABEL.semibold) + 48)
        tag = Rect(rect.right - 12 - wide, rect.bottom - 44, wide, 32)
        c.box(tag, BET)
        c.middle(chips.chip(chips.value_of(me.bet), 26, False), tag.x + 17, tag.centery)
        c.write(says, LABEL.semibold, inset(tag, 35, right=10))
    else:
        return 0
    return rect.right - tag.x - 6
