"""A fresh screen has made what a player needs before the first one waits for it."""

import pytest

from firmware.screens.protocol import View
from lab.scenes import VIEWS
from stations import rehearsal, scene
from stations.state import State
from ui.sprites import SPRITES


@pytest.mark.parametrize("name", ["", *VIEWS])
def test_every_table_can_be_rehearsed(name):
    view = VIEWS[name] if name else View(0)  # before the table was ever heard
    assert len(list(rehearsal.rehearse(view))) == 8


@pytest.mark.parametrize("name", ["pin", "waiting", "your-turn-nolimit", "showdown"])
def test_what_a_player_sees_was_made_before(name):
    view = VIEWS[name]
    unprepared = made_for(view)
    SPRITES.forget()
    for _ in rehearsal.rehearse(view):
        pass
    assert made_for(view, fresh=False) <= unprepared / 2


def made_for(view: View, fresh: bool = True) -> int:
    """How many boxes, which take longest, have to be made for its first picture."""
    if fresh:
        SPRITES.forget()
    before = SPRITES.drawn["box"]
    s = State()
    s.view, s.link.began = view, True
    if view.turn:
        s.bet.to = view.turn.raise_to.least
    c = s.canvas()
    c.begin()
    scene.draw(c, s)
    return SPRITES.drawn["box"] - before
