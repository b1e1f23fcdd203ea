"""Fold, call, raise: what a turn can be answered with."""

from functools import partial

from pygame import Rect

from firmware.screens.protocol import Act, Turn
from stations import sentences
from stations.answers import answer, answered
from stations.hand.bets import one_amount
from stations.state import State
from ui.buttons import Button, Label
from ui.looks import ACTION_BLUE, ACTION_FOLD
from ui.sizes import Size
from ui.theme import ROSE
from ui.touch import NOTHING, Intents


def fold(s: State, turn: Turn, rect: Rect, size: Size) -> Button:
    skin = Label(ACTION_FOLD, "Fold", size, ROSE, "close")
    return Button("fold", rect, skin, partial(_fold, s, turn), guarded=True)


def fold_anyway(s: State, turn: Turn, rect: Rect, size: Size) -> Button:
    skin = Label(ACTION_FOLD, "Fold", size, ROSE, "close")
    return Button("fold anyway", rect, skin, answer(s, Act(turn.decision, "fold")), guarded=True)


def call(s: State, turn: Turn, rect: Rect, size: Size) -> Button:
    sign, says = sentences.call_words(turn, s.me.stack)
    skin = Label(ACTION_BLUE, says, size, sign=sign, pen=3)
    return Button("call", rect, skin, answer(s, Act(turn.decision, "call")), guarded=True)


def _fold(s: State, turn: Turn) -> Intents:
    """What may be checked is not folded by one touch."""
    if turn.call == 0:
        s.bet.fold_asked = True
        return NOTHING
    return answered(s, Act(turn.decision, "fold"))


def confirm(s: State) -> Intents:
    """The raise, to what is drafted now."""
    turn = s.turn
    if not turn or not turn.raise_to:
        return NOTHING
    to = turn.raise_to.least if one_amount(turn) else s.bet.to
    return answered(s, Act(turn.decision, "raise", to))
