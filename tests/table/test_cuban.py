"""Cuban poker: whoever has the button chooses the board (004 L456)."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.pages import BadPage
from firmware.screens import protocol as g
from firmware.screens.projection import votes
from firmware.table import commands as c
from firmware.table.checking import validate
from lab.simulation.bare_table import BareTable, config
from tests.screens.seen import everyone, station
from tests.table.fuzz import cuban
from tests.table.test_button_and_blinds import hand_of


def test_the_button_chooses_which_game_is_dealt():
    page = cuban()
    validate(page)
    m = BareTable(page).open(1, 2, 3, button=3).next_hand()
    assert (hand_of(m).button, m.table.play.rules.game) == (3, "cuban-swing")
    watch = next(o for o in station(m, 1).motions if o.title == "Cuban Watch")
    m.do(votes.command(m.table, 1, g.Pick(votes.number(m.table), f"{watch.name}/yes"), m.now))
    with pytest.raises(Refused, match="It is chosen"):
        m.ask(c.ChooseGame, 1, 1)
    m.fold_out().next_hand()
    assert (hand_of(m).button, m.table.play.rules.game) == (1, "cuban-watch")
    assert "Cuban Watch" in everyone(m).placard.game  # the marker that tells everybody
    m.fold_out().next_hand()  # 2 has not chosen: as it was
    assert (hand_of(m).button, m.table.play.rules.game) == (2, "cuban-watch")
    m.ask(c.ChooseGame, 3, 2)
    m.fold_out().next_hand()
    assert m.table.play.rules.game == "cuban-elevator"
    m.ask(c.ChooseGame, 1, 0)
    m.fold_out().next_hand()  # and the first of the page again
    assert m.table.play.rules.game == "cuban-swing"
    assert m.replay() == m.table


def test_in_other_games_it_chooses_nothing():
    with pytest.raises(BadPage, match="among Cuban games only"):
        validate(replace(config(), rotate="button"))
    m = BareTable(config()).open(1, 2, 3, button=3).next_hand()
    with pytest.raises(Refused, match="chooses no game here"):
        m.ask(c.ChooseGame, 1, 0)


def test_a_game_that_the_table_has_no_more_is_not_dealt():
    """Chosen before the floor took it off the page."""
    page = cuban()
    m = BareTable(page).open(1, 2, 3, button=3).next_hand()
    m.ask(c.ChooseGame, 1, 2)
    m.fold_out()
    m.order(c.ChangeGame, replace(page, spreads=page.spreads[:2]))
    m.next_hand()
    assert (hand_of(m).button, m.table.play.rules.game) == (1, "cuban-swing")
