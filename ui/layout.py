"""Places on the glass: strips, rows, columns and grids cut out of a rectangle.

Whole pixels; the gap is between the parts, never around them. Where a width does not divide, the
odd pixels are spread, so that the last part ends where the area ends.
"""

from collections.abc import Iterable, Sequence

from pygame import Rect


def inset(
    area: Rect, left: int, top: int = 0, right: int | None = None, bottom: int | None = None
) -> Rect:
    """What is left inside the edges; right and bottom are as left and top if not said."""
    right = left if right is None else right
    bottom = top if bottom is None else bottom
    return Rect(area.x + left, area.y + top, area.w - left - right, area.h - top - bottom)


def top(area: Rect, high: int, down: int = 0) -> Rect:
    """A strip along the upper edge, `down` from it."""
    return Rect(area.x, area.y + down, area.w, high)


def bottom(area: Rect, high: int) -> Rect:
    return Rect(area.x, area.bottom - high, area.w, high)


def left(area: Rect, wide: int) -> Rect:
    return Rect(area.x, area.y, wide, area.h)


def right(area: Rect, wide: int) -> Rect:
    return Rect(area.right - wide, area.y, wide, area.h)


def middle(area: Rect, wide: int, high: int) -> Rect:
    return Rect(area.centerx - wide // 2, area.centery - high // 2, wide, high)


def columns(area: Rect, count: int, gap: int) -> list[Rect]:
    """So many parts of one width, side by side."""
    pitch = (area.w + gap) / max(1, count)
    wide = round(pitch) - gap
    return [Rect(area.x + round(n * pitch), area.y, wide, area.h) for n in range(count)]


def rows(area: Rect, count: int, gap: int) -> list[Rect]:
    """So many parts of one height, one under the other."""
    pitch = (area.h + gap) / max(1, count)
    high = round(pitch) - gap
    return [Rect(area.x, area.y + round(n * pitch), area.w, high) for n in range(count)]


def grid(area: Rect, across: int, down: int, gap: int) -> list[Rect]:
    """Cells of one size, read as a page is."""
    return [cell for row in rows(area, down, gap) for cell in columns(row, across, gap)]


def split(area: Rect, widths: Iterable[int], gap: int) -> list[Rect]:
    """Parts of these widths from the left; whoever asks for 0 is last and gets the rest."""
    parts, x = [], area.x
    for wide in widths:
        part = Rect(x, area.y, wide or area.right - x, area.h)
        parts.append(part)
        x = part.right + gap
    return parts


def laid(
    rows: Sequence[Sequence[int]], x: int, y: int, size: tuple[int, int], gap: int
) -> dict[int, Rect]:
    """Where each card of several rows lies, every row in the middle of `x`, from `y` on down; a
    number less than none is a gap."""
    (w, h), found = size, dict[int, Rect]()
    for down, row in enumerate(rows):
        left_ = x - (len(row) * (w + gap) - gap) // 2
        for n, card in enumerate(row):
            if card >= 0:
                found[card] = Rect(left_ + n * (w + gap), y + down * (h + gap), w, h)
    return found
