"""The engine's rounds against the counted odds: every circle of every page within four sigma."""

from collections import Counter
from random import Random

import pytest

from firmware.games.banked.spread import banked_rules
from lab.odds import set_hands
from lab.simulation.rounds import house_way, play_round
from tests.lab.odds.agreeing import BEST, REST, Run, Won, compare, compare_best, run
from tests.lab.odds.best_play import bettor
from tests.lab.odds.best_play import house_way as by_the_house

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip
NO_BUST, WILD = "no-bust-21st-century-blackjack", "jokers-wild-pai-gow-poker"
# Fifty thousand rounds over a page of each kind, most of the quickest; a million of each game in
# the soak.
QUICK = {
    (DD, "mah-jong-pai-gow"): 13_000, (CR, "three-card-poker-6-card-bonus"): 8_000,
    (AJ, "panda-8"): 7_000, (HG, "baccarat"): 6_000, (HG, "super-9-bonus-tie"): 6_000,
    (HG, "pokara"): 6_000, (AJ, "pai-gow-tiles"): 1_500, (CC, WILD): 300,
    (CC, "posoy"): 100, (CC, "cal-craps"): 80, (AJ, NO_BUST): 500,
}  # fmt: skip
QUICK_BEST = {
    (AJ, "three-card-poker"): 300, (CR, "ultimate-texas-holdem"): 150, (CC, "caribbean-stud"): 500,
    (AJ, NO_BUST): 250, (HG, "nine-and-a-half"): 400,
}  # fmt: skip


def test_fifty_thousand_in_all():
    assert sum(QUICK.values()) + sum(QUICK_BEST.values()) >= 50_000


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
        play, _ = play_round(rules, dict.fromkeys(range(1, 5), 10**6), rng, house_way, 0, 4)
        assert sum(play.paid) == 0
        won.add(play.paid[2] / 500)
    assert abs(won.mean) < 4 * won.sigma()


def test_a_run_that_was_broken_off_goes_on_where_it_stopped(tmp_path, monkeypatch):
    """Played in shares, each with luck of its own, and none of them twice."""
    monkeypatch.setattr("tests.lab.odds.agreeing.SHARE", 2)
    rules, policy = banked_rules("mah-jong-pai-gow", DD), bettor(["win"], by_the_house)
    (tmp_path / "at once").mkdir()
    whole = run(rules, 6, policy, kept=tmp_path / "at once")
    for rounds in (4, 6):
        parts = run(rules, rounds, policy, kept=tmp_path)
    assert parts == whole
    assert whole["win"].count == 6
    monkeypatch.setattr(Run, "play", lambda *asked: pytest.fail("it was played again"))
    assert run(rules, 6, policy, kept=tmp_path) == whole


# ---- A million rounds of each game, over the houses that spread it

A_MILLION = 1_000_000
SPREAD = Counter(game for _, game in REST), Counter(game for _, game in BEST)


@pytest.fixture
def kept(request):
    """Where a run that was broken off is taken up again; `--cache-clear` forgets them."""
    return request.config.cache.mkdir("rounds")


@pytest.mark.soak
@pytest.mark.parametrize(("house", "game"), REST)
def test_soak_a_million_rounds_of_each_game(monkeypatch, kept, house, game):
    monkeypatch.setattr(set_hands, "DEALS", 100_000)
    compare(house, game, -(-A_MILLION // SPREAD[0][game]), kept)


@pytest.mark.soak
@pytest.mark.parametrize(("house", "game"), BEST)
def test_soak_a_million_rounds_by_best_play(kept, house, game):
    compare_best(house, game, -(-A_MILLION // SPREAD[1][game]), kept)


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
