"""Who moves to an open seat, and how much is brought to one: as filed."""

import pytest

from firmware.errors import Refused
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table.checking import validate
from firmware.table.config import Config, Spread, Stakes
from lab.simulation.bare_table import BareTable, no_limit
from tests.table.test_button_and_blinds import hand_of, posts


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
    while m.table.seats[1].person.name == "p1":  # who saw the hand to its end looks on
        m.wait()
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


def dealer_game(house: str = "artichoke-joes") -> BareTable:
    """A hand is over in which seat 1 had the button and seats 2 and 3 the blinds."""
    stakes = Stakes(small=2_000, big=4_000, blinds=(1_000, 2_000), chip=100)
    page = Config("t1", house, (Spread("texas-holdem", stakes),), seats=9)
    m = BareTable(page).open(1, 2, 3, 5, 7, 8, chips=100_000, button=1)
    for _ in range(7):  # once around: no new game any more
        m.next_hand().fold_out()
    return m


def trade(m: BareTable, one: int, other: int) -> BareTable:
    m.ask(c.AskSeat, one, other)
    m.ask(c.AskSeat, other, one)
    m.settle()
    return m


def test_L790_two_who_asked_for_each_other_s_seat_trade_them():
    """000 L790-791: "the player moving away from the button may get a hand immediately without
    posting"; who moves towards it takes the blinds in turn there."""
    m = dealer_game()
    m.ask(c.AskSeat, 5, 8)
    m.settle()
    assert m.table.seats[5].person.name == "p5"  # one alone only waits
    m.ask(c.AskSeat, 8, 5)
    m.next_hand()
    assert [m.table.seats[n].person.name for n in (5, 8)] == ["p8", "p5"]
    began = hand_of(m)
    assert began.dealt == (3, 5, 7, 8, 1, 2)  # p5 in seat 8, further from the button, too
    assert posts(m, "post") == {}
    assert (began.small, began.big) == ((3,), (5,))  # and p8 takes the blind that finds him
    assert m.table.people.wishes == []
    assert m.replay() == m.table


@pytest.mark.parametrize("wishes", [((5, 8), (8, 3)), ((5, 8), (2, 5))])
def test_who_asked_for_a_third_one_s_seat_trades_with_nobody(wishes):
    m = dealer_game()
    for seat, to in wishes:
        m.ask(c.AskSeat, seat, to)
    m.settle()
    assert [m.table.seats[n].person.name for n in (2, 3, 5, 8)] == ["p2", "p3", "p5", "p8"]


def test_where_no_rule_frees_a_trade_who_moves_away_waits():
    """001 L511: as anybody who moves away from the big blind."""
    m = trade(dealer_game("casino-royale"), 5, 8).next_hand()
    assert [m.table.seats[n].person.name for n in (5, 8)] == ["p8", "p5"]
    assert 8 not in hand_of(m).dealt


def test_a_trade_carries_chips_and_links_stay_with_their_seats():
    m = dealer_game()
    m.ask(c.BuyIn, 8, 5_000)
    asked = next(iter(m.table.transit.asked))
    stacks = [m.table.seats[n].chips.stack for n in (5, 8)]
    trade(m, 5, 8)
    assert [m.table.seats[n].chips.stack for n in (8, 5)] == stacks
    assert m.table.transit.asked[asked].seat == 5
    assert [m.table.seats[n].number for n in (5, 8)] == [5, 8]


def test_nobody_trades_with_a_station_that_does_not_answer():
    m = dealer_game()
    m.ask(c.LoseLink, 8)
    trade(m, 5, 8)
    assert m.table.seats[5].person.name == "p5"


@pytest.mark.parametrize(("first", "other"), [(5, 8), (8, 5)])
def test_L208_no_trade_puts_two_side_by_side_who_are_kept_apart(first, other):
    """000 L208: seats 5 and 7 are not neighbours, seats 8 and 7 are."""
    m = dealer_game()
    m.do(c.KeepApart(m.now, "floor", "one household", ("p5", "p7")))
    trade(m, first, other)
    assert [m.table.seats[n].person.name for n in (5, 8)] == ["p5", "p8"]
    m.do(c.LetTogether(m.now, "floor", "because", ("p5", "p7")))
    m.settle()
    assert [m.table.seats[n].person.name for n in (5, 8)] == ["p8", "p5"]


def test_L511_who_sits_down_meanwhile_does_not_lengthen_the_wait():
    """001 L511: "Newly seated players will not change the number of hands the player must wait"; at
    Delta it is a number of hands, too (002 L136, L447)."""

    def hands_waited(house: str) -> int:
        stakes = Stakes(small=2_000, big=4_000, blinds=(1_000, 2_000), chip=100)
        page = Config("t1", house, (Spread("texas-holdem", stakes),), seats=9)
        m = BareTable(page).open(1, 2, 3, 5, 8, chips=100_000, button=1).next_hand()
        for _ in range(5):  # a whole round: no new game any more
            m.fold_out().next_hand()
        m.fold_out()
        m.ask(c.AskSeat, 5, 9)  # from the big blind's place away from it
        m.settle()
        m.now += 1_000
        m.sit(6, 100_000)
        m.ask(c.ChooseEntry, 6, "post")
        waited = 0
        while 9 not in hand_of(m.next_hand()).dealt:
            waited += 1
            m.fold_out()
        return waited

    assert hands_waited("casino-royale") == hands_waited("delta-downtown") == 1
    assert hands_waited("club-caribe") == 2


def test_nobody_trades_with_who_is_being_cashed_in():
    """AJ-R15: his seat is closed after the hand."""
    m = dealer_game()
    m.next_hand()
    m.order(c.CashIn, 8)
    m.ask(c.AskSeat, 5, 8)
    m.ask(c.AskSeat, 8, 5)
    m.fold_out()
    m.settle()
    assert m.table.seats[8].person.name == "p5"  # it is open, and he asked for it
