"""Who moves to an open seat, and how much is brought to one: as filed."""

import pytest

from firmware.errors import Refused
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table.config import Config, Spread, Stakes, validate
from lab.simulation.bare_table import BareTable, no_limit


def three_in_line(house: str) -> BareTable:
    """Seat 5 came last and asks first; everybody wants seat 1."""
    m = BareTable(no_limit(house))
    for seat in (1, 2, 3, 5):
        m.now += 1_000
        m.sit(seat)
    m.order(c.OpenTable)
    m.next_hand()
    for seat in (5, 3, 2):
        m.ask(c.AskSeat, seat, 1)
    return m


def takes_seat_1(m: BareTable) -> str:
    m.order(c.CashIn, 1)
    m.fold_out()
    m.settle()
    return m.table.seats[1].person.name


def test_R31d_who_asked_first_moves_first():
    """000 L1861: "determined by the order players requested a change"."""
    m = three_in_line("artichoke-joes")
    assert takes_seat_1(m) == "p5"
    assert [wish.seat for wish in m.table.people.wishes] == [3, 2]
    assert m.replay() == m.table


def test_L134_the_one_with_game_seniority_moves_first_for_his_first_request():
    """002 L134: "a player may exercise this option only for the first seat change request"."""
    m = three_in_line("delta-downtown")
    m.ask(c.DropAskSeat, 2)
    m.ask(c.AskSeat, 2, 1)  # his second request: behind those who have seniority
    assert takes_seat_1(m) == "p3"
    assert m.replay() == m.table


def test_who_asked_for_a_seat_asks_for_another_instead():
    m = three_in_line("artichoke-joes")
    m.ask(c.AskSeat, 5, 2)
    assert [(wish.seat, wish.to) for wish in m.table.people.wishes] == [(3, 1), (2, 1), (5, 2)]
    with pytest.raises(Refused, match="You are in the queue"):
        m.ask(c.AskSeat, 5, 2)


def test_any_seat_is_the_next_that_opens():
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    m.ask(c.AskSeat, 3)
    m.fold_out()
    m.settle()
    assert m.table.seats[4].person.name == "p3"
    assert not m.table.people.wishes


def delta(buy_in: tuple[int, int]) -> Config:
    stakes = Stakes(small=200, blinds=(200, 200), chip=100)
    spread = Spread("lightning-holdem", stakes, "no-limit", buy_in, fees=(21, 22, 23))
    return Config("t1", "delta-downtown", (spread,), schedule="delta-2008-03")


def test_L649_a_filed_maximum_holds_where_the_page_posts_none():
    """002 L649: blinds $2-$2, "Min. $40, Max. $100"."""
    page = delta((4_000, 0))
    validate(page)
    m = BareTable(page)
    m.ask(c.SwipeCard, 3, "ann", "Ann")
    m.ask(c.PinChecked, 3, True, 50_000)
    m.order(c.Approve, 3)
    with pytest.raises(Refused, match=r"\$100 at most"):
        m.ask(c.BuyIn, 3, 10_100)
    m.ask(c.BuyIn, 3, 10_000)


def test_L649_a_page_that_allows_more_than_is_filed_is_refused():
    with pytest.raises(BadPage, match=r"buy-ins of \$100 at most"):
        validate(delta((4_000, 20_000)))
