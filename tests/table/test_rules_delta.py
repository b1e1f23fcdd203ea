"""LP-01 to LP-23: what the filing says of Delta's Lightning table (digest 002, A-H)."""

import pytest
from msgspec.structs import replace

from firmware.games.play import BURN
from firmware.games.poker.betting import choices
from firmware.games.poker.commands import Call, Fold, Raise
from firmware.table import commands as c
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.screens.seen import everyone, station
from tests.table.ruling import DELTA, delta, free, refused


def test_LP_01_ordinary_holdem():
    assert delta().table.play.rules.pots == ("high",)


def test_LP_03_the_center_screen_has_board_and_pots():
    m = delta()
    while not m.table.play.board:
        m.move(Call(m.table.play.queue[0]))
    view = everyone(m)
    assert len(view.board) == 3
    assert view.pots[0].chips == 800


def test_LP_04_order_burns_and_streets_as_at_a_live_table():
    m = delta().call_down()
    assert len(m.table.play.deck.at(BURN)) == 3
    assert len(m.table.play.board) == 5


def test_LP_05_fifty_two_cards_no_joker():
    assert delta().table.play.rules.deck == "52"


def test_LP_06_a_button_is_drawn_and_moves():
    m = delta()
    first = m.table.position.button
    m.next_hand()
    assert everyone(m).button == m.table.position.button
    assert m.table.position.button != first


def test_LP_08_money_is_on_the_card_or_in_the_stack():
    m = delta()
    m.fold_out()
    m.ask(c.Leave, 1)
    m.bank()
    books = m.table.books
    stacks = sum(seat.chips.stack for seat in m.table.seats)
    assert books.bought_in == books.cashed_out + stacks + books.fees


def test_LP_09_every_station_screen_has_its_prompt():
    m = BareTable(config(DELTA))
    seen = [station(m, 1).mode]
    m.ask(c.SwipeCard, 1, "ann", "Ann")
    seen.append(station(m, 1).mode)
    m.ask(c.PinChecked, 1, True, 50_000)
    m.order(c.Approve, 1)
    seen.append(station(m, 1).mode)
    m.ask(c.BuyIn, 1, 5_000)
    m.bank()
    seen.append(station(m, 1).mode)
    assert seen == ["attract", "pin", "buy-in", "seated"]


def test_LP_10_two_to_ten_players():
    m = BareTable(config(DELTA))
    assert len(m.table.seats) - 1 == 10
    assert refused(m, c.SwipeCard(m.now, 11, "x", "x")) == "There is no seat 11."


def test_LP_12_hand_follows_hand_and_waits_for_a_second_player():
    m = delta(1, 2)
    m.fold_out()
    m.ask(c.SitOut, 2)
    m.settle()
    m.now += 60_000
    m.settle()
    assert m.table.live is None
    m.ask(c.ComeBack, 2)
    m.next_hand()


def test_LP_13_every_wager_is_a_touch():
    m = delta()
    m.move(Raise(4, 400))
    assert m.table.play.bets[4] == 400


def test_LP_14_facing_a_raise_call_fold_or_raise():
    m = delta()
    m.move(Raise(4, 400))
    offer = station(m, 1).turn
    assert (offer.call, offer.fold, offer.raise_to.least) == (400, True, 600)


def test_LP_15_all_in_players_stay_to_the_showdown():
    m = BareTable(no_limit(DELTA)).open(1, 2, 3, button=1).next_hand()
    m.move(Raise(1, 10_000))
    m.move(Call(2))
    m.move(Fold(3))
    while m.table.live:
        if not m.step():
            m.wait()
    assert set(m.table.this_hand.result.shown) == {1, 2}


def test_LP_16_and_LP_17_a_bet_and_three_raises():
    m = delta()
    for to in (400, 600, 800):
        m.move(Raise(m.table.play.queue[0], to))
    assert choices(m.table.play).raise_to is None


def test_LP_18_no_limit_has_no_cap():
    m = BareTable(no_limit(DELTA, settings={})).open(1, 2, 3, button=1).next_hand()
    for to in (400, 600, 800, 1_000, 1_200):
        m.move(Raise(m.table.play.queue[0], to))


def test_LP_19_heads_up_before_the_cap_there_is_none():
    m = delta(1, 2)
    for to in (400, 600, 800, 1_000, 1_200):
        m.move(Raise(m.table.play.queue[0], to))


@pytest.mark.parametrize(("stack", "reopens"), [(2_500, False), (2_600, True)])
def test_LP_20_half_a_bet_all_in_is_a_bet(stack, reopens):
    """W2: $4 bet, all-in $5 or $6: who bet may call, or raise to $10."""
    page = config(DELTA, schedule="", spreads=free(DELTA))
    stakes = replace(page.spreads[0].stakes, small=400, big=800, blinds=(200, 400))
    m = BareTable(
        replace(page, spreads=(replace(page.spreads[0], stakes=stakes, buy_in=(2_000, 0)),))
    )
    for seat, chips in ((1, 10_000), (2, 10_000), (3, stack - 1_600)):
        m.sit(seat, max(chips, 2_000))
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 0, (51, 1, 2))
    m.table.seats[3].chips.stack = stack - 1_600
    m.table.books.bought_in = sum(seat.chips.stack for seat in m.table.seats)
    m.next_hand()
    while not m.table.play.board:
        m.move(Call(m.table.play.queue[0]))
    m.move(Raise(2, 400))
    m.move(Raise(3, stack - 2_000))
    m.move(Call(1))
    offer = choices(m.table.play)
    assert (offer.raise_to is not None) is reopens
    if reopens:
        assert offer.raise_to.least == 1_000


def test_LP_21_a_raise_is_at_least_the_one_before():
    m = BareTable(no_limit(DELTA)).open(1, 2, 3, button=1).next_hand()
    m.move(Raise(1, 700))
    assert choices(m.table.play).raise_to.least == 1_200
