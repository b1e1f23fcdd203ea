"""Every game x structure x house plays 500 hands on the table, and docs/games.md says so."""

from pathlib import Path

import pytest

from firmware.games.poker.rules import houses
from lab.simulation.matrix import HANDS, Marathon, rows, section, text

PAGE = (Path(__file__).parents[3] / "docs/games.md").read_text()
AGAIN = "run `stormdeck matrix`"


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("house", [name for name, home in houses().items() if home.games])
def test_every_game_of_the_house_is_played_on_the_table(house, half):
    """Random legal play, seats that come and go; the books are compared after each hand."""
    for row in list(rows(house))[half::2]:
        played = {row: Marathon(row).run(HANDS)}
        *_, line = section(house, played)
        assert line in PAGE, AGAIN


def test_the_page_tells_what_is_played_and_nothing_else():
    assert text(dict.fromkeys(rows(), HANDS)) == PAGE, AGAIN
