"""Lowball: less than half a blind left. He is dealt in, the next takes it, and he owes it after."""

import pytest
from msgspec.structs import replace

from firmware.games.poker.rules import Stakes
from firmware.table import commands as c
from firmware.table.asking import entries
from firmware.table.config import Config, Spread
from lab.simulation.bare_table import BareTable
from tests.table.test_button_and_blinds import hand_of, jacks, pass_out, posts


def lowball(blinds=(200, 400), short=(3, 100), seats=(1, 2, 3, 4, 5), house="delta-downtown"):
    """`short`: this seat has so few chips. The button draws to seat 1."""
    stakes = Stakes(small=400, big=800, blinds=blinds, chip=50)
    spread = Spread("lowball-ace-to-five", stakes, "limit", (100, 0))
    m = BareTable(Config("t1", house, (spread,), seats=8))
    for seat in seats:
        m.sit(seat, short[1] if seat == short[0] else 10_000)
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 1, *([m._draw(1)] if m._high_card else []))
    return m


@pytest.mark.parametrize("house", ["delta-downtown", "hawaiian-gardens", "club-caribe"])
@pytest.mark.parametrize(("chips", "excused"), [(100, 4), (150, 4), (200, 0)])
def test_with_less_than_half_a_blind_the_next_player_takes_it(chips, excused, house):
    """002 L443, 003 L273-277, 004 L239-240: half a blind or more is a full one."""
    m = lowball(short=(4, chips), house=house).next_hand()
    assert posts(m, "blind") == {2: 200, 3: 400}
    m.fold_out().next_hand()  # the button is 2, the small blind 3, and 4 has next to nothing
    assert 4 in hand_of(m).dealt
    assert posts(m, "blind") == ({3: 200, 5: 400} if excused else {3: 200, 4: 400})
    assert (hand_of(m).excused, m.table.position.big) == (excused, (5,) if excused else (4,))


@pytest.mark.parametrize("house", ["delta-downtown", "hawaiian-gardens", "club-caribe"])
def test_also_in_the_first_hand_of_a_new_game_the_next_player_takes_it(house):
    """002 L443-444, 003 L273-277, 004 L239: whoever was left of the last hand may be as short."""
    m = lowball(short=(3, 150), house=house).next_hand()
    assert (set(hand_of(m).dealt), hand_of(m).excused) == ({1, 2, 3, 4, 5}, 3)
    assert (posts(m, "blind"), m.table.position.big) == ({2: 200, 4: 400}, (4,))
    m.ask(c.BuyIn, 3, 10_000)
    m.bank()
    m.fold_out().next_hand()
    assert posts(m, "blind")[3] == 400


def test_who_buys_in_again_takes_it_in_the_next_hand():
    """002 L444: "that player will be obligated to take the blind the next hand"."""
    m = lowball(short=(4, 100)).next_hand()
    m.fold_out().next_hand()
    m.ask(c.BuyIn, 4, 10_000)
    m.bank()
    m.fold_out().next_hand()
    assert (hand_of(m).button, posts(m, "blind")) == (3, {4: 400, 5: 200})
    m.fold_out().next_hand()
    assert posts(m, "blind")[1] == 400  # and on as always


def test_with_one_blind_the_button_stays_for_him():
    """004 L215, L239: so that he takes it; then it goes on."""
    m = lowball(blinds=(400,), short=(3, 100)).next_hand()
    assert posts(m, "blind") == {2: 400}
    m.fold_out().next_hand()
    assert (hand_of(m).button, posts(m, "blind"), hand_of(m).excused) == (2, {4: 400}, 3)
    m.ask(c.BuyIn, 3, 10_000)
    m.bank()
    m.fold_out().next_hand()
    assert (hand_of(m).button, posts(m, "blind"), hand_of(m).excused) == (2, {3: 400}, 0)
    m.fold_out().next_hand()
    assert (hand_of(m).button, posts(m, "blind")) == (3, {4: 400})


def test_jacks_back_the_button_stays_for_who_could_not_be_forced():
    """004 L215: he won, or bought in again; if he is as short as before, it goes on."""
    for stack, button in ((10_000, 1), (50, 2)):
        m = pass_out(jacks(1, 2, 3))
        m.table.play.excused = 2
        seats, books = m.table.seats, m.table.books
        books.bought_in += stack - seats[2].chips.stack
        seats[2].chips = replace(seats[2].chips, stack=stack)
        assert hand_of(m.next_hand()).button == button


def test_who_missed_the_blinds_of_lowball_posts_the_big_one_only():
    """002 L446: "if a player misses the big blind for any reason that player can either wait for
    the big blind or post it during the next hand"."""
    m = lowball(short=(0, 0), seats=(1, 2, 3, 4, 5, 6)).next_hand()
    m.ask(c.SitOut, 4)
    m.fold_out().next_hand()
    assert hand_of(m).missed == (4,)
    m.fold_out().next_hand()
    m.ask(c.ComeBack, 4)
    assert ("post", 400) in entries(m.table, 4)
    m.ask(c.ChooseEntry, 4, "post")
    m.fold_out().next_hand()
    assert (posts(m), posts(m, "dead")) == ({4: 400}, {})
