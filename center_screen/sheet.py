"""A piece of the picture drawn upright, then turned to whoever reads it."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import pygame
from pygame import Rect, Surface

from ui.canvas import Canvas, Face, Report, Words
from ui.theme import CENTER_FLOOR

Draw = Callable[..., None]


class Sheet(NamedTuple):
    """A turned sheet where it lies, and what it shows there."""

    surface: Surface
    report: Report


@lru_cache(maxsize=160)  # a few hundred kilobytes each
def _sheet(
    x: float, y: float, turn: int, w: int, h: int, draw: Draw, args: tuple[Any, ...]
) -> Sheet:
    """`draw(canvas, *args)` on a sheet, turned; the same arguments give the same surface."""
    c = Canvas((w, h), CENTER_FLOOR)
    draw(c, *args)
    found = Report()
    found.texts = [_turned(text, x, y, turn, w, h) for text in c.report.texts]
    found.faces = [Face(face.card, _around(face.rect, x, y, turn, w, h)) for face in c.report.faces]
    found.backs = [_around(rect, x, y, turn, w, h) for rect in c.report.backs]
    return Sheet(_turn(c.flat(), turn), found)


def _turn(flat: Surface, turn: int) -> Surface:
    if turn % 360 == 0:
        return flat
    if turn % 90 == 0:
        return pygame.transform.rotate(flat, turn)
    return pygame.transform.rotozoom(flat, turn, 1.0)


def put(c: Canvas, x: float, y: float, turn: int, w: int, h: int, draw: Draw, *args: Any) -> None:
    """A turned sheet with its middle at (x, y)."""
    sheet = _sheet(x, y, turn, w, h, draw, args)
    c.middle(sheet.surface, x, y)
    c.report.texts += sheet.report.texts
    c.report.faces += sheet.report.faces
    c.report.backs += sheet.report.backs


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
