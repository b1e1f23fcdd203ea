"""The bands for the long sides: pots and whose turn, or one large message; hand and seal beside."""

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
from ui.theme import GREEN, SKY, TEXT, TEXT2

BAND = Rect(0, 0, 1164, 176)
UNDER_BOARD, TOGETHER = 266, 100  # from the middle; without a board the bands move together
UPPER, LOWER = 37, 104  # clear of the slots below
MARGIN = 24
HAND_ROOM, SEAL_ROOM = 230, 240
ALERT_ROOM, NOTE_ROOM = 1100, 540
SHIELD, SHIELD_GAP = 30, 26
SIGNS: dict[Kind, str] = {"win": "star", "sky": "pause", "rose": "alert"}

LINE_BOX, LINE_MOST, LINE_PAD, LINE_MARGIN = 52, 640, 54, 40
BIG_BOX, BIG_MOST, BIG_PAD = 70, 1100, 132
SIGN, SIGN_AT, WORDS_AT, WORDS_MARGIN = 36, 44, 80, 112

POT_PAD, POT_GAP, PILE, POT_END = 122, 16, 42, 28
SIDE_POTS = Type(34, "bold")  # of four and more


def draw(c: Canvas, public: Public) -> None:
    kind, says = message(public)
    far = UNDER_BOARD if public.placard.board else TOGETHER
    what = public.pots, kind, says, note(public), public.hand, public.seal
    for spot in long_sides(far):
        put(c, *spot, *BAND.size, _band, *what)


def _band(
    c: Canvas, pots: tuple[Pot, ...], kind: Kind, says: str, under: str, hand: int, seal: str
) -> None:
    if kind in ("sky", "rose"):
        _big(c, kind, says)
        c.text(under, BAND.centerx, LOWER, *NOTE_STRONG, TEXT, "c", room=ALERT_ROOM)
        return
    _beside(c, hand, seal)
    if kind == "win":
        _big(c, kind, says)
        c.text(under, BAND.centerx, LOWER, *NOTE_STRONG, TEXT, "c", room=NOTE_ROOM)
        return
    _pots(c, pots)
    if says:
        _line(c, kind, says)


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


def _pots(c: Canvas, pots: tuple[Pot, ...]) -> None:
    found = [pot.chips for pot in pots if pot.chips]
    if not found:
        return
    names = ["POT"] if len(found) == 1 else ["MAIN", *(f"SIDE {n}" for n in range(1, len(found)))]
    size = HEADLINE if len(found) < 4 else SIDE_POTS
    both = list(zip(names, map(show, found), strict=True))
    widths = [c.measure(a, *NOTE) + c.measure(b, *size, True) + POT_PAD for a, b in both]
    at = BAND.centerx - (sum(widths) + POT_GAP * (len(widths) - 1)) // 2
    for (label, amount), pot, wide in zip(both, found, widths, strict=True):
        box = Rect(at, UPPER - BIG_BOX // 2, wide, BIG_BOX)
        c.box(box, pill(DARK, BIG_BOX))
        c.middle(chips.little_pile(pot, PILE), at + SIGN_AT, UPPER)
        c.text(label, at + WORDS_AT, UPPER, *NOTE, TEXT2)
        c.text(amount, box.right - POT_END, UPPER, *size, TEXT, "r", tab=True)
        at += wide + POT_GAP
