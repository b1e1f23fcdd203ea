"""Where there is too much to count: played at random, by the best play that can be found, with the
error of it.

What to do is learned on one half of the deals: hands that are alike, against the same card of the
bank, do what paid better on average. The other half says what that is worth.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lab.odds.ranks import KINDS, SHIFT, Ints, kind, strengths
from lab.odds.table import Edge, Rows, decides

Floats = NDArray[np.float64]
DEALS = 400_000  # learned from, and then as many to count
SEED = 20_180_601


def shuffled(rng: np.random.Generator, deals: int, decks: int, cards: int) -> Ints:
    """The first cards of so many shoes, none of them twice."""
    size, out = 52 * decks, list[Ints]()
    left = deals
    while left:
        rows = rng.integers(0, size, (2 * left + 10, cards))
        ordered = np.sort(rows, axis=1)
        whole = rows[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)][:left]
        out.append(whole % 52)
        left -= len(whole)
    return np.concatenate(out)


def _pay(rows: Rows, values: Ints, facts: tuple[str, ...], many: bool = False) -> Floats:
    """What each strength pays, by the rows."""
    known, back = np.unique(values, return_inverse=True)
    marks = (frozenset((*facts, kind(int(value), many))) for value in known)
    paid = [float(decides(rows, one)[1]) for one in marks]
    return np.asarray(np.array(paid)[back])


def _mean(per_deal: Floats) -> tuple[float, float]:
    return float(100 * per_deal.mean()), float(100 * per_deal.std() / len(per_deal) ** 0.5)


# ---- Caribbean stud


def caribbean(
    decks: int, many: bool, times: int, ante: Rows, bet: Rows, deals: int = DEALS
) -> Edge:
    """Ante and bet together, in percent of the ante, seeing one card of the bank."""
    rng = np.random.default_rng(SEED)
    plays = learned(*five(rng, decks, many, times, ante, bet, deals))
    worth, here = five(rng, decks, many, times, ante, bet, deals)
    chosen = np.where(plays(here), worth, -1.0)
    percent, error = _mean(chosen)
    paid, counts = np.unique(chosen, return_counts=True)
    came = {f"{antes:+g}": int(count) for antes, count in zip(paid, counts, strict=True)}
    return Edge("ante", percent, False, came, error)


def five(
    rng: np.random.Generator, decks: int, many: bool, times: int, ante: Rows, bet: Rows, deals: int
) -> tuple[Floats, Ints]:
    """What a call is worth in each deal, and what is alike about it."""
    cards = shuffled(rng, deals, decks, 10)
    mine, bank = strengths(cards[:, :5], many), strengths(cards[:, 5:], many)
    out = ((bank >> SHIFT) == 0) & ((bank & (3 << 11)) != 3 << 11)  # less than ace and king
    side = np.sign(mine - bank)
    worth = np.zeros(deals)
    for name, is_one in (("win", side > 0), ("tie", side == 0), ("lose", side < 0)):
        for plays in (True, False):
            here = is_one & (out != plays)
            facts = (name,) if plays else (name, "bank out")
            worth[here] += float(decides(ante, frozenset(facts))[1])
            worth[here] += times * _pay(bet, mine[here], facts, many)
    return worth, alike(cards[:, :5], cards[:, 9], many)


def alike(cards: Ints, up: Ints, many: bool) -> Ints:
    """What decides about a hand against a card of the bank."""
    mine, rank = strengths(cards, many), up >> 2
    matched = (cards >> 2 == rank[:, None]).any(axis=1)
    top = np.where((mine >> SHIFT) == 0, (mine >> 8) & 31, 0)  # aces to nines of a bare hand
    return np.asarray((((mine >> SHIFT) * 32 + top) * 13 + rank) * 2 + matched)


def learned(worth: Floats, alike: Ints) -> Callable[[Ints], NDArray[np.bool_]]:
    sums, counts = np.bincount(alike, worth, 1 << 14), np.bincount(alike, minlength=1 << 14)
    better = sums >= -1.0 * counts
    return lambda again: better[again]


@cache
def beaten() -> dict[str, int]:
    """Ultimate hold'em, nobody folding: how often the better of two hands on one board beats what.
    Counted by `python -m lab.odds.beaten`; all deals: 2,598,960 boards, 1,081 and 990 hands."""
    import tomllib
    from importlib.resources import files

    page = tomllib.loads(files("lab.odds").joinpath("beaten.toml").read_text("utf-8"))
    assert {*page["beaten"]} <= {*KINDS}
    return dict(page["beaten"])
