"""The clock, Time, the time bank, a lost link (AJ-R23, AJ-R24, 002 L580)."""

import pytest

from firmware.errors import Refused
from firmware.games.poker.commands import Call, Fold
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import wants
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.screens.seen import everyone, station


def playing(house="artichoke-joes", **settings) -> BareTable:
    return BareTable(config(house, settings=settings)).open(1, 2, 3, 4, button=1).next_hand()


def run_out(m) -> list:
    """Nobody touches anything until the hand moves."""
    before, decision = len(m.events), m.table.decision
    while m.table.decision == decision:
        m.wait()
        m.step()
    return m.events[before:]


def test_R23_not_ready_is_a_dead_hand_even_where_a_check_is_free():
    m = playing()
    for _ in range(2):
        m.move(Call(m.table.play.queue[0]))  # 4, 1
    m.move(Call(2))
    seat = m.table.play.queue[0]  # the big blind has his option
    assert seat == 3
    began = m.now
    run_out(m)
    assert m.now - began == 30_000
    assert 3 not in m.table.play.live


def test_002_delta_checks_if_it_is_free_else_folds_after_the_extra_minute():
    m = playing("delta-downtown")
    began = m.now
    run_out(m)
    assert m.now - began == 90_000
    assert 4 not in m.table.play.live
    m.move(Call(1))
    m.move(Call(2))
    run_out(m)
    assert 3 in m.table.play.live


def test_the_warning_comes_ten_seconds_before_the_end():
    m = playing()
    m.wait()
    m.step()
    assert m.table.clock.warned
    assert m.table.clock.until - m.now == 10_000


def test_a_seat_that_slept_is_dealt_out_of_the_next_hand():
    m = playing()
    run_out(m)
    m.next_hand()
    assert m.table.seats[4].life == "away"


def test_time_gives_thirty_seconds_once_a_hand():
    m = playing()
    until = m.table.clock.until
    assert station(m, 4).time
    m.ask(c.AskTime, 4)
    assert m.table.clock.until == until + 30_000
    assert not station(m, 4).time  # nor is it offered again
    with pytest.raises(Refused, match="had your time"):
        m.ask(c.AskTime, 4)
    with pytest.raises(Refused, match="wait for your turn"):
        m.ask(c.AskTime, 2)


def test_the_time_bank_runs_when_the_clock_has_run_out_and_is_used_up_by_what_was_taken():
    m = playing(bank_ms=20_000, bank_refill_ms=0)
    m.now = m.table.clock.until
    m.step()
    assert m.table.clock.stage == "bank"
    m.now += 5_000
    m.move(Call(4))
    assert m.table.seats[4].time.bank_ms == 15_000


def test_a_hand_that_is_voided_takes_nothing_of_a_time_bank():
    m = playing(bank_ms=20_000, bank_refill_ms=0)
    m.now = m.table.clock.until
    m.step()
    m.now += 5_000
    m.order(c.VoidHand)
    m.next_hand()
    assert m.table.seats[4].time.bank_ms == 20_000, "nor the wait for the next hand"
    assert m.replay() == m.table


def test_the_time_bank_gains_with_each_hand_up_to_its_most():
    m = playing(bank_ms=1_000, bank_refill_ms=5_000, bank_most_ms=8_000)
    assert m.table.seats[4].time.bank_ms == 6_000
    m.next_hand()
    assert m.table.seats[4].time.bank_ms == 8_000


def test_a_lost_link_stops_its_own_clock_once_a_hand_and_capped():
    m = playing()
    m.now += 12_000
    until = m.table.clock.until
    m.ask(c.LoseLink, 4)
    assert m.table.clock.until == until + 30_000
    m.now += 10_000
    m.ask(c.RegainLink, 4)
    assert m.table.clock.until == m.now + 18_000, "as much as there was when it went"
    until = m.table.clock.until
    m.ask(c.LoseLink, 4)
    assert m.table.clock.until == until, "once a hand"


def test_a_link_that_was_lost_before_the_turn_gives_the_same_pause():
    m = playing()
    m.ask(c.LoseLink, 1)
    m.move(Call(4))
    assert m.table.clock.until == m.now + 60_000


def test_a_station_that_is_not_there_has_no_link_to_lose():
    m = BareTable(config(seats=6)).open(1, 2)
    for number in (-1, 0, 7, 8):
        assert m.ask(c.LoseLink, number) == m.ask(c.RegainLink, number) == []
    assert [type(x) for x in m.ask(c.LoseLink, 6)] == [e.LinkLost]


def test_a_lost_link_hides_its_own_cards_and_stops_nobody_else():
    m = playing()
    m.ask(c.LoseLink, 1)
    assert station(m, 1).hole == ()
    assert station(m, 4).hole
    m.move(Call(4))


def test_a_link_lost_between_hands_brings_its_player_back_with_it():
    m = playing()
    m.ask(c.LoseLink, 4)
    m.next_hand()
    assert (m.table.seats[4].life, m.table.in_hand(4)) == ("away", False)
    m.ask(c.RegainLink, 4)
    assert m.table.seats[4].life == "playing", "nobody has to touch I am back"


def test_who_sat_out_stays_out_when_the_link_comes_back():
    m = playing()
    m.ask(c.SitOut, 4, "next hand")
    m.ask(c.LoseLink, 4)
    m.next_hand()
    m.ask(c.RegainLink, 4)
    assert m.table.seats[4].life == "away"


def test_the_floor_is_called_by_touch():
    m = playing()
    m.ask(c.CallFloor, 2)
    assert m.table.seats[2].called


def test_LP_02_delta_takes_no_action_out_of_turn():
    m = playing("delta-downtown")
    with pytest.raises(Refused, match="wait for your turn"):
        m.move(Call(1))


def test_a_stale_touch_is_refused():
    m = playing()
    stale = c.Play(m.now, m.table.decision, Call(4))
    m.do(stale)
    with pytest.raises(Refused, match="situation has changed"):
        m.do(stale)


def test_a_touch_from_the_past_is_refused():
    m = playing()
    m.now += 5_000
    m.move(Call(4))
    with pytest.raises(Refused, match="older picture"):
        m.do(c.Play(m.now - 1, m.table.decision, Call(1)))


def test_simultaneous_discards_share_one_decision_and_one_clock():
    from msgspec.structs import replace

    page = no_limit()
    spread = replace(
        page.spreads[0],
        game="crazy-pineapple",
        limit="limit",
        stakes=replace(page.spreads[0].stakes, big=400),
    )
    m = BareTable(replace(page, spreads=(spread,))).open(1, 2, 3, button=1).next_hand()
    while m.table.play.due == "act":
        m.move(Call(m.table.play.queue[0]))
    assert m.table.play.due == "discard"
    assert all(station(m, seat).ask.kind == "discard" for seat in (1, 2, 3))
    assert everyone(m).actor == 0, "nobody alone"
    decision = m.table.decision
    from firmware.games.poker.commands import Draw

    for seat in (3, 1):
        m.do(c.Play(m.now, decision, Draw(seat, tuple(m.table.play.down[seat][:1]))))
    assert station(m, 2).ask.least == 1
    events = run_out(m)
    assert any(isinstance(x, e.InHand) for x in events)
    assert m.table.play.due == "act"


def test_wants_says_when_the_next_thing_is_due():
    m = playing()
    assert wants(m.table).tick_at == m.table.clock.until - 10_000


def test_R23_where_the_house_does_not_deal_him_out_a_late_seat_plays_the_next_hand():
    """AJ-R23 kills the hand; being dealt out is a setting of its own (not_ready_sits_out)."""
    m = playing(not_ready_sits_out=False)
    late = m.table.play.queue[0]
    assert not any(isinstance(x, e.SitOutChosen) for x in run_out(m))
    m.fold_out().next_hand()
    assert late in m.table.play.seats


def test_the_time_bank_pays_for_the_last_decision_of_a_hand_too():
    """Who thinks on it until the hand is over has used it up by as much."""
    m = playing(bank_ms=20_000, bank_refill_ms=0)
    for seat in (4, 1):
        m.move(Fold(seat))
    while m.table.clock.stage != "bank":
        m.wait()
        m.step()
    m.now += 5_000
    m.move(Fold(2))
    assert m.table.live is None
    assert m.table.seats[2].time.bank_ms == 15_000


def test_a_link_that_is_back_gives_the_clock_back():
    """AJ-R24: while it is gone the seat's own clock stands; then it is an action's again."""
    m = playing()
    m.ask(c.LoseLink, 4)
    assert m.table.clock.stage == "link"
    m.ask(c.RegainLink, 4)
    assert m.table.clock.stage == "action"
