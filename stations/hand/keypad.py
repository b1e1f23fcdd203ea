"""Type an amount in dollars; what is typed shows at once what it would be."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Range, Turn
from stations.answers import back
from stations.areas import ACTIONS, NARROW, UNDER_TAG
from stations.hand import bets
from stations.hand.clock import clock_row
from stations.hand.no_limit import DRAFT_LOOK
from stations.page import Page
from stations.state import State
from ui.amounts import show
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import columns, inset, left, rows, split, top
from ui.looks import ACTION_QUIET, GOLDEN, PANEL, fill
from ui.looks import KEY as KEY_LOOK
from ui.sizes import BUTTON, DIGIT, LABEL, RESULT
from ui.theme import GOLD_INK, TEXT, TEXT2
from ui.touch import NOTHING, Intents

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "<")
TYPED, PAD, SET = split(UNDER_TAG, (300, 456, 140), NARROW)
TYPED_BOX, BACK = top(TYPED, 164), left(ACTIONS, TYPED.w)
KEY_GAP = 8
PLACES = [key for row in rows(top(PAD, 272), 4, KEY_GAP) for key in columns(row, 3, NARROW)]
FLAT_KEY = KEY_LOOK._replace(radius=12, shadow=0)
SET_LOOK = GOLDEN._replace(glow=None)
DIGITS_MAX = 7


def draw(c: Canvas, s: State) -> None:
    turn = s.turn
    assert turn
    assert turn.raise_to
    clock_row(c, s)
    _typed(c, s, turn, turn.raise_to)
    for key, place in zip(KEYS, PLACES, strict=True):
        rect = s.side(place)
        does, reach = partial(_type, s, key), rect.inflate(0, KEY_GAP)
        Button(f"digit {key}", rect, Digit(key), does, reach=reach).draw(c)
    away = Label(ACTION_QUIET, "Back", DIGIT, sign="back")
    Button("keypad off", s.side(BACK), away, back(s, ""), guarded=True).draw(c)
    _set(c, s, turn, s.side(SET))


def _typed(c: Canvas, s: State, turn: Turn, amounts: Range) -> None:
    box, sign = s.side(TYPED_BOX), "" if s.public.placard.chips else "$"
    c.box(box, DRAFT_LOOK)
    words = inset(box, 20)
    c.write("Raise to" if turn.level else "Bet", LABEL.medium, words, 30, TEXT2)
    typed = f"{int(s.bet.typed):,}" if s.bet.typed else ""
    c.write(f"{sign}{typed}", RESULT.bold, words, 82, tab=True)
    range_ = f"{show(amounts.least)} to {show(amounts.most)}"
    c.write(range_, LABEL.medium, words, 136, TEXT2)


class Digit(Struct, frozen=True):
    key: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, FLAT_KEY, down)
        if self.key == "<":
            c.middle(icon("erase", 30, TEXT), *rect.center)
        else:
            c.write(self.key, DIGIT.bold, rect, at="c")


def _type(s: State, key: str) -> Intents:
    typed = s.bet.typed
    s.bet.typed = typed[:-1] if key == "<" else (typed + key).lstrip("0")[:DIGITS_MAX]
    return NOTHING


class SetSkin(Struct, frozen=True):
    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, SET_LOOK, down)
        c.middle(icon("check", 40, GOLD_INK, 3), rect.centerx, rect.centery - 22)
        c.write("Set", DIGIT.bold, rect, rect.h // 2 + 34, GOLD_INK, "c")


def _set(c: Canvas, s: State, turn: Turn, rect: Rect) -> None:
    """What is typed is what is set, or it is refused in words."""
    typed = bets.typed(s)
    says, right = bets.why_not(turn, typed)
    if s.bet.typed and not says:
        Button("keypad set", rect, SetSkin(), partial(_confirm, s), guarded=True).draw(c)
        return
    c.box(rect, PANEL)
    words = inset(rect, 8)
    y = c.paragraph(says, LABEL.medium, words, 80, TEXT2, lines=4)
    for n, amount in enumerate(right):
        c.write(f"{'or ' * (n > 0)}{show(amount)}", BUTTON.bold, words, y + 20 + 32 * n)


def _confirm(s: State) -> Intents:
    s.bet.to, s.reading.page = bets.typed(s), ""
    return NOTHING


PAGE = Page("keypad", draw, in_block=True)
