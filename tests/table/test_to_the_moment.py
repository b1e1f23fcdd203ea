"""Times and counts at their bounds: the last moment on one side, the first on the other."""

import pytest

from firmware.errors import Refused
from firmware.games.poker.commands import Call, Fold
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import decide, wants
from firmware.table.floor import BREAK_MOST_MS
from firmware.table.ticking import _survey
from lab.simulation.bare_table import BareTable, config
from tests.table.ruling import AJ, delta, free, playing, refused

MINUTE = 60_000


def opened(*seats, house=AJ, **settings) -> BareTable:
    page = config(house, schedule="", spreads=free(house), settings=settings)
    return BareTable(page).open(*(seats or (1, 2, 3, 4)), button=(seats or (1,))[0])


def last(m, kind):
    return next(x for x in reversed(m.events) if isinstance(x, kind))


# Coming and going


@pytest.mark.parametrize(("left_ms", "minutes"), [(1, 1), (MINUTE, 1), (MINUTE + 1, 2)])
def test_002_who_cashed_out_stays_out_for_half_an_hour(left_ms, minutes):
    """DD-R2: whole minutes, the begun one counted; at the last moment he may sit down."""
    m = delta()
    m.fold_out()
    m.ask(c.Leave, 4)
    wait = m.table.config.ways.stay_out_ms
    m.bank()
    m.now += wait - left_ms
    assert refused(m, c.SwipeCard(m.now, 4, "p4", "p4")).endswith(f"back in {minutes} minutes.")
    assert refused(m, c.JoinList(m.now, "p4", "p4")).endswith(f"back in {minutes} minutes.")
    m.now += left_ms
    m.ask(c.SwipeCard, 4, "p4", "p4")


@pytest.mark.parametrize(("after_ms", "least"), [(-1, 10_000), (0, 2_000)])
def test_000_L201_less_than_an_hour_later_he_brings_what_he_left_with(after_ms, least):
    m = playing()
    m.fold_out()
    m.ask(c.Leave, 4)
    chips, gone = last(m, e.CashedOut).chips, m.now
    m.bank()
    m.now = gone + 60 * MINUTE + after_ms
    m.ask(c.SwipeCard, 4, "p4", "p4")
    m.ask(c.PinChecked, 4, True, 50_000)
    m.order(c.Approve, 4)
    wanted = chips if least > 2_000 else least
    words = "You left with" if least > 2_000 else "Buy in for $20 or more."
    assert refused(m, c.BuyIn(m.now, 4, wanted - 100)).startswith(words)
    m.ask(c.BuyIn, 4, wanted)


@pytest.mark.parametrize(
    ("until", "at", "barred"),
    [(0, 9_000_000, True), (5_000_000, 4_999_999, True), (5_000_000, 5_000_000, False)],
)
def test_R34_barred_for_good_or_until_then(until, at, barred):
    m = BareTable(config())
    m.do(c.Bar(m.now, "floor", "because", "x", until))
    m.now = at
    if barred:
        assert refused(m, c.SwipeCard(m.now, 5, "x", "x")) == "Please see the floor."
        assert refused(m, c.JoinList(m.now, "x", "x")) == "Please see the floor."
        assert refused(m, c.Reserve(m.now, "floor", "r", 5, "x", "x")) == "Please see the floor."
    else:
        m.ask(c.SwipeCard, 5, "x", "x")


@pytest.mark.parametrize(("pins", "life"), [(2, "pin"), (3, "empty")])
def test_R38_the_card_goes_back_after_so_many_wrong_pins(pins, life):
    """The bank has more tries left: the table ends it all the same."""
    m = BareTable(config())
    m.ask(c.SwipeCard, 5, "x", "x")
    for left in range(9, 9 - pins, -1):
        m.ask(c.PinChecked, 5, False, 0, left)
    assert m.table.seats[5].life == life


def test_R18_a_held_seat_and_an_unanswered_page_close_at_their_moment():
    """Five minutes for who is called, and five for each answer of who swiped."""
    m = BareTable(config())
    m.order(c.Reserve, 5, "x", "x")
    m.ask(c.SwipeCard, 6, "y", "y")
    m.ask(c.SwipeCard, 7, "z", "z")
    m.ask(c.PinChecked, 7, True, 50_000)
    m.order(c.Approve, 7)
    until = m.now + 5 * MINUTE
    assert [m.table.seats[seat].until for seat in (5, 6, 7)] == [until] * 3
    assert wants(m.table).tick_at == until
    m.now = until - 1
    assert m.ask(c.Tick) == []
    m.now = until
    m.settle()
    assert [m.table.seats[seat].life for seat in (5, 6, 7)] == ["empty"] * 3
    released, no_answer = last(m, e.SeatReleased), last(m, e.EntryCancelled)
    assert (released.seat, no_answer.words) == (5, "no answer")


@pytest.mark.parametrize(
    ("since_ms", "minutes"),
    [(0, 60), (1, 60), (MINUTE, 59), (60 * MINUTE - 1, 1)],
)
def test_R16_the_lobby_is_once_an_hour(since_ms, minutes):
    m = opened()
    began = m.now
    m.ask(c.GoAway, 4)
    m.ask(c.ComeBack, 4)
    m.now = began + since_ms
    words = f"The lobby is once an hour: again in {minutes} minutes."
    assert refused(m, c.GoAway(m.now, 4)) == words
    m.ask(c.GoAway, 4, "meal")
    m.ask(c.ComeBack, 4)
    m.now = began + 60 * MINUTE
    m.ask(c.GoAway, 4)


def test_R16_absences_of_an_hour_add_up_and_a_call_comes_before_the_seat_is_lost():
    """002 L125: 10 of 15 minutes used leave 5; with none left, the two of the call."""
    m = opened()
    m.ask(c.SitOut, 4, "next hand")
    began = m.now
    m.next_hand()
    assert m.table.seats[4].until == last(m, e.WentAway).at + 15 * MINUTE
    m.now += 10 * MINUTE
    m.ask(c.ComeBack, 4)
    used = m.table.seats[4].absence.used
    assert 10 * MINUTE <= used <= m.now - began
    m.ask(c.GoAway, 4, "meal")
    assert m.table.seats[4].until == m.now + 30 * MINUTE - used
    m.ask(c.ComeBack, 4)
    m.now += 60 * MINUTE
    m.ask(c.GoAway, 4)
    assert m.table.seats[4].until == m.now + 15 * MINUTE
    assert m.table.seats[4].absence.used == 0


def test_R16_a_seat_is_warned_two_minutes_before_and_lost_two_after():
    m = opened()
    m.ask(c.GoAway, 4)
    until = m.table.seats[4].until
    m.order(c.TakeBreak, 60 * MINUTE)
    m.now = until - 2 * MINUTE - 1
    m.settle()
    assert not m.table.seats[4].absence.warned
    m.now += 1
    m.settle()
    assert (m.table.seats[4].absence.warned, last(m, e.AwayWarned).until) == (True, until)
    m.order(c.Pause)
    m.now = until + 1
    m.order(c.Resume)
    assert m.table.seats[4].until == m.now + 2 * MINUTE  # called again, though late


def test_a_break_lasts_a_moment_to_two_hours():
    m = opened()
    for ms in (0, -1, BREAK_MOST_MS + 1):
        assert refused(m, c.TakeBreak(m.now, "floor", "x", ms)) == "A break lasts 1 to 120 minutes."
    m.order(c.TakeBreak, BREAK_MOST_MS)
    assert wants(m.table).tick_at == m.now + BREAK_MOST_MS
    m.order(c.Resume)
    m.order(c.TakeBreak, 1)
    m.now += 1
    m.ask(c.Tick)
    assert last(m, e.BreakEnded).by == "table"
    assert m.next_hand().table.this_hand.number == 1


def test_a_break_that_is_ordered_in_mid_hand_begins_at_its_end():
    m = playing()
    m.order(c.TakeBreak, MINUTE)
    assert m.table.recess.until == 0
    m.fold_out()
    assert m.table.recess.until == last(m, e.InHand).at + MINUTE
    assert m.table.recess.after_hand == 0


# The clock


def test_R23_action_time_bank_and_the_warning_ten_seconds_before():
    m = opened(bank_ms=20_000).next_hand()
    seat, began = m.table.clock.seat, m.table.clock.began
    assert wants(m.table).tick_at == began + 20_000
    m.now = began + 19_999
    assert m.ask(c.Tick) == []
    m.now = began + 20_000
    assert [type(x) for x in m.ask(c.Tick)] == [e.ClockWarned]
    assert m.ask(c.Tick) == []
    m.now = began + 29_999
    assert m.ask(c.Tick) == []
    m.now = began + 30_000
    (bank,) = m.ask(c.Tick)
    assert (bank.stage, bank.until) == ("bank", began + 50_000)
    m.now = began + 37_000
    m.move(Fold(seat))
    assert m.table.seats[seat].time.bank_ms == 13_000


def test_002_delta_gives_a_minute_more_by_itself_then_the_seat_is_dealt_out():
    m = delta()
    seat, began = m.table.clock.seat, m.table.clock.began
    m.now = began + 30_000
    (extra,) = (x for x in m.ask(c.Tick) if isinstance(x, e.ClockSet))
    assert (extra.stage, extra.until) == ("extra", began + 90_000)
    m.now = began + 90_000
    happened = m.ask(c.Tick)
    assert [type(x) for x in happened] == [e.InHand, e.SitOutChosen]
    assert m.table.seats[seat].absence.sit_out == "next hand"
    assert "You have had" not in refused(m, c.AskTime(m.now, m.table.clock.seat))


def test_R23_who_leaves_or_sits_out_anyhow_is_not_sat_out_once_more():
    for wish in (c.CashIn, c.SitOut):
        m = playing()
        seat = m.table.clock.seat
        m.order(wish, seat) if wish is c.CashIn else m.ask(wish, seat, "next hand")
        m.now = m.table.clock.until
        assert [type(x) for x in m.ask(c.Tick)] == [e.InHand]


def test_Time_is_for_who_is_asked_once_a_hand_and_adds_its_thirty_seconds():
    m = playing()
    seat, until = m.table.clock.seat, m.table.clock.until
    other = next(s for s in (1, 2, 3, 4) if s != seat)
    assert refused(m, c.AskTime(m.now, other)) == "Please wait for your turn."
    m.ask(c.AskTime, seat)
    assert m.table.clock.until == until + 30_000
    assert refused(m, c.AskTime(m.now, seat)) == "You have had your time."


def test_the_floor_gives_a_moment_or_more():
    m = playing()
    seat, until = m.table.clock.seat, m.table.clock.until
    for ms in (0, -1):
        words = refused(m, c.ExtendClock(m.now, "floor", "x", seat, ms))
        assert words == "Say how much longer."
    m.order(c.ExtendClock, seat, 1)
    assert m.table.clock.until == until + 1
    other = next(s for s in (1, 2, 3, 4) if s != seat)
    assert refused(m, c.ExtendClock(m.now, "floor", "x", other, 1)).startswith("No clock runs")
    m.fold_out()
    assert refused(m, c.ExtendClock(m.now, "floor", "x", seat, 1)).startswith("No clock runs")
    m.ask(c.GoAway, seat)
    away = m.table.seats[seat].until
    m.order(c.ExtendClock, seat, MINUTE)
    assert m.table.seats[seat].until == away + MINUTE


def test_a_lost_link_stops_its_own_clock_once_a_hand():
    m = playing()
    seat, until = m.table.clock.seat, m.table.clock.until
    other = next(s for s in (1, 2, 3, 4) if s != seat)
    assert m.ask(c.LoseLink, 0) == m.ask(c.LoseLink, 11) == m.ask(c.RegainLink, seat) == []
    assert [type(x) for x in m.ask(c.LoseLink, other)] == [e.LinkLost]
    m.now += 5_000
    assert [type(x) for x in m.ask(c.LoseLink, seat)] == [e.ClockSet, e.LinkLost]
    assert m.table.clock.until == until + 30_000
    assert m.ask(c.LoseLink, seat) == []
    m.now += 10_000
    m.ask(c.RegainLink, seat)
    assert m.table.clock.until == m.now + until - (m.now - 10_000)  # as much as there was
    assert [type(x) for x in m.ask(c.LoseLink, seat)] == [e.LinkLost]
    assert m.table.clock.until == m.now + until - (m.now - 10_000)
    m.ask(c.RegainLink, seat)
    m.fold_out().next_hand()
    while m.table.clock.seat != seat:
        m.move(Call(m.table.clock.seat)) if m.table.clock.seat else m.step()
    assert [type(x) for x in m.ask(c.LoseLink, seat)] == [e.ClockSet, e.LinkLost]


def test_a_pause_keeps_what_a_clock_had_left():
    m = playing()
    until = m.table.clock.until
    m.now += 7_000
    m.order(c.Pause)
    m.now += 100_000
    assert refused(m, c.Pause(m.now, "floor", "again")) == "The table is stopped."
    m.order(c.Resume)
    assert m.table.clock.until == until + 100_000
    assert refused(m, c.Resume(m.now, "floor", "again")) == "The table is not stopped."


# Between two hands


@pytest.mark.parametrize(("folds", "gap"), [(True, 3_000), (False, 6_000)])
def test_the_next_hand_waits_longer_where_hands_were_shown(folds, gap):
    m = playing()
    m.fold_out() if folds else m.call_down()
    ended = last(m, e.InHand).at
    assert m.table.pace.next_hand_at == ended + gap
    m.now = ended + gap - 1
    assert m.ask(c.Tick) == []
    m.now = ended + gap
    assert isinstance(m.ask(c.Tick)[0], e.HandBegan)


def test_a_void_is_read_and_dealt_again_at_once_where_nobody_saw_a_card():
    m = playing()
    m.order(c.VoidHand)
    assert m.table.pace.next_hand_at == m.now + 3_000
    m.next_hand()
    m.do(c.VoidHand(m.now, "table", "no share", again=True))
    assert m.table.pace.next_hand_at == m.now


def test_LP_11_a_table_opens_with_so_many_who_hold_chips():
    page = config(settings={"least_players": 3})
    m = BareTable(page)
    m.sit(1)
    m.sit(2)
    m.ask(c.SwipeCard, 3, "p3", "p3")
    words = "The table opens when 3 players sit with chips."
    assert refused(m, c.OpenTable(m.now, "floor", "x")) == words
    m.sit(4)
    m.order(c.OpenTable)
    assert m.table.phase == "open"


def test_a_game_needs_two_who_are_ready():
    m = opened(1, 2)
    m.next_hand()
    m.fold_out()
    m.ask(c.SitOut, 2, "next hand")
    m.now = m.table.pace.next_hand_at
    m.settle()
    assert (m.table.live, m.table.seats[2].life) == (None, "away")
    m.ask(c.ComeBack, 2)
    assert m.next_hand().table.live is not None


def test_what_is_decided_on_an_older_picture_is_refused_and_at_the_same_moment_not():
    m = playing()
    with pytest.raises(Refused, match="older picture"):
        decide(m.table, c.CallFloor(m.table.now - 1, 1))
    assert decide(m.table, c.CallFloor(m.table.now, 1))


def test_a_cable_is_no_absence():
    """A station that does not answer is away, and its player comes back with the cable."""
    m = opened()
    m.ask(c.LoseLink, 4)
    m.next_hand()
    assert m.table.seats[4].absence.kind == "no link"
    m.fold_out()
    m.ask(c.RegainLink, 4)
    assert m.table.seats[4].life == "playing"
    assert m.table.seats[4].absence.used == 0


def test_a_link_that_comes_back_moves_no_other_seat_s_clock():
    m = playing()
    seat, until = m.table.clock.seat, m.table.clock.until
    other = next(s for s in (1, 2, 3, 4) if s != seat)
    m.ask(c.LoseLink, other)
    m.now += 1_000
    assert [type(x) for x in m.ask(c.RegainLink, other)] == [e.LinkRegained]
    assert (m.table.clock.seat, m.table.clock.until) == (seat, until)
    m.ask(c.LoseLink, seat)
    m.order(c.Pause)
    assert [type(x) for x in m.ask(c.RegainLink, seat)] == [e.LinkRegained]


def test_a_stop_is_as_old_as_its_first_word():
    """A second door opens: the doors have stopped the table since the first; the floor since its
    own order."""
    m = playing()
    began = m.now
    m.ask(c.Pause, c.DOORS, "one")
    m.now += 1_000
    m.order(c.Pause)
    m.now += 1_000
    m.ask(c.Pause, c.DOORS, "two")
    stops = {stop.who: (stop.at, stop.reason) for stop in m.table.stops}
    assert stops == {"doors": (began, "two"), "floor": (began + 1_000, "because")}


def test_a_seat_stirs_when_somebody_sits_there_who_cannot_play():
    """An empty one asks for nothing, and who plays on asks for nothing either."""
    m = BareTable(config()).open(1, 2, 3, button=1)
    assert _survey(m.table) == ([1, 2, 3], False)
    m.ask(c.GoAway, 2)
    assert _survey(m.table) == ([1, 3], True)
    m.ask(c.ComeBack, 2)
    assert _survey(m.table) == ([1, 2, 3], False)
    m.order(c.Reserve, 5, "bob", "Bob")
    assert _survey(m.table) == ([1, 2, 3], True)
