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
from center_screen.sentences import Kind, message, note, won_pots
from center_screen.sheet import put
from firmware.screens.protocol import Pot, Public
from ui import chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.icons import icon
from ui.sizes import Type
from ui.theme import GREEN, SKY, TEXT, TEXT2

BAND = Rect(0, 0, 1164, 176)
# from the middle; without a board the bands move together
UNDER_BOARD, TOGETHER, UNDER_BLOCK, UNDER_COMMON = 266, 100, 184, 160
UPPER, LOWER = 37, 104  # clear of the slots below
MARGIN = 24
HAND_ROOM, SEAL_ROOM = 230, 240
ALERT_ROOM, NOTE_ROOM = 1100, 540
BETWEEN_POTS = "  ·  "
SMALL_STRONG = Type(26, "semibold")
SHIELD, SHIELD_GAP = 30, 26
SIGNS: dict[Kind, str] = {"win": "star", "sky": "pause", "rose": "alert"}

LINE_BOX, BETWEEN, LINE_PAD, LINE_MARGIN = 52, 18, 54, 40
BIG_BOX, BIG_MOST, BIG_PAD = 70, 1100, 132
SIGN, SIGN_AT, WORDS_AT, WORDS_MARGIN = 36, 44, 80, 112
BIG_ROOM = BIG_MOST - WORDS_MARGIN
LESS_BIG = 50, 27, Type(36, "bold")  # over three lines
# where so many lines lie, between the message and the slots
UNDER_WON = {0: (), 1: (LOWER,), 2: (88, 119), 3: (65, 92, 119)}

POTS_ROOM = 1100


def draw(c: Canvas, public: Public) -> None:
    kind, says = message(public)
    pot = "TOPS" if public.pan else "POT"
    won = won_pots(public)
    what = public.pots, pot, kind, says, note(public), public.hand, public.seal
    draws = (_won, won, public.hand, public.seal) if won else (_band, *what)
    for spot in long_sides(_far(public)):
        put(c, *spot, *BAND.size, *draws)


def _far(public: Public) -> int:
    if public.common:
        return UNDER_COMMON
    return UNDER_BOARD if public.placard.board else UNDER_BLOCK if public.pan else TOGETHER


def _band(
    c: Canvas, pots: tuple[Pot, ...], pot: str, kind: Kind, says: str, under: str, hand: int,
    seal: str,
) -> None:  # fmt: skip
    if kind in ("sky", "rose"):
        _big(c, kind, says)
        c.text(under, BAND.centerx, LOWER, *NOTE_STRONG, TEXT, "c", room=ALERT_ROOM)
        return
    between = _beside(c, hand, seal)
    if kind == "win":
        _big(c, kind, says)
        c.text(under, BAND.centerx, LOWER, *NOTE_STRONG, TEXT, "c", room=NOTE_ROOM)
        return
    _pots(c, pots, pot)
    if says:
        _line(c, kind, says, between)


def _won(c: Canvas, wordings: tuple[tuple[str, ...], ...], hand: int, seal: str) -> None:
    """Several hands won: the main pot's large, whose cards are gold; the others under it."""
    lines = _in_lines(c, [one[1:] for one in wordings])
    high, y, size = (BIG_BOX, UPPER, HEADLINE) if len(lines) < 3 else LESS_BIG
    firsts = [one[0] for one in wordings]
    fitting = (one for one in firsts if c.measure(one, SMALL_STRONG.px, size.weight) <= BIG_ROOM)
    _big(c, "win", next(fitting, firsts[-1]), high, y, size)
    for y, words in zip(UNDER_WON[len(lines)], lines, strict=True):
        c.text(words, BAND.centerx, y, *SMALL_STRONG, TEXT, "c", room=ALERT_ROOM)
    if len(lines) < 2 and all(c.measure(one, *SMALL_STRONG) <= NOTE_ROOM for one in lines):
        _beside(c, hand, seal)


def _in_lines(c: Canvas, wordings: list[tuple[str, ...]]) -> list[str]:
    """In the longest words that fit; else in the shortest, set narrower."""
    most = max(UNDER_WON)
    for parts in wordings:
        lines = _packed(c, parts)
        if len(lines) <= most and all(c.measure(one, *SMALL_STRONG) <= ALERT_ROOM for one in lines):
            return lines
    shortest = wordings[-1]
    each = -(-len(shortest) // most)
    return [BETWEEN_POTS.join(shortest[n : n + each]) for n in range(0, len(shortest), each)]


def _packed(c: Canvas, parts: tuple[str, ...]) -> list[str]:
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{BETWEEN_POTS}{part}" if lines else ""
        if lines and c.measure(longer, *SMALL_STRONG) <= ALERT_ROOM:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _beside(c: Canvas, hand: int, seal: str) -> Rect:
    """Which hand it is, and the code of its sealed deck; what is free between them."""
    left, right = BAND.left, BAND.right
    if hand:
        left = c.text(f"Hand #{hand:,}", MARGIN, LOWER, *NOTE, TEXT2, room=HAND_ROOM).right
    if seal:
        code = c.text(seal, right - MARGIN, LOWER, *NOTE_STRONG, TEXT, "r", room=SEAL_ROOM)
        c.middle(icon("shield", SHIELD, GREEN, 2.2), code.x - SHIELD_GAP, LOWER)
        right = code.x - SHIELD_GAP - SHIELD // 2
    return Rect(left + BETWEEN, 0, right - left - 2 * BETWEEN, BAND.h)


def _line(c: Canvas, kind: Kind, says: str, between: Rect) -> None:
    """In the middle, as far as what lies beside it lets it."""
    look, ink = LINES[kind]
    wide = min(between.w, c.measure(says, *LINE) + LINE_PAD)
    box = Rect(BAND.centerx - wide // 2, LOWER - LINE_BOX // 2, wide, LINE_BOX)
    box.x = max(between.x, min(box.x, between.right - wide))
    c.box(box, pill(look, LINE_BOX))
    c.text(says, box.centerx, LOWER, *LINE, ink, "c", room=wide - LINE_MARGIN)


def _big(
    c: Canvas, kind: Kind, says: str, high: int = BIG_BOX, y: int = UPPER, size: Type = HEADLINE
) -> None:
    look, ink = LINES[kind]
    wide = min(BIG_MOST, c.measure(says, *size) + BIG_PAD)
    left = BAND.centerx - wide // 2
    c.box(Rect(left, y - high // 2, wide, high), pill(look, high))
    c.middle(icon(SIGNS[kind], SIGN, SKY if kind == "sky" else ink, 2.6), left + SIGN_AT, y)
    c.text(says, left + WORDS_AT, y, *size, ink, room=wide - WORDS_MARGIN)


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
