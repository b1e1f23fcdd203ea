"""From counted outcomes to the edge of a circle.

An outcome is the set of what is true of it, under the names that the pages use; how often each set
comes is counted, and the first row of a circle that is true decides, as the page says.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

Marks = frozenset[str]
Rows = tuple[tuple[str, str], ...]


class Edge(NamedTuple):
    """In percent of the wager; less than nothing is the bettor's loss."""

    circle: str
    percent: float
    exact: bool
    outcomes: dict[str, int]  # the mark that decided -> how often
    error: float = 0.0  # one sigma, where it was played and not counted
    as_dice: float | None = None  # the same with dice in the place of cards


def pays(result: str) -> Fraction:
    """For one wagered."""
    if result in ("push", "lose", "lose 1/2"):
        return {"push": Fraction(0), "lose": Fraction(-1), "lose 1/2": Fraction(-1, 2)}[result]
    won, per = result.split(":")
    return Fraction(int(won), int(per))


def decides(rows: Rows, marks: Marks) -> tuple[str, Fraction]:
    for mark, result in rows:
        if mark == "" or mark in marks:
            return mark, pays(result)
    raise AssertionError("the last row of a circle is for whatever else comes")


def edge(circle: str, rows: Rows, counted: Mapping[Marks, int]) -> Edge:
    found = {mark or "else": 0 for mark, _ in rows}
    won = Fraction(0)
    for marks, count in counted.items():
        mark, chips = decides(rows, marks)
        found[mark or "else"] += count
        won += chips * count
    came = {mark: count for mark, count in found.items() if count}
    return Edge(circle, float(100 * won / sum(counted.values())), True, came)
