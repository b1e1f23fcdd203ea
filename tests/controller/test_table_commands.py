"""What a finger wants of the table becomes a command of the seat it came from."""

import pytest

from firmware.controller.table_commands import command
from firmware.errors import Refused
from firmware.games.poker import commands as p
from firmware.screens import protocol as g
from firmware.table import commands as c
from lab.simulation.bare_table import BareTable, no_limit


def test_a_touch_becomes_the_move_of_the_seat_it_came_from():
    m = BareTable(no_limit(), 3).open(1, 2, 3, button=1).next_hand()
    touched = command(m.table, 2, g.Act(m.table.decision, "raise", 600), m.now)
    assert touched == c.Play(m.now, m.table.decision, p.Raise(2, 600))
    with pytest.raises(Refused):
        command(m.table, 2, g.Pick(1, "dance/yes"), m.now)


def test_only_cards_that_nobody_saw_are_shown():
    m = BareTable(no_limit(settings={"show_cards": True})).open(1, 2, button=1).next_hand()
    m.fold_out()
    winner = m.table.play.live[0]
    first, second = m.table.play.held(winner)
    shown = command(m.table, winner, g.Show(m.table.decision, True, (0,)), m.now)
    assert shown == c.ShowCards(m.now, winner, (first,))
    m.do(shown)
    rest = command(m.table, winner, g.Show(m.table.decision, True), m.now)
    assert rest == c.ShowCards(m.now, winner, (second,))
