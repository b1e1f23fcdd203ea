"""Chips from above, and piles of them: largest value at the bottom, at most seven drawn."""

import math

import pygame
from pygame import Surface

from ui import text
from ui.shapes import blank, shrink
from ui.sprites import cached
from ui.text import CAP
from ui.theme import BLACK, WHITE, Color, rgb

OVER = 4
PILE_MAX = 7

# dollars: body, edge spots, ink of the value
KINDS: dict[int, tuple[Color, Color, Color]] = {
    1000: (rgb("D9A428"), rgb("FFF3CF"), rgb("3A2A05")),
    500: (rgb("6B3FA8"), rgb("F2EAFB"), rgb("4A2480")),
    100: (rgb("1B1F24"), rgb("EDEDE8"), rgb("1B1F24")),
    25: (rgb("1D7A48"), rgb("F0F2EA"), rgb("125C34")),
    5: (rgb("C22B3A"), rgb("F6EEEA"), rgb("9C1C2A")),
    1: (rgb("DDE2E6"), rgb("3A73C4"), rgb("2A4C80")),
}


def piles(cents: int, kinds: int = 3) -> list[tuple[int, int]]:
    """Amount -> (value, count) of the piles that stand for it, largest value first."""
    left, found = cents // 100, []
    for value in KINDS:
        count, left = divmod(left, value)
        if count:
            found.append((value, count))
    return found[:kinds] or [(1, 1)]


def stand_for(cents: int) -> list[tuple[int, int]]:
    """Piles as a player would stack them: more of the smaller values than need be."""
    left, found = cents // 100, []
    values = [value for value in KINDS if value * 2 <= left][:3] or [1]
    for n, value in enumerate(values):
        last = n == len(values) - 1
        count = max(1, left // value if last else left * (n + 1) // (3 * value))
        count = min(count, 20)
        found.append((value, count))
        left = max(0, left - value * count)
    return found


@cached
def chip(value: int, d: int, printed: bool = True) -> Surface:
    body, spots, ink = KINDS[value]
    big = blank(d * OVER, d * OVER, body)
    c = d * OVER / 2
    pygame.draw.circle(big, _darker(body), (c, c), c)
    pygame.draw.circle(big, body, (c, c), c - OVER * 0.6)
    for n in range(6):
        a = math.radians(60 * n + 30)
        wide = math.radians(13)
        corners = [
            (c + r * math.cos(a + s * wide), c + r * math.sin(a + s * wide))
            for r, s in (
                (c - OVER * 0.4, -1),
                (c - OVER * 0.4, 1),
                (c * 0.72, 1.2),
                (c * 0.72, -1.2),
            )
        ]
        pygame.draw.polygon(big, spots, corners)
    if printed:
        pygame.draw.circle(big, spots if value != 1 else WHITE, (c, c), c * 0.66)
        pygame.draw.circle(big, ink if value != 1 else body, (c, c), c * 0.6, max(1, OVER // 2))
        pygame.draw.circle(big, body, (c, c), c * 0.57)
    else:
        pygame.draw.circle(big, spots, (c, c), c * 0.68, max(2, OVER))
    out = shrink(big, d, d)
    if printed and d >= 20:
        words = str(value) if value < 1000 else "1K"
        px = max(9, round(d * (0.42 if len(words) < 3 else 0.3)))
        light = value != 1
        letters, base = text.render(words, px, "bold", WHITE if light else ink)
        out.blit(
            letters,
            (round((d - letters.get_width()) / 2 + 0.5), round(d / 2 + CAP * px / 2) - base),
        )
    return out


def _darker(color: Color) -> Color:
    r, g, b = color
    return round(r * 0.72), round(g * 0.72), round(b * 0.72)


@cached
def pile(value: int, count: int, d: int, most: int = PILE_MAX) -> Surface:
    """A stack seen from a little in front: edges below, the top chip whole."""
    n = min(count, most)
    step = max(2, round(d * 0.11))
    out = blank(d + 4, d + step * (n - 1) + 4)
    shadow = blank(d, d)
    pygame.draw.circle(shadow, (0, 0, 0, 110), (d / 2, d / 2), d / 2)
    out.blit(shadow, (2, step * (n - 1) + 4))
    for at in range(n):
        plain = chip(value, d, at == n - 1)
        turned = plain if at == n - 1 else pygame.transform.rotate(plain, 17 * (at % 3))
        y = step * (n - 1 - at)
        if at < n - 1:
            w, h = turned.get_size()
            turned = turned.subsurface(((w - d) // 2, (h - d) // 2, d, d))
            out.blit(_rim(d), (2, y))
        out.blit(turned, (2, y))
    return out


@cached
def _rim(d: int) -> Surface:
    rim = blank(d, d)
    pygame.draw.circle(rim, (*BLACK, 140), (d / 2, d / 2), d / 2)
    return rim


@cached
def little_pile(cents: int, d: int) -> Surface:
    """One pile of the largest value in an amount: beside a pot."""
    dollars = cents // 100
    value = next((value for value in KINDS if dollars >= 4 * value), 1)
    count = dollars // value
    return pile(value, max(3, min(6, count + 2)), d)


def value_of(cents: int) -> int:
    """The largest chip in an amount."""
    return piles(cents)[0][0]
