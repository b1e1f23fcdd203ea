"""The engine's rounds against the counted odds: every circle within four sigma."""

from math import sqrt
from random import Random

import pytest

from firmware.games.banked.commands import Choose, TakeBank, Wager
from firmware.games.banked.engine import kind_of
from firmware.games.banked.spread import banked_rules
from lab.odds.command import edges
from lab.odds.table import pays
from lab.simulation.rounds import play_round

BET = 2_000
# House, game, circles beside one another, verbs of who never folds.
PLAYED = {
    ("artichoke-joes", "panda-8"): ("player", "banker", "tie", "dragon 7", "panda 8"),
    ("hawaiian-gardens", "baccarat"): ("player", "banker", "tie", "bonus"),
    ("hawaiian-gardens", "super-9-bonus-tie"): ("base", "bonus tie"),
    ("casino-royale", "three-card-poker-6-card-bonus"): ("ante", "pair plus", "6 card bonus"),
    ("hawaiian-gardens", "pokara"): ("base", "bonus"),
}


def policy(circles):
    """Takes the whole bank, wagers on these, plays the house way and never folds."""

    def decide(play, seat, rng):
        if play.due == "bank":
            return TakeBank(seat, play.stacks[seat])
        if play.due == "wager":
            return Wager(seat, tuple((name, BET) for name in circles))
        verb, places = kind_of(play).default(play, seat)
        paying = next((one for one in kind_of(play).verbs(play, seat) if one.chips), None)
        if verb == "fold" and paying:
            return Choose(seat, paying.name, paying.chips)
        return Choose(seat, verb, 0, places)

    return decide


def compare(house, game, rounds):
    """Circles that can be counted; what a choice adds is compared in the soak, by best play."""
    rules, rng, circles = banked_rules(game, house), Random(f"{game} {rounds}"), PLAYED[house, game]
    won = {name: [0.0, 0.0] for name in circles}
    for _ in range(rounds):
        play, _ = play_round(rules, {1: 10**9, 2: 10**6}, rng, policy(circles), 0, 8)
        for one in play.results:
            if one.circle in won:
                assert one.uncovered == 0
                assert one.chips == pays(one.result) * one.bet
                won[one.circle][0] += one.chips / one.bet
                won[one.circle][1] += (one.chips / one.bet) ** 2
    for one in edges(rules):
        if one.exact and one.circle in won and one.circle != "ante":
            total, squares = won[one.circle]
            mean = total / rounds
            sigma = sqrt((squares / rounds - mean**2) / rounds)
            assert abs(100 * mean - one.percent) < 400 * sigma, (one.circle, mean, one.percent)


@pytest.mark.parametrize(("house", "game"), PLAYED)
def test_three_thousand_rounds_of_each_kind(house, game):
    compare(house, game, 3_000)


@pytest.mark.soak
@pytest.mark.parametrize(("house", "game"), PLAYED)
def test_soak_two_hundred_thousand_rounds_of_each_kind(house, game):
    compare(house, game, 200_000)


@pytest.mark.soak
def test_soak_beaten_hands_are_counted_again():
    """What lab/odds/beaten.toml says."""
    from lab.odds.beaten import counted
    from lab.odds.played import beaten

    assert counted() == beaten()


@pytest.mark.soak
def test_soak_ultimate_is_counted_again():
    """What lab/odds/ultimate.toml says."""
    from lab.odds import ends, ultimate

    circles, before = ends.kept("ultimate")
    assert ultimate.counted(circles) == before


PUBLIC = (
    ("bank out", "push"), ("lose", "lose"), ("tie", "push"), ("royal flush", "100:1"),
    ("straight flush", "50:1"), ("four of a kind", "20:1"), ("full house", "7:1"), ("flush", "5:1"),
    ("straight", "4:1"), ("three of a kind", "3:1"), ("two pair", "2:1"), ("", "1:1"),
)  # fmt: skip


@pytest.mark.soak
def test_soak_caribbean_with_the_public_pay_table():
    """Published: 5.22 % of the ante."""
    from lab.odds import caribbean, ends

    ante = banked_rules("caribbean-stud", "club-caribe").circles["ante"].rows
    counted = caribbean.counted({"ante": ante, "bet": PUBLIC}, 2)
    assert round(ends.ante(counted, [ante], PUBLIC).percent, 2) == -5.22
