"""Rounds of three card poker as an earlier version wrote them: they are read for ever."""

import pytest

from firmware.games.banked import events as e
from firmware.games.banked.play import new_round
from firmware.games.banked.spread import banked_rules
from firmware.games.cards import card, cards
from tests.games.banked.spots import round_of

THREE = "three-card-poker", "artichoke-joes"


def told(*events):
    """Seat 1 holds the bank, seats 2 and 3 have bet; then what a journal says."""
    r = round_of(*THREE, {2: {"ante": 5, "bonus": 5}, 3: {"ante": 5}})
    for event in (e.CardsGiven(cards("As 2c Kc Ad 4d Qd Ac 7h 5h")), *events):
        r.evolve(event)
    return r


def test_what_was_wagered_was_an_ante_and_perhaps_a_bonus():
    rules = banked_rules(*THREE)
    r = new_round(rules, 0, 8, {1: 10_000, 2: 10_000, 3: 10_000}, (1, 2, 3))
    for event in (e.BankTaken(1, 5_000), e.Wagered(2, 500, 500), e.Wagered(3, 700)):
        r.evolve(event)
    assert (r.bets[2], r.bets[3]) == ({"ante": 500, "bonus": 500}, {"ante": 700})
    r.evolve(e.Wagered(3, 0))
    assert (r.bets[3], r.stacks[3]) == ({}, 10_000)


def test_the_card_of_the_bank_that_was_turned_is_the_last_that_came():
    r = told(e.BankCardTurned(card("5h")))
    assert (r.faces(1), r.backs(1)) == (cards("5h"), 2)
    assert r.queue == [2, 3]


def test_who_stayed_put_up_as_much_again_and_who_gave_up_is_out():
    r = told(e.BankCardTurned(card("5h")), e.Stayed(2, 500), e.GaveUp(3))
    assert (r.bets[2]["play"], r.folded(2), r.folded(3)) == (500, False, True)
    assert r.due == "settle"


@pytest.mark.parametrize(
    ("event", "stack", "bank"),
    [
        (e.WagerWon(2, "ante", 500, 2_500), 3_000, -2_500),
        (e.WagerLost(2, "ante", 0, 500), 0, 500),
        (e.WagerLost(2, "ante", 200, 300), 200, 300),  # the bank did not cover the rest
        (e.WagerReturned(2, "ante", 500), 500, 0),
    ],
)
def test_a_wager_left_the_table_as_a_whole(event, stack, bank):
    r = told()
    before, stake = r.stacks[2], r.stakes[1]
    r.evolve(event)
    assert (r.stacks[2] - before, r.stakes[1] - stake) == (stack, bank)
    assert "ante" not in r.bets[2]
