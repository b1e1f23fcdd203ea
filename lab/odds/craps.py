"""Craps out of two shoes: what each wager is worth when nothing is put back, and as dice.

The red shoe and the blue one are dealt in pairs, so a deal is a random matching of their cards, in
a random order. Given the matching, whichever of two kinds of pairs comes first is a matter of how
many there are of each: a bet that A comes before B wins with A / (A + B), on average over all
matchings. The factorial moments of both are counted exactly, as rooks on a board; the average of
the quotient is the series of its central moments, whose last term is below the last digit.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, factorial, perm

from firmware.games.banked.page import BankedRules
from firmware.pages import BadPage
from lab.odds.table import Edge, Rows, pays

Cell = tuple[int, int]  # red and blue
CELLS = tuple((red, blue) for red in range(1, 7) for blue in range(1, 7))
SEVENS = frozenset(cell for cell in CELLS if sum(cell) == 7)
BOX = (4, 5, 6, 8, 9, 10)
TERMS = 18
LEAST_DECKS = 8  # of the filing: with fewer the series does not end


def of_total(number: int) -> frozenset[Cell]:
    return frozenset(cell for cell in CELLS if sum(cell) == number)


def edges(rules: BankedRules) -> Iterator[Edge]:
    if rules.decks < LEAST_DECKS:
        raise BadPage(f"decks: {rules.game} is dealt from {LEAST_DECKS} to 16 of them")
    suits = 4 * rules.decks
    for name, circle in rules.circles.items():
        if circle.later:
            continue
        if all(result not in ("stays", "moves") for _, result in circle.rows):
            yield _one_draw(name, circle.rows)
        else:
            shoe, dice = (100 * _worth(name, circle.rows, each) for each in (suits, 0))
            yield Edge(name, float(shoe), "place" not in name, {}, as_dice=float(dice))


def _one_draw(name: str, rows: Rows) -> Edge:
    """The first card of each shoe is any of six: as dice."""
    found, won = dict.fromkeys((mark or "else" for mark, _ in rows), 0), Fraction(0)
    for cell in CELLS:
        mark, result = _first(rows, _true_of(cell))
        found[mark or "else"] += 1
        won += pays(result)
    percent = float(100 * won / len(CELLS))
    came = {mark: count for mark, count in found.items() if count}
    return Edge(name, percent, True, came, as_dice=percent)


def _true_of(cell: Cell) -> set[str]:
    came = sum(cell)
    found = {f"total {came}"}
    found |= {"craps"} if came in (2, 3, 12) else {"natural"} if came in (7, 11) else set()
    return found | ({"field"} if came in (3, 4, 9, 10, 11) else set())


def _first(rows: Rows, true: set[str]) -> tuple[str, str]:
    return next((mark, result) for mark, result in rows if not mark or mark in true)


def _worth(name: str, rows: Rows, suits: int) -> Fraction:
    """Of one wagered; no suits: as dice."""
    said, words = dict(rows), name.split()
    number = int(words[-1]) if words[-1].isdigit() else 0
    if name in ("pass", "come", "don't pass", "don't come"):
        return _line(name.startswith("don't"), suits)
    if "odds" in words:
        return _odds(name, said, suits)
    wins = frozenset({(number // 2, number // 2)}) if words[0] == "hard" else of_total(number)
    loses = SEVENS | (of_total(number) - wins)
    chance = before(wins, loses, suits, None)
    return chance * pays(_paid(said)) - (1 - chance)


def _paid(said: dict[str, str]) -> str:
    return next(result for result in said.values() if ":" in result)


def _line(dont: bool, suits: int) -> Fraction:
    """Pass: seven and eleven at once, two, three and twelve lose; else the point before a seven.
    Don't pass: the other way round, but that twelve is nobody's."""
    worth = Fraction(0)
    for cell in CELLS:
        came = sum(cell)
        if came in (7, 11):
            worth += 1
        elif came in (2, 3, 12):
            worth -= 0 if dont and came == 12 else 1
        else:
            worth += 2 * before(of_total(came), SEVENS, suits, cell) - 1
    return (-worth if dont else worth) / 36


def _odds(name: str, said: dict[str, str], suits: int) -> Fraction:
    """Behind a wager on its number, averaged where any of six it may be."""
    words, worth, ways = name.split(), Fraction(0), 0
    numbers = [int(word) for word in words if word.isdigit()] or list(BOX)
    for number in numbers:
        rows = [pay for mark, pay in said.items() if ":" in pay and _named(mark, number)]
        paid = pays(rows[0] if rows else _paid(said))
        for cell in of_total(number):
            chance = before(of_total(number), SEVENS, suits, cell)
            chance = 1 - chance if name.startswith("don't") else chance
            worth, ways = worth + chance * paid - (1 - chance), ways + 1
    return worth / ways


def _named(mark: str, number: int) -> bool:
    return str(number) in mark.split()


# ---- Which comes first


@cache
def before(
    wins: frozenset[Cell], loses: frozenset[Cell], suits: int, gone: Cell | None
) -> Fraction:
    """That a pair of `wins` comes before one of `loses`; `gone`: the first draw, if there was one.
    Without suits: as dice."""
    if not suits:
        return Fraction(len(wins), len(wins) + len(loses))
    reds = {n: suits - (gone is not None and gone[0] == n) for n in range(1, 7)}
    blues = {n: suits - (gone is not None and gone[1] == n) for n in range(1, 7)}
    pairs = sum(reds.values())
    marked = _rooks(wins, wins | loses, reds, blues)
    # E[A (T - 1)(T - 2)...]: of the k pairs that are looked at, one is of those that win
    falling = [Fraction(factorial(k) * marked[k + 1], perm(pairs, k + 1)) for k in range(TERMS + 1)]
    mean, own = falling[0], [each / falling[0] for each in falling]
    center = own[1] + 1
    moments = _central(own, center)
    terms = ((-1) ** j * moment / center ** (j + 1) for j, moment in enumerate(moments))
    return mean * sum(terms, Fraction(0))


def _central(falling: list[Fraction], center: Fraction) -> list[Fraction]:
    """Of T about its mean, where `falling` are the factorial moments of T - 1."""
    powers = [
        sum((stirling(n, k) * falling[k] for k in range(n + 1)), Fraction(0))
        for n in range(TERMS + 1)
    ]
    shift = 1 - center
    return [
        sum((comb(n, k) * powers[k] * shift ** (n - k) for k in range(n + 1)), Fraction(0))
        for n in range(TERMS + 1)
    ]


@cache
def stirling(n: int, k: int) -> int:
    """Of the second kind."""
    if n == k:
        return 1
    return 0 if k == 0 or k > n else k * stirling(n - 1, k) + stirling(n - 1, k - 1)


def _rooks(
    wins: frozenset[Cell], cells: frozenset[Cell], reds: dict[int, int], blues: dict[int, int]
) -> list[int]:
    """How many sets of k pairs on these cells no two of which share a card, each as often as it
    has pairs that win. Cells that share a rank form paths: walked one after the other."""
    plain, marked = [1], [0]
    for path in _paths(cells):
        one, with_win = _along(path, wins, reds, blues)
        marked = _add(_times(marked, one), _times(plain, with_win))
        plain = _times(plain, one)
    return [*marked, *[0] * (TERMS + 2)][: TERMS + 2]


def _times(one: list[int], other: list[int]) -> list[int]:
    out = [0] * min(len(one) + len(other) - 1, TERMS + 2)
    for i, a in enumerate(one):
        for j, b in enumerate(other[: len(out) - i]):
            out[i + j] += a * b
    return out


def _add(one: list[int], other: list[int]) -> list[int]:
    longer, shorter = sorted((one, other), key=len, reverse=True)
    return [each + (shorter[n] if n < len(shorter) else 0) for n, each in enumerate(longer)]


def _paths(cells: frozenset[Cell]) -> Iterator[list[Cell]]:
    """Each rank has two cells at most: begin where one has a single neighbour."""
    left = set(cells)
    while left:
        first = min(left, key=lambda cell: (len(_beside(cell, left)), cell))
        path = [first]
        left.remove(first)
        while more := _beside(path[-1], left):
            path.append(more[0])
            left.remove(more[0])
        yield path


def _beside(cell: Cell, cells: set[Cell]) -> list[Cell]:
    return [one for one in cells if one != cell and (one[0] == cell[0] or one[1] == cell[1])]


def _along(
    path: list[Cell], wins: frozenset[Cell], reds: dict[int, int], blues: dict[int, int]
) -> tuple[list[int], list[int]]:
    """By how many pairs lie on the last cell: the sets so far, plain and by their winning pairs."""
    most = TERMS + 1
    now: dict[int, tuple[list[int], list[int]]] = {}
    for n, cell in enumerate(path):
        new: dict[int, tuple[list[int], list[int]]] = {}
        shared = n and cell[0] == path[n - 1][0]
        for used, (plain, marked) in (now or {0: ([1], [0])}).items():
            red = reds[cell[0]] - (used if n and shared else 0)
            blue = blues[cell[1]] - (used if n and not shared else 0)
            for k in range(min(red, blue, most) + 1):
                ways = comb(red, k) * comb(blue, k) * factorial(k)
                wins_here = k * (cell in wins)
                both = [x + wins_here * y for x, y in _level(marked, plain)]
                step = _shifted(plain, k, ways), _shifted(both, k, ways)
                old = new.get(k, ([0], [0]))
                new[k] = _add(old[0], step[0]), _add(old[1], step[1])
        now = new
    plain, marked = [0], [0]
    for one, other in now.values():
        plain, marked = _add(plain, one), _add(marked, other)
    return plain[: most + 1], marked[: most + 1]


def _level(one: list[int], other: list[int]) -> Iterator[tuple[int, int]]:
    for n in range(max(len(one), len(other))):
        yield (one[n] if n < len(one) else 0), (other[n] if n < len(other) else 0)


def _shifted(poly: list[int], by: int, times: int) -> list[int]:
    return [*[0] * by, *(times * each for each in poly)][: TERMS + 2]
