"""Evenings in virtual time: enough hands an hour, gaps as set, books right, and the same twice."""

import pytest

from firmware.table.state import Table, encode
from lab.bench.table import TableRun, compare, long_run, player
from lab.simulation.bare_table import config, no_limit
from lab.simulation.evening import Evening


@pytest.mark.parametrize(
    "page",
    [config(), no_limit(), config("delta-downtown"), no_limit("delta-downtown")],
    ids=["aj limit", "aj no-limit", "delta limit", "delta no-limit"],
)
def test_sixty_hands_an_hour_at_three_seconds_a_decision(page):
    report = Evening(page, seed=5).run(1.5)
    assert report.hands_per_hour >= 60, report.words()
    assert 2.5 <= report.think_median_s <= 3.5
    assert report.dealt_in > 8
    assert report.gap_fold_ms <= 3_000
    assert report.gap_showdown_ms <= 6_000


def test_the_gaps_are_settings():
    page = config(settings={"gap_ms": 1_000, "gap_showdown_ms": 2_000})
    report = Evening(page, seed=5, restless=0).run(0.5)
    assert (report.gap_fold_ms, report.gap_showdown_ms) == (1_000, 2_000)


def test_the_same_seed_is_the_same_evening_and_the_journal_tells_it_again():
    one, two = (Evening(config(), seed=9) for _ in range(2))
    one.run(0.5)
    two.run(0.5)
    assert one.m.events == two.m.events
    assert one.m.replay() == one.m.table


def test_the_state_does_not_grow_with_the_hands_played():
    run = TableRun(player("random"))
    before = len(encode(played(run, 50)))
    assert len(encode(played(run, 500))) < before * 1.2


def played(run: TableRun, hands: int) -> Table:
    for _ in range(hands):
        run.refill()
        run.one_hand()
    return run.table


def test_the_table_is_measured_with_the_fair_deal():
    found, prepared_ms = compare("random", rounds=1, hands=5)
    assert list(found) == ["bare", "core, journal", "core, journal, fair deal"]
    assert min(found.values()) > 0
    assert prepared_ms > 0


def test_the_long_run_runs():
    first, last, grown = long_run(hands=1_000, part=200)
    assert first > 0
    assert last > 0
    assert grown < 200_000


@pytest.mark.soak
def test_four_evenings_of_a_whole_night():
    for seed in range(4):
        for page in (config(), no_limit(), config("delta-downtown"), no_limit("delta-downtown")):
            evening = Evening(page, seed)
            evening.run(8)
            assert evening.m.replay() == evening.m.table
