"""REQ-R24: an open door stops the table where it is; all shut again, it goes on by itself."""

from functools import partial
from types import SimpleNamespace

import pytest

from drivers.doors import Inputs
from firmware.errors import Refused
from firmware.journal.records import DoorOpened, DoorShut
from firmware.machine.wires import Wires
from firmware.table import commands as c
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.controller.test_controller import hands, middle


def test_a_door_in_mid_hand_stops_the_clock_and_the_last_one_shut_starts_it(make_whole):
    whole = make_whole()
    ctl = whole.power_on()
    players = company(whole, calls)[:3]
    assert play(whole, players, middle(whole, 3))
    ctl.door(DoorOpened("main door"))
    ctl.door(DoorOpened("key of seat 2"))
    left = ctl.table.clock.left
    whole.now += 60_000
    ctl.door(DoorShut("main door"))
    assert ctl.table.paused, "the key is still turned"
    ctl.door(DoorShut("key of seat 2"))
    assert not ctl.table.paused
    assert ctl.table.clock.until == ctl.now + left
    assert play(whole, players, hands(whole, 1))


def test_the_stop_names_every_door_that_is_open(make_whole):
    """Whoever is sent to shut it is sent to the right one, also when it is the second."""
    ctl = make_whole().power_on()
    told = []
    for step in (DoorOpened("main door"), DoorOpened("logic door"), DoorShut("main door")):
        ctl.door(step)
        told.append([(stop.who, stop.at, stop.reason) for stop in ctl.table.stops])
    assert told == [
        [("doors", ctl.now, "the main door is open")],
        [("doors", ctl.now, "the logic door is open and the main door is open")],
        [("doors", ctl.now, "the logic door is open")],
    ]


def test_a_door_opened_at_a_closed_table_holds_it_until_it_is_shut(make_whole):
    whole = make_whole()
    ctl = whole.power_on()
    ctl.door(DoorOpened("logic door", openings=1))
    players = company(whole, calls)[:3]
    assert not play(whole, players, hands(whole, 1))
    whole.power_off()
    ctl = whole.power_on()
    assert [stop.who for stop in ctl.table.stops] == ["doors"], "nor does a restart open it"
    ctl.door(DoorShut("logic door"))
    assert (ctl.folds.meters.doors, ctl.folds.meters.doors_open) == (1, [])
    assert not ctl.table.paused
    assert play(whole, players, hands(whole, 1))


def test_doors_that_open_and_shut_leave_the_floors_own_stop(make_whole):
    """REQ-R24, AJ-R14: only the floor lifts it, and not with a door open."""
    whole = make_whole()
    ctl = whole.power_on()
    players = company(whole, calls)[:3]
    assert play(whole, players, middle(whole, 3))
    left = ctl.table.clock.until - ctl.now
    ctl.perform(c.Pause(ctl.now, "Ann", "a dispute"))
    ctl.door(DoorOpened("main door"))
    with pytest.raises(Refused, match="A door is open"):
        ctl.perform(c.Resume(ctl.now, "Ann", "go on"))
    whole.now += 60_000
    ctl.door(DoorShut("main door"))
    assert ctl.table.paused
    ctl.perform(c.Resume(ctl.now, "Ann", "go on"))
    assert ctl.table.clock.until == ctl.now + left


def test_the_floor_can_stop_a_table_that_a_door_has_stopped(make_whole):
    whole = make_whole()
    ctl = whole.power_on()
    players = company(whole, calls)[:3]
    assert play(whole, players, middle(whole, 3))
    ctl.door(DoorOpened("main door"))
    ctl.perform(c.Pause(ctl.now, "Ann", "a dispute"))
    ctl.door(DoorShut("main door"))
    assert [stop.who for stop in ctl.table.stops] == ["floor"]


def test_two_messages_of_the_board_that_wait_count_an_opening_once(make_whole):
    """The second is compared with a journal that knows of the first."""
    whole = make_whole()
    ctl = whole.power_on()
    board = partial(Wires._board, SimpleNamespace(_table=ctl))
    for _ in range(2):
        ctl.later(partial(board, Inputs(True, False, (), 1, 0)))
    ctl.later(partial(board, Inputs(False, False, (), 1, 0)))
    whole.settle()
    assert (ctl.folds.meters.doors, ctl.folds.meters.doors_open) == (1, [])
