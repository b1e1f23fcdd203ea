"""Casino Royale's own ways with the blinds: the straddle that makes up for missed ones, and coming
in between button and blinds."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table.checking import validate
from firmware.table.config import Spread
from lab.simulation.bare_table import BareTable, config
from tests.table.ruling import free
from tests.table.test_button_and_blinds import back, hand_of, posts, sits_out


@pytest.fixture
def page():
    spreads = tuple(replace(spread, game="texas-holdem") for spread in free())
    return replace(config(schedule="", spreads=spreads), house="casino-royale")


def missing(page) -> BareTable:
    """Seat 4 of six missed his blinds and is back; next: button 1, big blind 3, seat 4 beside."""
    m = BareTable(page).open(1, 2, 3, 4, 5, 6, button=1).next_hand()
    sits_out(m, 4)
    while m.table.position.button != 5:
        m.next_hand()
    back(m, 4)
    return m


def test_a_straddle_makes_up_missed_blinds(page):
    """001 L501, L505-510: left of the big blind only, twice as much, live; then nothing is owed."""
    m = missing(page)
    m.ask(c.ChooseEntry, 4, "straddle")
    assert 4 not in hand_of(m.next_hand()).dealt  # button 6, big blind 2: he is one too far
    m.next_hand()
    assert (hand_of(m).big, posts(m, "straddle"), posts(m, "dead")) == ((3,), {4: 400}, {})
    assert m.table.play.queue == [5, 6, 1, 2, 3, 4]
    assert not m.table.seats[4].blinds.missed
    assert hand_of(m.next_hand()).big == (4,)  # in rotation all the same (001 L502)


def test_nobody_else_straddles(page):
    """001 L505: established players who missed blinds; no vote makes it a choice."""
    m = missing(page)
    m.table.seats[4].blinds.missed = False
    with pytest.raises(Refused, match="No straddle makes up"):
        m.ask(c.ChooseEntry, 4, "straddle")
    with pytest.raises(Refused, match="No straddle"):
        m.ask(c.Propose, 1, "straddle")


def test_a_page_that_lets_them_vote_on_straddles_is_refused(page):
    with pytest.raises(BadPage, match="for who missed blinds"):
        validate(replace(page, settings={"straddle": True}))


def test_who_posts_may_come_in_the_middle_and_the_button_passes_him(page):
    """001 L504: between button and blinds; the dealer button skips over him on the next deal."""
    m = BareTable(page).open(1, 3, 4, 5, button=5).next_hand()
    m.sit(2)
    m.ask(c.ChooseEntry, 2, "post")
    m.next_hand()
    assert m.table.position.button == 1
    assert (hand_of(m).small, hand_of(m).big, posts(m, "post")) == ((3,), (4,), {2: 200})
    assert m.table.play.queue == [5, 1, 2, 3, 4]
    m.next_hand()
    assert (m.table.position.button, hand_of(m).dealt[-1]) == (3, 3)
    assert (hand_of(m).small, hand_of(m).big) == ((4,), (5,))


def test_who_missed_a_blind_posts_both_in_the_middle(page):
    """001 L500, L504."""
    m = BareTable(page).open(1, 2, 3, 4, 5, 6, button=1).next_hand()
    sits_out(m, 4)
    while m.table.position.button != 2:
        m.next_hand()
    back(m, 4)
    m.ask(c.ChooseEntry, 4, "post")
    assert 4 in hand_of(m.next_hand()).dealt
    assert (m.table.position.button, posts(m, "dead"), posts(m, "post")) == (3, {4: 100}, {4: 200})
    assert m.next_hand().table.position.button == 5


@pytest.mark.parametrize(("small", "way"), [(900, "by position"), (1_000, "by ledger")])
def test_from_10_20_on_all_blinds_are_made_up(page, small, way):
    """001 L496."""
    stakes = replace(page.spreads[0].stakes, small=small, big=2 * small)
    dearer = replace(page, spreads=(replace(page.spreads[0], stakes=stakes),))
    assert dearer.ways.blinds == way
    assert dearer.source("blinds").startswith("001 L496")


def test_in_omaha_the_button_may_save_somebody_a_blind_at_every_limit(page):
    """001 L815: the exception from 10-20 on is hold'em's alone (L496)."""
    stakes = replace(page.spreads[0].stakes, small=2_000, big=4_000)
    omaha = replace(page.spreads[0], game="omaha", stakes=stakes)
    assert replace(page, spreads=(omaha,)).ways.blinds == "by position"


def test_an_add_on_up_to_the_buy_in_is_no_short_buy(page):
    """001 L472, L792: one short buy; add-ons that bring the stack up to the buy-in besides."""
    m = BareTable(page).open(1, 2, 3, chips=2_000)

    def lose(chips: int) -> None:
        m.table.seats[1].chips.stack -= chips
        m.table.seats[2].chips.stack += chips

    def buys(chips: int) -> int:
        m.ask(c.BuyIn, 1, chips)
        m.bank()
        return m.table.seats[1].chips.short_buys

    lose(1_500)
    assert buys(1_500) == 0  # $5 in front, $20 is the buy-in
    lose(1_500)
    assert buys(500) == 1  # the short one
    with pytest.raises(Refused, match=r"\$10 or more"):
        m.ask(c.BuyIn, 1, 500)
    assert buys(1_000) == 1


def test_who_waits_for_the_big_blind_posts_it_in_the_small_one_s_place(page):
    """001 L503, L823: the last big blind is gone, so two are in play."""
    m = BareTable(page).open(1, 2, 3, 4, 5, 6, 7, button=1).next_hand()
    sits_out(m, 5)
    while not m.table.seats[5].blinds.missed or m.table.position.button != 2:
        m.next_hand()
    back(m, 5)
    m.ask(c.Leave, 4)  # the big blind
    m.next_hand()
    assert (m.table.position.button, hand_of(m).dealt) == (3, (5, 6, 7, 1, 2, 3))
    assert (hand_of(m).big, posts(m, "blind")) == ((5, 6), {5: 200, 6: 200})
    assert m.table.play.queue == [7, 1, 2, 3, 5, 6]
    m.next_hand()
    assert (m.table.position.button, hand_of(m).small, hand_of(m).big) == (5, (6,), (7,))


def test_a_newcomer_in_the_small_one_s_place_posts_no_big_blind_there(page):
    """001 L503 is for "an established Player waiting for the big blind"."""
    m = BareTable(page).open(1, 2, 3, 4, 6, 7, button=1).next_hand()
    for _ in range(6):
        m.next_hand()
    while m.table.position.button != 2:
        m.next_hand()
    m.sit(5)
    m.ask(c.Leave, 4)  # the big blind
    m.next_hand()
    assert (hand_of(m).small, hand_of(m).big) == ((6,), (7,))
    assert 5 not in hand_of(m).dealt


def test_in_the_initial_round_a_newcomer_is_dealt_in_where_no_blind_has_passed(page):
    """001 L492, L811."""
    m = BareTable(page).open(1, 2, 3, 4, button=1).next_hand()
    m.sit(7)
    assert hand_of(m.next_hand()).dealt == (3, 4, 7, 1, 2)
    assert not posts(m, "post")


def test_after_the_initial_round_he_waits_or_posts(page):
    """001 L497."""
    m = BareTable(page).open(1, 2, 3, 4, button=1).next_hand()
    while m.table.position.big != (1,):
        m.next_hand()
    m.sit(7)
    m.next_hand()
    assert (m.table.position.big, 7 in hand_of(m).dealt) == ((2,), False)


@pytest.mark.parametrize(
    ("limit", "stakes", "option", "least", "most"),
    [
        ("spread", Stakes(100, 200, (100, 100), chip=50), 301, 2_000, 0),
        ("no-limit", Stakes(300, blinds=(200, 300), chip=50), 324, 2_000, 10_000),
        ("pot-limit", Stakes(500, blinds=(500, 500), chip=50), 328, 4_000, 20_000),
        ("no-limit", Stakes(20_000, blinds=(10_000, 20_000)), 337, 50_000, 200_000),
    ],
)
def test_mexican_poker_s_buy_ins_are_posted(page, limit, stakes, option, least, most):
    """001 L1230: 1-2 for $20; L1252-1273: a least and a most, CR-A40."""
    mexican = replace(page, seats=7, schedule="casino-royale")

    def posted(least: int, most: int) -> None:
        spread = Spread("mexican-poker", stakes, limit, (least, most), (option,))
        validate(replace(mexican, spreads=(spread,)))

    posted(least, most)
    with pytest.raises(BadPage, match="buy-ins"):
        posted(least - 100, most)
    if most:
        with pytest.raises(BadPage, match="buy-ins"):
            posted(least, most + 100)


def test_one_table_runs_one_way(page):
    """Two games that the house runs in two ways are two tables."""
    stakes = replace(page.spreads[0].stakes, small=1_000, big=2_000)
    two = (page.spreads[0], replace(page.spreads[0], stakes=stakes))
    with pytest.raises(BadPage, match="two tables") as no:
        validate(replace(page, spreads=two))
    assert no.value.field == "spreads[1].stakes"
