"""Somebody who sets the clock of the bank's machine: nothing that was given for a time lasts longer
by it, what is over by it is refused in words and can be had again, and nothing is done twice."""

import pytest

from firmware.bank import order_slips, play, waiting_lists
from firmware.bank.acts import EndSession, MoveHouseMoney, TableOrder
from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.bank.ledger import Order
from firmware.errors import Refused
from lab.simulation.demo_people import STAFF_PIN, at_work, staff_track, together
from tests.bank.conftest import KEY, books_balance, buy_in

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3600_000, 24 * 3600_000
AHEAD = [HOUR, DAY, 20 * 365 * DAY]
GLITCHES = [*AHEAD, *(-by for by in AHEAD)]
FILL = MoveHouseMoney(Order("f1", "fill", "drawer:1", "vault", 5_00, "drawer:1"))
VOID = TableOrder("table:T1", "VoidHand", "{}")


@pytest.fixture
def houses(bank, connect, clock) -> list[Bank]:
    """As it runs, and after a restart."""
    return [bank, Bank(connect(), KEY, clock)]


def sign_on(bank: Bank, name: str) -> str:
    return Identity(bank).sign_on(staff_track(bank, name), STAFF_PIN, "window 1").token


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_a_sign_on_is_over_or_has_the_time_that_it_had(bank, clock, houses, by_ms):
    """Who signed on by a clock that was ahead was on for twenty years; who set it back, too."""
    token = sign_on(bank, "ann")
    clock.now_ms += by_ms
    for one in houses:
        if by_ms == HOUR:
            assert Identity(one).session(token).person == "ann"
        else:
            with pytest.raises(Refused, match="has run out: please sign on again"):
                Identity(one).session(token)
        assert Identity(one).session(sign_on(one, "ann")).person == "ann"


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_a_second_name_comes_too_late_and_is_asked_for_again(bank, counter, clock, houses, by_ms):
    asked = counter.propose(FILL, STAFF_PIN, "change")
    clock.now_ms += by_ms
    for one in houses:
        assert at_work(one, "sue").waiting() == []
        with pytest.raises(Refused, match="time to confirm it is up: nothing happened"):
            at_work(one, "sue").confirm(asked.id, STAFF_PIN)
    clock.now_ms -= by_ms
    together(bank, FILL)
    books_balance(bank)


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_an_order_that_two_people_gave_is_carried_out_in_its_minute_or_never(
    bank, clock, houses, by_ms
):
    asked = at_work(bank, "flo").propose(VOID, STAFF_PIN, "a card fell")
    at_work(bank, "mia").confirm(asked.id, STAFF_PIN)
    clock.now_ms += by_ms
    for one in houses:
        with pytest.raises(Refused, match="confirmed too long ago: ask again"):
            Identity(one).agreed(asked.id)


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_a_slip_for_a_table_is_no_good_at_another_time(bank, clock, houses, by_ms):
    slip = Identity(bank).slip(sign_on(bank, "flo"), "table:T1", "Pause 1")
    clock.now_ms += by_ms
    for one in houses:
        with pytest.raises(Refused, match="came too late: press again"):
            one.do(lambda tx, now: order_slips.signed(tx, slip, "table:T1", KEY, now))


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_a_name_that_was_called_is_not_called_for_years(bank, clock, houses, by_ms):
    bank.do(lambda tx, now: waiting_lists.put_down(tx, "a", "NL", "Ann", "", "", "flo", now))
    bank.do(lambda tx, now: waiting_lists.call(tx, "a", "T1", 3, now))
    clock.now_ms += by_ms
    for house in houses:
        (one,) = house.do(waiting_lists.waiting)
        assert one.missed(clock.now_ms)
    bank.do(lambda tx, now: waiting_lists.call(tx, "a", "T1", 4, now))
    (one,) = bank.do(waiting_lists.waiting)
    assert (one.called(clock.now_ms), one.seat) == (True, 4)


@pytest.mark.parametrize("by_ms", AHEAD)
def test_a_table_that_burned_while_the_clock_was_ahead_lets_its_players_go(
    bank, counter, clock, by_ms
):
    """It answered for twenty years: nobody could free the card."""
    clock.now_ms += by_ms
    bank.sign_on(counter.issue_card("100001"), "2468", "s1", "table:T1", 3)
    bank.who_must_go("table:T1", ["s1"])
    clock.now_ms -= by_ms - 2 * play.HEARD_MS
    together(bank, EndSession("100001"), "ann", "mia")
    assert bank.do(lambda tx, now: play.live_session(tx, "100001")) is None


@pytest.mark.parametrize("held", ["exclusion", "money", "minutes"])
def test_a_clock_that_nobody_keeps_ends_nothing_that_somebody_asked_for(
    bank, counter, connect, clock, held
):
    """A day ahead across a restart is less than a long night: nothing else tells."""
    counter.deposit("100001", 900_00, "drawer:1")
    track = counter.issue_card("100001")
    if held == "exclusion":
        at_work(bank, "sue").exclude("100001", 1)
    elif held == "money":
        counter.set_limit("100001", 100_00)
    else:
        counter.set_time_limit("100001", 60)
    clock.now_ms += DAY
    lost = Bank(connect(), KEY, clock, synchronised=lambda: False)
    with pytest.raises(Refused, match="wait for the house's clock"):
        lost.sign_on(track, "2468", "s1", "table:T1", 3)
    kept = Bank(connect(), KEY, clock)
    kept.sign_on(track, "2468", "s1", "table:T1", 3)
    assert "wait for the house's clock" in lost.hold(buy_in("b1", 10_00)).words


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_a_locked_pin_stays_locked_and_wrong_tries_are_not_forgotten(bank, counter, clock, by_ms):
    """It counts tries, and no time."""
    track = counter.issue_card("100001")
    for left in (4, 3, 2, 1):
        with pytest.raises(Refused, match=f"{left} tr"):
            bank.sign_on(track, "1357", "s1", "table:T1", 3)
    clock.now_ms += by_ms
    for pin in "1357", "2468":
        with pytest.raises(Refused, match="The PIN is locked"):
            bank.sign_on(track, pin, "s1", "table:T1", 3)


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_who_is_barred_stays_barred(bank, counter, clock, by_ms):
    """Until two people let him in: no day ends it."""
    track = counter.issue_card("100001")
    at_work(bank, "sue").bar("100001", "fights")
    clock.now_ms += by_ms
    with pytest.raises(Refused, match="is barred"):
        bank.sign_on(track, "2468", "s1", "table:T1", 3)
