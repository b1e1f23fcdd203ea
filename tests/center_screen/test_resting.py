"""After the last hand of an evening, and in a break: the glass says what is now, not what was."""

import pytest
from pygame import Surface

from center_screen.resting import READ_MS
from center_screen.screen import Screen
from firmware.table import commands as c
from lab.scenes.pictures import NOW
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.seen import everyone, station
from tests.stage import Stage
from ui.theme import CENTER


def ended(*leave):
    """A hand was played, and then these players left."""
    m = BareTable(no_limit(), 5).open(1, 2, 7).next_hand().call_down()
    for seat in leave:
        m.ask(c.Leave, seat)
    m.bank()
    return m


def seen(m, *moments):
    """What the center says so long after it saw this view."""
    screen = Screen()
    screen.update(everyone(m), NOW)
    for ms in moments:
        screen.heard(NOW + ms)
        screen.draw(Surface(CENTER, 0, 32), NOW + ms)
    return screen


@pytest.mark.parametrize(
    ("leave", "says"),
    [((1, 2), "Waiting for one more player"), ((1, 2, 7), "Waiting for two more players")],
)
def test_a_table_that_nobody_plays_at_waits_for_players(leave, says):
    """It showed the last hand for as long as nobody came."""
    m = ended(*leave)
    screen = seen(m, READ_MS - 100)
    assert screen.report.faces
    assert screen.next_wake(NOW + READ_MS - 100) <= NOW + READ_MS
    screen = seen(m, READ_MS - 100, READ_MS)
    assert screen.report.says(says)
    assert not screen.report.faces
    assert bool(screen.report.says("Ready")) is (7 not in leave)


def test_who_plays_on_sees_how_it_ended_until_the_next_hand():
    assert seen(ended(), READ_MS).report.faces


def test_a_break_says_how_long_it_still_takes():
    m = BareTable(no_limit(), 5).open(1, 2, 7).next_hand()
    m.order(c.TakeBreak, 600_000)
    m.call_down()
    m.now = m.table.recess.until - 95_000
    assert seen(m, 2_000).report.says("Break  ·  1:33")
    stage = Stage(station(m, 7))
    stage.wait(10_000)
    assert stage.report.says("Break  ·  1:25")
    stage.wait(1_000)
    assert stage.report.says("Break  ·  1:24")
    assert not stage.report.says("All clocks are stopped")  # who is away stays so
