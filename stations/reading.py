"""Long words in columns: chapters flow from one to the next, and on to another page."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pygame import Rect

from firmware.screens.protocol import Chapter
from ui.canvas import Canvas
from ui.layout import columns, inset
from ui.looks import PANEL
from ui.sizes import LABEL, TILE, Type
from ui.theme import GOLD, TEXT2

TITLE, BODY = TILE.bold, LABEL.medium
SIDES, TOP, LEADING = 24, 16, 1.34
ACROSS, GAP, STEP = 2, 16, 8


class Line(NamedTuple):
    words: str
    high: int
    title: bool = False
    after: int = 0  # more room under it: a paragraph ends


Block = list[Line]  # what is never parted: a paragraph, the first one with its title


def pages(c: Canvas, chapters: Sequence[Chapter], area: Rect) -> list[list[Block]]:
    """Columns of lines, as many of them on a page as stand side by side; where all of it is one
    page, they are of a length."""
    column = columns(area, ACROSS, GAP)[0]
    wide, high = column.w - 2 * SIDES, column.h - 2 * TOP
    blocks = [*_blocks(c, chapters, wide)]
    found = _filled(blocks, high)
    if len(found) <= ACROSS:
        found = next(
            few for h in range(0, high + 1, STEP) if len(few := _filled(blocks, h)) <= ACROSS
        )
    return [found[n : n + ACROSS] for n in range(0, len(found), ACROSS)]


def _blocks(c: Canvas, chapters: Sequence[Chapter], wide: int) -> Iterator[Block]:
    for chapter in chapters:
        title = [*_set(c, chapter.title, TITLE, wide, 4)]
        for n, paragraph in enumerate(chapter.lines):
            yield (title if n == 0 else []) + [*_set(c, paragraph, BODY, wide, 8)]


def _set(c: Canvas, words: str, style: Type, wide: int, after: int) -> Iterator[Line]:
    lines, size = c.wrapped(words, style, wide)
    for n, line in enumerate(lines, 1):
        last = n == len(lines)
        yield Line(line, round(size * LEADING), style is TITLE, after if last else 0)


def _filled(blocks: list[Block], high: int) -> list[Block]:
    found: list[Block] = []
    room = 0
    for block in blocks:
        tall = sum(line.high + line.after for line in block)
        if tall - block[-1].after > room:
            found.append([])
            room = high
        found[-1] += block
        room -= tall
    return found


def draw(c: Canvas, page: list[Block], area: Rect) -> None:
    for box, lines in zip(columns(area, ACROSS, GAP), page, strict=False):
        c.box(box, PANEL)
        inner = inset(box, SIDES, TOP)
        y = inner.y
        for line in lines:
            style, ink = (TITLE, GOLD) if line.title else (BODY, TEXT2)
            c.text(line.words, inner.x, y + line.high / 2, *style, ink, room=inner.w)
            y += line.high + line.after
