"""Casino Royale's own ways with the blinds: the straddle makes up for missed ones."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table.config import validate
from firmware.table.settings import house_table
from lab.simulation.bare_table import BareTable, config
from tests.table.ruling import free
from tests.table.test_button_and_blinds import back, hand_of, posts, sits_out


@pytest.fixture
def page(monkeypatch):
    """Its games, at a table run as Artichoke Joe's runs one."""
    monkeypatch.setattr(
        "firmware.table.config.house_table", lambda _: house_table("artichoke-joes")
    )
    spreads = tuple(replace(spread, game="texas-holdem") for spread in free())
    return replace(config(schedule="", spreads=spreads), house="casino-royale")


def missing(page) -> BareTable:
    """Seat 4 of six missed his blinds and is back; next: button 1, big blind 3, seat 4 beside."""
    m = BareTable(page).open(1, 2, 3, 4, 5, 6, button=1).next_hand()
    sits_out(m, 4)
    while m.table.position.button != 5:
        m.next_hand()
    back(m, 4)
    return m


def test_a_straddle_makes_up_missed_blinds(page):
    """001 L501, L505-510: left of the big blind only, twice as much, live; then nothing is owed."""
    m = missing(page)
    m.ask(c.ChooseEntry, 4, "straddle")
    assert 4 not in hand_of(m.next_hand()).dealt  # button 6, big blind 2: he is one too far
    m.next_hand()
    assert (hand_of(m).big, posts(m, "straddle"), posts(m, "dead")) == ((3,), {4: 400}, {})
    assert m.table.play.queue == [5, 6, 1, 2, 3, 4]
    assert not m.table.seats[4].blinds.missed
    assert hand_of(m.next_hand()).big == (4,)  # in rotation all the same (001 L502)


def test_nobody_else_straddles(page):
    """001 L505: established players who missed blinds; no vote makes it a choice."""
    m = missing(page)
    m.table.seats[4].blinds.missed = False
    with pytest.raises(Refused, match="No straddle makes up"):
        m.ask(c.ChooseEntry, 4, "straddle")
    with pytest.raises(Refused, match="No straddle"):
        m.ask(c.Propose, 1, "straddle")


def test_a_page_that_lets_them_vote_on_straddles_is_refused(page, monkeypatch):
    monkeypatch.setattr("firmware.table.config.house_tables", lambda: {"casino-royale": None})
    with pytest.raises(BadPage, match="for who missed blinds"):
        validate(replace(page, settings={"straddle": True}))
