"""The result board of the baccarats: what the rounds of one page came to (000 L3289-3298).

A result is the side that won, and beside it what is counted: a natural, a three-card seven of the
banker, a three-card eight of the player. Each round has a fresh shoe; a "shoe" of the board is a
page of so many rounds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

ROUNDS = 80  # a page: then it is the last one's
ROWS = 6
SIDES = ("player", "banker", "tie")
COUNTED = (*SIDES, "natural", "banker three-card 7", "player three-card 8")

Outcome = tuple[str, ...]


class Roads(Struct):
    """The results of a game at one table; another game begins its own."""

    game: str = ""
    now: list[Outcome] = []
    last: list[Outcome] = []  # the page before

    def add(self, game: str, result: Outcome) -> None:
        if game != self.game:
            self.game, self.now, self.last = game, [], []
        if len(self.now) == ROUNDS:
            self.now, self.last = [], self.now
        self.now.append(result)


class Cell(Struct, frozen=True):
    """One mark of the big road."""

    column: int
    row: int
    side: str
    ties: int = 0  # that came after it


def big_road(results: Sequence[Outcome]) -> list[Cell]:
    """A column goes down while one side wins, and starts anew with the other. Where it finds no
    room it turns to the right. Ties are marks on the last one; before any other result, on the
    first place."""
    cells: list[Cell] = []
    taken: set[tuple[int, int]] = set()
    start, ties = -1, 0
    for result in results:
        side = result[0]
        if side == "tie":
            if cells:
                last = cells[-1]
                cells[-1] = Cell(last.column, last.row, last.side, last.ties + 1)
            else:
                ties += 1
            continue
        if not cells or cells[-1].side != side:
            start += 1
            while (start, 0) in taken:
                start += 1
            place = start, 0
        else:
            place = _next(cells[-1], taken)
        taken.add(place)
        cells.append(Cell(*place, side, ties))
        ties = 0
    return cells


def _next(last: Cell, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Down; to the right where there is no room, and then on to the right."""
    below = last.column, last.row + 1
    turned = last.row > 0 and (last.column, last.row - 1) not in taken
    if below[1] < ROWS and below not in taken and not turned:
        return below
    return last.column + 1, last.row


def counts(results: Sequence[Outcome]) -> Iterator[tuple[str, int, int]]:
    """(what, how often, percent of all rounds)."""
    found = Counter(mark for result in results for mark in result)
    for mark in COUNTED:
        if found[mark] or mark in SIDES:
            yield mark, found[mark], round(100 * found[mark] / len(results)) if results else 0
