"""What a seat may buy, and in which words it may not: each rule on both sides of its number."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.commands import Fold, Raise
from firmware.games.poker.rules import Stakes
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Config, Spread
from firmware.table.engine import brings_back, buy_limits, buy_room, chips_of, why_no_buy
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.table.ruling import DELTA, free, refused
from tests.table.test_nothing_stops_it import SHOW

CASINO, GARDENS = "casino-royale", "hawaiian-gardens"


def holdem(house, buy_in=(2_000, 0), **settings) -> Config:
    money = Stakes(small=200, big=400, blinds=(100, 200), chip=100)
    spread = Spread("texas-holdem", money, "limit", buy_in)
    return Config("t1", house, (spread,), settings=settings)


def seated(page, stack, short_buys=0, balance=100_000) -> BareTable:
    """Seat 1 of two, with so much in front and so much on the card."""
    m = BareTable(page).open(1, 2, chips=page.least_buy(0), button=1)
    seat = m.table.seats[1]
    m.table.books.bought_in += stack - seat.chips.stack
    seat.chips.stack, seat.chips.short_buys, seat.person.balance = stack, short_buys, balance
    return m


BROKE = holdem(GARDENS, rebuys="short when broke")
HALF = holdem(GARDENS, rebuys="half or broke")
CAPPED = no_limit(buy_in=(4_000, 20_000))  # AJ: again only below half of the least (000 L1882)
RULES = {
    "more chips, whatever there is": (holdem("artichoke-joes"), 10_000, 0, (100, 100_000)),
    "after a short buy a full one": (holdem("artichoke-joes"), 500, 1, (2_000, 100_000)),
    "an add-on up to the buy-in": (holdem(CASINO), 500, 1, (1_500, 100_000)),
    "with the buy-in in front no add-on": (holdem(CASINO), 2_000, 1, (2_000, 100_000)),
    "a chip less is one": (holdem(CASINO), 1_900, 1, (100, 100_000)),
    "a cap, half of the least in front": (CAPPED, 2_000, 0, (0, 0)),
    "a chip less than half": (CAPPED, 1_900, 0, (100, 18_100)),
    "a cap that is filed and no more": (holdem(DELTA, (2_000, 5_000)), 4_900, 0, (100, 100)),
    "the cap in front": (holdem(DELTA, (2_000, 5_000)), 5_000, 0, (0, 0)),
    "a short buy again needs room": (holdem(DELTA, (2_000, 5_000)), 3_000, 1, (2_000, 2_000)),
    "and a chip less is none": (holdem(DELTA, (2_000, 5_000)), 3_100, 1, (0, 0)),
    "broke, short": (BROKE, 0, 0, (100, 100_000)),
    "broke, after a short buy": (BROKE, 0, 1, (2_000, 100_000)),
    "a chip in front: a full one": (BROKE, 100, 0, (2_000, 100_000)),
    "a chip after a short buy": (BROKE, 100, 1, (0, 0)),
    "half in front": (HALF, 1_000, 0, (2_000, 100_000)),
    "a chip more than half": (HALF, 1_100, 0, (0, 0)),
    "half, under a cap": (
        holdem(GARDENS, (2_000, 3_000), rebuys="half or broke"), 1_000, 0, (2_000, 2_000)),
    "broke, under a cap": (
        holdem(GARDENS, (2_000, 3_000), rebuys="half or broke"), 0, 0, (100, 3_000)),
}  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
def test_what_who_plays_may_buy(rule):
    page, stack, short_buys, limits = RULES[rule]
    m = seated(page, stack, short_buys)
    seat, (least, most) = m.table.seats[1], limits
    assert buy_limits(m.table, seat, m.now) == limits
    assert buy_room(m.table, seat, m.now) == most
    if not most:
        assert refused(m, c.BuyIn(m.now, 1, 2_000)) == why_no_buy(m.table, seat, m.now)
        return
    assert why_no_buy(m.table, seat, m.now) == ""
    words = refused(m, c.BuyIn(m.now, 1, least - 1))
    assert words == f"Buy in for ${least // 100} or more."
    if most < 100_000:
        words = refused(m, c.BuyIn(m.now, 1, most + 100))
        assert words == f"Buy in for ${most // 100} at most."
    m.ask(c.BuyIn, 1, most)
    assert chips_of(m.table, seat) == stack + most
    assert refused(m, c.BuyIn(m.now, 1, most)).startswith("One moment")


WORDS = {
    "a cap": (CAPPED, 2_000, 0, "Chips can be bought again below $20."),
    "the most": (holdem(DELTA, (2_000, 5_000)), 5_000, 0,
                 "You have the most that this table allows."),
    "a short buy": (holdem(DELTA, (2_000, 5_000)), 3_100, 1,
                    "You have made your short buy: the next is a full one."),
    "half or broke": (HALF, 1_100, 0,
                      "You may make a full buy with $10 or less in front of you, and a short buy"
                      " when you have no chips."),
    "when broke": (BROKE, 100, 1,
                   "You may make a short buy when you have no chips."),
}  # fmt: skip


@pytest.mark.parametrize("why", WORDS)
def test_why_nothing_can_be_bought(why):
    page, stack, short_buys, words = WORDS[why]
    m = seated(page, stack, short_buys)
    assert why_no_buy(m.table, m.table.seats[1], m.now) == words


@pytest.mark.parametrize(("holds", "room"), [(99, 0), (100, 100), (250, 250)])
def test_R3_no_more_than_the_card_holds(holds, room):
    m = seated(holdem("artichoke-joes"), 5_000, balance=holds)
    seat = m.table.seats[1]
    assert buy_room(m.table, seat, m.now) == room
    assert bool(why_no_buy(m.table, seat, m.now)) == (not room)
    assert refused(m, c.BuyIn(m.now, 1, holds + 1)).startswith("Your account holds")


def test_a_contest_is_entered_with_entry_and_fee_once():
    m = BareTable(no_limit(tournament=SHOW))
    m.ask(c.SwipeCard, 1, "x", "x")
    m.ask(c.PinChecked, 1, True, SHOW.entry + SHOW.fee - 1)
    m.order(c.Approve, 1)
    seat = m.table.seats[1]
    assert (buy_limits(m.table, seat, m.now), buy_room(m.table, seat, m.now)) == (
        (SHOW.entry, SHOW.entry), 0,
    )  # fmt: skip
    assert why_no_buy(m.table, seat, m.now).startswith("Your card holds")
    assert refused(m, c.BuyIn(m.now, 1, SHOW.entry)).startswith("Your account holds")
    seat.person.balance += 1
    m.ask(c.BuyIn, 1, SHOW.entry)
    m.bank()
    assert buy_limits(m.table, m.table.seats[1], m.now) == (0, 0)
    m.table.seats[1].person.balance = 100_000
    words = "No chips can be bought in a tournament."
    assert refused(m, c.BuyIn(m.now, 1, SHOW.entry)) == words


def test_A50_all_in_means_until_the_hand_is_over():
    """Who has folded, or has a chip left, is not all-in."""
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    first, second = m.table.live.queue[0], 1
    m.move(Raise(first, 10_000))
    m.move(Fold(second))
    every = {s: why_no_buy(m.table, m.table.seats[s], m.now) for s in (1, 2, 3, 4)}
    assert {s for s, words in every.items() if "You are all-in" in words} == {first}


def test_A50_whose_last_chips_went_into_a_hand_that_was_fouled_may_buy_again():
    """He plays for none any more."""
    m = BareTable(no_limit()).open(1, 2, 3, 4, button=1).next_hand()
    first = m.table.live.queue[0]
    m.move(Raise(first, 10_000))
    m.order(c.FoulHand, first)
    assert "all-in" not in why_no_buy(m.table, m.table.seats[first], m.now)


def test_chips_are_counted_once_wherever_they_are():
    """In front, in play, bought for the next hand, and on their way."""
    m = BareTable(config(schedule="", spreads=free())).open(1, 2, 3, button=1).next_hand()
    seat = m.table.seats[2]
    posted = 10_000 - m.table.live.stacks[2]
    assert (posted, chips_of(m.table, seat)) == (100, 9_900)
    m.ask(c.BuyIn, 2, 500)
    assert chips_of(m.table, seat) == 10_400
    m.bank()
    assert (seat.chips.pending, chips_of(m.table, seat)) == (500, 10_400)
    m.fold_out()
    assert chips_of(m.table, seat) == seat.chips.stack


@pytest.mark.parametrize(("house", "before", "chips", "after"), [
    ("artichoke-joes", 0, 2_000, 0),
    ("artichoke-joes", 0, 1_900, 1),
    ("artichoke-joes", 1, 2_000, 1),
    (DELTA, 1, 2_000, 0),
    (DELTA, 0, 1_900, 1),
    (CASINO, 0, 1_500, 0),  # up to the buy-in: no short one (001 L472)
    (CASINO, 0, 1_400, 1),
    (CASINO, 0, 2_000, 0),
])  # fmt: skip
def test_a_buy_below_the_posted_one_is_counted(house, before, chips, after):
    m = seated(holdem(house), 500, before)
    if before and chips < 2_000:
        return
    m.ask(c.BuyIn, 1, chips)
    m.bank()
    bought = next(x for x in reversed(m.events) if isinstance(x, e.BoughtIn))
    assert bought.short_buys == m.table.seats[1].chips.short_buys == after


def test_a_full_buy_wipes_the_short_ones_where_an_add_on_is_no_short_buy_too():
    ways = {"short_buys": "one after each full buy"}
    for chips, after in ((1_500, 1), (2_000, 0)):
        m = seated(replace(holdem(CASINO), settings=ways), 500, 1)
        m.ask(c.BuyIn, 1, chips)
        m.bank()
        assert m.table.seats[1].chips.short_buys == after


def test_the_smallest_chip_and_what_he_left_with():
    m = seated(holdem("artichoke-joes"), 5_000)
    assert refused(m, c.BuyIn(m.now, 1, 2_050)) == "The smallest chip here is $1."
    m.table.seats[2].chips.stack += 8_050  # with a pot that was split
    m.table.books.bought_in += 8_050
    m.ask(c.Leave, 2)
    m.bank()
    assert brings_back(m.table, "p2", m.now) == 10_050
    m.ask(c.SwipeCard, 2, "p2", "p2")
    m.ask(c.PinChecked, 2, True, 50_000)
    m.order(c.Approve, 2)
    assert refused(m, c.BuyIn(m.now, 2, 10_120)) == "The smallest chip here is $1."
    m.ask(c.BuyIn, 2, 10_150)


def test_who_leaves_buys_no_more():
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand()
    m.ask(c.Leave, 2)
    assert refused(m, c.BuyIn(m.now, 2, 2_000)) == "You are leaving the table."


def test_a_must_move_brings_all_he_has_over_every_cap():
    for cap, most in ((0, 50_000), (20_000, 30_000)):
        m = BareTable(no_limit(buy_in=(4_000, cap)))
        m.do(c.Reserve(m.now, "floor", "must move", 5, "x", "x", 30_000))
        m.ask(c.SwipeCard, 5, "x", "x")
        m.ask(c.PinChecked, 5, True, 50_000)
        assert buy_limits(m.table, m.table.seats[5], m.now) == (30_000, most)


@pytest.mark.parametrize(("brings", "show"), [(-1, None), (1, SHOW)])
def test_nobody_brings_less_than_nothing_or_chips_to_counters(brings, show):
    m = BareTable(no_limit(tournament=show))
    command = c.Reserve(m.now, "floor", "must move", 5, "x", "x", brings)
    assert refused(m, command) == "Nobody brings chips of that kind."
    m.do(replace(command, brings=0))
    assert isinstance(m.events[-1], e.SeatReserved)


def test_a_refusal_cites_the_rule_that_it_follows():
    m = BareTable(config()).open(1, 2, 3, button=1)
    m.ask(c.Leave, 3)
    m.bank()
    for name, rule in (("p3", "return_ms"), ("x", "short_buys")):
        m.ask(c.SwipeCard, 3, name, name)
        m.ask(c.PinChecked, 3, True, 50_000)
        m.order(c.Approve, 3)
        with pytest.raises(Refused) as no:
            m.ask(c.BuyIn, 3, 100)
        assert no.value.rule == m.table.config.source(rule)
        m.ask(c.CancelEntry, 3)
