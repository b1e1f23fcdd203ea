"""Swipe, PIN, approval, buy-in, list, reservation, keeping apart.

AJ-R3, AJ-R7, AJ-R18-R20, AJ-R28.
"""

import pytest

from firmware.errors import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import wants
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.screens.seen import station

MINUTE = 60_000


def at_pin(house="artichoke-joes", **more) -> BareTable:
    m = BareTable(config(house, **more))
    m.ask(c.SwipeCard, 3, "ann", "Ann")
    return m


def at_buy_in(page=None, account="ann", balance=100_000) -> BareTable:
    m = BareTable(page or config())
    m.ask(c.SwipeCard, 3, account, account)
    m.ask(c.PinChecked, 3, True, balance)
    m.order(c.Approve, 3)
    return m


def refused(m, words, kind, *args) -> Refused:
    with pytest.raises(Refused, match=words) as no:
        m.ask(kind, *args)
    assert no.value.rule
    return no.value


def test_the_way_in_screen_by_screen():
    m = BareTable(config())
    modes = [station(m, 3).mode]
    for kind, args in (
        (c.SwipeCard, (3, "ann", "Ann")),
        (c.PinChecked, (3, True, 50_000)),
        (c.Approve, ("floor", "seat", 3)),
        (c.BuyIn, (3, 5_000)),
        (c.BankAnswered, ("t1-1", True)),
    ):
        m.ask(kind, *args)
        modes.append(station(m, 3).mode)
    assert modes == ["attract", "pin", "please wait", "buy-in", "please wait", "seated"]
    assert m.table.seats[3].chips.stack == 5_000
    assert m.table.books.bought_in == 5_000


def test_three_wrong_pins_give_the_card_back_and_lock_nothing():
    """REQ-R38: the bank counts for all tables, and it has not locked this card."""
    m = at_pin()
    for left in (4, 3):
        assert isinstance(m.ask(c.PinChecked, 3, False, 0, left)[0], e.PinRefused)
    assert isinstance(m.ask(c.PinChecked, 3, False, 0, 2)[0], e.EntryCancelled)
    assert m.table.seats[3].life == "empty"


def test_a_card_is_locked_when_the_bank_says_so():
    m = at_pin()
    m.ask(c.PinChecked, 3, False, 0, 1)
    assert isinstance(m.ask(c.PinChecked, 3, False, 0, 0)[0], e.CardLocked)
    assert m.table.seats[3].life == "empty"


def test_a_seat_left_at_its_pin_or_its_buy_in_closes_by_itself():
    for life in ("pin", "choosing"):
        m = at_pin()
        if life == "choosing":
            m.ask(c.PinChecked, 3, True, 50_000)
            m.order(c.Approve, 3)
        assert m.table.seats[3].life == life
        assert wants(m.table).tick_at == m.now + 5 * MINUTE
        m.now += 5 * MINUTE
        m.settle()
        assert m.table.seats[3].life == "empty"
        m.sit(3, 5_000, "bob")
        assert m.replay() == m.table


def test_a_buy_in_that_the_bank_refused_is_asked_for_once_more_and_not_for_ever():
    m = at_pin()
    m.ask(c.PinChecked, 3, True, 50_000)
    m.order(c.Approve, 3)
    m.now += 4 * MINUTE
    m.ask(c.BuyIn, 3, 5_000)
    m.now += 4 * MINUTE  # on its way: no clock runs for the player
    m.settle()
    m.ask(c.BankAnswered, next(iter(m.table.transit.asked)), False, "no money")
    m.now += 4 * MINUTE  # he has the whole time again
    m.settle()
    assert m.table.seats[3].life == "choosing"
    m.now += 1 * MINUTE
    m.settle()
    assert m.table.seats[3].life == "empty"


def test_R7_one_seat_a_card():
    m = at_pin()
    refused(m, "in use at seat 3", c.SwipeCard, 5, "ann", "Ann")


def test_R7_one_card_a_seat():
    m = at_pin()
    refused(m, "Your PIN comes first", c.SwipeCard, 3, "bob", "Bob")


def test_R28_nobody_gets_chips_without_approval():
    m = at_pin()
    m.ask(c.PinChecked, 3, True, 50_000)
    refused(m, "The floor has to approve", c.BuyIn, 3, 5_000)


def test_a_called_player_needs_no_second_approval():
    m = BareTable(config())
    m.order(c.Reserve, 3, "ann", "Ann")
    m.ask(c.SwipeCard, 3, "ann", "Ann")
    m.ask(c.PinChecked, 3, True, 50_000)
    assert m.table.seats[3].life == "choosing"


def test_a_reserved_seat_is_for_its_account_and_lapses():
    m = BareTable(config())
    m.order(c.Reserve, 3, "ann", "Ann")
    refused(m, "held for somebody else", c.SwipeCard, 3, "bob", "Bob")
    m.now += 5 * MINUTE
    m.settle()
    assert m.table.seats[3].life == "empty"


def test_R34_a_barred_account_is_refused_at_the_swipe():
    m = BareTable(config())
    m.order(c.Bar, "ann", m.now + MINUTE)
    refused(m, "see the floor", c.SwipeCard, 3, "ann", "Ann")
    m.now += MINUTE
    m.ask(c.SwipeCard, 3, "ann", "Ann")


def test_R20_kept_apart_players_never_sit_side_by_side_round_the_corner_too():
    m = BareTable(config())
    m.order(c.KeepApart, ("ann", "bob"))
    m.sit(10, 5_000, "ann")
    refused(m, "about this seat", c.SwipeCard, 1, "bob", "Bob")
    refused(m, "about this seat", c.SwipeCard, 9, "bob", "Bob")
    m.sit(5, 5_000, "bob")
    refused(m, "about this seat", c.TakeSeat, 5, 1)


def test_R20_nobody_is_kept_apart_from_himself():
    """Not from the seat that he leaves, and not from one that is held for him."""
    m = BareTable(config())
    m.order(c.KeepApart, ("ann", "bob"))
    m.sit(3, 5_000, "ann")
    m.ask(c.TakeSeat, 3, 4)
    m.order(c.Reserve, 7, "bob", "Bob")
    m.ask(c.SwipeCard, 7, "bob", "Bob")
    assert [m.table.seats[n].person.account for n in (4, 7)] == ["ann", "bob"]


def test_R20_the_floor_may_forbid_one_table():
    m = BareTable(config())
    m.do(c.KeepApart(m.now, "floor", "because", ("ann", "bob"), True))
    m.sit(10, 5_000, "ann")
    refused(m, "about this seat", c.SwipeCard, 5, "bob", "Bob")


def test_R20_the_floor_lifts_what_kept_players_apart():
    m = BareTable(config())
    refused(m, "Nobody keeps", lambda now: c.LetTogether(now, "floor", "because", ("ann", "bob")))
    m.order(c.KeepApart, ("ann", "bob"))
    m.sit(10, 5_000, "ann")
    m.order(c.LetTogether, ("bob", "ann"))
    m.sit(1, 5_000, "bob")
    assert m.replay() == m.table


def test_R34_who_is_barred_while_his_chips_come_goes_home_with_them():
    m = at_buy_in()
    account = m.table.seats[3].person.account
    m.ask(c.BuyIn, 3, 5_000)
    m.order(c.Bar, account)
    m.bank()
    m.settle()
    assert m.table.seats[3].life == "empty"
    assert [x.chips for x in m.events if isinstance(x, e.CashedOut)] == [5_000]


def test_a_wish_for_any_seat_keeps_no_newcomer_out():
    """000 L206, 002 L134: a named seat is held for who asked first; any seat is no seat."""
    m = BareTable(config()).open(1, 2)
    m.ask(c.AskSeat, 1)
    m.sit(5)
    m.ask(c.AskSeat, 2, 7)
    refused(m, "asked for seat 7 first", c.SwipeCard, 7, "zoe", "Zoe")


def test_R19_at_least_the_posted_buy_in():
    m = at_buy_in()
    refused(m, r"\$20 or more", c.BuyIn, 3, 1_999)
    m.ask(c.BuyIn, 3, 2_000)


def test_R3_no_more_than_the_account_holds():
    refused(at_buy_in(balance=3_000), r"holds \$30", c.BuyIn, 3, 3_001)


def test_R19_one_short_buy_a_session():
    m = at_buy_in()
    m.ask(c.BuyIn, 3, 2_000)
    m.bank()
    m.ask(c.BuyIn, 3, 500)
    m.bank()
    refused(m, r"\$20 or more", c.BuyIn, 3, 500)
    m.ask(c.BuyIn, 3, 2_000)
    m.bank()
    refused(m, r"\$20 or more", c.BuyIn, 3, 500)


def test_002_L154_delta_one_short_buy_after_each_full_one():
    m = at_buy_in(config("delta-downtown"))
    for chips in (2_000, 500, 2_000, 500):
        m.ask(c.BuyIn, 3, chips)
        m.bank()
    refused(m, r"\$20 or more", c.BuyIn, 3, 500)


@pytest.mark.parametrize(("stack", "allowed"), [(10_000, False), (9_900, True)])
def test_D14_capped_games_no_re_buy_from_half_the_minimum_on(stack, allowed):
    m = at_buy_in(no_limit(buy_in=(20_000, 50_000)))
    m.ask(c.BuyIn, 3, 20_000)
    m.bank()
    m.table.seats[3].chips.stack = stack
    m.table.books.bought_in = stack
    if allowed:
        m.ask(c.BuyIn, 3, 20_000)
    else:
        refused(m, "below", c.BuyIn, 3, 20_000)


def test_a_posted_maximum_is_a_maximum():
    m = at_buy_in(no_limit(buy_in=(20_000, 50_000)))
    refused(m, r"\$500 at most", c.BuyIn, 3, 50_001)


@pytest.mark.parametrize(("minutes", "least"), [(59, 75_000), (60, 2_000)])
def test_D15_within_an_hour_bring_what_you_left_with(minutes, least):
    m = at_buy_in()
    m.ask(c.BuyIn, 3, 75_000)
    m.bank()
    m.ask(c.Leave, 3)
    m.bank()
    m.now += minutes * MINUTE
    m.ask(c.SwipeCard, 4, "ann", "Ann")
    m.ask(c.PinChecked, 4, True, 100_000)
    m.order(c.Approve, 4)
    refused(m, "or more|at least", c.BuyIn, 4, least - 100)
    m.ask(c.BuyIn, 4, least)


def test_002_L149_delta_thirty_minutes_after_cashing_out():
    m = at_buy_in(config("delta-downtown"))
    m.ask(c.BuyIn, 3, 5_000)
    m.bank()
    m.ask(c.Leave, 3)
    refused(m, "30 minutes", c.SwipeCard, 4, "ann", "Ann")
    refused(m, "30 minutes", c.JoinList, "ann", "Ann")
    m.now += 30 * MINUTE
    m.ask(c.SwipeCard, 4, "ann", "Ann")


@pytest.mark.parametrize("house", ["artichoke-joes", "delta-downtown"])
@pytest.mark.parametrize("chips", [700, 9_000])
def test_002_L143_L155_a_must_move_player_brings_all_his_chips_however_few(house, chips):
    """000a rule 4: the posted buy-in, unless force-moved."""
    m = BareTable(config(house))
    m.order(c.Reserve, 3, "ann", "Ann", chips)
    m.ask(c.SwipeCard, 3, "ann", "Ann")
    m.ask(c.PinChecked, 3, True, 100_000)
    assert station(m, 3).buy_in.amounts.least == chips
    refused(m, "or more", c.BuyIn, 3, chips - 100)
    m.ask(c.BuyIn, 3, chips)
    m.bank()
    assert m.table.seats[3].chips.stack == chips


def test_002_L142_who_refuses_to_move_is_out_for_half_an_hour():
    m = BareTable(config("delta-downtown")).open(1, 2, 3, button=1)
    m.order(c.CashIn, 3)
    m.step()
    m.bank()
    assert m.table.seats[3].life == "empty"
    m.order(c.Bar, "p3", m.now + 30 * MINUTE)
    refused(m, "see the floor", c.SwipeCard, 3, "p3", "p3")
    refused(m, "see the floor|30 minutes", c.JoinList, "p3", "p3")


def test_the_bank_may_say_no():
    m = at_buy_in()
    m.ask(c.BuyIn, 3, 5_000)
    m.ask(c.BankAnswered, "t1-1", False, "account locked")
    assert m.table.seats[3].life == "choosing"
    assert m.table.books.bought_in == 0


def test_a_transfer_answered_twice_happens_once():
    m = at_buy_in()
    m.ask(c.BuyIn, 3, 5_000)
    m.ask(c.BankAnswered, "t1-1", True)
    assert m.ask(c.BankAnswered, "t1-1", True) == []
    assert m.table.seats[3].chips.stack == 5_000


def test_R17_chips_bought_in_a_hand_play_from_the_next_one():
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand()
    m.ask(c.BuyIn, 2, 5_000)
    m.bank()
    before = m.table.play.stacks[2]
    assert m.table.play.stacks[2] == before
    assert m.table.seats[2].chips.pending == 5_000
    m.fold_out()
    assert m.table.seats[2].chips.pending == 0
    assert m.table.seats[2].chips.stack > 14_000


def test_the_waiting_list_comes_before_a_stranger_and_changers_before_the_list():
    m = BareTable(config())
    m.ask(c.JoinList, "ann", "Ann")
    m.do(c.JoinList(m.now, "bob", "Bob", changing=True))
    refused(m, "waiting list", c.SwipeCard, 3, "cy", "Cy")
    assert [one.name for one in m.table.people.changing] == ["Bob"]
    assert [one.name for one in m.table.people.waiting] == ["Ann"]
    m.order(c.Reserve, 3, "bob", "Bob")
    assert m.table.people.changing == []
    assert [one.name for one in m.table.people.waiting] == ["Ann"]
    refused(m, "waiting list", c.SwipeCard, 5, "cy", "Cy")  # behind Ann alone, too


def test_players_of_the_table_come_before_the_list():
    m = BareTable(config())
    m.sit(1)
    m.ask(c.AskSeat, 1, 3)
    with pytest.raises(Refused, match="Seat 1 asked"):
        m.order(c.Reserve, 3, "ann", "Ann")


def test_joining_the_list_twice_is_refused():
    m = BareTable(config())
    m.ask(c.JoinList, "ann", "Ann")
    refused(m, "on the list", c.JoinList, "ann", "Ann")
    m.ask(c.LeaveList, "ann")
    refused(m, "not on the list", c.LeaveList, "ann")


def test_who_moves_while_chips_are_on_their_way_still_posts_at_once():
    m = BareTable(no_limit())
    m.sit(1, 10_000)
    asked = m.ask(c.BuyIn, 1, 5_000, post=True)
    m.ask(c.TakeSeat, 1, 4)
    assert [one.post for one in m.table.transit.asked.values()] == [True], asked


def test_R28_at_a_no_limit_lightning_table_a_newcomer_posts_the_big_blind():
    """AJ-R22: "no overs" there; the dealer's no-limit games are entered by them (000 L850)."""
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    m.sit(6)
    m.ask(c.ChooseEntry, 6, "post")
    m.fold_out().next_hand()
    assert 6 in m.table.play.seats
