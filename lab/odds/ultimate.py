"""Ultimate hold'em by best play, over all deals: every choice weighed against every hand of the
bank and every card to come.

    python -m lab.odds.ultimate > lab/odds/ultimate.toml      (about ten minutes)

Boards that differ by a change of suits only are counted together (`beaten.py`). Each board holds
ten flops: what the end of the hand is worth is summed up flop by flop and hand by hand, and those
sums decide about twice the ante; their sums in turn about three and four times before the flop.
Then everything is counted once more, by what was decided.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from firmware.games.banked.spread import banked_rules
from lab.odds.beaten import boards
from lab.odds.ends import NAMES, SIDES, Circles, by_end, named, text, twice
from lab.odds.ranks import ROYAL, SHIFT, SIZE, Ints, strengths

HOLES = np.array([*combinations(range(52), 2)])
PAIRS = np.array([*combinations(range(47), 2)])
FLOPS = np.array([*combinations(range(5), 3)])
AT = np.zeros((52, 52), dtype=np.int64)
AT[HOLES[:, 0], HOLES[:, 1]] = AT[HOLES[:, 1], HOLES[:, 0]] = np.arange(len(HOLES))
SUITS = [np.array([card & ~3 | to[card & 3] for card in range(52)])
         for to in permutations(range(4))]  # fmt: skip
TURNED = np.array([AT[to[HOLES[:, 0]], to[HOLES[:, 1]]] for to in SUITS])


class Pays(NamedTuple):
    """Twice what a wager pays, by how the hands compare, whether the bank is out, and the kind."""

    even: Ints  # ante and blind together
    play: Ints  # of one ante
    fold: int


def pays(circles: Circles) -> Pays:
    ante, blind = circles["ante"], circles["blind"]
    return Pays(
        by_end(ante) + by_end(blind), by_end(circles["play"])[:, :, 0],
        twice(ante, "folded") + twice(blind, "folded"),
    )  # fmt: skip


class Seven:
    """`ranks.strengths` of seven cards, looked up: by how often each rank comes, and by the ranks
    of a suit that comes five times."""

    def __init__(self) -> None:
        ranks = np.array([*combinations_with_replacement(range(13), 7)])
        ranks = ranks[(ranks[:, 4:] != ranks[:, :-4]).all(axis=1)]  # no rank comes five times
        keys = (5**ranks).sum(axis=1)
        order = np.argsort(keys)
        self._keys = keys[order]
        self._values = strengths(ranks * 4 + np.arange(7) % 4)[order]  # two of a suit at most
        self._suited = np.zeros(1 << 13, dtype=np.int64)
        for mask in np.flatnonzero((SIZE >= 5) & (SIZE <= 7)):
            held = [rank for rank in range(13) if mask >> rank & 1]
            more = [rank * 4 + 1 for rank in held[: 7 - len(held)]]  # pairs, which count for less
            self._suited[mask] = strengths(np.array([[rank * 4 for rank in held] + more]))[0]

    def strengths(self, board: tuple[int, ...], own: Ints) -> Ints:
        """Of the board with each of these pairs."""
        key = (5 ** (own >> 2)).sum(axis=1) + sum(5 ** (card >> 2) for card in board)
        found = self._values[np.searchsorted(self._keys, key)]
        for suit in range(4):
            here = [card >> 2 for card in board if card & 3 == suit]
            if len(here) >= 3:
                mask = np.where(own & 3 == suit, 1 << (own >> 2), 0).sum(axis=1)
                mask += sum(1 << rank for rank in here)
                found = np.maximum(found, self._suited[mask])
        return np.asarray(found)


SEVEN = Seven()


# ---- One board


class Met(NamedTuple):
    """What each of the 1,081 hands meets on a board."""

    holes: Ints
    kinds: Ints
    counts: Ints  # side, out, hand: so many of the bank's 990


def met(board: tuple[int, ...]) -> Met:
    left = np.array([card for card in range(52) if card not in board])
    cards = left[PAIRS]
    values = SEVEN.strengths(board, cards)
    known, rank = np.unique(values, return_inverse=True)
    in_all = np.concatenate(([0], np.bincount(rank, minlength=len(known)).cumsum()))
    with_card = np.zeros((47, len(known) + 1), dtype=np.int64)
    for own in PAIRS.T:
        np.add.at(with_card, (own, rank + 1), 1)
    with_card = with_card.cumsum(axis=1)

    def under(place: Ints | int) -> Ints:
        """Hands below that place that share no card."""
        taken = with_card[PAIRS[:, 0], place] + with_card[PAIRS[:, 1], place]
        return np.asarray(in_all[place] - taken)

    pairless = int(np.searchsorted(known, 1 << SHIFT))
    less, no_more = under(rank), under(rank + 1) + 1  # itself is taken off twice
    out = under(pairless) + (rank < pairless)
    all_but = np.array([less, no_more, np.full(len(rank), 990)])
    out_but = np.minimum(all_but, out)
    out_sides, sides = (np.diff(one, axis=0, prepend=0)[::-1] for one in (out_but, all_but))
    kinds = (values >> SHIFT) + (values == ROYAL)
    counts = np.array([sides - out_sides, out_sides]).transpose(1, 0, 2)
    return Met(AT[cards[:, 0], cards[:, 1]], kinds, counts)


def worth(one: Met, pay: Pays) -> tuple[Ints, Ints]:
    """Of ante and blind, and of one ante more, against all hands of the bank."""
    even = (one.counts * pay.even[:, :, one.kinds]).sum(axis=(0, 1))
    return even, (one.counts * pay.play[:, :, None]).sum(axis=(0, 1))


# ---- Flops and hands that are alike


class Alike:
    """Flops that differ by suits only are one; so are hands, before the flop and beside it."""

    def __init__(self) -> None:
        self.flop = np.zeros((52, 52, 52), dtype=np.int64)
        self.turn = np.zeros((52, 52, 52), dtype=np.int64)  # which change of suits leads there
        firsts: dict[tuple[int, ...], int] = {}
        for flop in combinations(range(52), 3):
            first, turn = min((tuple(sorted(to[[*flop]])), n) for n, to in enumerate(SUITS))
            self.flop[flop] = firsts.setdefault(first, len(firsts))
            self.turn[flop] = turn
        self.hole = TURNED.min(axis=0)
        self.beside = np.array([
            np.min([TURNED[n] for n, to in enumerate(SUITS) if {*to[[*flop]]} == {*flop}], axis=0)
            for flop in firsts
        ])  # fmt: skip

    def of(self, board: tuple[int, ...], holes: Ints) -> Iterator[tuple[int, Ints]]:
        """For each flop of a board: its number, and the hands' beside it."""
        for places in FLOPS:
            flop = tuple(board[place] for place in places)
            number = int(self.flop[flop])
            yield number, self.beside[number][TURNED[self.turn[flop]][holes]]


class Choices(NamedTuple):
    before: Ints  # by hand: four, three, or 0 to check
    flop: NDArray[np.bool_]  # by flop and hand: twice


def best(pay: Pays, alike: Alike, found: Counter[tuple[int, ...]]) -> Choices:
    sums = np.zeros((2, len(alike.beside), len(HOLES)), dtype=np.int64)  # checked, twice
    first = np.zeros((2, len(HOLES)), dtype=np.int64)  # three, four
    for board, ways in found.items():
        one = met(board)
        even, more = worth(one, pay)
        last = np.maximum(even + more, 990 * pay.fold) * ways
        twice = (even + 2 * more) * ways
        for number, hands in alike.of(board, one.holes):
            np.add.at(sums[0, number], hands, last)
            np.add.at(sums[1, number], hands, twice)
        for at, times in enumerate((3, 4)):
            np.add.at(first[at], alike.hole[one.holes], 10 * ways * (even + times * more))
    checked = np.zeros(len(HOLES), dtype=np.int64)
    np.add.at(checked, alike.hole, sums.max(axis=0).sum(axis=0))
    before = np.where(first[1] >= first[0], 4, 3)
    return Choices(np.where(first.max(axis=0) > checked, before, 0), sums[1] > sums[0])


def counted(circles: Circles) -> Counter[str]:
    """How often each end comes: what was played, who won with what, was the bank out."""
    pay, alike, found = pays(circles), Alike(), boards()
    choices = best(pay, alike, found)
    ends = np.zeros((5, len(SIDES), 2, len(NAMES)), dtype=np.int64)  # times the ante; 0: folded
    for board, ways in found.items():
        one = met(board)
        even, more = worth(one, pay)
        before = choices.before[alike.hole[one.holes]]
        twice = sum(choices.flop[number, hands].astype(int)
                    for number, hands in alike.of(board, one.holes))  # fmt: skip
        twice = np.where(before > 0, 0, twice)
        plays = even + more >= 990 * pay.fold
        last = np.where(before > 0, 0, 10 - twice)
        shares = np.array(
            [last * ~plays, last * plays, twice, 10 * (before == 3), 10 * (before == 4)]
        )
        for kind in np.unique(one.kinds):
            here = one.kinds == kind
            ends[..., kind] += ways * np.tensordot(shares[:, here], one.counts[:, :, here], (1, 2))
    return named(ends)


if __name__ == "__main__":
    rules = banked_rules("ultimate-texas-holdem")
    circles = {name: rules.circles[name].rows for name in ("ante", "blind", "play")}
    print(text("ultimate", circles, counted(circles)))
