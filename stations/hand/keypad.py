"""Type an amount in dollars; what is typed shows at once what it would be."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Range
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
from ui.touch import NOTHING, Does, Intents

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "<")
TYPED, PAD, SET = split(UNDER_TAG, (300, 456, 140), NARROW)
TYPED_BOX, BACK = top(TYPED, 164), left(ACTIONS, TYPED.w)
KEY_GAP = 8
PLACES = [key for row in rows(top(PAD, 272), 4, KEY_GAP) for key in columns(row, 3, NARROW)]
FLAT_KEY = KEY_LOOK._replace(radius=12, shadow=0)
SET_LOOK = GOLDEN._replace(glow=None)
DIGITS_MAX = 7


class Taking(Struct, frozen=True):
    """A key that takes what is typed, if it is one of these amounts."""

    word: str
    amounts: Range
    does: Does

    @property
    def name(self) -> str:
        return f"keypad {self.word.lower()}"


class Wanted(Struct, frozen=True):
    """An amount that is asked for: what it is, what it may be, who takes it."""

    title: str
    note: str
    takes: tuple[Taking, ...]
    away: Does


def draw(c: Canvas, s: State) -> None:
    turn = s.turn
    assert turn
    assert turn.raise_to
    takes = Taking("Set", turn.raise_to, partial(_confirm, s))
    title = "Raise to" if turn.level else "Bet"
    pad(c, s, Wanted(title, range_words(turn.raise_to), (takes,), back(s, "")))


def range_words(amounts: Range) -> str:
    return f"{show(amounts.least)} to {show(amounts.most)}"


def pad(c: Canvas, s: State, wanted: Wanted) -> None:
    clock_row(c, s)
    _typed(c, s, wanted)
    for key, rect in zip(KEYS, s.together(PLACES), strict=True):
        does, reach = partial(_type, s, key), rect.inflate(0, KEY_GAP)
        Button(f"digit {key}", rect, Digit(key), does, reach=reach).draw(c)
    away = Label(ACTION_QUIET, "Back", DIGIT, sign="back")
    Button("keypad off", s.side(BACK), away, wanted.away, guarded=True).draw(c)
    several = len(wanted.takes) > 1
    for one, place in zip(wanted.takes, rows(SET, len(wanted.takes), NARROW), strict=True):
        _take(c, s, one, s.side(place), several)


def _typed(c: Canvas, s: State, wanted: Wanted) -> None:
    box, sign = s.side(TYPED_BOX), "" if s.public.placard.chips else "$"
    c.box(box, DRAFT_LOOK)
    words = inset(box, 20)
    c.write(wanted.title, LABEL.medium, words, 30, TEXT2)
    typed = f"{int(s.bet.typed):,}" if s.bet.typed else ""
    c.write(f"{sign}{typed}", RESULT.bold, words, 82, tab=True)
    c.write(wanted.note, LABEL.medium, words, 136, TEXT2)


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
    word: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, SET_LOOK, down)
        c.middle(icon("check", 40, GOLD_INK, 3), rect.centerx, rect.centery - 22)
        c.write(self.word, DIGIT.bold, inset(rect, 8), rect.h // 2 + 34, GOLD_INK, "c")


def _take(c: Canvas, s: State, one: Taking, rect: Rect, several: bool) -> None:
    """What is typed is what is set, or it is refused in words."""
    says, right = bets.why_not(one.amounts, bets.typed(s))
    if s.bet.typed and not says:
        Button(one.name, rect, SetSkin(one.word), one.does, guarded=True).draw(c)
        return
    c.box(rect, PANEL)
    words = inset(rect, 8)
    if several:
        c.write(one.word, BUTTON.bold, words, 24)
    y = c.paragraph(says, LABEL.medium, words, 54 if several else 80, TEXT2, lines=4)
    for n, amount in enumerate(right):
        c.write(f"{'or ' * (n > 0)}{show(amount)}", BUTTON.bold, words, y + 20 + 32 * n)


def _confirm(s: State) -> Intents:
    s.bet.to, s.reading.page = bets.typed(s), ""
    return NOTHING


PAGE = Page("keypad", draw, in_block=True)
