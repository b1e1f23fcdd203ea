"""The player's cut: a place on the deck, kept here until every seal is in.

Only a seal leaves the station first, so that nobody, the house included, cuts last.
"""

import os
from functools import partial

from firmware.fairness.cut import NONCE_BYTES, Touch, touch_seal
from firmware.screens.protocol import Ask, Cut, Intent, SealCut
from stations.answers import answered
from stations.areas import UNDER_TAG
from stations.state import State
from ui.canvas import Canvas
from ui.layout import inset
from ui.looks import PANEL
from ui.shapes import Look, box
from ui.sizes import HEADING, LABEL
from ui.theme import CREAM, LINE, TEXT2, rgb
from ui.touch import Intents, Spot

VALUES = 65_536
DECK = inset(UNDER_TAG, 60, 92, bottom=88)
DECK_LOOK = Look(CREAM, rgb("D8D2C4"), None, 1, 8, shadow=12)
EDGE = Look(LINE, None, None, radius=0, alpha=0.5)
EDGES, EDGE_PITCH = 51, 15.6  # of its cards


def draw(c: Canvas, s: State, ask: Ask) -> None:
    """Touch the edge of the deck; the place goes into the shuffle."""
    panel, deck = s.side(UNDER_TAG), s.side(DECK)
    c.box(panel, PANEL)
    words = inset(panel, 20)
    c.write("Touch the deck where you want to cut it", HEADING.bold, words, 40, at="c")
    c.box(deck, DECK_LOOK)
    edge = box(1, deck.h - 16, EDGE).surface
    for n in range(EDGES):
        c.blit(edge, deck.x + 8 + n * EDGE_PITCH, deck.y + 8)
    c.touchable(Spot("cut", deck, partial(_touched, s, ask), guarded=True))
    note = "Everyone's cut is shown at once. Nobody cuts last."
    c.write(note, LABEL.medium, words, panel.h - 40, TEXT2, "c")


def _touched(s: State, ask: Ask, share: float) -> Intents:
    at = min(VALUES - 1, int(share * VALUES))
    s.own_cut = Cut(ask.decision, at, os.urandom(NONCE_BYTES))
    touch = Touch(s.view.seat, at, s.own_cut.nonce)
    return answered(s, SealCut(ask.decision, touch_seal(s.public.placard.table, ask.hand, touch)))


def opened(s: State) -> list[Intent]:
    """The window is closed: out with it, once."""
    mine = s.own_cut
    if mine is None or s.view.opens != mine.decision:
        return []
    s.own_cut = None
    return [mine]
