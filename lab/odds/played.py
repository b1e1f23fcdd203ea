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
    worth, alike = _five(rng, decks, many, times, ante, bet, deals)
    plays = _learned(alike, worth)
    worth, alike = _five(rng, decks, many, times, ante, bet, deals)
    chosen = np.where(plays(alike), worth, -1.0)
    percent, error = _mean(chosen)
    return Edge("ante", percent, False, {"deals": deals}, error)


def _five(
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
    up = cards[:, 9] >> 2
    matched = (cards[:, :5] >> 2 == up[:, None]).any(axis=1)
    top = np.where((mine >> SHIFT) == 0, (mine >> 8) & 31, 0)  # aces to nines of a bare hand
    return worth, (((mine >> SHIFT) * 32 + top) * 13 + up) * 2 + matched


def _learned(alike: Ints, worth: Floats) -> Callable[[Ints], NDArray[np.bool_]]:
    sums, counts = np.bincount(alike, worth, 1 << 14), np.bincount(alike, minlength=1 << 14)
    better = sums >= -1.0 * counts
    return lambda again: better[again]


# ---- Ultimate hold'em


def ultimate(ante: Rows, blind: Rows, play: Rows, deals: int = DEALS // 8) -> Edge:
    """Ante, blind and play together, in percent of the ante."""
    rng = np.random.default_rng(SEED)
    cards = shuffled(rng, deals, 1, 9)
    worth = _ultimate_worth(cards, ante, blind, play)
    big = _raises(cards[:, 0], cards[:, 1])
    middle = ~big & _after_the_flop(cards)
    last = ~big & ~middle
    plays = np.zeros(deals, dtype=bool)
    plays[last] = _at_the_end(rng, cards[last], ante, blind, play)
    stake = np.where(big, 4, np.where(middle, 2, 1))
    even, times = worth
    total = even + stake * times
    total[last & ~plays] = -2.0
    percent, error = _mean(total)
    return Edge("ante", percent, False, {"deals": deals}, error)


def _ultimate_worth(cards: Ints, ante: Rows, blind: Rows, play: Rows) -> tuple[Floats, Floats]:
    """Of ante and blind together, and of a play of one ante."""
    board = cards[:, 4:]
    mine = strengths(np.concatenate((cards[:, :2], board), axis=1))
    bank = strengths(np.concatenate((cards[:, 2:4], board), axis=1))
    side, out = np.sign(mine - bank), (bank >> SHIFT) == 0
    even, times = np.zeros(len(cards)), np.zeros(len(cards))
    for name, is_one in (("win", side > 0), ("tie", side == 0), ("lose", side < 0)):
        for facts in ((name,), (name, "bank out")):
            here = is_one & (out == (len(facts) > 1))
            even[here] += float(decides(ante, frozenset(facts))[1])
            even[here] += _pay(blind, mine[here], facts)
            times[here] += float(decides(play, frozenset(facts))[1])
    return even, times


def _raises(a: Ints, b: Ints) -> NDArray[np.bool_]:
    """Four times before the flop: pairs from threes, aces, kings suited or with a five, queens
    with an eight or suited with a six, jacks with a ten or suited with an eight."""
    high, low = np.maximum(a >> 2, b >> 2), np.minimum(a >> 2, b >> 2)
    suited = (a & 3) == (b & 3)
    pair = (high == low) & (high > 0)
    king = (high == 11) & (suited | (low >= 3))
    queen = (high == 10) & ((low >= 6) | (suited & (low >= 4)))
    jack = (high == 9) & ((low >= 8) | (suited & (low >= 6)))
    return np.asarray(pair | (high == 12) | king | queen | jack)


def _after_the_flop(cards: Ints) -> NDArray[np.bool_]:
    """Twice: two pair or better, a pair with a card of one's own, four of a suit with a ten or
    better among one's own."""
    five = np.concatenate((cards[:, :2], cards[:, 4:7]), axis=1)
    better = (strengths(five) >> SHIFT) >= 2
    ranks = five >> 2
    own = (ranks[:, :2, None] == ranks[:, None, 2:]).any(axis=(1, 2))
    pocket = (ranks[:, 0] == ranks[:, 1]) & (ranks[:, 0] > 0)
    four = np.zeros(len(cards), dtype=bool)
    for suit in range(4):
        here = (five & 3) == suit
        mine = np.where(here[:, :2], ranks[:, :2], -1).max(axis=1)
        four |= (here.sum(axis=1) >= 4) & (mine >= 8)
    return np.asarray(better | own | pocket | four)


HIDDEN = 60  # hands of the bank that the last choice is weighed against


def _at_the_end(
    rng: np.random.Generator, cards: Ints, ante: Rows, blind: Rows, play: Rows
) -> NDArray[np.bool_]:
    """Once, where that loses less than ante and blind."""
    total = np.zeros(len(cards))
    known = np.concatenate((cards[:, :2], cards[:, 4:]), axis=1)
    for _ in range(HIDDEN):
        again = np.concatenate((known[:, :2], _others(rng, known), known[:, 2:]), axis=1)
        even, times = _ultimate_worth(again, ante, blind, play)
        total += even + times
    return np.asarray(total >= -2.0 * HIDDEN)


def _others(rng: np.random.Generator, known: Ints) -> Ints:
    """Two cards more that are none of these."""
    luck = rng.random((len(known), 52))
    np.put_along_axis(luck, known, 2.0, axis=1)
    return np.asarray(np.argpartition(luck, 2, axis=1)[:, :2])


@cache
def beaten() -> dict[str, int]:
    """Ultimate hold'em, nobody folding: how often the better of two hands on one board beats what.
    Counted by `python -m lab.odds.beaten`; all deals: 2,598,960 boards, 1,081 and 990 hands."""
    import tomllib
    from importlib.resources import files

    page = tomllib.loads(files("lab.odds").joinpath("beaten.toml").read_text("utf-8"))
    assert {*page["beaten"]} <= {*KINDS}
    return dict(page["beaten"])
