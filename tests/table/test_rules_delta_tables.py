"""Digest 002, tables I, L and M; row names are the digest's."""

import re

import pytest
from msgspec.structs import replace

from firmware.games.poker.betting import choices
from firmware.games.poker.commands import Call, Fold, Raise
from firmware.table import commands as c
from firmware.table.commands import AnyCommand
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.screens.seen import everyone, station
from tests.table.ruling import AJ, DELTA, delta, free, refused

# I: what the section does not say


def test_I_collection():
    assert config(DELTA).ways.fee_from == "button"


@pytest.mark.parametrize("house", [AJ, DELTA])
def test_I_buy_in_ten_small_bets(house):
    page = config(house)
    page = replace(page, spreads=(replace(page.spreads[0], buy_in=(0, 0)),))
    assert page.least_buy(0) == 2_000


def test_I_time_to_act():
    ways = config(DELTA).ways
    assert (ways.extra_ms, ways.warn_ms) == (60_000, 10_000)


def test_I_disconnect_is_absent():
    m = delta()
    m.ask(c.LoseLink, 2)
    m.next_hand()
    assert m.table.seats[2].life == "away"


def test_I_malfunction_gives_everything_back():
    m = delta()
    m.move(Call(4))
    m.order(c.VoidHand)
    assert all(m.table.seats[s].chips.stack == 10_000 for s in (1, 2, 3, 4))


def test_I_odd_chip_first_winner_left_of_the_button():
    from firmware.games.poker.engine import rules

    assert rules("lightning-holdem", DELTA, "limit").settings.odd_chips == "button"


def test_I_showing_every_live_hand_at_a_called_showdown():
    m = delta().call_down()
    assert set(m.table.this_hand.result.shown) == set(m.table.play.live)


def test_I_rabbit_hunting_is_forbidden():
    m = delta().fold_out()
    assert "No rabbit" in refused(m, c.Propose(m.now, 1, "rabbit"))


def test_I_insurance_and_agreed_splits_have_no_button():
    names = " ".join(kind.__name__ for kind in AnyCommand.__args__).lower()
    assert not re.search("insur|prop|pass.?chips|deal.?making", names.replace("propose", ""))


def test_I_pin_failures_three_tries():
    assert config(DELTA).ways.pin_tries == 3


# L: live rules at the electronic table


def test_L_no_acting_out_of_turn():
    m = delta()
    assert "wait for your turn" in refused(m, c.Play(m.now, m.table.decision, Call(2)))


def test_L_a_touch_on_an_amount_is_the_whole_action():
    m = delta()
    assert refused(m, c.Play(m.now, m.table.decision, Raise(4, 401)))


def test_L_folds_are_final():
    m = delta()
    m.move(Fold(4))
    assert refused(m, c.Play(m.now, m.table.decision, Call(4)))


def test_L_a_card_cannot_be_dealt_twice():
    m = BareTable(config(DELTA)).open(1, 2, button=1)
    m.ask(c.Tick)
    assert "twice" in refused(m, c.Deal(m.now, (1, 1, 2, 3)))


def test_L_seat_changes_by_asking_first():
    m = delta()
    m.ask(c.AskSeat, 2, 9)
    while m.table.live.queue:
        m.do(c.Play(m.now, m.table.decision, Fold(m.table.live.queue[0])))
    m.now = m.table.pace.deal_at
    while m.table.live:
        assert m.step()
    assert "asked first" in refused(m, c.TakeSeat(m.now, 3, 9))
    m.settle()
    assert m.table.seats[9].person.name == "p2"


def test_L_show_to_one_is_show_to_all_after_the_hand():
    m = BareTable(config(DELTA, settings={"show_cards": True})).open(1, 2, button=1).next_hand()
    m.fold_out()
    winner = m.table.play.live[0]
    m.ask(c.ShowCards, winner, m.table.play.held(winner))
    assert everyone(m).seats[winner - 1].shown


def test_L_limit_change_needs_everybody():
    assert config(DELTA).ways.stakes_vote


def test_L_draw_for_the_button_by_card():
    assert config(DELTA).ways.button_draw == "high card"


def test_L_timed_bans():
    m = BareTable(config(DELTA))
    m.order(c.Bar, "ann", m.now + 900_000)
    refused(m, c.SwipeCard(m.now, 1, "ann", "Ann"))
    m.now += 900_000
    m.ask(c.SwipeCard, 1, "ann", "Ann")


# M: the buttons that are offered


def offered(m):
    hand = m.table.play
    offer = station(m, hand.queue[0]).turn
    return offer.call, offer.raise_to is not None


def test_M_no_bet_check_or_bet():
    m = delta()
    while not m.table.play.board:
        m.move(Call(m.table.play.queue[0]))
    assert offered(m) == (0, True)


def test_M_the_big_blind_has_the_option():
    m = delta()
    for _ in range(3):
        m.move(Call(m.table.play.queue[0]))
    assert offered(m) == (0, True)


def test_M_facing_a_bet():
    assert offered(delta()) == (200, True)


def test_M_capped():
    m = delta()
    for to in (400, 600, 800):
        m.move(Raise(m.table.play.queue[0], to))
    assert offered(m)[1] is False


def test_M_all_others_all_in_no_buttons():
    m = BareTable(no_limit(DELTA)).open(1, 2, button=1).next_hand()
    m.move(Raise(1, 10_000))
    m.move(Call(2))
    assert station(m, 1).turn is None
    assert station(m, 2).turn is None


def test_M_the_straddler_has_the_option():
    page = no_limit(DELTA, settings={"straddle": True})
    m = BareTable(page).open(1, 2, 3, 4, button=4).next_hand()
    for seat in (1, 2, 3, 4):
        m.ask(c.Propose, seat, "straddle")
    m.next_hand()
    while m.table.play.queue[0] != 4:
        m.move(Call(m.table.play.queue[0]))
    assert offered(m) == (0, True)


def short_all_in(chips: int) -> BareTable:
    """$4-8 limit, flop: seat 2 bets $4, seat 3 is all-in for `chips`; seat 1 is next."""
    page = config(DELTA, schedule="", spreads=free(DELTA))
    stakes = replace(page.spreads[0].stakes, small=400, big=800, blinds=(200, 400))
    m = BareTable(replace(page, spreads=(replace(page.spreads[0], stakes=stakes),)))
    for seat in (1, 2, 3):
        m.sit(seat)
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 0, (51, 1, 2))
    m.table.seats[3].chips.stack = 400 + chips
    m.table.books.bought_in = sum(seat.chips.stack for seat in m.table.seats)
    m.next_hand()
    while not m.table.play.board:
        m.move(Call(m.table.play.queue[0]))
    m.move(Raise(2, 400))
    m.move(Raise(3, chips))
    return m


def test_M_facing_less_than_half_a_bet_may_complete():
    offer = choices(short_all_in(500).table.play)
    assert (offer.call, offer.raise_to.least) == (500, 800)


def test_M_already_in_and_less_than_half_a_bet_added_call_or_fold():
    m = short_all_in(500)
    m.move(Call(1))
    assert offered(m) == (100, False)


def test_M_half_a_bet_or_more_added_may_raise_on_top_of_it():
    m = short_all_in(600)
    m.move(Call(1))
    assert choices(m.table.play).raise_to.least == 1_000


def test_M_no_limit_already_acted_and_no_full_raise_since_call_or_fold():
    m = BareTable(no_limit(DELTA))
    for seat in (1, 2, 3):
        m.sit(seat, 10_000)
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 0, (51, 1, 2))
    m.table.seats[2].chips.stack = 900
    m.table.books.bought_in = sum(seat.chips.stack for seat in m.table.seats)
    m.next_hand()
    m.move(Raise(1, 600))
    m.move(Raise(2, 900))
    m.move(Call(3))
    assert offered(m) == (300, False)
