"""Coming into Artichoke Joe's dealer games (000 L758-792)."""

import pytest

from firmware.errors import Refused
from firmware.games.poker.rules import Stakes
from firmware.table import commands as c
from firmware.table.config import Config, Spread
from lab.simulation.bare_table import BareTable
from tests.table.test_button_and_blinds import hand_of, posts


def opened(small, seats=(1, 3, 5, 7, 9), house="artichoke-joes"):
    stakes = Stakes(small=small, big=2 * small, blinds=(small // 2, small), chip=50)
    spread = Spread("texas-holdem", stakes, "limit", (10_000, 0))
    m = BareTable(Config("t1", house, (spread,)))
    return m.open(*seats, chips=100_000, button=seats[-1]).next_hand()  # next: 1, 3 and 5


def comes(m, seat, entry="wait"):
    m.sit(seat, 100_000)
    if entry != "wait":
        m.ask(c.ChooseEntry, seat, entry)


def test_below_ten_dollars_a_newcomer_is_dealt_in_without_posting():
    """000 L760: at once, unless immediately to the left of the button."""
    m = opened(400)
    for seat in (8, 2):
        comes(m, seat)
    m.fold_out().next_hand()
    assert (hand_of(m).button, set(hand_of(m).dealt)) == (1, {1, 3, 5, 7, 8, 9})
    assert (posts(m, "blind"), posts(m)) == ({3: 200, 5: 400}, {})


@pytest.mark.parametrize("house", ["artichoke-joes", "hawaiian-gardens"])
def test_below_ten_dollars_a_newcomer_may_wait_for_the_blinds_to_go_by(house):
    """000 L762: "before taking a hand"; 003 L26: "wait for the button to pass and be dealt in"."""
    m = opened(400, house=house)
    comes(m, 8, "pass")
    for button in (1, 3, 5, 7):  # the blinds of the third are 7 and 9
        m.fold_out().next_hand()
        assert (hand_of(m).button, 8 in hand_of(m).dealt) == (button, False)
    m.fold_out().next_hand()
    assert (8 in hand_of(m).dealt, m.table.seats[8].blinds.missed) == (True, False)
    assert posts(m, "post") == posts(m, "dead") == {}
    assert m.replay() == m.table


def test_left_of_the_button_it_is_bought():
    """000 L761, L780: both blinds, the small one dead; nobody else posts, and the next button."""
    m = opened(400)
    comes(m, 2, "buy the button")
    m.fold_out().next_hand()
    assert (posts(m, "blind"), posts(m, "dead")) == ({2: 400}, {2: 200})
    assert hand_of(m.fold_out().next_hand()).button == 2


def test_from_ten_dollars_he_posts_the_big_blind_or_straddles_on_its_left():
    """000 L766-771: wait; straddle left of the big blind; elsewhere post it, live."""
    m = opened(1_000)
    for seat, entry in ((6, "straddle"), (8, "post"), (10, "wait")):
        comes(m, seat, entry)
    m.fold_out().next_hand()
    assert posts(m, "blind") == {3: 500, 5: 1_000}
    assert (posts(m, "straddle"), posts(m)) == ({6: 2_000}, {8: 1_000})
    assert 10 not in hand_of(m).dealt
    beside = opened(1_000)
    comes(beside, 6, "post")  # not next to the big blind
    beside.fold_out().next_hand()
    assert 6 not in hand_of(beside).dealt


def test_who_comes_from_a_broken_game_posts_nothing():
    """000 L764: same size or bigger, or a forced move."""
    m = opened(1_000)
    m.order(c.Reserve, 8, "p8", "p8", 50_000)
    comes(m, 8)
    m.fold_out().next_hand()
    assert 8 in hand_of(m).dealt
    assert posts(m) == {}


@pytest.mark.parametrize(
    ("entry", "straddle", "post"), [("straddle", {3: 800}, {}), ("post", {}, {3: 400})]
)
def test_who_missed_the_blinds_may_straddle_or_post_both_left_of_the_big_blind(
    entry, straddle, post
):
    """000 L774-778."""
    m = opened(400)
    m.ask(c.SitOut, 3)
    m.fold_out().next_hand()
    assert (hand_of(m).button, hand_of(m).missed) == (1, (3,))
    while hand_of(m).big != (9,):  # the next one is 1, and 3 sits on its left
        m.fold_out().next_hand()
    m.ask(c.ComeBack, 3)
    m.ask(c.ChooseEntry, 3, entry)
    m.fold_out().next_hand()
    assert (hand_of(m).big, posts(m, "straddle"), posts(m)) == ((1,), straddle, post)


def test_who_went_broke_has_missed_nothing():
    """000 L773: dealt in without posting, even when the blinds have gone by."""
    m = opened(400)
    m.fold_out()
    seat, books = m.table.seats[3], m.table.books
    books.bought_in -= seat.chips.stack
    seat.chips.stack = 0
    for _ in range(5):
        m.next_hand().fold_out()
    assert seat.absence.kind == "broke"
    m.ask(c.BuyIn, 3, 50_000)
    m.bank()
    assert seat.life == "playing"
    assert not seat.blinds.missed
    with pytest.raises(Refused, match="No over and no kill"):
        m.ask(c.ChooseEntry, 3, "kill")


def test_who_missed_the_button_has_missed_the_blinds():
    """000 L773: "A player who misses a blind or the button has missed the blinds"."""
    m = opened(400)
    m.fold_out().next_hand()  # the button is 1, the blinds 3 and 5
    m.ask(c.SitOut, 3)
    m.fold_out().next_hand()
    assert (hand_of(m).button, hand_of(m).missed) == (5, (3,))
    m.ask(c.ComeBack, 3)
    m.ask(c.ChooseEntry, 3, "post")
    m.fold_out().next_hand()
    assert (posts(m), posts(m, "dead")) == ({3: 400}, {3: 200})
