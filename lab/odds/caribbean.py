"""Caribbean stud of one deck by best play, over all deals: every hand, every card that the bank may
show, every four that lie hidden.

    python -m lab.odds.caribbean > lab/odds/caribbean.toml      (a few minutes)

Hands that differ by a change of suits only are counted together (`beaten.py`). How many hands of
the bank are weaker is not counted one by one: it is the number of weaker hands with the card that
is up, less those that hold one of the player's cards, plus those that hold two, and so on.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np

from firmware.games.banked.spread import banked_rules
from lab.odds.beaten import boards
from lab.odds.ends import NAMES, SIDES, Circles, by_end, named, text, twice
from lab.odds.ranks import ROYAL, SHIFT, Ints, strengths

HIDDEN = comb(46, 4)
QUALIFIES = 3 << 11  # ace and king
BATCH = 400
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(52)])


def number(cards: Ints) -> Ints:
    """Of a set of cards among all of its size; the last axis is sorted."""
    return np.asarray(sum(CHOOSE[cards[..., k], k + 1] for k in range(cards.shape[-1])))


class Weaker:
    """For every set of one to five cards: how many hands with all of them are weaker than one."""

    def __init__(self) -> None:
        hands = np.array([*combinations(range(52), 5)], dtype=np.int64)
        values = np.concatenate([strengths(part) for part in np.array_split(hands, 64)])
        self.known, ranks = np.unique(values, return_inverse=True)
        self.qualifies = int(np.searchsorted(self.known, QUALIFIES))
        self.rank = np.zeros(len(hands), dtype=np.int16)
        self.rank[number(hands)] = ranks
        self.counts = [self._counts(hands, ranks, size) for size in (1, 2, 3)]
        self.fours = self._fours(hands, ranks)

    def _counts(self, hands: Ints, ranks: Ints, size: int) -> Ints:
        """By set and strength."""
        many, across = comb(52, size), len(self.known) + 1
        found = np.zeros(many * across, dtype=np.int32)
        for places in combinations(range(5), size):
            cells = number(hands[:, places]) * across + ranks + 1
            found += np.bincount(cells, minlength=many * across).astype(np.int32)
        return np.asarray(found.reshape(many, across).cumsum(axis=1, dtype=np.int32))

    def _fours(self, hands: Ints, ranks: Ints) -> Ints:
        """The 48 hands with each four cards."""
        numbers = np.concatenate([number(hands[:, p]) for p in combinations(range(5), 4)])
        order = np.argsort(numbers, kind="stable")
        return np.asarray(np.tile(ranks, 5)[order].reshape(-1, 48), dtype=np.int16)

    def than(self, held: Ints, up: Ints, rank: Ints) -> Ints:
        """Hands of the bank with the card up and none of the held ones: (deal, card up)."""
        below = np.broadcast_to(rank[:, None], up.shape)
        found = self.counts[0][up, below].astype(np.int64)
        for size in range(1, 5):
            sign = -1 if size % 2 else 1
            for places in combinations(range(5), size):
                mine = np.broadcast_to(held[:, None, places], (*up.shape, size))
                cards = np.sort(np.concatenate((up[..., None], mine), axis=-1), axis=-1)
                found += sign * self._with(number(cards), below, size + 1)
        return found

    def _with(self, sets: Ints, below: Ints, size: int) -> Ints:
        if size <= 3:
            return np.asarray(self.counts[size - 1][sets, below])
        if size == 4:
            return np.asarray((self.fours[sets] < below[..., None]).sum(axis=-1))
        return np.asarray(self.rank[sets] < below)


def counted(circles: Circles, times: int) -> Counter[str]:
    """How often each end comes: called or folded, who won with what, was the bank out."""
    weaker, called = Weaker(), by_end(circles["ante"]) + times * by_end(circles["bet"])
    fold = twice(circles["ante"], "folded") * HIDDEN
    ends = np.zeros((times + 1, len(SIDES), 2, len(NAMES)), dtype=object)
    for held, ways in _batches():
        up = np.array([[card for card in range(52) if card not in hand] for hand in held.tolist()])
        rank = weaker.rank[number(held)].astype(np.int64)
        less, no_more, out = (
            weaker.than(held, up, one) for one in (rank, rank + 1, 0 * rank + weaker.qualifies)
        )
        all_but = np.array([less, no_more, np.full(less.shape, HIDDEN)])
        out_but = np.minimum(all_but, out)
        out_sides, sides = (np.diff(one, axis=0, prepend=0)[::-1] for one in (out_but, all_but))
        counts = np.array([sides - out_sides, out_sides]).transpose(1, 0, 2, 3)
        values = weaker.known[rank]
        kinds = (values >> SHIFT) + (values == ROYAL)
        worth = (counts * called[:, :, kinds][..., None]).sum(axis=(0, 1))
        calls = worth >= fold
        for played, chosen in ((0, ~calls), (times, calls)):
            here = (counts * chosen).sum(axis=3) * ways
            for kind in np.unique(kinds):
                ends[played, :, :, kind] += here[:, :, kinds == kind].sum(axis=2)
    return named(ends)


def _batches() -> Iterator[tuple[Ints, Ints]]:
    found = [*boards().items()]
    for at in range(0, len(found), BATCH):
        hands, ways = zip(*found[at : at + BATCH], strict=True)
        yield np.array(hands), np.array(ways)


if __name__ == "__main__":
    rules = banked_rules("caribbean-stud", "club-caribe")
    circles = {"ante": rules.circles["ante"].rows, "bet": rules.circles["bet"].rows}
    print(text("caribbean", circles, counted(circles, 1)))
