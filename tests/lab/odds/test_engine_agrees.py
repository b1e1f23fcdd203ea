"""The engine's rounds against the counted odds: every circle of every page within four sigma."""

from math import sqrt
from random import Random

import pytest

from firmware.games.banked.page import LASTS
from firmware.games.banked.spread import banked_rules, houses
from lab.odds import set_hands, twentyone
from lab.odds.command import bonuses, edges
from lab.odds.table import pays
from lab.simulation.rounds import house_way as simulated
from lab.simulation.rounds import play_round
from tests.lab.odds.best_play import (
    BET,
    best_poker,
    best_twentyone,
    bettor,
    by_the_banks_table,
    house_way,
    shooter,
    together,
)

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip
NO_BUST, WILD = "no-bust-21st-century-blackjack", "jokers-wild-pai-gow-poker"
PAGES = [(house, game) for house, games in houses().items() for game in games if game != "no-push"]
CHOOSES = {"versus": best_poker, "twenty-one": best_twentyone}
# What plays otherwise than it was counted: an endless shoe, and no hand split twice; two rules of
# thumb before the river.
SLACK = {"twenty-one": 0.2, "versus": 0.1}


class Won:
    """What a circle paid, in wagers."""

    def __init__(self):
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def add(self, wagers):
        self.count += 1
        self.total += wagers
        self.squares += wagers * wagers

    @property
    def mean(self):
        return self.total / self.count

    def sigma(self, top=0.0):
        """Of the mean; as if the biggest win had come once more."""
        return sqrt(((self.squares + top**2) / self.count - self.mean**2) / self.count)


def played(rules, rounds, policy, main=""):
    """Circle -> what came of it; with `main`, all of the game itself together."""
    rng, found = Random(f"{rules.house} {rules.game} {rounds}"), {}
    for _ in range(rounds):
        play, _ = play_round(rules, {1: 10**9, 2: 10**6}, rng, policy, 0, 8)
        if main:
            chips = sum(one.chips for one in play.results if one.circle in MAIN[rules.kind](rules))
            found.setdefault(main, Won()).add(chips / BET)
        for one in play.results:
            assert one.uncovered == 0
            assert one.chips == pays(one.result) * one.bet // 1
            if one.circle != main and (one.mark or one.chips):
                found.setdefault(_laid_on(one.circle), Won()).add(one.chips / one.bet)
    return found


def _laid_on(circle):
    """A come bet that went to its number was laid on come."""
    name, _, number = circle.rpartition(" ")
    return name if name.endswith("come") and number.isdigit() else circle


MAIN = {
    "versus": lambda rules: {
        name for name, circle in rules.circles.items() if circle.base or circle.later
    },
    "twenty-one": lambda rules: {
        name for name, circle in rules.circles.items() if circle.base or circle.hand
    },
}


def near(rules, found, told):
    slack, judged = SLACK.get(rules.kind, 0.0), 0
    for one in told:
        if one.circle in found:
            won = found[one.circle]
            bound = 400 * sqrt(sigma(rules, one, won) ** 2 + (one.error / 100) ** 2) + slack
            assert abs(100 * won.mean - one.percent) < bound, (one, won.mean, bound)
            judged += 1
    assert judged


def sigma(rules, one, won):
    """As it was counted, where it was: rare wins make a poor guess of it."""
    rows = {mark or "else": pays(result) for mark, result in rules.circles[one.circle].rows
            if result not in LASTS}  # fmt: skip
    if not one.exact or not one.outcomes or one.circle == "ante":
        return won.sigma(float(max(rows.values())) if one.exact else 0.0)
    whole = sum(one.outcomes.values())
    squares = sum(count * float(rows[mark]) ** 2 for mark, count in one.outcomes.items())
    return sqrt((squares / whole - (one.percent / 100) ** 2) / won.count)


def beside(rules):
    """Bets that no choice matters to, and games without one: nobody folds."""
    bets = {name: circle for name, circle in rules.circles.items() if not circle.later}
    return {name for name, circle in bets.items() if rules.kind not in MAIN or not circle.base}


def compare(house, game, rounds):
    rules = banked_rules(game, house)
    choose = by_the_banks_table if rules.kind == "pokara" else house_way
    policy = shooter() if rules.kind == "craps" else bettor(together(rules), choose)
    told = {"versus": bonuses, "twenty-one": twentyone.beside}.get(rules.kind, edges)
    near(rules, played(rules, rounds, policy), told(rules))


def compare_best(house, game, rounds):
    """The game itself, played as well as can be."""
    rules = banked_rules(game, house)
    base = [name for name, circle in rules.circles.items() if circle.base]
    policy = bettor(base, CHOOSES[rules.kind])
    near(rules, played(rules, rounds, policy, rules.played), [next(edges(rules))])


RULES = {page: banked_rules(page[1], page[0]) for page in PAGES}
BEST = [page for page, rules in RULES.items() if rules.kind in CHOOSES]
REST = [page for page, rules in RULES.items() if rules.points is None and beside(rules)]
# A page of each kind, so many rounds as a second or two allow; all of them, and more, in the soak.
QUICK = {
    (AJ, "panda-8"): 2_000, (HG, "baccarat"): 2_000, (HG, "super-9-bonus-tie"): 2_000,
    (CR, "three-card-poker-6-card-bonus"): 2_000, (HG, "pokara"): 2_000,
    (DD, "mah-jong-pai-gow"): 2_000, (AJ, "pai-gow-tiles"): 1_000, (CC, WILD): 300,
    (CC, "posoy"): 100, (CC, "cal-craps"): 80, (AJ, NO_BUST): 300,
}  # fmt: skip
QUICK_BEST = {
    (AJ, "three-card-poker"): 300, (CR, "ultimate-texas-holdem"): 150, (CC, "caribbean-stud"): 500,
    (AJ, NO_BUST): 250, (HG, "nine-and-a-half"): 250,
}  # fmt: skip


@pytest.mark.parametrize(("house", "game"), QUICK)
def test_rounds_of_each_kind(monkeypatch, house, game):
    monkeypatch.setattr(set_hands, "DEALS", 100)
    compare(house, game, QUICK[house, game])


@pytest.mark.parametrize(("house", "game"), QUICK_BEST)
def test_rounds_by_best_play(house, game):
    compare_best(house, game, QUICK_BEST[house, game])


def test_between_equals_nobody_wins():
    """Chinese poker: what four players win and lose is nothing together, and nothing on average."""
    rules, rng, won = banked_rules("chinese-poker-13", HG), Random(19), Won()
    for _ in range(150):
        play, _ = play_round(rules, dict.fromkeys(range(1, 5), 10**6), rng, simulated, 0, 4)
        assert sum(play.paid) == 0
        won.add(play.paid[2] / 500)
    assert abs(won.mean) < 4 * won.sigma()


MANY = {"thirteen": 30_000, "craps": 5_000, "doubles": 100_000}


@pytest.mark.soak
@pytest.mark.parametrize(("house", "game"), REST)
def test_soak_a_million_rounds_of_each_page(monkeypatch, house, game):
    """Or as many as an hour allows."""
    monkeypatch.setattr(set_hands, "DEALS", 100_000)
    compare(house, game, MANY.get(RULES[house, game].kind, 1_000_000))


@pytest.mark.soak
@pytest.mark.parametrize(("house", "game"), BEST)
def test_soak_a_hundred_thousand_rounds_by_best_play(house, game):
    compare_best(house, game, 100_000)


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
