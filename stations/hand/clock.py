"""The row over every decision: whose it is, how long it may take, what is in the time bank."""

import math

from pygame import Rect

from firmware.screens.protocol import Ask, Clock
from stations.areas import GAP, TAG_ROW
from stations.state import State
from ui.amounts import show
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import inset, left, right, split
from ui.shapes import Look
from ui.sizes import AMOUNT, BUTTON, LABEL
from ui.theme import GOLD, GOLD_INK, GOLD_LOW, GOLD_TOP, LINE, RAISED2, TEXT2, rgb

TAG, TIME, BANK = split(TAG_ROW, (150, 574, 164), GAP)
BAR = inset(left(TIME, 504), 0, 13)
SECONDS = right(TIME, 70)
TAG_LOOK = Look(GOLD, None, None, radius=20)
EMPTY = Look(RAISED2, None, None, radius=7)
FULL = Look(GOLD_LOW, GOLD_TOP, None, radius=7)
BANK_LOOK = Look(rgb("1A242C"), None, LINE, 1.5, 12)
BAR_STEP = 4  # pixels, so that few frames differ


def clock_row(c: Canvas, s: State) -> None:
    clock, ask = s.public.clock, s.view.ask if not s.turn else None
    shared = ask if ask and ask.vote else None
    tag = s.side(TAG)
    c.box(tag, TAG_LOOK)
    says = "YOUR BETS" if ask and ask.kind == "wager" else _label(clock, shared)
    c.write(says, LABEL.bold, inset(tag, 9), ink=GOLD_INK, at="c")
    if ask and ask.kind == "wager":
        _limits(c, s, ask)
    if not clock or (shared and s.public.actor):  # somebody else's clock
        return
    _bar(c, s, clock, s.side(BAR))
    _seconds(c, s)
    wagers = ask is not None and ask.kind == "wager"
    if clock.bank_ms and not shared and not wagers:  # there is one here, and it is not used up
        _bank(c, s.side(BANK), clock, "Extra" if s.round else "Bank")


def set_row(c: Canvas, s: State, says: str, late: str) -> None:
    """The same with a longer name, and what becomes of who does nothing."""
    tag, time, end = (s.side(part) for part in split(TAG_ROW, (190, 534, 164), GAP))
    c.box(tag, TAG_LOOK)
    c.write(says, LABEL.bold, inset(tag, 9), ink=GOLD_INK, at="c")
    if s.public.clock:
        bar = inset(right(time, 464) if s.left_hand else left(time, 464), 0, 13)
        _bar(c, s, s.public.clock, bar)
        _seconds(c, s)
    c.box(end, BANK_LOOK)
    c.write(late, LABEL.semibold, inset(end, 8), ink=TEXT2, at="c")


def _label(clock: Clock | None, shared: Ask | None) -> str:
    if shared:
        return "YOUR VOTE"
    return "TIME BANK" if clock and clock.in_bank else "YOUR TURN"


def _bar(c: Canvas, s: State, clock: Clock, bar: Rect) -> None:
    c.box(bar, EMPTY)
    share = min(1.0, s.clock_left / max(1, clock.of_ms))
    wide = round(bar.w * share / BAR_STEP) * BAR_STEP
    if wide >= bar.h:
        c.box(right(bar, wide) if s.left_hand else left(bar, wide), FULL)


def _seconds(c: Canvas, s: State) -> None:
    end = s.side(SECONDS).move(-8 * s.left_hand, 0)  # there the bar comes after it
    c.text("s", end.right - 2, end.centery + 3, *BUTTON.bold, GOLD, "r")
    seconds = str(math.ceil(s.clock_left / 1000))
    c.write(seconds, AMOUNT.bold, inset(end, 0, right=18), ink=GOLD, at="r", tab=True)


def _limits(c: Canvas, s: State, ask: Ask) -> None:
    """Of one wager, where the time bank is told in a turn."""
    layout = s.public.placard.layout
    if layout and ask.circles:
        bank = s.side(BANK)
        c.box(bank, BANK_LOOK)
        says = "–".join(dict.fromkeys(map(show, layout.fees.limits)))
        c.write(says, LABEL.semibold, inset(bank, 12), ink=TEXT2, at="c")


def _bank(c: Canvas, bank: Rect, clock: Clock, name: str) -> None:
    c.box(bank, BANK_LOOK)
    c.middle(icon("clock", 22, TEXT2), bank.x + 22, bank.centery)
    says = f"{name} {round(clock.bank_ms / 1000)} s"
    c.write(says, LABEL.semibold, inset(bank, 42, right=8), ink=TEXT2)
