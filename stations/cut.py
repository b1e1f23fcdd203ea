"""The player's cut: a place on the deck, kept here until every seal is in.

Only a seal leaves the station first, so that nobody, the house included, cuts last.
"""

import os

from firmware.fairness.cut import NONCE_BYTES, Touch, touch_seal
from firmware.screens.protocol import Ask, Cut, Intent, SealCut
from stations.state import State

VALUES = 65_536


def touched(s: State, ask: Ask, share: float) -> SealCut:
    at = min(VALUES - 1, int(share * VALUES))
    s.own_cut = Cut(ask.decision, at, os.urandom(NONCE_BYTES))
    touch = Touch(s.view.seat, at, s.own_cut.nonce)
    return SealCut(ask.decision, touch_seal(s.public.facts.table, ask.hand, touch))


def opened(s: State) -> list[Intent]:
    """The window is closed: out with it, once."""
    mine = s.own_cut
    if mine is None or s.view.opens != mine.decision:
        return []
    s.own_cut = None
    return [mine]
