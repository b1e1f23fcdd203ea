"""The cut: digits that nobody can guess, typed under the square, so that the table cannot have
searched for them.

Everything else of the deal lies under that square before the first key is touched. The digits stay
here until all are typed; then everybody sees them.
"""

import math
from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.fairness.share import DIGITS_LEAST, DIGITS_MOST
from firmware.screens.protocol import Ask, CutKey, Digits
from stations import sentences
from stations.areas import BODY, NARROW
from stations.hand import own_plate
from stations.hand.clock import EMPTY, FULL, TAG_LOOK
from stations.state import State
from ui.buttons import Button
from ui.canvas import Canvas
from ui.controls import upright
from ui.icons import icon
from ui.layout import bottom, grid, inset, left, right, split, top
from ui.looks import ACTION_GOLD, ACTION_QUIET, FLAT, GREENISH, KEY, PANEL, fill
from ui.qr import qr
from ui.shapes import Look
from ui.sizes import ACTION, AMOUNT, BUTTON, FINE, HEADING, LABEL, RESULT, SMALL, STACK, TALL
from ui.theme import GOLD, GOLD_INK, GREEN, LINE_STRONG, SKY, TEXT, TEXT2, rgb
from ui.touch import NOTHING, Intents

UNDER = left(BODY, 560)
SQUARE, OWN = top(UNDER, 600), bottom(UNDER, 84)
TYPING = right(BODY, 672)
TAG, BAR = left(top(TYPING, 40), 150), Rect(TYPING.x + 166, TYPING.y + 13, 420, 14)
CELLS = top(TYPING, 72, 150)
PAD = Rect(TYPING.x, 324, 444, 460)
SIDE = right(TYPING, 204)
SKIP, TOLD, CUT = Rect(SIDE.x, 324, 204, 106), Rect(SIDE.x, 442, 204, 106), bottom(SIDE, 224)
MS = 4000  # that the bar shows in full
CELL = Look(rgb("0D141A"), None, LINE_STRONG, 2, 10)
HERE, LATER = CELL._replace(edge=GOLD, line=3), CELL._replace(edge=rgb("3A4852"), line=1.5)
TOLD_LOOK = PANEL._replace(top=rgb("0D1A26"), low=rgb("0B151F"), edge=None)


def draw(c: Canvas, s: State, ask: Ask) -> None:
    _square(c, s)
    _own(c, s)
    _time(c, s, ask)
    c.text("Scan it, then type 6 to 12 digits", TYPING.x, 161, *ACTION.bold, room=672)
    c.text("nobody can guess", TYPING.x, 203, *ACTION.bold)
    c.text("A banknote's number", TYPING.right, 206, *SMALL.medium, TEXT2, "r")
    _cells(c, s.digits)
    keys = (*"123456789", "clear", "0", "erase")
    for key, rect in zip(keys, grid(PAD, 3, 4, NARROW), strict=True):
        Button(f"cut {key}", rect, Key(key), partial(_typed, s, ask, key)).draw(c)
    Button("cut skip", SKIP, Skip(), partial(_done, s, Digits(ask.decision))).draw(c)
    _shown_to_all(c)
    if len(s.digits) >= DIGITS_LEAST:
        done = partial(_done, s, Digits(ask.decision, s.digits))
        Button("cut", CUT, Cut(len(s.digits)), done, guarded=True).draw(c)


def _square(c: Canvas, s: State) -> None:
    deal = s.public.deal
    hand, shares = (deal.hand, len(deal.sealed)) if deal else (s.public.hand, 0)
    c.box(SQUARE, GREENISH)
    title = c.text(
        f"{s.play.capitalize()} {sentences.number(hand)} is sealed",
        SQUARE.centerx + 20,
        122,
        *HEADING.bold,
        at="c",
    )
    c.middle(icon("shield", 28, GREEN), title.x - 27, 122)
    words = f"{shares} shares and 4 decks lie under this square"
    c.write(words, LABEL.medium, inset(SQUARE, 16), 68, TEXT2, "c")
    c.blit(qr(s.log.square, 410), SQUARE.x + 75, 180)
    c.write(s.log.letters.replace(" ", "  "), TALL.bold, inset(SQUARE, 16), 540, at="c")
    keep = "Keep a photo. The center screen shows the same."
    c.write(keep, FINE.medium, inset(SQUARE, 16), 577, TEXT2, "c")


def _own(c: Canvas, s: State) -> None:
    c.box(OWN, own_plate.PLATE)
    own_plate.who(c, s, left(OWN, 250), (TEXT2, LINE_STRONG), None)
    own_plate.stack(c, left(OWN, 250), s.me.stack, TEXT)
    if s.last_hand:
        upright(c, OWN.x + 244, OWN.y + 16, 52)
        hand, words = s.last_hand.number, s.last_hand.words
        said = inset(OWN, 268, right=12)
        c.write(f"Last {s.play}  ·  {sentences.number(hand)}", FINE.medium, said, 27, TEXT2)
        c.write(words, FINE.semibold, said, 58)


def _time(c: Canvas, s: State, ask: Ask) -> None:
    c.box(TAG, TAG_LOOK)
    c.write("YOUR CUT", LABEL.bold, inset(TAG, 9), ink=GOLD_INK, at="c")
    ms = max(0.0, ask.ms - s.since_view)
    c.box(BAR, EMPTY)
    wide = round(BAR.w * min(1.0, ms / MS) / 4) * 4
    if wide >= BAR.h:
        c.box(left(BAR, wide), FULL)
    c.text("s", TYPING.right - 2, BAR.centery + 3, *BUTTON.bold, GOLD, "r")
    seconds = str(math.ceil(ms / 1000))
    c.text(seconds, TYPING.right - 20, BAR.centery, *AMOUNT.bold, GOLD, "r", tab=True)


def _cells(c: Canvas, digits: str) -> None:
    first = split(CELLS, [48] * DIGITS_LEAST, 8)
    second = split(CELLS.move(344, 0), [48] * (DIGITS_MOST - DIGITS_LEAST), 8)
    for n, rect in enumerate((*first, *second)):
        due = n < DIGITS_LEAST or n < len(digits)
        c.box(rect, HERE if n == len(digits) else CELL if due else LATER)
        if n < len(digits):
            c.write(digits[n], TALL.bold, rect, at="c", tab=True)
        elif n == len(digits):
            c.box(Rect(rect.x + 14, rect.bottom - 18, 20, 4), Look(GOLD, radius=2))


def _shown_to_all(c: Canvas) -> None:
    c.box(TOLD, TOLD_LOOK)
    c.middle(icon("eye", 24, SKY), TOLD.x + 24, TOLD.y + 28)
    c.text("Shown to all", TOLD.x + 46, TOLD.y + 28, *FINE.bold)
    c.text("on the center", TOLD.x + 18, TOLD.y + 58, *FINE.medium, TEXT2)
    c.text("after your cut", TOLD.x + 18, TOLD.y + 84, *FINE.medium, TEXT2)


def _typed(s: State, ask: Ask, key: str) -> Intents:
    if key == "clear":
        s.digits = ""
    elif key == "erase":
        s.digits = s.digits[:-1]
    elif len(s.digits) < DIGITS_MOST:
        s.digits += key
        return (CutKey(ask.decision),)
    return NOTHING


def _done(s: State, digits: Digits) -> Intents:
    s.digits = ""
    s.sent.decision, s.sent.at = digits.decision, s.now
    return (digits,)


class Key(Struct, frozen=True):
    key: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, FLAT if self.key in ("clear", "erase") else KEY, down)
        if self.key == "clear":
            c.write("Clear", HEADING.bold, inset(rect, 8), at="c")
        elif self.key == "erase":
            c.middle(icon("erase", 34, TEXT), *rect.center)
        else:
            c.write(self.key, RESULT.bold, rect, at="c")


class Skip(Struct, frozen=True):
    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, ACTION_QUIET, down)
        c.write("Skip", STACK.bold, inset(rect, 8), 43, at="c")
        c.write("no digits this time", LABEL.semibold, inset(rect, 8), 73, TEXT2, "c")


class Cut(Struct, frozen=True):
    digits: int

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, ACTION_GOLD, down)
        c.write("Cut", RESULT.bold, inset(rect, 8), 98, GOLD_INK, "c")
        c.write(f"with {self.digits} digits", LABEL.semibold, inset(rect, 8), 139, GOLD_INK, "c")
