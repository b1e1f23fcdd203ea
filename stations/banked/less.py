"""Verbs that may cost less: their buttons are the whole amount; a small key beside them brings the
pad. Nothing is sent that would be refused: where an amount is none, the pad says which are.
"""

from functools import partial

from pygame import Rect

from firmware.screens.protocol import Ask, Pick, Range, Verb
from stations.answers import answered
from stations.areas import NARROW
from stations.fingers import guard
from stations.hand import bets, keypad
from stations.hand.keypad import Taking, Wanted
from stations.state import State
from ui.amounts import show
from ui.buttons import Button, Step
from ui.canvas import Canvas
from ui.layout import left, right
from ui.touch import NOTHING, Intents

KEY = 96
DOLLAR = 100


def beside(c: Canvas, s: State, row: Rect) -> Rect:
    """The key, and what it leaves of the row for the verbs."""
    place = s.side(right(row, KEY))
    Button("for less", place, Step("minus", "For less"), partial(_open, s), guarded=True).draw(c)
    return left(row, row.w - KEY - NARROW)


def _open(s: State) -> Intents:
    s.wagers.less, s.bet.typed = True, ""
    return NOTHING


def draw(c: Canvas, s: State, ask: Ask) -> None:
    takes = tuple(_taking(s, ask, one) for one in ask.verbs if one.least)
    title, note = "For less", f"Up to {show(max(one.amounts.most for one in takes))}"
    if len(takes) == 1:
        title, note = f"{takes[0].word} for less", keypad.range_words(takes[0].amounts)
    keypad.pad(c, s, Wanted(title, note, takes, partial(_away, s)))


def _taking(s: State, ask: Ask, one: Verb) -> Taking:
    amounts = Range(one.least, one.chips, DOLLAR)
    return Taking(one.name.capitalize(), amounts, partial(_done, s, ask, one))


def _done(s: State, ask: Ask, one: Verb) -> Intents:
    return answered(s, Pick(ask.decision, f"do/{one.name}/{bets.typed(s)}"))


def _away(s: State) -> Intents:
    s.wagers.less = False
    guard(s)  # the verbs lie where this button lay
    return NOTHING
