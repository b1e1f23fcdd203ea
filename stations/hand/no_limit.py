"""A turn with amounts to choose: presets, a slider, steps, a keypad, and one touch to confirm."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Turn
from stations import sentences
from stations.areas import ACTIONS, BLOCK, NARROW
from stations.hand import actions, bets
from stations.hand.actions import confirm
from stations.state import State
from ui.amounts import show
from ui.buttons import Button, Label, Preset, Step
from ui.canvas import Canvas
from ui.controls import track
from ui.icons import icon
from ui.layout import columns, inset, left, split, top
from ui.looks import ACTION_GOLD, GOLDEN, PANEL_ROW, fill
from ui.shapes import Look
from ui.sizes import ACTION, AMOUNT, DIGIT, FINE, LABEL, SMALL, STACK
from ui.theme import GOLD, GOLD_INK, ROSE_EDGE, TEXT2, rgb
from ui.touch import NOTHING, Intents, Latch, Slider

PRESETS = top(BLOCK, 72, 52)
MINUS, SLIDER, PLUS, AMOUNT_BOX = split(top(BLOCK, 80, 136), (80, 548, 80, 176), NARROW)
GROOVE = inset(SLIDER, 34, 49, bottom=17)
FOLD_WIDE, CALL_WIDE = 200, 268
KNOB, KNOB_WIDE = 40, 92
DRAFT_LOOK = Look(rgb("0A1016"), rgb("080D12"), GOLD, 2, 14)
ALL_IN_LOOK = ACTION_GOLD._replace(edge=ROSE_EDGE, line=4)
LATCH_LOOK = Look(rgb("2C2008"), rgb("241A08"), ROSE_EDGE, 3, 18)
KNOB_LOOK = GOLDEN._replace(radius=14, glow=None)


def draw(c: Canvas, s: State, turn: Turn) -> None:
    found = bets.presets(s, turn)
    places = s.together(columns(PRESETS, len(found), NARROW))  # as the slider runs
    for one, rect in zip(found, places, strict=True):
        skin = Preset(one.title, show(one.to), one.to == s.bet.to, one.title == "All-in")
        does = partial(_draft, s, one.to)
        Button(f"preset {one.to}", rect, skin, does, guarded=True).draw(c)
    _steps(c, s, turn)
    _slider(c, s, turn, found)
    _amount(c, s, turn)
    _actions(c, s, turn)


def _draft(s: State, to: int) -> Intents:
    s.bet.to = to
    return NOTHING


def _step(s: State, by: int) -> Intents:
    turn = s.turn
    return _draft(s, bets.fitted(turn, s.bet.to + by)) if turn and turn.raise_to else NOTHING


def _steps(c: Canvas, s: State, turn: Turn) -> None:
    assert turn.raise_to
    step = show(turn.unit or turn.raise_to.step)
    lower, higher = (PLUS, MINUS) if s.left_hand else (MINUS, PLUS)  # as the slider runs
    for name, rect, by in (("minus", lower, -1), ("plus", higher, 1)):
        does = partial(_step, s, by * (turn.unit or 1))
        Button(name, s.side(rect), Step(name, step), does, guarded=True).draw(c)


def _slider(c: Canvas, s: State, turn: Turn, found: list[bets.Preset]) -> None:
    row, groove = s.side(SLIDER), s.side(GROOVE)
    c.box(row, PANEL_ROW)
    c.middle(icon("eye off", 22, TEXT2), row.x + 26, row.y + 19)
    says = "Only you see this amount until you confirm"
    c.write(says, FINE.medium, inset(row, 44, right=14), 19, TEXT2)
    ticks = tuple(bets.share_of(turn, one.to) for one in found[1:-1])
    track(c, groove, bets.share_of(turn, s.bet.to), ticks, KNOB)
    c.touchable(Slider("slider", row, groove, partial(_slide, s), guarded=True))


def _slide(s: State, share: float) -> None:
    if s.turn and s.turn.raise_to:
        s.bet.to = bets.amount_at(s.turn, share)


class DraftSkin(Struct, frozen=True):
    """The amount; a touch brings the keypad."""

    title: str
    amount: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, DRAFT_LOOK, down)
        words = inset(rect, 16, right=10)
        c.write(self.title, SMALL.medium, words, 22, TEXT2)
        c.write(self.amount, AMOUNT.bold, left(words, 108), 55, tab=True)
        c.middle(icon("dots", 27, TEXT2), rect.right - 30, rect.y + 54)


def _amount(c: Canvas, s: State, turn: Turn) -> None:
    title = "Bet" if turn.level == 0 else "Raise to"
    skin = DraftSkin("All-in" if bets.is_all_in(s, turn) else title, show(s.bet.to))
    Button("keypad", s.side(AMOUNT_BOX), skin, partial(_type, s), guarded=True).draw(c)


def _type(s: State) -> Intents:
    s.bet.typed, s.reading.page = "", "keypad"
    return NOTHING


def _actions(c: Canvas, s: State, turn: Turn) -> None:
    """From the inside out: Raise is outermost for either hand."""
    widths = [FOLD_WIDE] * turn.fold + [CALL_WIDE] * (turn.call is not None)
    rects = [s.side(rect) for rect in split(ACTIONS, (*widths, 0), NARROW)]
    if turn.fold:
        actions.fold(s, turn, rects[0], STACK).draw(c)
    if turn.call is not None:
        actions.call(s, turn, rects[-2], STACK).draw(c)
    _confirm(c, s, turn, rects[-1])


def _confirm(c: Canvas, s: State, turn: Turn, rect: Rect) -> None:
    says, all_in = sentences.raise_words(turn, s.bet.to, s.me.stack), bets.is_all_in(s, turn)
    back = sentences.comes_back(turn, s.bet.to)
    if all_in and s.view.prefs.slide:
        _latch(c, s, rect, says, back)
        return
    look = ALL_IN_LOOK if all_in else ACTION_GOLD
    skin = Label(look, says, ACTION, GOLD_INK, "up", back or "Confirm", 2.4)
    Button("raise", rect, skin, partial(confirm, s), guarded=True).draw(c)


def _latch(c: Canvas, s: State, rect: Rect, says: str, back: str) -> None:
    """All-in by sliding a knob from end to end."""
    c.box(rect, LATCH_LOOK)
    run = inset(rect, 54)
    x = run.x + round(run.w * s.bet.slid)
    words = inset(rect, 75).move(30, 0)
    c.write(f"Slide: {says}", DIGIT.bold, words, rect.h // 2 - 12 * bool(back), GOLD, "c")
    c.write(back, LABEL.semibold, words, rect.h // 2 + 20, GOLD, "c")
    c.box(Rect(x - KNOB_WIDE // 2, rect.y + 8, KNOB_WIDE, rect.h - 16), KNOB_LOOK)
    c.middle(icon("next", 36, GOLD_INK, 3), x, rect.centery)
    slid, slide = partial(getattr, s.bet, "slid"), partial(setattr, s.bet, "slid")
    c.touchable(Latch("slide", rect, run, slid, slide, partial(confirm, s), guarded=True))
