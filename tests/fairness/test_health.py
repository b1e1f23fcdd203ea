"""SP 800-90B, 4.4, with the cut-offs of requirements 2.4."""

import math
from fractions import Fraction

import pytest

from firmware.fairness.health import CUTOFFS, WINDOW, Health
from lab.twins.noise import biased, good, hiccup, stuck


def binomial_cutoff(bits: int, log2_alpha: int) -> int:
    """2 + the smallest k with P(X > k) <= alpha, X ~ Binomial(511, 2^-bits), exactly."""
    chance, left = Fraction(1, 2**bits), Fraction(1)
    for k in range(WINDOW):
        left -= math.comb(511, k) * chance**k * (1 - chance) ** (511 - k)
        if left <= Fraction(1, 2**log2_alpha):
            return 2 + k
    raise AssertionError


@pytest.mark.parametrize("bits", sorted(CUTOFFS))
def test_the_lines_are_where_the_formulae_put_them(bits):
    cut = CUTOFFS[bits]
    assert cut.repeats == 1 + -(-30 // bits)
    assert cut.repeats_permanent == 1 + -(-60 // bits)
    assert cut.share == binomial_cutoff(bits, 30)
    assert cut.share_permanent == binomial_cutoff(bits, 60)


def test_good_noise_passes_a_million_samples():
    health, source = Health(), good()
    verdicts = {health.feed(source(WINDOW)) for _ in range(2000)}
    assert verdicts == {"good"}
    assert health.samples == 2000 * WINDOW


@pytest.mark.parametrize(
    ("repeats", "verdict"),
    [(8, "good"), (9, "intermittent"), (15, "intermittent"), (16, "permanent")],
)
def test_repeats_are_judged_at_both_lines(repeats, verdict):
    assert Health().feed(hiccup(repeats)(WINDOW)) == verdict


@pytest.mark.parametrize(
    ("share", "verdict"),
    [(70, "good"), (71, "intermittent"), (91, "intermittent"), (92, "permanent")],
)
def test_shares_are_judged_at_both_lines(share, verdict):
    """Every fifth sample is the window's first value, so no run hides it."""
    window = bytearray(n % 255 + 1 for n in range(WINDOW))
    window[0 : 5 * share : 5] = b"\0" * share
    assert Health().feed(bytes(window)) == verdict


def test_a_run_is_followed_from_window_to_window():
    first = bytes(n % 251 for n in range(WINDOW - 8)) + b"\xff" * 8
    second = b"\xff" * 8 + bytes(n % 251 for n in range(WINDOW - 8))
    health = Health()
    assert [health.feed(first), health.feed(second)] == ["good", "permanent"]


def test_a_stuck_source_is_broken_and_stays_broken():
    health = Health()
    assert health.feed(stuck()(WINDOW)) == "permanent"
    assert health.feed(good()(WINDOW)) == "permanent"
    assert "in a row" in health.permanent


def test_a_biased_source_is_named():
    health, source = Health(), biased(share=64)
    while not health.permanent:
        health.feed(source(WINDOW))
        assert health.samples < 100 * WINDOW
    assert "of 512" in health.permanent or "in 512 samples" in health.permanent
