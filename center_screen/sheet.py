"""A piece of the picture drawn upright, then turned to whoever reads it."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pygame
from pygame import Rect, Surface

from ui.canvas import Canvas, Face, Report, Words
from ui.theme import CENTER_FLOOR

Draw = Callable[..., None]


@lru_cache(maxsize=160)  # a few hundred kilobytes each
def sheet(draw: Draw, w: int, h: int, turn: int, args: tuple[Any, ...]) -> tuple[Surface, Report]:
    """`draw(canvas, *args)` on a sheet, turned; the same arguments give the same surface."""
    c = Canvas((w, h), CENTER_FLOOR)
    draw(c, *args)
    flat = c.flat()
    if turn % 360 == 0:
        return flat, c.report
    if turn % 90 == 0:
        return pygame.transform.rotate(flat, turn), c.report
    return pygame.transform.rotozoom(flat, turn, 1.0), c.report


def put(c: Canvas, x: float, y: float, turn: int, w: int, h: int, draw: Draw, *args: Any) -> None:
    """A turned sheet with its middle at (x, y)."""
    surface, report = sheet(draw, w, h, turn, args)
    c.middle(surface, x, y)
    for text in report.texts:
        c.report.texts.append(_turned(text, x, y, turn, w, h))
    for face in report.faces:
        c.report.faces.append(Face(face.card, _around(face.rect, x, y, turn, w, h)))
    c.report.backs += [_around(rect, x, y, turn, w, h) for rect in report.backs]


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
