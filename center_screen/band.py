"""The bands for the long sides: pots and whose turn, or one large message; hand and seal beside."""

from typing import NamedTuple

from pygame import Rect

from center_screen.areas import (
    HEADLINE,
    LINE,
    NOTE,
    NOTE_STRONG,
    long_sides,
)
from center_screen.looks import DARK, LINES, pill
from center_screen.sentences import Kind, message, note
from center_screen.sheet import put
from firmware.screens.protocol import Pot, Public
from ui import chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.icons import icon
from ui.sizes import Type
from ui.text import wrap
from ui.theme import GREEN, SKY, TEXT, TEXT2

BAND = Rect(0, 0, 1164, 176)
UNDER_BOARD, TOGETHER, UNDER_BLOCK = (
    266,
    100,
    184,
)  # from the middle; without a board the bands move together
UPPER, LOWER = 37, 104  # clear of the slots below
MARGIN = 24
HAND_ROOM, SEAL_ROOM = 230, 240
ALERT_ROOM, NOTE_ROOM = 1100, 540
TWO_NOTES = 92, 124  # two lines, between the message and the slots
SMALL_STRONG = Type(26, "semibold")
SHIELD, SHIELD_GAP = 30, 26
SIGNS: dict[Kind, str] = {"win": "star", "sky": "pause", "rose": "alert"}

LINE_BOX, LINE_MOST, LINE_PAD, LINE_MARGIN = 52, 640, 54, 40
BIG_BOX, BIG_MOST, BIG_PAD = 70, 1100, 132
SIGN, SIGN_AT, WORDS_AT, WORDS_MARGIN = 36, 44, 80, 112

POTS_ROOM = 1100


def draw(c: Canvas, public: Public) -> None:
    kind, says = message(public)
    far = UNDER_BOARD if public.placard.board else UNDER_BLOCK if public.pan else TOGETHER
    pot = "TOPS" if public.pan else "POT"
    what = public.pots, pot, kind, says, note(public), public.hand, public.seal
    for spot in long_sides(far):
        put(c, *spot, *BAND.size, _band, *what)


def _band(
    c: Canvas, pots: tuple[Pot, ...], pot: str, kind: Kind, says: str, under: str, hand: int,
    seal: str,
) -> None:  # fmt: skip
    if kind in ("sky", "rose"):
        _big(c, kind, says)
        c.text(under, BAND.centerx, LOWER, *NOTE_STRONG, TEXT, "c", room=ALERT_ROOM)
        return
    if kind == "win":
        _big(c, kind, says)
        wide = c.measure(under, *NOTE_STRONG) > NOTE_ROOM  # several pots: they take the whole line
        _note(c, under, ALERT_ROOM if wide else NOTE_ROOM)
        if not wide:
            _beside(c, hand, seal)
        return
    _beside(c, hand, seal)
    _pots(c, pots, pot)
    if says:
        _line(c, kind, says)


def _note(c: Canvas, under: str, room: int) -> None:
    """In one line, or in two smaller ones."""
    if c.measure(under, *NOTE_STRONG) <= room:
        c.text(under, BAND.centerx, LOWER, *NOTE_STRONG, TEXT, "c", room=room)
        return
    first, *rest = wrap(under, *SMALL_STRONG, room)
    for y, words in zip(TWO_NOTES, (first, " ".join(rest)), strict=True):
        c.text(words, BAND.centerx, y, *SMALL_STRONG, TEXT, "c", room=room)


def _beside(c: Canvas, hand: int, seal: str) -> None:
    """Which hand it is, and the code of its sealed deck."""
    if hand:
        c.text(f"Hand #{hand:,}", MARGIN, LOWER, *NOTE, TEXT2, room=HAND_ROOM)
    if seal:
        right = BAND.right - MARGIN
        wide = c.measure(seal, *NOTE_STRONG)
        c.middle(icon("shield", SHIELD, GREEN, 2.2), right - wide - SHIELD_GAP, LOWER)
        c.text(seal, right, LOWER, *NOTE_STRONG, TEXT, "r", room=SEAL_ROOM)


def _line(c: Canvas, kind: Kind, says: str) -> None:
    look, ink = LINES[kind]
    wide = min(LINE_MOST, c.measure(says, *LINE) + LINE_PAD)
    box = Rect(BAND.centerx - wide // 2, LOWER - LINE_BOX // 2, wide, LINE_BOX)
    c.box(box, pill(look, LINE_BOX))
    c.text(says, BAND.centerx, LOWER, *LINE, ink, "c", room=wide - LINE_MARGIN)


def _big(c: Canvas, kind: Kind, says: str) -> None:
    look, ink = LINES[kind]
    wide = min(BIG_MOST, c.measure(says, *HEADLINE) + BIG_PAD)
    left = BAND.centerx - wide // 2
    c.box(Rect(left, UPPER - BIG_BOX // 2, wide, BIG_BOX), pill(look, BIG_BOX))
    c.middle(icon(SIGNS[kind], SIGN, SKY if kind == "sky" else ink, 2.6), left + SIGN_AT, UPPER)
    c.text(says, left + WORDS_AT, UPPER, *HEADLINE, ink, room=wide - WORDS_MARGIN)


class PotSize(NamedTuple):
    """How pots are drawn: height, type, and the spaces around name and amount."""

    high: int
    amount: Type
    before: int
    between: int
    after: int
    gap: int
    pile: int = 0

    def wide(self, c: Canvas, name: str, cents: int) -> int:
        words = c.measure(name, *NOTE) + c.measure(show(cents), *self.amount, True)
        return self.before + words + self.between + self.after


FEW = PotSize(BIG_BOX, HEADLINE, 80, 14, 28, 16, 42)
FOUR = FEW._replace(amount=Type(34, "bold"))
TWO_ROWS = PotSize(BIG_BOX // 2 - 3, NOTE_STRONG, 18, 12, 18, 12)


def _pots(c: Canvas, pots: tuple[Pot, ...], pot: str) -> None:
    """Between the slots of the corners: in a row, or many of them in two."""
    found = [pot.chips for pot in pots if pot.chips]
    if not found:
        return
    names = [pot] if len(found) == 1 else ["MAIN", *(f"SIDE {n}" for n in range(1, len(found)))]
    both = list(zip(names, found, strict=True))
    size = FEW if len(found) < 4 else FOUR
    if sum(size.wide(c, *one) + size.gap for one in both) <= POTS_ROOM:
        _row(c, both, UPPER, size)
        return
    upper = (len(both) + 1) // 2
    _row(c, both[:upper], UPPER - BIG_BOX // 4, TWO_ROWS)
    _row(c, both[upper:], UPPER + BIG_BOX // 4, TWO_ROWS)


def _row(c: Canvas, pots: list[tuple[str, int]], y: int, size: PotSize) -> None:
    widths = [size.wide(c, *one) for one in pots]
    at = BAND.centerx - (sum(widths) + size.gap * (len(widths) - 1)) // 2
    for (name, cents), wide in zip(pots, widths, strict=True):
        box = Rect(at, y - size.high // 2, wide, size.high)
        c.box(box, pill(DARK, size.high))
        if size.pile:
            c.middle(chips.little_pile(cents, size.pile), at + SIGN_AT, y)
        c.text(name, at + size.before, y, *NOTE, TEXT2)
        c.text(show(cents), box.right - size.after, y, *size.amount, TEXT, "r", tab=True)
        at += wide + size.gap
