"""Orders of the floor about breaks, moves, calls and entries, at the table itself."""

import pytest

from firmware.errors import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import wants
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.seen import everyone
from tests.table.test_button_and_blinds import closed

MINUTE = 60_000


def playing(*seats: int) -> BareTable:
    return BareTable(no_limit()).open(*(seats or (1, 2, 3)), button=1).next_hand()


def over(m: BareTable) -> BareTable:
    return m.fold_out()


# A break


def test_a_break_begins_when_the_hand_is_over_and_no_hand_comes_before_its_end():
    m = playing()
    m.order(c.TakeBreak, 15 * MINUTE)
    assert m.table.live is not None, "the hand goes on"
    over(m)
    ends = m.now + 15 * MINUTE
    assert m.table.recess.until == ends
    assert everyone(m).phase == "break"
    assert wants(m.table).tick_at == ends
    assert not wants(m.table).button
    m.now = ends
    m.ask(c.Tick)
    assert isinstance(m.events[-1], e.BreakEnded)
    m.next_hand()
    assert m.table.this_hand.number == 2


def test_a_break_between_hands_begins_at_once_and_the_floor_may_end_it():
    m = over(playing())
    m.order(c.TakeBreak, MINUTE)
    assert m.table.recess.until == m.now + MINUTE
    m.order(c.Resume)
    assert m.table.recess.until == 0
    m.next_hand()


def test_a_break_that_was_ordered_comes_after_a_void_too():
    m = playing()
    m.order(c.TakeBreak, MINUTE)
    m.order(c.VoidHand)
    assert m.table.recess.until == m.now + MINUTE


@pytest.mark.parametrize("ms", [0, -1, 121 * MINUTE])
def test_a_break_has_a_length(ms):
    with pytest.raises(Refused, match="1 to 120 minutes"):
        playing().order(c.TakeBreak, ms)


def test_a_table_that_closes_has_no_break_left():
    m = over(playing())
    m.order(c.TakeBreak, MINUTE)
    m.order(c.CloseTable)
    began = m.now
    closed(m)
    assert m.table.recess.until == 0
    assert m.now - began < MINUTE


# Seats


def test_whoever_is_in_the_hand_moves_when_it_is_over():
    m = playing()
    m.order(c.MovePlayer, 2, 9)
    assert m.table.seats[2].seated
    assert m.table.seats[2].moves_to == 9
    over(m)
    m.ask(c.Tick)
    assert m.table.seats[9].person.name == "p2"
    assert m.table.seats[9].moves_to == 0
    assert m.table.seats[2].life == "empty"


def test_everybody_who_was_ordered_to_moves():
    """Of two players both: nobody is left whose seat would have to be looked after."""
    m = playing(1, 2)
    for seat, to in ((1, 8), (2, 9)):
        m.order(c.MovePlayer, seat, to)
    over(m)
    m.settle()
    assert [m.table.seats[to].person.name for to in (8, 9)] == ["p1", "p2"]


def test_a_move_that_cannot_be_done_any_more_is_dropped_with_words():
    m = playing()
    m.order(c.MovePlayer, 2, 9)
    m.sit(9, name="late")
    over(m)
    m.ask(c.Tick)
    dropped = next(event for event in m.events if isinstance(event, e.MoveDropped))
    assert dropped.words == "Seat 9 is not open."
    assert m.table.seats[2].person.name == "p2"


def test_a_seat_change_is_granted_in_the_order_of_the_queue():
    """AJ-R31d."""
    m = playing(1, 2, 3, 4)
    m.ask(c.AskSeat, 2, 9)
    m.ask(c.AskSeat, 3, 9)
    with pytest.raises(Refused, match="Seat 2 asked first"):
        m.order(c.GrantSeat, 3, 9)
    with pytest.raises(Refused, match="did not ask for seat 8"):
        m.order(c.GrantSeat, 2, 8)
    with pytest.raises(Refused, match="did not ask"):
        m.order(c.GrantSeat, 4, 9)
    m.order(c.GrantSeat, 2, 9)
    over(m)
    m.ask(c.Tick)
    assert m.table.seats[9].person.name == "p2"


def test_who_is_turned_away_gets_the_card_back():
    m = BareTable(no_limit())
    m.ask(c.SwipeCard, 4, "p4", "Ann")
    m.ask(c.PinChecked, 4, True, 50_000)
    (gone,) = m.order(c.TurnAway, 4)[-1:]
    assert (gone.by, gone.reason) == ("floor", "because")
    assert m.table.seats[4].life == "empty"


# A call


def test_a_call_is_answered_then_over():
    m = playing()
    m.ask(c.CallFloor, 2)
    m.order(c.AnswerCall, 2, False)
    assert (m.table.seats[2].called, m.table.seats[2].answered) == (True, "floor")
    with pytest.raises(Refused, match="You are on the way"):
        m.order(c.AnswerCall, 2, False)
    m.order(c.AnswerCall, 2, True)
    assert (m.table.seats[2].called, m.table.seats[2].answered) == (False, "")
    with pytest.raises(Refused, match="does not call"):
        m.order(c.AnswerCall, 2, True)


# Two who stop it


def test_an_order_that_waits_holds_the_table_beside_the_floor_and_a_door():
    m = playing()
    m.do(c.Pause(m.now, c.SECOND, "void"))
    with pytest.raises(Refused, match="second person"):
        m.order(c.Resume)
    m.do(c.Pause(m.now, c.DOORS, "open"))
    m.do(c.Resume(m.now, c.SECOND, "over"))
    assert [stop.who for stop in m.table.stops] == ["doors"]
    m.do(c.Resume(m.now, c.DOORS, "shut"))
    assert not m.table.paused


def test_to_close_at_once_gives_back_what_is_in_the_pot():
    m = playing()
    m.order(c.CloseTable, True)
    while m.table.phase != "closed":
        m.ask(c.Tick)
        m.bank()
    outs = [event for event in m.events if isinstance(event, e.CashedOut)]
    assert [out.chips for out in outs] == [10_000] * 3
