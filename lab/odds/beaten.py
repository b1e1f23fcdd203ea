"""Two hands of hold'em on one board: what the worse one was, over all deals.

    python -m lab.odds.beaten > lab/odds/beaten.toml

Boards that differ by a change of suits only are counted together: 134,459 of them. On each, for
every hand of the worse side, the hands that beat it and share no card with it.
"""

from collections import Counter
from itertools import combinations

import numpy as np

from lab.odds.ranks import KINDS, SHIFT, Ints, strengths


def boards() -> Counter[tuple[int, ...]]:
    """One of each kind -> how many there are."""
    found = Counter[tuple[int, ...]]()
    for board in combinations(range(52), 5):
        found[_first(board)] += 1
    return found


def _first(board: tuple[int, ...]) -> tuple[int, ...]:
    """The same cards with the suits named in the order in which they are met, rank by rank."""
    masks = sorted(
        (sum(1 << (card >> 2) for card in board if card & 3 == suit) for suit in range(4)),
        reverse=True,
    )
    there = (
        (rank, suit) for suit, mask in enumerate(masks) for rank in range(13) if mask >> rank & 1
    )
    return tuple(sorted(rank * 4 + suit for rank, suit in there))


def on(board: tuple[int, ...], from_kind: int) -> Counter[int]:
    """How often hands of this kind or better are beaten, whosever they are."""
    left = [card for card in range(52) if card not in board]
    pairs = np.array([*combinations(range(47), 2)])
    cards = np.array(left)[pairs]
    whole = np.concatenate((np.tile(board, (len(pairs), 1)), cards), axis=1)
    values = strengths(whole)
    rows = np.flatnonzero((values >> SHIFT) >= from_kind)
    ordered = np.sort(values)
    above = len(values) - np.searchsorted(ordered, values[rows], side="right")
    with_card = _by_card(pairs, values)
    for at in (0, 1):
        above = above - (with_card[pairs[rows, at]] > values[rows, None]).sum(axis=1)
    lost = np.bincount(values[rows] >> SHIFT, above, len(KINDS)).astype(int)
    return Counter(dict(enumerate((2 * lost).tolist())))


def _by_card(pairs: Ints, values: Ints) -> Ints:
    """For each card left the strengths of the 46 hands with it."""
    both = np.concatenate((pairs[:, 0], pairs[:, 1]))
    order = np.argsort(both, kind="stable")
    return np.asarray(np.concatenate((values, values))[order].reshape(47, 46))


def counted(from_kind: int = KINDS.index("three of a kind")) -> Counter[str]:
    found = Counter[str]()
    for board, ways in boards().items():
        for kind, count in on(board, from_kind).items():
            if count:
                found[KINDS[kind]] += int(count) * ways
    return found


if __name__ == "__main__":
    print("# Written by python -m lab.odds.beaten: how often a hand of each kind is beaten.")
    print("[beaten]")
    for name, count in counted().items():
        print(f'"{name}" = {count}')
