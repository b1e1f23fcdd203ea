"""Each part of a pot at the end of a hand: how much, who, with what; one's own in gold.

Few lie under each other; many in two columns, one for each board or side, and where that is still
too much a few at a time, turning by themselves.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pygame import Rect

from firmware.screens.protocol import Share
from stations.state import State
from ui.amounts import show
from ui.canvas import Canvas
from ui.layout import columns
from ui.names import listed, shortened
from ui.sizes import FINE, SMALL, VALUE, Type
from ui.theme import GOLD, TEXT, TEXT2

FEW, MANY = 3, 5  # with a line of costs under them; in one column
FIRST, TITLES, SMALL_FIRST = 94, 70, 98
LEAF_MS = 3000
LEAST_WIDTH = 0.75  # of its letters; narrower, and fewer words are said
SHORT = 10  # letters of a name


class Column(NamedTuple):
    """Of one board or side, or just the next of many pots."""

    title: str
    shares: tuple[Share, ...]


def draw(c: Canvas, s: State, shares: tuple[Share, ...], words: Rect) -> None:
    if len(shares) > MANY:
        _leaf(c, s, leaves(shares)[leaf_of(s, shares)], words)
        return
    style, pitch = (SMALL.semibold, 22) if len(shares) > FEW else (VALUE.semibold, 30)
    for n, share in enumerate(shares):
        says = next(_wordings(c, s, share, share.pot, style, words.w))
        c.write(says, style, words, FIRST + pitch * n, _ink(s, share))


def leaves(shares: tuple[Share, ...]) -> list[tuple[Column, ...]]:
    """Two columns at a time."""
    parts: dict[str, list[Share]] = {}
    for share in shares:
        parts.setdefault(share.pot.partition(", ")[2], []).append(share)
    found = [
        Column(part, tuple(those[at : at + MANY]))
        for part, those in parts.items()
        for at in range(0, len(those), MANY)
    ]
    return [tuple(found[at : at + 2]) for at in range(0, len(found), 2)]


def leaf_of(s: State, shares: tuple[Share, ...]) -> int:
    return int((s.now - s.result_at) // LEAF_MS) % len(leaves(shares))


def _leaf(c: Canvas, s: State, leaf: tuple[Column, ...], words: Rect) -> None:
    for column, area in zip(leaf, columns(words, 2, 24), strict=False):
        title = column.title[:1].upper() + column.title[1:]
        c.write(title, FINE.bold, area, TITLES, TEXT2)
        for n, share in enumerate(column.shares):
            pot = share.pot.partition(", ")[0]
            says = next(_wordings(c, s, share, pot, FINE.semibold, area.w))
            c.write(says, FINE.semibold, area, SMALL_FIRST + 23 * n, _ink(s, share))


def _wordings(
    c: Canvas, s: State, share: Share, name: str, style: Type, room: int
) -> Iterator[str]:
    """In full, or shorter until it fits; the last one always does."""
    pot = f"{name} {show(share.chips)}: "
    who, short, hand = _who(s, share), _who(s, share, SHORT), share.hand.split(",")[0]
    for says in (f"{pot}{who}{_with(share.hand)}", f"{pot}{short}{_with(hand)}"):
        if c.measure(says, *style) * LEAST_WIDTH <= room:
            yield says
    yield f"{pot}{short}" if len(share.seats) == 1 else f"{pot}{len(share.seats)} share it"


def _who(s: State, share: Share, letters: int = 0) -> str:
    """The player himself first; where several share, what each of them got."""
    each = dict(zip(share.seats, share.each, strict=False))
    seats = sorted(share.seats, key=lambda seat: seat != s.view.seat)
    names = [shortened(s.name(seat), letters) if letters else s.name(seat) for seat in seats]
    if len(seats) > 1 and len(set(share.each)) == 1:
        return f"{listed(names)}, {show(share.each[0])} each"
    if len(seats) > 1 and share.each:
        names = [f"{name} {show(each[seat])}" for seat, name in zip(seats, names, strict=True)]
    return listed(names)


def _with(hand: str) -> str:
    return f", {hand}" if hand else ""


def _ink(s: State, share: Share) -> tuple[int, int, int]:
    return GOLD if s.view.seat in share.seats else TEXT
