"""Is a heap of decks shuffled fairly? Tests with exact expectations, for 52-card decks (REQ-R13).

Every test is a chi-square against probabilities that are counted, not fitted. Decks come as an
array of N rows of 52 cards, 0 to 51.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

Decks = np.ndarray[Any, Any]
ALARM = 1e-6  # in CI one honest run in a million may fail, not one in a hundred


@dataclass(frozen=True)
class Result:
    name: str
    words: str
    statistic: float
    df: int

    @property
    def p(self) -> float:
        """How often a fair shuffle looks at least this uneven."""
        return upper_gamma(self.df / 2, self.statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """Q(a, x): the chi-square's upper tail. A series below the mean, a fraction above it."""
    front = math.exp(a * math.log(x) - x - math.lgamma(a)) if x > 0 else 0.0
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for i in range(1, 100_000):
        b += 2
        d = 1 / (b - i * (i - a) * d)
        c = b - i * (i - a) / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def chi_square(name: str, words: str, seen: Any, chances: Any) -> Result:
    """Cells too rare for the test are joined at the thin end, as they come."""
    seen, expected = np.asarray(seen, float).ravel(), np.asarray(chances, float).ravel()
    expected = expected * (seen.sum() / expected.sum())
    seen, expected = _joined(seen, expected)
    return Result(name, words, float(((seen - expected) ** 2 / expected).sum()), len(seen) - 1)


def _joined(seen: Any, expected: Any, least: float = 10.0) -> tuple[Any, Any]:
    if expected.min() >= least:
        return seen, expected
    cells: list[list[float]] = [[0.0, 0.0]]
    for count, wanted in zip(seen, expected, strict=True):
        cells[-1][0] += count
        cells[-1][1] += wanted
        if cells[-1][1] >= least:
            cells.append([0.0, 0.0])
    if cells[-1][1] < least and len(cells) > 1:
        rest = cells.pop()
        cells[-1] = [cells[-1][0] + rest[0], cells[-1][1] + rest[1]]
    joined = np.array(cells)
    return joined[:, 0], joined[:, 1]


def position_table(decks: Decks) -> Decks:
    """How often each card lay in each place: rows places, columns cards."""
    flat = decks.astype(np.int64) + 52 * np.arange(52)
    return np.bincount(flat.ravel(), minlength=52 * 52).reshape(52, 52)


def positions(table: Decks) -> Result:
    """Rows and columns both sum to N, which leaves 51 x 51 freedoms and the factor 51/52."""
    expected = table.sum() / (52 * 52)
    statistic = float(((table - expected) ** 2 / expected).sum()) * 51 / 52
    return Result("positions", "each card in each place", statistic, 51 * 51)


def all_tests(decks: Decks) -> Iterator[Result]:
    yield positions(position_table(decks))
    yield from (test(decks) for test in TESTS)


def pairs(decks: Decks) -> Result:
    """Ordered: which card follows which on top of the deck."""
    seen = np.bincount(decks[:, 0].astype(int) * 52 + decks[:, 1], minlength=52 * 52)
    seen = seen.reshape(52, 52)[~np.eye(52, dtype=bool)]
    return chi_square("pairs", "the second card after the first", seen, np.ones(52 * 51))


def starting_hands(decks: Decks) -> Result:
    seen = starting_hand_counts(decks)
    return chi_square("starting hands", "1,326 hands of the first seat of six", seen, np.ones(1326))


def starting_hand_counts(decks: Decks) -> Decks:
    low = np.minimum(decks[:, 0], decks[:, 6]).astype(int)
    high = np.maximum(decks[:, 0], decks[:, 6]).astype(int)
    table = np.bincount(high * 52 + low, minlength=52 * 52).reshape(52, 52)
    return table[np.tril_indices(52, -1)]


def serial(decks: Decks) -> Result:
    """Does a deck know the one before it?"""
    seen = np.bincount(decks[:-1, 0].astype(int) * 52 + decks[1:, 0], minlength=52 * 52)
    return chi_square("serial", "top card after the last deck's top card", seen, np.ones(52 * 52))


def matches(decks: Decks) -> Result:
    """Cards in the same place as in the deck before: the rencontres numbers."""
    same = (decks[:-1] == decks[1:]).sum(axis=1)
    chances = [_derangement(52 - k) / math.factorial(k) for k in range(53)]
    return chi_square("matches", "cards that stayed in place from deck to deck",
                      np.bincount(same, minlength=53), chances)  # fmt: skip


def _derangement(n: int) -> float:
    """The share of orders of n in which nothing stays, n! taken out."""
    return math.fsum((-1) ** k / math.factorial(k) for k in range(n + 1))


def runs(decks: Decks) -> Result:
    """Rising runs through the whole deck: the Eulerian numbers, counted exactly."""
    falls = (decks[:, :-1] > decks[:, 1:]).sum(axis=1)
    chances = [float(share) for share in eulerian_shares(52)]
    return chi_square("runs", "rising runs in a deck", np.bincount(falls, minlength=52), chances)


def eulerian_shares(n: int) -> list[float]:
    row = [1]
    for size in range(2, n + 1):
        before = [0, *row, 0]
        row = [(k + 1) * before[k + 1] + (size - k) * before[k] for k in range(size)]
    return [count / math.factorial(n) for count in row]


def gaps(decks: Decks) -> Result:
    """How far apart the ace and the king of spades lie."""
    where = np.argsort(decks, axis=1)
    apart = np.abs(where[:, 51].astype(int) - where[:, 47])
    chances = [52 - d for d in range(1, 52)]
    seen = np.bincount(apart, minlength=52)[1:]
    return chi_square("gaps", "places between two named cards", seen, chances)


def poker(decks: Decks) -> Result:
    """Five cards from the top: nothing, pair, two pair, three, full house, four of a kind."""
    ranks = np.sort(decks[:, :5] // 4, axis=1)
    equal = sum((ranks[:, i] == ranks[:, j]).astype(int) for i in range(5) for j in range(i))
    chances = [1_317_888, 1_098_240, 123_552, 54_912, 3_744, 624]  # of 2,598,960
    seen = np.bincount(equal, minlength=7)[[0, 1, 2, 3, 4, 6]]
    return chi_square("poker", "ranks of the first five cards", seen, chances)


def coupons(decks: Decks) -> Result:
    """Cards turned until all four suits have come."""
    where = np.argsort(decks, axis=1)
    last = where.reshape(-1, 13, 4).min(axis=1).max(axis=1) + 1
    done = [_all_suits(n) for n in range(53)]
    chances = [done[n] - done[n - 1] for n in range(4, 41)]
    return chi_square("coupons", "cards until all four suits are seen",
                      np.bincount(last, minlength=53)[4:41], chances)  # fmt: skip


def _all_suits(n: int) -> float:
    ways = sum((1, -1)[k % 2] * math.comb(4, k) * math.comb(52 - 13 * k, n) for k in range(4))
    return ways / math.comb(52, n)


def orders(decks: Decks) -> Result:
    """The permutation test: in which order the first four lie, by rank and suit."""
    order = np.argsort(decks[:, :4], axis=1) @ np.array([64, 16, 4, 1])
    seen = np.unique(order, return_counts=True)[1]
    seen = np.concatenate([seen, np.zeros(24 - len(seen))])
    return chi_square("orders", "order of the first four cards", seen, np.ones(24))


TESTS = (pairs, starting_hands, serial, matches, runs, gaps, poker, coupons, orders)


def batches(decks: Iterable[tuple[int, ...]], size: int = 20_000) -> Iterator[Decks]:
    """A stream of decks as arrays, a few megabytes at a time."""
    rest = iter(decks)
    while rows := list(islice(rest, size)):
        yield np.frombuffer(b"".join(map(bytes, rows)), np.uint8).reshape(len(rows), 52)
