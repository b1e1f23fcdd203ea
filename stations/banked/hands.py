"""Your hands, side by side: what lies there, what it comes to, what is bet, which is to be played;
and, where your hidden cards would be, how hands are played in this house."""

from pygame import Rect

from firmware.screens.protocol import Layout, Lying
from stations.areas import BLOCK, PEEK
from stations.banked.circles import places
from stations.banked.words import PLAYS
from stations.faces import lay
from stations.state import State
from ui import chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import level
from ui.layout import inset, left, right, top
from ui.looks import GREENISH, PANEL, TICKED
from ui.shapes import Look
from ui.sizes import AMOUNT, DIGIT, FINE, LABEL, VALUE
from ui.theme import GOLD, GOLD_INK, RAISED2, TEXT, TEXT2

ROW = top(BLOCK, 168, 52)
CARD, STEP, MARGIN = (97, 136), 54, 20
TIGHT, SMALL = 300, (62, 88)  # three hands and more
LITTLE = (46, 64)
TAG = Look(RAISED2, None, None, radius=16)
TO_PLAY = Look(GOLD, None, None, radius=16)


def draw(c: Canvas, s: State, lying: list[Lying]) -> None:
    for n, (hand, rect) in enumerate(zip(lying, places(s.side(ROW), len(lying)), strict=True), 1):
        c.box(rect, TICKED if hand.note == PLAYS else PANEL)
        tight = rect.w < TIGHT
        words = _cards(c, s, hand, rect, tight)
        if not tight:
            c.write(f"Hand {n}", LABEL.medium, words, 32, GOLD if hand.note == PLAYS else TEXT2)
        c.write(hand.words, (DIGIT if tight else AMOUNT).bold, words, 30 if tight else 76, tab=True)
        y = rect.bottom - (30 if tight else 34)
        value, count = chips.piles(hand.chips)[0] if hand.chips else (500, 0)
        if count:
            c.middle(chips.pile(value, count, 26, 2), words.x + 14, y)
        c.write(show(hand.chips), LABEL.bold, inset(words, 34, right=0), y - rect.y, tab=True)
        if hand.note:
            _tag(c, rect, hand.note)


def row(c: Canvas, s: State, area: Rect, lying: list[Lying]) -> None:
    """The same in a line, while others play."""
    w, h = LITTLE
    for hand, rect in zip(lying, places(area, len(lying)), strict=True):
        c.box(rect, PANEL)
        step = min(26, (rect.w - 130 - w) // max(1, len(hand.cards) - 1))
        for n, card in enumerate(hand.cards):
            lay(c, s, card, Rect(rect.x + 12 + n * step, rect.y + (rect.h - h) // 2, w, h))
        words = inset(rect, 24 + w + step * (len(hand.cards) - 1), right=8)
        c.write(hand.words, DIGIT.bold, words, 28, tab=True)
        c.write(show(hand.chips), LABEL.medium, words, 60, TEXT2, tab=True)


def _cards(c: Canvas, s: State, hand: Lying, rect: Rect, tight: bool) -> Rect:
    """The cards, closer together the more there are; the room beside them, or under them."""
    w, h = SMALL if tight else CARD
    room = rect.w - 2 * MARGIN - (0 if tight else 180)
    step = min(STEP if not tight else 34, (room - w) // max(1, len(hand.cards) - 1))
    y = rect.y + (44 if tight else (rect.h - h) // 2)
    for n, card in enumerate(hand.cards):
        lay(c, s, card, Rect(rect.x + MARGIN + n * step, y, w, h))
    end = rect.x + MARGIN + w + step * (len(hand.cards) - 1)
    return (
        inset(rect, MARGIN, right=8)
        if tight
        else Rect(end + 24, rect.y, rect.right - end - 30, rect.h)
    )


def _tag(c: Canvas, rect: Rect, note: str) -> None:
    plays = note == PLAYS
    wide = c.measure(note, *FINE.semibold) + 28
    box = Rect(rect.right - wide - 14, rect.y + 14, wide, 32)
    c.box(box, TO_PLAY if plays else TAG)
    c.text(note, box.centerx, box.centery, *FINE.semibold, GOLD_INK if plays else TEXT2, "c")


def ways(c: Canvas, s: State, layout: Layout) -> None:
    zone = s.side(PEEK)
    c.box(zone, GREENISH)
    inner = inset(zone, 20)
    c.write("Here in this house", VALUE.bold, inner, 28)
    for n, (what, how) in enumerate(layout.ways[:6]):
        y = 62 + 31 * n
        c.write(what, FINE.medium, left(inner, 160), y, TEXT2)
        c.write(how, FINE.semibold, right(inner, 140), y, TEXT, "r")
        if n:
            level(c, inner.x, zone.y + y - 16, inner.w)
