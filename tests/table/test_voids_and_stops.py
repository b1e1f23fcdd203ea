"""What a void gives back, what a stop takes from nobody, and how an absence ends."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.commands import Call, Raise
from firmware.games.poker.events import Called, Folded
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Spread
from firmware.table.engine import Recorder
from firmware.table.jackpot import Jackpot
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.screens.seen import everyone, station

MINUTE = 60_000


def acts(m: BareTable, kind: type) -> list[int]:
    return [
        one.seat
        for event in m.events
        if isinstance(event, e.InHand)
        for one in event.events
        if isinstance(one, kind)
    ]


# A void


def test_a_void_leaves_the_rotation_where_it_was():
    page = config()
    omaha = Spread("omaha", page.spreads[0].stakes)
    m = BareTable(replace(page, spreads=(page.spreads[0], omaha), rotate="orbit"))
    m.open(1, 2, button=1).next_hand()
    while m.table.spread == 0:
        before = m.table.position.orbit_from
        m.fold_out().next_hand()
    assert (m.table.spread, m.table.position.orbit_from) == (1, m.table.position.button)
    m.order(c.VoidHand)
    assert (m.table.spread, m.table.position.orbit_from) == (0, before)
    m.next_hand()
    assert m.table.spread == 1, "the same hand comes again"
    assert m.replay() == m.table


@pytest.mark.parametrize("house", ["artichoke-joes", "delta-downtown"])
def test_a_void_of_the_first_hand_keeps_the_button_that_was_drawn(house):
    """Everybody saw the draw; the same hand comes again."""
    for button in (1, 2, 3):
        m = BareTable(config(house)).open(1, 2, 3, button=button).next_hand()
        m.order(c.VoidHand)
        m.next_hand()
        assert m.table.position.button == button
        assert sum(isinstance(event, e.ButtonDrawn) for event in m.events) == 1
        assert m.replay() == m.table


def test_a_void_gives_back_blinds_and_leaves_a_mover_where_he_moved():
    """AJ-R31a: who took another seat meanwhile still comes from his old one."""
    m = BareTable(config()).open(1, 2, 3, 4, 5, button=1).next_hand()
    m.ask(c.SitOut, 5)
    m.fold_out().next_hand()  # the button is 2; 5 is not dealt in
    paid = [(s.blinds.paid_big, s.blinds.paid_small, s.blinds.core) for s in m.table.seats[1:5]]
    m.fold_out().next_hand()
    m.ask(c.TakeSeat, 5, 8)
    m.order(c.VoidHand)
    now = [(s.blinds.paid_big, s.blinds.paid_small, s.blinds.core) for s in m.table.seats[1:5]]
    assert now == paid
    assert m.table.seats[8].change.moved_from == 5
    assert m.replay() == m.table


def test_no_jackpot_is_shown_after_a_void():
    """REQ-R19: the hand counts nowhere, and its dollar went back."""
    m = BareTable(no_limit(jackpot=Jackpot()))
    recorder, done = Recorder(), []

    def look(machine, events):
        done.extend(filter(None, (recorder.look(machine.table, event) for event in events)))

    m.watch = look
    m.open(1, 2, 3, button=1).next_hand()
    assert m.table.play.jackpot == 100
    m.order(c.VoidHand)
    assert (done[-1].receipt.jackpot, done[-1].receipt.fee) == (0, 0)
    assert "jackpot" not in done[-1].receipt.words()
    assert everyone(m).result is None
    assert everyone(m).placard.jackpot == 0
    assert not m.table.jackpots.bad_beats
    m.next_hand().fold_out()
    assert done[-1].receipt.jackpot == 100  # of a hand that counts it is told


def test_a_void_is_told_until_the_next_hand_begins():
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    assert everyone(m).void_words == ""
    m.order(c.VoidHand)
    assert everyone(m).void_words == "Hand #1 was voided: every chip is back"
    m.next_hand()
    assert everyone(m).void_words == ""
    m.order(c.VoidHand, True)
    assert everyone(m).void_words == "", "nobody was dealt a card: the same hand comes at once"
    assert m.replay() == m.table


# A stop


def test_R16_a_seat_is_called_before_it_is_lost_though_the_table_stood_still():
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    m.fold_out()
    m.ask(c.GoAway, 4)
    m.order(c.Pause)
    m.now += 60 * MINUTE
    m.order(c.Resume)
    warned = [event for event in m.events if isinstance(event, e.AwayWarned)]
    assert [event.seat for event in warned] == [4]
    assert m.table.seats[4].until == m.now + 2 * MINUTE
    m.settle()
    assert m.table.seats[4].life == "away"
    m.ask(c.ComeBack, 4)
    assert m.replay() == m.table


def test_R16_a_seat_is_called_before_it_is_lost_though_nobody_ticked():
    """As after a power cut: the clock of the wall went on."""
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    m.fold_out()
    m.ask(c.GoAway, 4)
    m.now += 60 * MINUTE
    m.ask(c.Tick)
    assert m.table.seats[4].life == "away"
    assert m.table.seats[4].until == m.now + 2 * MINUTE
    m.now += 2 * MINUTE
    m.ask(c.Tick)
    assert m.table.seats[4].life == "empty"


def test_a_link_that_is_lost_during_a_stop_stops_its_clock_after_it():
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    actor, left = m.table.live.queue[0], m.table.clock.until - m.now
    m.order(c.Pause)
    m.ask(c.LoseLink, actor)
    m.now += MINUTE
    m.order(c.Resume)
    assert m.table.clock.stage == "link"
    assert m.table.clock.until == m.now + left + m.table.config.ways.link_ms
    m.ask(c.RegainLink, actor)
    assert m.table.clock.until == m.now + left
    assert m.replay() == m.table


# Absences


def test_R16_absences_of_an_hour_add_up():
    """AJ-R16, 002 L125: fifteen minutes are not to be had four times an hour."""
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    m.fold_out()
    m.ask(c.SitOut, 4)
    m.ask(c.Tick)
    assert m.table.seats[4].until == m.now + 15 * MINUTE
    m.now += 12 * MINUTE
    m.ask(c.ComeBack, 4)
    m.ask(c.SitOut, 4)
    assert m.table.seats[4].until == m.now + 3 * MINUTE
    m.now += 3 * MINUTE - 1
    m.ask(c.ComeBack, 4)
    m.ask(c.SitOut, 4)
    assert m.table.seats[4].until == m.now + 2 * MINUTE, "time for the call, and no more"


def test_R16_an_hour_later_the_time_away_is_whole_again():
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    m.fold_out()
    m.ask(c.GoAway, 4)
    m.now += 10 * MINUTE
    m.ask(c.ComeBack, 4)
    assert station(m, 4).no.lobby == "The lobby is once an hour: again in 50 minutes."
    m.ask(c.GoAway, 4, "meal")
    assert m.table.seats[4].until == m.now + 20 * MINUTE
    m.ask(c.ComeBack, 4)
    m.now += 60 * MINUTE
    m.ask(c.GoAway, 4)
    assert m.table.seats[4].until == m.now + 15 * MINUTE
    assert m.replay() == m.table


def test_a_lost_cable_is_no_absence_of_the_player():
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    m.fold_out()
    m.ask(c.LoseLink, 4)
    m.ask(c.Tick)
    assert m.table.seats[4].absence.kind == "no link"
    m.now += 10 * MINUTE
    m.ask(c.RegainLink, 4)
    m.ask(c.GoAway, 4)
    assert m.table.seats[4].until == m.now + 15 * MINUTE


# Leaving


def test_who_leaves_on_his_turn_folds_at_once():
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    actor, at = m.table.live.queue[0], m.now
    m.ask(c.Leave, actor)
    m.settle()
    assert (acts(m, Folded), m.now) == ([actor], at)
    assert m.table.live.queue[0] != actor


def test_who_leaves_on_his_turn_checks_where_it_is_free():
    m = BareTable(no_limit()).open(1, 2, button=1).next_hand()
    m.move(Call(1))
    assert m.table.live.queue[0] == 2
    m.ask(c.Leave, 2)
    m.settle()
    assert acts(m, Folded) == []
    assert acts(m, Called)[-1] == 2


def test_who_leaves_before_his_turn_is_not_waited_for():
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    first, second = m.table.live.queue[:2]
    m.ask(c.Leave, second)
    m.move(Raise(first, 600))
    assert acts(m, Folded) == [second]


def test_R15_whom_the_floor_sends_home_plays_the_hand_out():
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    actor = m.table.live.queue[0]
    m.order(c.CashIn, actor)
    m.settle()
    assert m.table.live.queue[0] == actor


# Chips


def test_a_buy_in_fits_the_chip():
    m = BareTable(no_limit())
    m.ask(c.SwipeCard, 3, "ann", "Ann")
    m.ask(c.PinChecked, 3, True, 20_050)
    m.order(c.Approve, 3)
    with pytest.raises(Refused, match=r"The smallest chip here is \$1"):
        m.ask(c.BuyIn, 3, 10_050)
    amounts = station(m, 3).buy_in.amounts
    assert (amounts.most, amounts.step) == (20_000, 100)
    m.ask(c.BuyIn, 3, 10_000)


def test_an_all_in_player_buys_when_the_hand_is_over():
    """No filing lets him buy sooner; 000 L1882, 002 L154 and 003 L72 speak of chips in front."""
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    actor = m.table.live.queue[0]
    m.move(Raise(actor, 10_000))
    with pytest.raises(Refused, match="You are all-in"):
        m.ask(c.BuyIn, actor, 4_000)
    assert station(m, actor).session.room == 0
    caller = m.table.live.queue[0]
    m.move(Call(caller))
    m.fold_out()
    broke = next(seat for seat in m.table.seats if seat.seated and not seat.chips.stack)
    m.ask(c.BuyIn, broke.number, 4_000)


# The button


def test_LP_22_one_player_left_does_not_keep_the_button():
    """002 L308: "Players cannot have the button twice; the button always moves forward"."""
    m = BareTable(no_limit("delta-downtown")).open(1, 2, 3, button=1).next_hand()
    m.fold_out()
    assert m.table.position.button == 1
    for seat in (2, 3):
        m.ask(c.Leave, seat)
    m.sit(5)
    m.next_hand()
    assert m.table.position.button == 5
