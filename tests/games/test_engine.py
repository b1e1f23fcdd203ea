"""One way in to all engines: a law, its page in words, a play of it."""

import pytest

from firmware.games.banked.play import BankedPlay
from firmware.games.engine import law, new_play, sheet
from firmware.games.pan.play import PanPlay
from firmware.games.poker.play import PokerPlay
from firmware.games.poker.rules import Stakes

AJ = "artichoke-joes"
EACH = [
    ("texas-holdem", PokerPlay, "Texas Hold'em", "Betting"),
    ("panguingue", PanPlay, "Panguingue", "Pay card"),
    ("three-card-poker", BankedPlay, "Three Card Poker", "Circles"),
]


@pytest.mark.parametrize(("game", "play", "title", "section"), EACH)
def test_each_engine_has_its_page_and_its_play(game, play, title, section):
    found = law(game, AJ, "limit", "check or fold", 0)
    told = sheet(found)
    assert (told.title, told.house) == (title, AJ)
    assert section in [one.title for one in told.sections]
    stacks = {1: 10_000, 2: 10_000, 3: 10_000}
    assert type(new_play(found, Stakes(100, ante=100), 1, stacks, 8, offers=(1, 2, 3))) is play


@pytest.mark.parametrize(("table", "most"), [(0, 1), (1, 1), (3, 3)])
def test_a_table_may_allow_more_straddles_than_its_house_and_no_fewer(table, most):
    """002 L1166: one straddle."""
    found = law("texas-holdem", "delta-downtown", "limit", "dead hand", table)
    assert (found.settings.straddles, found.settings.timeout) == (most, "dead hand")
