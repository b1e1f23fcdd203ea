"""Rounds of the engine held against the counted odds: every circle of a page within four sigma.

A long run is played in shares, each with luck of its own, and kept after every share: one that was
broken off goes on where it stopped. `pytest -rP` tells how near each circle came.
"""

from hashlib import sha256
from math import sqrt
from pathlib import Path
from random import Random

import msgspec

import firmware.games
from firmware.games.banked.page import LASTS
from firmware.games.banked.spread import banked_rules, houses
from lab.odds import twentyone
from lab.odds.command import bonuses, edges
from lab.odds.table import pays
from lab.simulation.rounds import play_round
from tests.lab.odds.best_play import (
    BET,
    best_at_twentyone,
    best_poker,
    bettor,
    by_the_banks_table,
    house_way,
    shooter,
    together,
)

PAGES = [(house, game) for house, games in houses().items() for game in games if game != "no-push"]
RULES = {page: banked_rules(page[1], page[0]) for page in PAGES}
CHOOSES = {"versus": best_poker, "twenty-one": best_at_twentyone}
# What plays otherwise than it was counted: what is drawn after the first three cards is not taken
# out of the shoe; two rules of thumb before the river.
SLACK = {"twenty-one": 0.02, "versus": 0.1}
SHARE = 10_000  # rounds


class Won(msgspec.Struct):
    """What a circle paid, in wagers."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

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


class Run(msgspec.Struct):
    """Rounds of one page, and circle -> what came of it."""

    rounds: int = 0
    found: dict[str, Won] = {}

    def play(self, rules, rounds, policy, main=""):
        """With `main`, all of the game itself together."""
        rng = Random(f"{rules.house} {rules.game} {main} {self.rounds}")
        for _ in range(rounds):
            play, _ = play_round(rules, {1: 10**9, 2: 10**6}, rng, policy, 0, 8)
            self.count(rules, play, main)
        self.rounds += rounds

    def count(self, rules, play, main):
        if main:
            chips = sum(one.chips for one in play.results if one.circle in MAIN[rules.kind](rules))
            self.found.setdefault(main, Won()).add(chips / BET)
        for one in play.results:
            assert one.uncovered == 0
            assert one.chips == pays(one.result) * one.bet // 1
            if one.circle != main and (one.mark or one.chips):
                self.found.setdefault(_laid_on(one.circle), Won()).add(one.chips / one.bet)


def _laid_on(circle):
    """A come bet that went to its number was laid on come."""
    name, _, number = circle.rpartition(" ")
    return name if name.endswith("come") and number.isdigit() else circle


def _as_it_is():
    """What is played: rounds of other rules do not count."""
    here = [*Path(firmware.games.__path__[0]).rglob("*"), *Path(__file__).parent.glob("*.py")]
    pages = (file.read_bytes() for file in sorted(here) if file.suffix in (".py", ".toml"))
    houses_told = msgspec.json.encode([*RULES.values()])
    return sha256(b"".join((*pages, houses_told))).hexdigest()[:16]


def run(rules, rounds, policy, main="", kept=None):
    """So many rounds, in shares where there is a folder to keep them in."""
    if kept is None:
        one = Run()
        one.play(rules, rounds, policy, main)
        return one.found
    file = kept / f"{rules.house} {rules.game} {main} {_as_it_is()}.json"
    one = msgspec.json.decode(file.read_bytes(), type=Run) if file.exists() else Run()
    while one.rounds < rounds:
        one.play(rules, min(SHARE, rounds - one.rounds), policy, main)
        file.with_suffix(".new").write_bytes(msgspec.json.encode(one))
        file.with_suffix(".new").replace(file)
    return one.found


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
            each = 100 * sqrt(sigma(rules, one, won) ** 2 + (one.error / 100) ** 2)
            apart = 100 * won.mean - one.percent
            print(
                f"{rules.house} {rules.game} {one.circle}: {won.count:,} wagers,"
                f" {100 * won.mean:+.4f} % for {one.percent:+.4f} %, {apart / each:+.2f} sigma"
            )
            assert abs(apart) < 4 * each + slack, (one, won.mean, each)
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


def compare(house, game, rounds, kept=None):
    rules = RULES[house, game]
    choose = by_the_banks_table if rules.kind == "pokara" else house_way
    policy = shooter() if rules.kind == "craps" else bettor(together(rules), choose)
    told = {"versus": bonuses, "twenty-one": twentyone.beside}.get(rules.kind, edges)
    near(rules, run(rules, rounds, policy, kept=kept), told(rules))


def compare_best(house, game, rounds, kept=None):
    """The game itself, played as well as can be."""
    rules = RULES[house, game]
    base = [name for name, circle in rules.circles.items() if circle.base]
    policy = bettor(base, CHOOSES[rules.kind])
    near(rules, run(rules, rounds, policy, rules.played, kept), [next(edges(rules))])


BEST = [page for page, rules in RULES.items() if rules.kind in CHOOSES]
REST = [page for page, rules in RULES.items() if rules.points is None and beside(rules)]
