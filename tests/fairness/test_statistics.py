"""The statistics themselves, and the decks under them, at fixed seeds (REQ-R13)."""

import math
import os
from collections.abc import Iterator

import numpy as np
import pytest

from firmware.fairness.deck import Slot, order
from firmware.fairness.digest import Mac, sha256
from firmware.fairness.hand import cards_of
from firmware.fairness.share import cut, cut_key
from lab.judges.deck_statistics import (
    ALARM,
    all_tests,
    batches,
    eulerian_shares,
    position_table,
    positions,
    upper_gamma,
)

CRITICAL = [(51, 77.4, 1e-2), (51, 114.5, 1e-6), (2601, 2771.7, 1e-2), (2601, 2958.4, 1e-6),
            (1325, 1447.7, 1e-2), (1325, 1584.3, 1e-6)]  # fmt: skip


@pytest.mark.parametrize(("df", "value", "p"), CRITICAL)
def test_the_tail_agrees_with_the_critical_values(df, value, p):
    """Requirements 2.4."""
    assert math.isclose(upper_gamma(df / 2, value / 2), p, rel_tol=0.15)


@pytest.mark.parametrize("x", [0.1, 1, 5, 30])
def test_the_tail_of_two_freedoms_is_the_exponential(x):
    assert math.isclose(upper_gamma(1, x), math.exp(-x), rel_tol=1e-12)


def test_runs_of_a_small_deck_are_the_eulerian_numbers():
    assert [round(24 * share) for share in eulerian_shares(4)] == [1, 11, 11, 1]


def fair(count: int) -> np.ndarray:
    """Production decks from one fixed seed after another."""
    seeds = (sha256(n.to_bytes(4, "big")) for n in range(count))
    slots = (Slot("Stats", n, "0") for n in range(count))
    made = (order(Mac(seed), slot, range(52)) for seed, slot in zip(seeds, slots, strict=True))
    return np.concatenate(list(batches(made)))


@pytest.fixture(scope="module")
def heap() -> np.ndarray:
    return fair(60_000)


def test_fair_decks_pass_every_test(heap):
    results = {result.name: result.p for result in all_tests(heap)}
    assert len(results) == 10
    assert min(results.values()) > ALARM, results


def bad_any_place(rng, count):
    """The mistake of 1999: swap each card with any of 52."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for place in range(52):
        other = rng.integers(0, 52, count)
        decks[rows, place], decks[rows, other] = decks[rows, other], decks[rows, place].copy()
    return decks


def bad_byte_modulo(rng, count):
    """A byte % n instead of a fair draw."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for last in range(51, 0, -1):
        other = rng.integers(0, 256, count) % (last + 1)
        decks[rows, last], decks[rows, other] = decks[rows, other], decks[rows, last].copy()
    return decks


def bad_riffle(rng, count):
    """Four riffles: three too few."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    for _ in range(4):
        heaps = rng.integers(0, 2, decks.shape)
        decks = np.take_along_axis(decks, np.argsort(heaps, axis=1, kind="stable"), axis=1)
    return decks


def bad_repeat(rng, count):
    """Every deck twice."""
    return np.repeat(np.argsort(rng.random((count // 2, 52)), axis=1).astype(np.uint8), 2, axis=0)


@pytest.mark.parametrize("bad", [bad_any_place, bad_byte_modulo, bad_riffle, bad_repeat])
def test_every_known_bad_shuffle_sounds_the_alarm(bad):
    decks = bad(np.random.default_rng(1), 60_000)
    assert min(result.p for result in all_tests(decks)) < ALARM


@pytest.mark.soak
def test_soak_ten_million_decks_lie_evenly():
    """The 52 x 52 table over ten million production decks."""
    from firmware.fairness.demonstration import FULL, Shuffler, bulk_decks, hardware_or_kernel

    table = Shuffler(*hardware_or_kernel(), "Soak", every_hand=False)
    counts = sum(
        position_table(part) for part in batches(bulk_decks(table, cards_of(FULL), 10_000_000))
    )
    table.close()
    result = positions(counts)
    print(f"chi-square {result.statistic:.1f}, {result.df} freedoms, p = {result.p:.4f}")
    assert counts.sum() == 520_000_000
    assert result.p > ALARM


def by_shares(count: int) -> Iterator[tuple[int, ...]]:
    """Deals of the protocol's second version: four decks of the house's choice, nine stations that
    are the house's, one share that it does not know."""
    stacked, known = range(52), dict.fromkeys(range(1, 10), b"h" * 32)
    for number in range(count):
        shares = {**known, 10: os.urandom(32)}
        chosen = cut(cut_key(("Soak", number, 1), b"C" * 32, shares, ""), 4, 52)
        yield tuple(stacked[place] for place in chosen.order)


@pytest.mark.parametrize("deals", [5_000, pytest.param(1_000_000, marks=pytest.mark.soak)])
def test_deals_by_shares_lie_evenly_whatever_the_house_has_searched_for(deals):
    """The 52 x 52 table: how often each card came at each place of the deal."""
    counts = sum(position_table(part) for part in batches(by_shares(deals)))
    result = positions(counts)
    print(f"chi-square {result.statistic:.1f}, {result.df} freedoms, p = {result.p:.4f}")
    assert counts.sum() == 52 * deals
    assert result.p > ALARM


@pytest.mark.soak
def test_soak_dieharder_passes_the_production_stream():
    from firmware.fairness.demonstration import Shuffler, hardware_or_kernel
    from lab.judges import dieharder

    if not dieharder.installed():
        pytest.skip(dieharder.MISSING)
    table = Shuffler(*hardware_or_kernel(), "Soak", every_hand=False)
    rows = list(dieharder.run(dieharder.ALL, table.generator.raw))
    table.close()
    for row in rows:
        print(f"{row.name:<24} p = {row.p:.4f}  {row.verdict}")
    sizes = sum(len(dieharder.TUPLES.get(number, (0,))) for number in dieharder.ALL)
    assert len(rows) >= sizes  # none of them was silent
    assert [row.name for row in rows if row.verdict == "FAILED"] == []
