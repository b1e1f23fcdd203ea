"""What the bets of craps are worth: the study's figures, and a deal counted by hand."""

from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random

import pytest

from firmware.games.banked.spread import banked_rules
from lab.odds import craps
from lab.odds.craps import SEVENS, before, edges, of_total
from lab.odds.table import Edge
from lab.simulation.rounds import drawn

RULES = banked_rules("cal-craps", "club-caribe")


@cache
def found_edges() -> dict[str, Edge]:
    return {one.circle: one for one in edges(RULES)}


@pytest.mark.parametrize(
    ("circle", "dice", "shoe"),
    [
        ("pass", -1.414, -1.463), ("don't pass", -1.364, -1.315), ("hard 4", -11.11, -11.01),
        ("hard 6", -9.09, -9.07), ("field", -2.78, -2.78), ("any 7", -16.67, -16.67),
        ("aces", -13.89, -13.89), ("boxcars", -13.89, -13.89),
    ],
)  # fmt: skip
def test_the_studys_figures(circle, dice, shoe):
    found, digits = found_edges()[circle], 3 if "pass" in circle else 2
    assert (round(found.as_dice, digits), round(found.percent, digits)) == (dice, shoe)


def test_every_bet_that_can_be_laid_has_an_edge():
    assert set(found_edges()) == {
        name for name, circle in RULES.circles.items() if not circle.later
    }


def test_the_series_is_the_average_over_all_matchings():
    """Two of each in a shoe of two ranks: every matching of four cards, counted."""
    wins, loses = frozenset({(1, 1)}), frozenset({(1, 2), (2, 1)})
    reds = blues = {1: 2, 2: 2}
    counted = craps._rooks(wins, wins | loses, reds, blues)
    pairs = 0
    for blue in permutations((1, 1, 2, 2)):
        found = [*zip((1, 1, 2, 2), blue, strict=True)]
        mine, theirs = (sum(one in cells for one in found) for cells in (wins, loses))
        pairs += mine * (mine + theirs - 1)
    # ordered pairs, one of them a winner: E[A (T - 1)] over the 24 matchings
    assert Fraction(counted[2], 4 * 3) == Fraction(pairs, 24)


@pytest.mark.parametrize("number", [4, 6])
def test_a_shoe_that_is_dealt_says_the_same(number):
    rng, shoe, won, played = Random(5), RULES.shoe, 0, 4_000
    for _ in range(played):
        red, blue = [*shoe[::2]], [*shoe[1::2]]
        while True:
            cards = drawn(red, 1, rng), drawn(blue, 1, rng)
            came = sum(1 if card >> 2 == 12 else (card >> 2) + 2 for (card,) in cards)
            if came in (number, 7):
                won += came == number
                break
    chance = float(before(of_total(number), SEVENS, 64, None))
    assert abs(won / played - chance) < 4 * (chance * (1 - chance) / played) ** 0.5
