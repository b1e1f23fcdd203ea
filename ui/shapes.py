"""Smooth shapes as sprites: drawn several times too large, scaled down once, kept.

What is drawn as it is, is kept (sprites.py); a sprite is shared and never drawn on. What
only goes into another sprite (fills, masks, shadows) is not kept.
"""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import SRCALPHA, Surface

from ui.sprites import cached
from ui.theme import BLACK, WHITE, Color, mix

OVER = 4  # oversampling
Point = tuple[float, float]


class Sprite(NamedTuple):
    """A surface and where its corner lies from the thing's own corner (shadows reach out)."""

    surface: Surface
    dx: int = 0
    dy: int = 0


def blank(w: int, h: int, color: Color = BLACK) -> Surface:
    surface = Surface((max(1, w), max(1, h)), SRCALPHA, 32)
    if color != BLACK:  # a new surface is all zeros
        surface.fill((*color, 0))
    return surface


def shrink(big: Surface, w: int, h: int) -> Surface:
    return pygame.transform.smoothscale(big, (max(1, w), max(1, h)))


def faded(surface: Surface, alpha: float) -> Surface:
    """A copy at a share of its opacity."""
    copy = surface.copy()
    copy.fill((255, 255, 255, round(255 * alpha)), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def gradient(w: int, h: int, top: Color, low: Color) -> Surface:
    if top == low:
        plain = Surface((max(1, w), max(1, h)), SRCALPHA, 32)
        plain.fill((*top, 255))
        return plain
    strip = Surface((1, max(1, h)), SRCALPHA, 32)
    (r, g, b), last = top, max(1, h - 1)
    dr, dg, db = ((y - x) / last for x, y in zip(top, low, strict=True))
    for y in range(h):
        strip.set_at((0, y), (round(r + dr * y), round(g + dg * y), round(b + db * y), 255))
    return pygame.transform.scale(strip, (max(1, w), max(1, h)))


def radial(w: int, h: int, inner: Color, outer: Color, cx: float = 0.5, cy: float = 0.5) -> Surface:
    """Light falls off from (cx, cy), shares of the size, to the far corner."""
    sw, sh = 96, 60
    small = Surface((sw, sh), 0, 32)
    far = math.hypot(max(cx, 1 - cx), max(cy, 1 - cy))
    for y in range(sh):
        for x in range(sw):
            away = math.hypot((x + 0.5) / sw - cx, (y + 0.5) / sh - cy) / far
            small.set_at((x, y), mix(inner, outer, min(1.0, away * 1.05)))
    return pygame.transform.smoothscale(small, (w, h))


def mask(w: int, h: int, radius: float) -> Surface:
    """A white rounded rectangle on nothing."""
    return _rounded(w, h, radius, 0.0)


def ring_mask(w: int, h: int, radius: float, line: float) -> Surface:
    """A white rounded frame on nothing."""
    return _rounded(w, h, radius, line)


def _rounded(w: int, h: int, radius: float, line: float) -> Surface:
    radius = min(radius, w / 2, h / 2)
    side = 2 * math.ceil(max(radius, line)) + 2
    if min(w, h) > side:  # draw the corners once, pull them to size
        return _stretched(_whole(side, side, radius, line), w, h)
    return _whole(w, h, radius, line) if w <= 2 * side else _wide(w, h, radius, line)


def _wide(w: int, h: int, radius: float, line: float) -> Surface:
    """A long pill: two ends and a middle."""
    end = _whole(2 * math.ceil(radius) + 2, h, radius, line)
    out = blank(w, h, WHITE)
    _pull(end, out, end.get_width() // 2, w, h, across=True)
    return out


@cached
def _whole(w: int, h: int, radius: float, line: float) -> Surface:
    big = blank(w * OVER, h * OVER, WHITE)
    rect = big.get_rect()
    pygame.draw.rect(big, WHITE, rect, border_radius=round(radius * OVER))
    if line:
        inset = round(line * OVER)
        inner = rect.inflate(-2 * inset, -2 * inset)
        hole = max(0, round((radius - line) * OVER))
        pygame.draw.rect(big, (255, 255, 255, 0), inner, border_radius=hole)
    return shrink(big, w, h)


def _stretched(small: Surface, w: int, h: int) -> Surface:
    """Nine parts: corners as they are, edges and middle pulled to size."""
    side = small.get_width()
    half = side // 2
    wide = blank(w, side, WHITE)
    _pull(small, wide, half, w, side, across=True)
    out = blank(w, h, WHITE)
    _pull(wide, out, half, w, h, across=False)
    return out


def _pull(part: Surface, out: Surface, half: int, w: int, h: int, across: bool) -> None:
    pw, ph = part.get_size()
    raw = pygame.BLEND_RGBA_MAX  # onto nothing: a plain copy
    if across:
        middle = pygame.transform.scale(part.subsurface((half, 0, 1, ph)), (w - 2 * half, ph))
        out.blit(part, (0, 0), (0, 0, half, ph), raw)
        out.blit(middle, (half, 0), None, raw)
        out.blit(part, (w - half, 0), (pw - half, 0, half, ph), raw)
    else:
        middle = pygame.transform.scale(part.subsurface((0, half, pw, 1)), (pw, h - 2 * half))
        out.blit(part, (0, 0), (0, 0, pw, half), raw)
        out.blit(middle, (0, half), None, raw)
        out.blit(part, (0, h - half), (0, ph - half, pw, half), raw)


def cut_out(fill: Surface, shape: Surface) -> Surface:
    """`fill` where `shape` is."""
    out = blank(*shape.get_size())
    out.blit(fill, (0, 0))
    out.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return out


def soft(w: int, h: int, radius: float, blur: int, color: Color, alpha: float) -> Sprite:
    """A blurred rounded rectangle, reaching `blur` beyond the edges: shadows and glows."""
    pad = blur
    big_w, big_h = w + 2 * pad, h + 2 * pad
    step = max(1.0, blur / 4)
    small_w, small_h = max(3, round(big_w / step)), max(3, round(big_h / step))
    sharp = blank(big_w, big_h, color)
    pygame.draw.rect(
        sharp, (*color, round(255 * alpha)), (pad, pad, w, h), border_radius=round(radius)
    )
    small = pygame.transform.smoothscale(sharp, (small_w, small_h))
    for _ in range(2):  # down and up again smears by about one small pixel
        half = (max(2, round(small_w * 0.72)), max(2, round(small_h * 0.72)))
        small = pygame.transform.smoothscale(
            pygame.transform.smoothscale(small, half), (small_w, small_h)
        )
    return Sprite(pygame.transform.smoothscale(small, (big_w, big_h)), -pad, -pad)


class Look(NamedTuple):
    """How a box is filled, edged and lit."""

    top: Color
    low: Color | None = None
    edge: Color | None = None
    line: float = 1.0
    radius: float = 16
    alpha: float = 1.0
    shadow: int = 0  # blur
    glow: Color | None = None
    gloss: bool = False  # a hairline of light at the top


@cached
def box(w: int, h: int, look: Look) -> Sprite:
    body = cut_out(gradient(w, h, look.top, look.low or look.top), mask(w, h, look.radius))
    if look.alpha < 1:
        body = faded(body, look.alpha)
    if look.gloss:
        shine = blank(w, h, WHITE)
        shine.blit(faded(ring_mask(w, h, look.radius, 1.5), 0.35), (0, 0))
        shine.fill((255, 255, 255, 0), (0, 6, w, h))
        body.blit(shine, (0, 0))
    if look.edge:
        edge = blank(w, h, look.edge)
        edge.fill((*look.edge, 255))
        body.blit(cut_out(edge, ring_mask(w, h, look.radius, look.line)), (0, 0))
    if not look.shadow and not look.glow:
        return Sprite(body)
    under = (
        soft(w, h, look.radius, 16, look.glow, 0.55)
        if look.glow
        else soft(w, h, look.radius, look.shadow, BLACK, 0.42)
    )
    drop = 0 if look.glow else max(1, look.shadow // 4)
    whole = blank(under.surface.get_width(), under.surface.get_height() + drop, look.glow or BLACK)
    whole.blit(under.surface, (0, drop))
    whole.blit(body, (-under.dx, -under.dy))
    return Sprite(whole, under.dx, under.dy)


@cached
def disc(d: int, fill: Color | None, edge: Color | None = None, line: float = 1.5) -> Surface:
    big = blank(d * OVER, d * OVER, edge or fill or BLACK)
    middle, r = (d * OVER / 2, d * OVER / 2), d * OVER / 2
    if edge:
        pygame.draw.circle(big, edge, middle, r)
        inner = (*(fill or edge), 255 if fill else 0)
        pygame.draw.circle(big, inner, middle, r - line * OVER)
    else:
        pygame.draw.circle(big, fill or BLACK, middle, r)
    return shrink(big, d, d)


@cached
def arc(d: int, line: float, color: Color, start: float, share: float) -> Surface:
    """A ring's part, clockwise from `start` (turns from the top), with round ends."""
    big = blank(d * OVER, d * OVER, color)
    r = d * OVER / 2 - line * OVER / 2
    c = d * OVER / 2
    steps = max(2, round(160 * share))
    for n in range(steps + 1):
        angle = 2 * math.pi * (start + share * n / steps) - math.pi / 2
        pygame.draw.circle(
            big, color, (c + r * math.cos(angle), c + r * math.sin(angle)), line * OVER / 2
        )
    return shrink(big, d, d)


@cached
def dashed(w: int, h: int, radius: float, color: Color, line: float, dash: float) -> Surface:
    """A dashed rounded outline."""
    big = blank(w * OVER, h * OVER, color)
    outline = _outline(w - line, h - line, radius, line / 2)
    run = 0.0
    for (x0, y0), (x1, y1) in itertools.pairwise(outline):
        if (run % (dash * 1.6)) < dash:
            for share in (0.0, 0.5, 1.0):
                at = (OVER * (x0 + (x1 - x0) * share), OVER * (y0 + (y1 - y0) * share))
                pygame.draw.circle(big, color, at, line * OVER / 2)
        run += math.hypot(x1 - x0, y1 - y0)
    return shrink(big, w, h)


def _outline(w: float, h: float, r: float, at: float) -> list[Point]:
    """Points about half a pixel apart around a rounded rectangle."""
    points: list[Point] = []
    corners = ((w - r, r, -90), (w - r, h - r, 0), (r, h - r, 90), (r, r, 180))
    for cx, cy, first in corners:
        for n in range(31):
            angle = math.radians(first + 3 * n)
            points.append((at + cx + r * math.cos(angle), at + cy + r * math.sin(angle)))
    points.append(points[0])
    fine: list[Point] = []
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        n = max(1, round(math.hypot(x1 - x0, y1 - y0) * 2))
        fine += [(x0 + (x1 - x0) * i / n, y0 + (y1 - y0) * i / n) for i in range(n)]
    return fine


def octagon(x: float, y: float, w: float, h: float, chamfer: float) -> list[Point]:
    c = chamfer
    return [
        (x + c, y), (x + w - c, y), (x + w, y + c), (x + w, y + h - c),
        (x + w - c, y + h), (x + c, y + h), (x, y + h - c), (x, y + c),
    ]  # fmt: skip


def _over(w: int, h: int) -> int:
    """Large shapes need less oversampling, and memory for it would be dear."""
    return OVER if w * h < 200_000 else 2


@cached
def polygon(w: int, h: int, points: tuple[Point, ...], color: Color, alpha: float = 1.0) -> Surface:
    z = _over(w, h)
    big = blank(w * z, h * z, color)
    corners = [(x * z, y * z) for x, y in points]
    pygame.draw.polygon(big, (*color, round(255 * alpha)), corners)
    return shrink(big, w, h)


@cached
def outline(
    w: int, h: int, points: tuple[Point, ...], color: Color, line: float, closed: bool = True
) -> Surface:
    z = _over(w, h)
    big = blank(w * z, h * z, color)
    stroke(big, points, color, line * z, z, closed)
    return shrink(big, w, h)


def stroke(
    big: Surface, points: Sequence[Point], color: Color, line: float, zoom: float, closed: bool
) -> None:
    """A line with round ends and joints on an oversized surface."""
    zoomed = [(x * zoom, y * zoom) for x, y in points]
    pairs = list(itertools.pairwise(zoomed))
    if closed:
        pairs.append((zoomed[-1], zoomed[0]))
    half = line / 2
    for (x0, y0), (x1, y1) in pairs:
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        nx, ny = -(y1 - y0) / length * half, (x1 - x0) / length * half
        pygame.draw.polygon(
            big,
            color,
            [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)],
        )
    for x, y in zoomed:
        pygame.draw.circle(big, color, (x, y), half)
