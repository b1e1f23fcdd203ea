"""Type: Inter, its display cut from 30 pixels, digits of one width where they change.

Drawn three times too large and scaled down once: the screens need no hinting and the shapes stay
Inter's own at every size.
"""

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal, NamedTuple

import pygame
from pygame import SRCALPHA, Surface

from ui.sprites import cached
from ui.theme import Color

Weight = Literal["medium", "semibold", "bold"]
OVER = 3
DISPLAY_FROM = 30
CAP = 0.727  # height of capitals and digits, in ems
ASCENT = 1.0
_TABULAR = str.maketrans({str(n): chr(0xE030 + n) for n in range(10)})  # see lab/make_fonts.py


@cached
def _font(px: int, weight: Weight) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    display = px >= DISPLAY_FROM
    cut = {"medium": "SemiBold" if display else "Medium", "semibold": "SemiBold", "bold": "Bold"}
    name = f"{'InterDisplay' if display else 'Inter'}-{cut[weight]}.ttf"
    return pygame.font.Font(BytesIO(_file(name)), px * OVER)


@lru_cache(maxsize=8)
def _file(name: str) -> bytes:
    """In memory: glyphs are read as they are needed, and a file moved away would end them."""
    return (files("ui") / "fonts" / name).read_bytes()


def width(
    words: str, px: int, weight: Weight = "medium", tab: bool = False, track: float = 0
) -> int:
    return -(-_wide(words, px, weight, tab, track) // OVER)


@lru_cache(maxsize=8192)
def _wide(words: str, px: int, weight: Weight, tab: bool, track: float) -> int:
    drawn = words.translate(_TABULAR) if tab else words
    extra = round(track * px * OVER) * max(0, len(words) - 1)
    return int(_font(px, weight).size(drawn)[0]) + extra


def _drawn(
    words: str, px: int, weight: Weight, ink: Color, tab: bool = False, track: float = 0,
    squeeze: int = 0,
) -> tuple[Surface, int]:  # fmt: skip
    """The words on nothing, and how far below the surface's top their baseline lies."""
    font = _font(px, weight)
    drawn = words.translate(_TABULAR) if tab else words
    ascent = font.get_ascent()
    top = -ascent % OVER  # so that the baseline falls on a whole pixel
    wide = _wide(words, px, weight, tab, track)
    w, h = -(-(wide + 2) // OVER), -(-(top + font.get_height()) // OVER)
    big = Surface((w * OVER, h * OVER), SRCALPHA, 32)
    big.fill((*ink, 0))
    if track:
        x = 0
        for letter in drawn:
            big.blit(font.render(letter, True, ink), (x, top))
            x += font.size(letter)[0] + round(track * px * OVER)
    else:
        big.blit(font.render(drawn, True, ink), (0, top))
    out = pygame.transform.smoothscale(big, (min(w, squeeze) if squeeze else w, h))
    return out, (top + ascent) // OVER


render = cached(_drawn)  # for signs that are printed on many things; a line is kept as it is set


class Line(NamedTuple):
    """Words as they are set: maybe smaller, shorter or narrower than was asked for."""

    words: str
    px: int
    wide: int
    cap: int  # height of its capitals
    surface: Surface
    base: int  # how far below the surface's top the baseline lies


@cached
def line(
    words: str, px: int, floor: int, weight: Weight, ink: Color, room: int, tab: bool,
    track: float, name: bool,
) -> Line:  # fmt: skip
    """Shrinks to `room` down to the floor size; beyond that a name is cut with an ellipsis and
    anything else condensed, never cut."""
    wide, squeeze = width(words, px, weight, tab, track), 0
    if room and wide > room:
        px = max(floor, px * room // wide)
        while px > floor and width(words, px, weight, tab, track) > room:  # the small cut is wider
            px -= 1
        if name:
            words = shorten(words, px, weight, room)
        wide = width(words, px, weight, tab, track)
        if wide > room:
            squeeze, wide = room, room
    surface, base = _drawn(words, px, weight, ink, tab, track, squeeze)
    return Line(words, px, wide, round(CAP * px), surface, base)


def shorten(words: str, px: int, weight: Weight, room: int) -> str:
    """Cut a name with an ellipsis. Never for numbers."""
    if width(words, px, weight) <= room:
        return words
    while words and width(words + "…", px, weight) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def wrap(words: str, px: int, weight: Weight, room: int) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and width(f"{lines[-1]} {word}", px, weight) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
