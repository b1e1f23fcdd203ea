"""Short sentences of the center that are easily said wrong."""

import pytest
from msgspec.structs import replace
from pygame import Surface

from center_screen import sentences
from center_screen.screen import Screen
from lab.scenes import CENTERS
from ui.theme import CENTER

TURN = CENTERS["flop-sidepots"]


@pytest.mark.parametrize(("bets", "said"), [(True, "to call"), (False, "to bring it in")])
def test_who_opens_in_stud_brings_it_in_and_calls_nobody(bets, said):
    seats = TURN.seats if bets else tuple(replace(seat, bet=0) for seat in TURN.seats)
    assert sentences.message(replace(TURN, seats=seats))[1].endswith(f"$120 {said}")


def test_who_has_no_chips_is_not_told_as_away():
    seat = replace(TURN.seats[0], life="away", stack=0)
    assert sentences.at_seat(seat, 900_000, "")[1] == "No chips"
    assert sentences.at_seat(replace(seat, stack=1), 900_000, "")[1] == "Away 15:00"


@pytest.mark.parametrize(
    "notice",
    [
        "Nobody opened: $1,200 stays in the pot",
        "Floor, please: a cash-out of seat 9 and 10 is paid by hand",
    ],
)
def test_between_two_hands_the_long_sides_say_what_is_to_be_known(notice):
    screen = Screen()
    screen.update(replace(CENTERS["waiting"], missing=0, notice=notice), 0)
    screen.heard(100)
    screen.draw(Surface(CENTER, 0, 32), 100)
    assert screen.report.words.count(notice) == 2
