"""Bots play like people: nobody throws a deep stack in again and again."""

from random import Random

import pytest

from firmware.games.poker.events import Raised
from firmware.table.events import from_line
from lab.simulation.company import company, play
from lab.simulation.temper import CALLER, GAMBLER, ROCK, act, preset, size
from lab.simulation.view_bots import holdem
from lab.simulation.whole_table import WholeTable

BIG = 200


def test_a_rock_folds_what_a_caller_calls():
    weak, rng = 0.4, Random(1)
    assert act(weak, 300, 600, True, True, ROCK, rng) == "fold"
    assert act(weak, 300, 600, True, True, CALLER, rng) == "call"


def test_what_is_free_is_not_folded():
    assert act(0.0, 0, 600, False, True, ROCK, Random(1)) == "call"


@pytest.mark.parametrize("temper", [ROCK, CALLER, GAMBLER])
def test_a_deep_stack_stays_at_home(temper):
    """A hundred big blinds behind, three in the pot: nobody bets all of it."""
    assert size(3 * BIG, 2 * BIG, 100 * BIG, BIG, 1.0, temper) < 10 * BIG


def test_the_rest_goes_in_when_most_of_it_is_in():
    assert size(60 * BIG, 20 * BIG, 40 * BIG, 10 * BIG, 0.95, GAMBLER) == 40 * BIG


def test_of_the_buttons_never_the_last():
    names = ["preset min", "preset 1", "preset 2", "preset pot", "preset all"]
    assert preset(names, 1.0, GAMBLER) == "preset pot"
    assert preset(names, 0.5, ROCK) == "preset min"
    assert preset(["preset all"], 1.0, GAMBLER) == "preset all"


def test_few_hands_see_a_stack_of_75_big_blinds_go_in(tmp_path):
    """It was more than a quarter of them; now it is one in twenty-five, give or take."""
    whole, hands = WholeTable(tmp_path, 5), 60
    table = whole.power_on()
    play(whole, company(whole, holdem()), lambda: table.table.this_hand.number > hands)
    told = [
        from_line(entry.body)
        for entry in table.journal.read(1, table.journal.head.seq)
        if entry.kind == "table.InHand" and not entry.sealed
    ]
    whole.power_off()
    raises = [one for each in told for one in each.events if isinstance(one, Raised)]
    assert len(raises) > hands / 4, "somebody bets"
    assert sum(one.chips >= 75 * BIG for one in raises) < hands / 10
