"""The table wakes: the time that it was dark is on nobody's clock."""

import pytest

from firmware.table import commands as c
from firmware.table import events as e
from lab.simulation.bare_table import BareTable
from tests.table.test_fees import BY_POT, BY_TIME, HALF, hand_until, time_taken

MINUTE = 60_000
DARK = 7 * MINUTE


def opened(page=BY_POT, now: int = 10 * HALF + 5) -> BareTable:
    return BareTable(page, now=now).open(1, 2, 3, button=1)


def wake(m: BareTable, dark_ms: int = DARK) -> list[e.AnyEvent]:
    m.now += dark_ms
    return m.ask(c.Wake)


def test_who_was_dark_for_no_time_wakes_to_nothing():
    m = opened()
    m.ask(c.GoAway, 2)
    m.order(c.TakeBreak, MINUTE)
    assert wake(m, 0) == []


def test_who_is_away_and_a_seat_that_is_held_have_as_long_as_they_had():
    m = opened()
    m.ask(c.GoAway, 2)
    m.order(c.Reserve, 5, "bob", "Bob")
    m.now += MINUTE
    m.ask(c.CallFloor, 1)  # so much was heard before it was dark
    before = {seat: m.table.seats[seat].until for seat in (2, 5)}
    assert all(before.values())
    wake(m)
    assert {seat: m.table.seats[seat].until - DARK for seat in (2, 5)} == before
    held = m.table.seats[5]
    assert (held.life, held.person.account, held.person.name) == ("reserved", "bob", "Bob")
    assert m.table.seats[2].life == "away"


def test_who_waits_for_nothing_is_told_of_nothing():
    assert wake(opened()) == []


@pytest.mark.parametrize("had_ms", [0, 4 * MINUTE, 14 * MINUTE, 15 * MINUTE - 1])
def test_a_break_goes_on_for_what_was_left_of_it(had_ms):
    m = opened()
    m.order(c.TakeBreak, 15 * MINUTE)
    m.now += had_ms
    m.ask(c.CallFloor, 1)
    (goes_on,) = wake(m, 60 * MINUTE)
    assert isinstance(goes_on, e.BreakOrdered)
    assert goes_on.ms == 15 * MINUTE - had_ms
    assert m.table.recess.until == m.now + goes_on.ms


def test_a_break_that_was_over_is_over():
    m = opened()
    m.order(c.TakeBreak, 15 * MINUTE)
    m.now += 15 * MINUTE
    m.ask(c.CallFloor, 1)
    assert wake(m) == []


@pytest.mark.parametrize(
    ("dark", "told"), [(HALF // 2, []), (HALF, [(11, 0)]), (7 * HALF // 2, [(13, 0)])]
)
def test_a_half_hour_that_ended_in_the_dark_is_free(dark, told):
    """Nobody was dealt to its end; the next one that ends is paid."""
    m = opened(BY_TIME, now=10 * HALF)
    wake(m, dark)
    assert time_taken(m) == told
    following = m.now // HALF + 1
    m.now = following * HALF
    m.ask(c.Tick)
    assert time_taken(m) == [*told, (following, 3_000)]


@pytest.mark.parametrize(
    ("dark", "told"), [(HALF // 2, []), (HALF, [(11, 0)]), (5 * HALF // 2, [(12, 0)])]
)
def test_a_half_hour_that_was_over_before_the_dark_is_still_paid(dark, told):
    """A hand was being played then: when that is over, one half hour is due, and only one."""
    m = opened(BY_TIME, now=10 * HALF).next_hand()
    m.now = 11 * HALF + 7
    m.ask(c.CallFloor, 1)
    wake(m, dark)
    assert time_taken(m) == told
    m.fold_out()
    m.settle()
    assert time_taken(m) == [*told, (m.now // HALF, 3_000)]


def test_a_table_by_the_pot_counts_no_half_hours():
    m = opened(BY_POT, now=10 * HALF)
    wake(m, 3 * HALF)
    hand_until(m, 14 * HALF)
    assert time_taken(m) == []


def test_a_table_that_is_closed_counts_no_half_hours():
    m = BareTable(BY_TIME, now=10 * HALF)
    m.sit(1)
    assert wake(m, 3 * HALF) == []
