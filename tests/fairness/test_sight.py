"""What lay on a glass, held against the log: another face is a fault, what was missed is none."""

import pytest

from firmware.fairness.sight import Sight
from firmware.fairness.verify import Walk, Wrong

# Seats 1 and 2: a card down and one up for each, numbers 0 to 3, then a board of one, number 4.
FACES = {0: 10, 1: 20, 2: 11, 3: 21, 4: 30}


def walked() -> Walk:
    walk = Walk([["down", 1], ["up", 1], ["board", 1]], [1, 2], 52)
    for step in range(3):
        for kind, what in walk.follow([step]):
            assert kind == "deal"
            walk.dealt(what)
    return walk


def seen(*, own=(10, 11), board=(30,), up=(21,), shown=(20, 21)) -> Sight:
    """As seat 1 saw an honest hand."""
    sight = Sight(1)
    sight.see(own, board)
    sight.see_other(2, up, shown)
    return sight


def test_the_hand_that_the_log_tells_is_doubted_by_nobody():
    seen().compare(1, walked(), FACES.items())


@pytest.mark.parametrize(
    ("lay", "words"),
    [
        ({"board": (31,)}, "The board on this glass"),
        ({"own": (10, 12)}, "Your cards in the log are not those"),
        ({"own": (10, 11, 12)}, "More cards lay before you"),
        ({"shown": (20, 22)}, "Seat 2 showed other cards"),
        ({"up": (22,)}, "Seat 2 showed other cards"),
    ],
)
def test_another_face_than_the_log_tells_is_a_fault(lay, words):
    with pytest.raises(Wrong, match=words):
        seen(**lay).compare(1, walked(), FACES.items())


@pytest.mark.parametrize("lay", [{"own": (10,)}, {"up": ()}, {"shown": ()}, {"board": ()}])
def test_a_screen_that_was_away_says_nothing_of_what_it_missed(lay):
    seen(**lay).compare(1, walked(), FACES.items())
