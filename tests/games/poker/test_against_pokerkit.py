"""Thousands of random hands beside pokerkit; witness.py says how, and names what it explains.

Each hand: the same seat speaks in both, with the same call and the same raises; the same pots,
the same stacks at the end, and both as the chip-by-chip settlement of slow.py has them. What
differs is explained by a rule of ours, or it is an error.
"""

import warnings
from collections import Counter

import pytest

from tests.games.poker.differences import RULES
from tests.games.poker.pokerkit_games import VARIANTS
from tests.games.poker.witness import compare

HANDS = 220  # for each of the variants: 3,300 in `make test`
SOAK_CHUNKS, SOAK_HANDS = 14, 1000  # 210,000 in `make soak`

# Differences that a run has to come across, or it has not looked hard enough.
_ALWAYS = {"a short blind is called in full", "no full raise since he spoke"}
_FIXED = _ALWAYS | {"half a bet reopens", "a raise completes the short all in"}
_FIXED |= {"heads up lifts the cap"}
_BLINDS = {"the blind is the bet", "alone with chips and nothing to match: not asked"}
_BIG_BET = _ALWAYS | {
    "a raise over a short blind counts from the blind",
    "a raise that nobody can match comes back",
    "alone with chips and nothing to match: not asked",
}
_STUD = _FIXED | {
    "who is first goes by the hands that are not all-in",
    "all in below the bring in",
    "a short all in uses up no raise",
}
_SPLIT = {"no low in this pot, high takes it all"}
MUST_SEE: dict[str, set[str]] = {
    "FT": _FIXED | _BLINDS,
    "NT": _BIG_BET,
    "NS": _BIG_BET,
    "PO": _BIG_BET,
    "FO/8": _FIXED | _BLINDS | _SPLIT,
    "F7S": _STUD,
    "F7S/8": _STUD | _SPLIT | {"odd chips go one each"},
    "FR": _STUD,
    "N2L1D": _BIG_BET,
    "F2L3D": _FIXED | _BLINDS,
    "FB": _FIXED | _BLINDS,
    "PT": _BIG_BET,
    "FO": _FIXED | _BLINDS,
    "NO": _BIG_BET,
    "PO/8": _BIG_BET | _SPLIT,
}

SEEDS = {"F2L3D": 21, "FB": 21}  # an evening on which each of them turns up


def duel(name: str, hands: int, seed: int) -> Counter[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit's advice on which card to deal
        seen = compare(name, hands, seed)
    print(f"{name}: {dict(seen)}")
    assert seen["hands"] == hands
    assert seen["left early"] <= hands // 20
    return seen


@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_hand_in_pokerkit(name: str) -> None:
    seen = duel(name, HANDS, SEEDS.get(name, 0))
    assert MUST_SEE[name] <= seen.keys()


def test_every_rule_that_excuses_a_difference_is_needed_somewhere() -> None:
    """No excuse is kept that no hand ever needs."""
    names = {rule.__name__.replace("_", " ") for rule in RULES}
    assert names <= set().union(*MUST_SEE.values())


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(1, SOAK_CHUNKS + 1))
@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_hand_in_pokerkit_at_length(name: str, chunk: int) -> None:
    duel(name, SOAK_HANDS, seed=chunk)
