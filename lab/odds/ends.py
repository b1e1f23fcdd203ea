"""How a game ends by best play, and how often: where counting it takes minutes it was done before,
and is done again only for a page that pays otherwise.

An end is called by what was played, in antes, and by what came: "4x, win, bank out, pair"; folded
hands are "0x". A file of ends says for which rows it was counted.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

import numpy as np

from lab.odds.ranks import KINDS, Ints
from lab.odds.table import Edge, Rows, decides

SIDES = ("lose", "tie", "win")
NAMES = (*KINDS, "royal flush")
OUT = ("", "bank out")
Ends = Mapping[str, int]
Circles = dict[str, Rows]


def twice(rows: Rows, *marks: str) -> int:
    """What they pay, so that halves are whole."""
    return int(2 * decides(rows, _facts(marks))[1])


def _facts(marks: tuple[str, ...]) -> frozenset[str]:
    more = ("straight flush",) if "royal flush" in marks else ()
    return frozenset((*marks, *more))


def by_end(rows: Rows) -> Ints:
    """Twice what they pay: by side, whether the bank is out, and the kind of one's own hand."""
    return np.array(
        [[[twice(rows, side, out, kind) for kind in NAMES] for out in OUT] for side in SIDES]
    )


def named(ends: Ints) -> Counter[str]:
    """Counts by antes played, side, out and kind."""
    return Counter({name: int(ends[at]) for name, at in _names(ends) if ends[at]})


def _names(ends: Ints) -> Iterator[tuple[str, tuple[int, ...]]]:
    for at in np.ndindex(*ends.shape):
        times, side, out, kind = at
        yield ", ".join(filter(None, (f"{times}x", SIDES[side], OUT[out], NAMES[kind]))), at


def ante(ends: Ends, even: list[Rows], played: Rows) -> Edge:
    """In percent of the ante. `even`: what lies there from the start, each as big as the ante."""
    won, found = Fraction(0), Counter[str]()
    for name, count in ends.items():
        first, side, *more = name.split(", ")
        times = int(first[:-1])
        marks = _facts((side, *more)) if times else frozenset(("folded",))
        each = sum((decides(rows, marks)[1] for rows in even), Fraction(0))
        won += count * (each + times * decides(played, marks)[1])
        found[("bank out" if "bank out" in more else side) if times else "folded"] += count
    return Edge("ante", float(100 * won / sum(ends.values())), True, dict(found))


# ---- Files


@cache
def kept(name: str) -> tuple[Circles, Ends]:
    page = tomllib.loads(files("lab.odds").joinpath(f"{name}.toml").read_text("utf-8"))
    circles = {
        circle: tuple((mark, pays) for mark, pays in rows) for circle, rows in page["rows"].items()
    }
    return circles, page["ends"]


def of(name: str, circles: Circles, count: Callable[[Circles], Ends]) -> Ends:
    """As they were counted, or counted now."""
    known, ends = kept(name)
    return ends if known == circles else count(circles)


def text(name: str, circles: Circles, ends: Ends) -> str:
    rows = (f"{circle} = {json.dumps(own)}" for circle, own in circles.items())
    counts = (f'"{end}" = {count}' for end, count in ends.items())
    head = f"# Written by python -m lab.odds.{name}: how often each end comes, by best play."
    return "\n".join((head, "[rows]", *rows, "", "[ends]", *counts))
