"""A touch meant for one button never lands on another that just appeared."""

from itertools import product

import pytest
from msgspec.structs import replace

from lab.scenes import VIEWS
from lab.scenes.pictures import Step, played
from tests.stage import Stage, dot

BEFORE = (
    "waiting", "waiting-facing-bet", "after-hand", "folded", "wait-blind", "wait-hand", "ways-in",
    "showdown", "showdown-lost", "showdown-pots", "uncontested", "rabbit",
)  # fmt: skip
TURNS = (
    "your-turn-nolimit", "your-turn-check", "your-turn-limit", "omaha-turn", "stud", "roll", "draw",
    "discard",
)  # fmt: skip
ACTS = ("fold", "call", "raise", "slide", "confirm", "down", "up")


def targets(name: str, **ways: bool):
    view = VIEWS[name]
    seen = replace(view, prefs=replace(view.prefs, **ways))
    return played(seen, Step(), dot())[0].report.targets


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("large", [False, True])
def test_nothing_to_touch_lies_where_an_act_appears(left, large):
    ways = {"left": left, "large": large}
    acts = [(name, targets(name, **ways)) for name in TURNS]
    assert {act for _, found in acts for act in found} >= {"fold", "call", "raise", "up", "down"}
    for name, (turn, found) in product(BEFORE, acts):
        for thing, where in targets(name, **ways).items():
            for act in ACTS:
                if act in found and thing not in found:
                    assert not where.colliderect(found[act]), (name, thing, turn, act)


def test_there_the_last_hand_is_told_in_words_only():
    """A card on the glass is one of the hand in play; and it is told to who saw it."""
    stage = Stage("showdown")
    hand = stage.view.public.hand
    public = replace(VIEWS["waiting"].public, hand=hand + 1)
    stage.send(VIEWS["waiting"], public=public)
    stage.wait(1000)
    assert stage.report.says(f"Last hand #{hand:,}")
    assert stage.report.says("You win $376: Flush, Ace high")
    assert {face.card for face in stage.report.faces} <= {*public.board}
    stage.send(VIEWS["attract"])
    stage.send(VIEWS["waiting"])
    stage.wait(1000)
    assert not stage.report.says("Last hand #118,204")
    assert stage.report.says("On your turn your buttons appear here.")
