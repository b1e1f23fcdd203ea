"""Your turn to bet. Only what the rules offer is drawn; a draft is private until confirmed."""

from firmware.screens.protocol import Turn
from stations.areas import ACTIONS, NARROW, TAG_ROW, UNDER_TAG
from stations.hand import actions, limit, no_limit
from stations.hand.bets import one_amount
from stations.hand.clock import TAG, clock_row
from stations.state import State
from ui.canvas import Canvas
from ui.layout import inset, split, top
from ui.looks import PANEL
from ui.shapes import Look
from ui.sizes import LABEL, TITLE, VALUE
from ui.theme import RAISED2, TEXT, TEXT2, TEXT3

QUESTION = top(UNDER_TAG, 152)
FOLD_ANYWAY, CHECK = split(ACTIONS, (300, 608), NARROW)
SENT = Look(RAISED2, None, None, radius=20)
SENT_WORDS = inset(TAG_ROW, TAG.w + 20, right=50)


def draw(c: Canvas, s: State) -> None:
    turn = s.turn
    assert turn
    clock_row(c, s)
    if s.bet.fold_asked:
        _fold_anyway(c, s, turn)
    elif one_amount(turn):
        limit.draw(c, s, turn)
    else:
        no_limit.draw(c, s, turn)


def _fold_anyway(c: Canvas, s: State, turn: Turn) -> None:
    row = s.side(QUESTION)
    c.box(row, PANEL)
    words = inset(row, 20)
    c.write("Check is free. Fold anyway?", TITLE.bold, words, 56, at="c")
    says = "A check keeps your cards and costs nothing."
    c.write(says, VALUE.medium, words, 106, TEXT2, "c")
    actions.fold_anyway(s, turn, s.side(FOLD_ANYWAY), TITLE).draw(c)
    actions.call(s, turn, s.side(CHECK), TITLE).draw(c)


def draw_sent(c: Canvas, s: State) -> None:
    """The answer is on its way; nothing to touch until the table has it."""
    tag = s.side(TAG)
    c.box(tag, SENT)
    c.text("SENT", *tag.center, *LABEL.bold, TEXT, "c", track=0.02)
    says = "The table has your answer in a moment."
    c.write(says, LABEL.medium, s.side(SENT_WORDS), ink=TEXT3)
