"""The pots: a pill for main and one for each all-in, where the felt is free.

Over the board as a rule; under it while somebody shows his cards there. Large where there is room,
small where there is less, and all of them in one where there is none.
"""

from typing import NamedTuple

from pygame import Rect

from firmware.screens.protocol import Pot
from stations.areas import GLASS, UNDER_BOARD, UNDER_LARGE_BOARD
from stations.hand.seating import Others
from stations.state import State
from ui import chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.shapes import Look
from ui.sizes import BUTTON, DIGIT, FINE, LABEL, Type
from ui.theme import TEXT2, rgb

DARK = Look(rgb("071A19"), None, None, alpha=0.82)
OVER_BOARD, NO_BOARD, OVER_COMMON = 222, 290, 264


class Size(NamedTuple):
    """How pots are drawn: height, gap, type, and the spaces around name and amount."""

    high: int
    gap: int
    name: Type
    amount: Type
    before: int
    between: int
    after: int
    pile: int = 0

    def wide(self, c: Canvas, name: str, cents: int) -> int:
        words = c.measure(name, *self.name) + c.measure(show(cents), *self.amount, tab=True)
        return self.before + words + self.between + self.after


ALONE = Size(44, 8, LABEL.medium, DIGIT.bold, 53, 12, 21, 26)
SEVERAL = ALONE._replace(amount=BUTTON.bold)
SMALL = Size(28, 6, FINE.medium, LABEL.semibold, 11, 7, 11)
TIGHT = Size(28, 4, FINE.medium, FINE.bold, 7, 5, 7)
# Between what lies before the plates: over the board, and in the middle without one.
LARGE_WIDE, WIDE, NARROW, NO_BOARD_NARROW = 528, 852, 576, 388


def middle_y(s: State) -> int:
    if s.public.common:
        return OVER_COMMON
    return OVER_BOARD if s.public.placard.board else NO_BOARD


def are_under(s: State, others: Others) -> bool:
    """Hands lie open over the board: the pots have no room there."""
    return "top" in others.open and bool(s.public.placard.board and s.public.pots)


def draw(c: Canvas, s: State, others: Others) -> None:
    found = _named(s.public.pots)
    if not found or are_under(s, others):
        return
    beside = {"left", "right"} & others.open
    size = ALONE if len(found) < 3 else SEVERAL
    if not s.public.placard.board:
        wide = NO_BOARD_NARROW if others.open or s.public.common else WIDE
        sizes = [SMALL, TIGHT] if s.public.common else [size, SMALL, TIGHT]
        _fit(c, found, Rect(GLASS.centerx, middle_y(s), 0, 0), wide, sizes)
        return
    large = sum(size.wide(c, *one) + size.gap for one in found) <= LARGE_WIDE
    large = large and not s.public.placard.rows
    y = OVER_BOARD if large else OVER_BOARD - 10  # clear of what lies before the upper plates
    at = Rect(GLASS.centerx, y, 0, 0)
    _fit(c, found, at, NARROW if beside else WIDE, [size] if large else [SMALL, TIGHT])


def draw_under(c: Canvas, s: State) -> None:
    draw_small(c, s.public.pots, UNDER_LARGE_BOARD if s.view.prefs.large else UNDER_BOARD)


def draw_small(c: Canvas, pots: tuple[Pot, ...], area: Rect) -> None:
    if found := _named(pots):
        _fit(c, found, area, area.w, [SMALL, TIGHT])


def _named(pots: tuple[Pot, ...]) -> list[tuple[str, int]]:
    if not any(pot.chips for pot in pots):
        return []
    if len(pots) == 1:
        return [("POT", pots[0].chips)]
    return [("MAIN" if n == 0 else f"SIDE {n}", pot.chips) for n, pot in enumerate(pots)]


def _fit(c: Canvas, found: list[tuple[str, int]], at: Rect, room: int, sizes: list[Size]) -> None:
    """In the first size that fits; else all in one."""
    for size in sizes:
        widths = [size.wide(c, *one) for one in found]
        wide = sum(widths) + size.gap * (len(widths) - 1)
        if wide <= room:
            _row(c, found, widths, at.centerx - wide // 2, at.centery, size)
            return
    whole = [(f"{len(found)} POTS", sum(cents for _, cents in found))]
    wide = sizes[-1].wide(c, *whole[0])
    _row(c, whole, [wide], at.centerx - wide // 2, at.centery, sizes[-1])


def _row(
    c: Canvas, found: list[tuple[str, int]], widths: list[int], x: int, y: int, size: Size
) -> None:
    for (name, cents), wide in zip(found, widths, strict=True):
        rect = Rect(x, y - size.high // 2, wide, size.high)
        c.box(rect, DARK._replace(radius=size.high / 2))
        if size.pile:
            c.middle(chips.little_pile(cents, size.pile), rect.x + 28, y - 1)
        label = c.text(name, rect.x + size.before, y, *size.name, TEXT2)
        c.text(show(cents), label.right + size.between, y, *size.amount, tab=True)
        x = rect.right + size.gap
