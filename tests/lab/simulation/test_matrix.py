"""Every game x structure x house plays on the table: a hundred hands here, and in the soak the 500
that docs/games.md tells of."""

from pathlib import Path

import pytest

from firmware.games.poker.rules import houses
from lab.simulation.banked_rows import ROUNDS, banked_rows
from lab.simulation.matrix import HANDS, Marathon, rows, section, text

PAGE = (Path(__file__).parents[3] / "docs/games.md").read_text()
AGAIN = "run `stormdeck matrix`"


HOUSES = [name for name, home in houses().items() if home.games]
SOME = 100  # hands
FEW = 5  # rounds


@pytest.mark.parametrize("house", HOUSES)
def test_every_game_of_the_house_is_played_on_the_table(house):
    """Random legal play, seats that come and go; the books are compared after each hand."""
    for row in rows(house):
        assert Marathon(row.page).run(SOME) >= SOME


@pytest.mark.parametrize("house", HOUSES)
def test_every_game_against_a_bank_is_played_on_it(house):
    for row in banked_rows(house):
        assert Marathon(row.page).run(FEW) >= FEW


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES)
def test_soak_every_game_against_a_bank_as_often_as_the_page_says(house):
    for row in banked_rows(house):
        assert Marathon(row.page).run(ROUNDS) == ROUNDS


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES)
def test_soak_every_game_as_often_as_its_page_says(house):
    for row in rows(house):
        played = {row: Marathon(row.page).run(HANDS)}
        *_, line = section(house, played)
        assert line in PAGE, AGAIN


def test_the_page_tells_what_is_played_and_nothing_else():
    played = dict.fromkeys(rows(), HANDS), dict.fromkeys(banked_rows(), ROUNDS)
    assert text(*played) == PAGE, AGAIN
