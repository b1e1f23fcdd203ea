"""Mah-jong pai gow: every hand of a player against every hand of the bank, counted."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from firmware.games.banked.page import BankedRules
from lab.odds.table import Edge, Marks, edge

TILES = [dots for dots in range(1, 11) for _ in range(2)]  # ten: the window


def counted() -> Counter[Marks]:
    """All 190 of 20 tiles, and all 153 of the 18 that are left."""
    found: Counter[Marks] = Counter()
    for mine in combinations(range(20), 2):
        rest = [n for n in range(20) if n not in mine]
        for bank in combinations(rest, 2):
            found[_true_of([TILES[n] for n in mine], [TILES[n] for n in bank])] += 1
    return found


def _true_of(mine: list[int], bank: list[int]) -> Marks:
    alike = sorted(mine) == sorted(bank) and sum(mine) % 10
    said = {"win": _worth(mine) > _worth(bank), "pair": mine[0] == mine[1], "tie": alike}
    return frozenset(mark for mark, true in said.items() if true)


def _worth(two: list[int]) -> tuple[int, int, int]:
    pair, value = two[0] == two[1], sum(two) % 10
    return (1, two[0], 0) if pair else (0, value, max(two) if value else 0)


def edges(rules: BankedRules) -> Iterator[Edge]:
    found = counted()
    for name, circle in rules.circles.items():
        yield edge(name, circle.rows, found)
