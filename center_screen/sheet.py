"""A piece of the picture drawn upright, then turned to whoever reads it."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from pygame import Rect, Surface
from pygame.transform import rotate, rotozoom

from ui.canvas import Canvas, Face, Piece, Report, Words, centered
from ui.sprites import cached
from ui.theme import CENTER_FLOOR

Draw = Callable[..., None]


class Sheet(NamedTuple):
    """What lies on the glass, turned, and what it says there."""

    pieces: list[Piece]
    report: Report


@cached
def _sheet(
    x: float, y: float, turn: int, w: int, h: int, draw: Draw, args: tuple[Any, ...]
) -> Sheet:
    """`draw(canvas, *args)` on a sheet, turned; the same arguments give the same surfaces."""
    c = Canvas((w, h), CENTER_FLOOR)
    draw(c, *args)
    seen = Report()
    seen.texts = [_turned(text, x, y, turn, w, h) for text in c.report.texts]
    seen.faces = [Face(face.card, _around(face.rect, x, y, turn, w, h)) for face in c.report.faces]
    seen.marks = [mark.around(x, y, turn, w, h) for mark in c.report.marks]
    seen.backs = [_around(rect, x, y, turn, w, h) for rect in c.report.backs]
    if turn % 90:
        return Sheet([centered(rotozoom(c.flat(), turn, 1.0), x, y)], seen)
    wide, high = (h, w) if turn % 180 else (w, h)
    left, top = round(x - wide / 2), round(y - high / 2)
    turned = (_quarter(piece, turn % 360, w, h) for piece in c.pieces)
    return Sheet([(surface, left + px, top + py) for surface, px, py in turned], seen)


def _quarter(piece: Piece, turn: int, w: int, h: int) -> Piece:
    """One piece of a sheet that is turned by quarters: only a piece that changes is painted."""
    surface, x, y = piece
    wide, high = surface.get_size()
    if turn == 0:
        return piece
    if turn == 180:
        return _rotated(surface, turn), w - x - wide, h - y - high
    at = (y, w - x - wide) if turn == 90 else (h - y - high, x)
    return _rotated(surface, turn), *at


@cached
def _rotated(surface: Surface, turn: int) -> Surface:
    return rotate(surface, turn)


def put(c: Canvas, x: float, y: float, turn: int, w: int, h: int, draw: Draw, *args: Any) -> None:
    """A turned sheet with its middle at (x, y)."""
    sheet = _sheet(x, y, turn, w, h, draw, args)
    c.pieces += sheet.pieces
    c.report.texts += sheet.report.texts
    c.report.faces += sheet.report.faces
    c.report.backs += sheet.report.backs
    c.report.marks += sheet.report.marks


def _turned(text: Words, x: float, y: float, turn: int, w: int, h: int) -> Words:
    return text._replace(rect=_around(text.rect, x, y, turn, w, h), turn=turn)


def _around(rect: Rect, x: float, y: float, turn: int, w: int, h: int) -> Rect:
    """The upright bounds of a turned rectangle."""
    a = math.radians(turn)
    cos, sin = math.cos(a), math.sin(a)
    dx, dy = rect.centerx - w / 2, rect.centery - h / 2
    cx, cy = x + dx * cos + dy * sin, y - dx * sin + dy * cos
    wide = abs(rect.w * cos) + abs(rect.h * sin)
    high = abs(rect.w * sin) + abs(rect.h * cos)
    return Rect(round(cx - wide / 2), round(cy - high / 2), round(wide), round(high))
