"""Tiles: Chinese dominoes, black with red and white spots, and those of mah-jong, by their dots."""

import pygame
from pygame import Surface

from firmware.games.cards import DOMINOES, MAH_JONG, TILE
from ui.shapes import Look, blank, box, disc
from ui.sprites import cached
from ui.theme import CREAM, GOLD_INK, Color, rgb

BONE = Look(rgb("2B2F36"), rgb("0E1013"), rgb("4A4F58"), 1.5, 8)
IVORY = Look(CREAM, rgb("E4DCCB"), rgb("B9B09B"), 1.5, 8)
RIM, HOLLOW = rgb("7A818C"), rgb("1B1E23")  # on the back
RED, WHITE, GREEN = rgb("F0484F"), rgb("F7F5EE"), rgb("1E7A4B")
# Where the spots of one end lie, in parts of its width and height.
X, Y = (0.27, 0.5, 0.73), (0.2, 0.5, 0.8)
SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.5), (0.73, 0.5)),
    3: ((0.27, 0.2), (0.5, 0.5), (0.73, 0.8)),
    4: ((0.27, 0.28), (0.73, 0.28), (0.27, 0.72), (0.73, 0.72)),
    5: ((0.27, 0.2), (0.73, 0.2), (0.5, 0.5), (0.27, 0.8), (0.73, 0.8)),
    6: tuple((x, y) for x in (0.27, 0.73) for y in Y),
}
DOTS = {**SPOTS, 7: (*SPOTS[6], (0.5, 0.35)), 8: (*SPOTS[6], (0.5, 0.3), (0.5, 0.7)),
        9: tuple((x, y) for x in X for y in Y)}  # fmt: skip


@cached
def tile(code: int, w: int, h: int) -> Surface:
    """In the middle of its place, twice as high as it is wide."""
    wide = min(w, h // 2)
    out, left, top = blank(w, h), (w - wide) // 2, (h - 2 * wide) // 2
    made = _mah_jong(code, wide) if code >= MAH_JONG else _domino(code, wide)
    out.blit(made, (left, top))
    return out


def is_tile(code: int) -> bool:
    return code >= TILE


@cached
def back(w: int, h: int) -> Surface:
    """The same from behind."""
    wide = min(w, h // 2)
    out, left, top = blank(w, h), (w - wide) // 2, (h - 2 * wide) // 2
    made, d = _blank_tile(BONE, wide), 2 * max(3, round(wide * 0.21))
    for size, ink in ((d, RIM), (d - 2 * max(1, d // 12), HOLLOW)):
        _spot(made, ink, size, wide / 2, wide)
    out.blit(made, (left, top))
    return out


def _domino(code: int, wide: int) -> Surface:
    out = _blank_tile(BONE, wide)
    high, low = DOMINOES[code - TILE]
    for at, spots in enumerate((low, high)):
        for n, (x, y) in enumerate(SPOTS[spots]):
            mixed = high == low == 6 and (n < 3) == (at == 0)
            ink = RED if spots in (1, 4) or mixed else WHITE
            d = max(3, round(wide * (0.3 if spots == 1 else 0.21)))
            _spot(out, ink, d, x * wide, (at + 0.08 + y * 0.84) * wide)
    return out


def _mah_jong(code: int, wide: int) -> Surface:
    out, dots = _blank_tile(IVORY, wide), code - MAH_JONG + 1
    if dots > 9:  # the window
        edge = pygame.Rect(
            round(wide * 0.24), round(wide * 0.4), round(wide * 0.52), round(wide * 1.2)
        )
        pygame.draw.rect(out, GOLD_INK, edge, max(2, wide // 12), border_radius=3)
        return out
    for n, (x, y) in enumerate(DOTS[dots]):
        ink: Color = RED if dots == 1 or n % 3 == 1 else GREEN
        d = max(3, round(wide * (0.5 if dots == 1 else 0.2)))
        _spot(out, ink, d, x * wide, (0.2 + y * 1.6) * wide)
    return out


@cached
def _sheet(look: Look, wide: int) -> Surface:
    return box(wide, 2 * wide, look._replace(radius=max(3, wide * 0.1))).surface


def _blank_tile(look: Look, wide: int) -> Surface:
    return _sheet(look, wide).copy()


def _spot(on: Surface, ink: Color, d: int, x: float, y: float) -> None:
    on.blit(disc(d, ink), (round(x - d / 2), round(y - d / 2)))
