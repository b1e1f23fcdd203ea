"""AJ-R15-R17: the lobby, the meal, the forfeited seat; leaving with all chips or not at all."""

import pytest

from firmware.errors import Refused
from firmware.games.poker import commands as p
from firmware.table import commands as c
from firmware.table import events as e
from lab.simulation.bare_table import BareTable, config
from tests.screens.seen import everyone

MINUTE = 60_000


def between(*seats) -> BareTable:
    m = BareTable(config()).open(*(seats or (1, 2, 3, 4)), button=1).next_hand()
    return m.fold_out()


def until(m, at) -> None:
    """Hands go by; everybody folds."""
    for _ in range(5_000):
        if m.now >= at:
            return
        if not m.table.live:
            m.shuffle()
        if m.step():
            continue
        if m.table.live and m.table.live.queue:
            m.now += 1_000
            m.fold_out()
        else:
            m.wait()
    raise AssertionError("time stands still")


def test_R16_fifteen_minutes_a_warning_then_the_seat_is_forfeited_and_the_chips_go_home():
    m = between()
    chips = m.table.seats[2].chips.stack
    m.ask(c.GoAway, 2)
    left = m.now
    until(m, left + 13 * MINUTE + 1)
    assert any(isinstance(x, e.AwayWarned) for x in m.events)
    assert m.table.seats[2].life == "away"
    until(m, left + 15 * MINUTE + 60_000)
    out = next(x for x in m.events if isinstance(x, e.CashedOut))
    assert (out.seat, out.chips, out.why) == (2, chips, "away too long")
    assert left + 15 * MINUTE <= out.at <= left + 16 * MINUTE


def test_R16_the_lobby_is_once_an_hour_the_meal_is_thirty_minutes():
    m = between()
    m.ask(c.GoAway, 2)
    m.ask(c.ComeBack, 2)
    m.now += 59 * MINUTE
    with pytest.raises(Refused, match="1 minutes"):
        m.ask(c.GoAway, 2)
    m.ask(c.GoAway, 2, "meal")
    assert m.table.seats[2].until == m.now + 30 * MINUTE
    m.ask(c.ComeBack, 2)
    m.now += MINUTE
    m.ask(c.GoAway, 2)


def test_R16_the_floor_may_give_more_time():
    m = between()
    m.ask(c.GoAway, 2)
    before = m.table.seats[2].until
    m.order(c.ExtendClock, 2, 10 * MINUTE)
    assert m.table.seats[2].until == before + 10 * MINUTE


def test_R23_nobody_goes_away_with_cards_in_his_hand():
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand()
    with pytest.raises(Refused, match="Finish your hand"):
        m.ask(c.GoAway, 2)


def test_an_absent_player_is_not_dealt_in():
    m = between()
    m.ask(c.GoAway, 3)
    m.next_hand()
    assert 3 not in m.table.play.seats


def test_sit_out_next_hand_and_not_after_all():
    m = BareTable(config()).open(1, 2, 3, 4, button=1).next_hand()
    m.ask(c.SitOut, 2)
    m.ask(c.SitOut, 2, "")
    m.next_hand()
    assert 2 in m.table.play.seats
    m.ask(c.SitOut, 2)
    m.next_hand()
    assert 2 not in m.table.play.seats


def test_sit_out_at_the_next_big_blind():
    m = BareTable(config()).open(1, 2, 3, 4, 5, button=1).next_hand()
    m.ask(c.SitOut, 5, "next big blind")
    m.next_hand()  # button 2, big 4
    assert 5 in m.table.play.seats
    m.next_hand()  # button 3: the big blind comes to 5
    assert 5 not in m.table.play.seats
    assert m.table.position.big == (1,)


def test_R17_leaving_is_the_whole_stack_to_the_card():
    m = between()
    chips = m.table.seats[2].chips.stack
    events = m.ask(c.Leave, 2)
    assert [x.chips for x in events] == [chips]
    assert m.table.transit.flying["t1-5"].chips == chips
    m.bank()
    assert m.table.books.cashed_out == chips


def test_leaving_in_a_hand_waits_for_its_end():
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand()
    m.ask(c.Leave, 1)
    assert m.table.seats[1].life == "playing"
    m.fold_out()
    m.settle()
    assert m.table.seats[1].life == "empty"


def test_R15_cashed_in_by_the_floor_with_name_and_reason():
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand()
    m.do(c.CashIn(m.now, "Smith", "shouting", 2))
    m.fold_out()
    m.settle()
    asked = next(x for x in m.events if isinstance(x, e.LeaveAsked))
    assert (asked.by, asked.reason) == ("Smith", "shouting")
    assert m.table.seats[2].life == "empty"


def test_nobody_leaves_while_his_chips_are_on_their_way():
    m = between()
    m.ask(c.BuyIn, 2, 3_000)
    with pytest.raises(Refused, match="on its way"):
        m.ask(c.Leave, 2)


def test_broke_is_away_until_there_are_chips_again():
    m = BareTable(config()).open(1, 2, 3, chips=2_000, button=1).next_hand()
    m.table.seats[1].chips.stack = 0
    m.fold_out()
    m.table.seats[1].chips.stack = 0
    m.table.books.bought_in = sum(s.chips.stack for s in m.table.seats) + m.table.books.fees
    m.settle()
    assert m.table.seats[1].absence.kind == "broke"
    with pytest.raises(Refused, match="Buy chips"):
        m.ask(c.ComeBack, 1)
    m.ask(c.BuyIn, 1, 2_000)
    m.bank()
    assert m.table.seats[1].life == "playing"


def test_closing_cashes_everybody_out_after_the_hand():
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand()
    m.ask(c.SwipeCard, 7, "late", "Late")
    m.order(c.CloseTable)
    m.fold_out()
    m.settle()
    assert m.table.phase == "closing"  # who won it sees so first
    m.wait()
    m.settle()
    assert m.table.phase == "closed"
    assert all(seat.life == "empty" for seat in m.table.seats)
    m.bank()
    books = m.table.books
    assert books.cashed_out + books.fees == books.bought_in


def test_the_public_sees_who_is_away():
    m = between()
    m.ask(c.GoAway, 2, "meal")
    assert everyone(m).seats[1].life == "lobby"


def test_R16_chips_bought_in_the_lobby_do_not_bring_it_to_an_end():
    """And who is broke and away only sits out once he has chips: he is no longer broke."""
    m = between()
    m.ask(c.GoAway, 2, "meal")
    until_before = m.table.seats[2].until
    m.ask(c.BuyIn, 2, 2_000)
    m.bank()
    seat = m.table.seats[2]
    assert (seat.life, seat.absence.kind, seat.until) == ("away", "meal", until_before)


def test_who_waits_to_be_dealt_in_sits_out_at_once():
    """Whoever plays does so at the next hand; a newcomer has no hand to wait for."""
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand()
    m.sit(5)
    m.ask(c.SitOut, 5)
    m.ask(c.SitOut, 2)
    assert [m.table.seats[seat].life for seat in (5, 2)] == ["away", "playing"]


def test_who_folded_and_came_back_within_the_hand_sits_out_at_once():
    """He has no part in this hand any more, and is not yet in the next one."""
    m = BareTable(config()).open(1, 2, 3, 4, button=1).next_hand()
    folded = m.table.live.queue[0]
    m.move(p.Fold(folded))
    for ask in ((c.GoAway, folded), (c.ComeBack, folded), (c.SitOut, folded)):
        m.ask(*ask)
    assert m.table.seats[folded].life == "away"


@pytest.mark.parametrize(("stack", "pending"), [(5_000, 0), (0, 5_000), (5_000, 5_000)])
def test_who_has_chips_comes_back_also_when_they_play_from_the_next_hand(stack, pending):
    m = between()
    m.ask(c.GoAway, 2)
    chips = m.table.seats[2].chips
    chips.stack = chips.pending = 0
    with pytest.raises(Refused, match="Buy chips first"):
        m.ask(c.ComeBack, 2)
    chips.stack, chips.pending = stack, pending
    m.ask(c.ComeBack, 2)
    assert m.table.seats[2].life == "playing"
