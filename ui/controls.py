"""What panels and buttons are made of: a groove, a switch, a ring, a pill, hairlines."""

import math

from pygame import Rect, Surface

from ui.canvas import Canvas
from ui.cards import suit
from ui.icons import icon
from ui.looks import HAIRLINE
from ui.shapes import Look, arc, box, disc, faded, octagon, outline, polygon
from ui.sprites import cached
from ui.theme import (
    BLACK,
    GOLD,
    GREEN_DEEP,
    LINE_STRONG,
    RAISED2,
    TEXT,
    TEXT2,
    WHITE,
    Color,
    rgb,
)  # fmt: skip

LOGO = rgb("1B2A31")


def track(c: Canvas, line: Rect, share: float, ticks: tuple[float, ...], knob: int) -> None:
    """A slider's groove, filled up to `share`, with marks and a knob."""
    c.box(line, Look(RAISED2, None, None, radius=line.h / 2))
    x = line.x + round(share * line.w)
    if x - line.x >= line.h:
        c.box(
            Rect(line.x, line.y, x - line.x, line.h),
            Look(rgb("E79A1D"), GOLD, None, radius=line.h / 2),
        )
    for tick in ticks:
        at = line.x + round(tick * line.w)
        if abs(at - x) > knob // 2:
            under = at < x
            c.box(
                Rect(at - 1, line.y, 3, line.h),
                Look(rgb("7A5210") if under else TEXT2, None, None, radius=1),
            )
    c.middle(_shade(knob + 4), x, line.centery + 2)
    c.middle(disc(knob, GOLD, WHITE, 3), x, line.centery)
    for dx in (-5, 0, 5):
        c.middle(
            box(3, round(knob * 0.42), Look(rgb("7A4E08"), None, None, radius=1.5)).surface,
            x + dx + 1,
            line.centery,
        )


def level(c: Canvas, x: float, y: float, wide: int) -> None:
    """A hairline."""
    c.blit(box(wide, 1, HAIRLINE).surface, x, y)


def upright(c: Canvas, x: float, y: float, high: int) -> None:
    c.blit(box(1, high, HAIRLINE).surface, x, y)


@cached
def _shade(d: int) -> Surface:
    return faded(disc(d, BLACK), 0.5)


def seat_ring(
    c: Canvas, x: float, y: float, d: int, seat: int, ink: Color, edge: Color, ground: Color,
    share: float | None = None, px: int = 20, pen: float = 5,
) -> None:  # fmt: skip
    """A seat number in its ring; with a share, the clock runs around it in 60 steps."""
    if share is not None:
        steps = math.ceil(max(0.0, min(1.0, share)) * 60)
        around = round(d * 1.42)
        if steps:
            c.middle(arc(around, pen, GOLD, 0, steps / 60), x, y)
    c.middle(disc(d, ground, edge, 2), x, y)
    c.text(str(seat), x, y, px, "bold", ink, "c")


def logo(c: Canvas, x: float, y: float, d: int, ink: Color = GOLD, ground: Color = LOGO) -> None:
    """The house mark: a spade in an octagon."""
    line = max(2.0, d * 0.066)
    points = tuple(octagon(line / 2, line / 2, d - line, d - line, d * 0.29))
    c.blit(polygon(d, d, points, ground), x, y)
    c.blit(outline(d, d, points, ink, line), x, y)
    size = round(d * 0.48)
    c.middle(suit("spade", size, ink), x + d / 2, y + d / 2)


def pill(
    c: Canvas,
    x: float,
    y: float,
    h: int,
    words: str,
    px: int,
    look: Look,
    ink: Color,
    pad: int = 16,
) -> Rect:
    """Words in a rounded pill, its middle at (x, y)."""
    wide = c.measure(words, px) + 2 * pad
    rect = Rect(round(x - wide / 2), round(y - h / 2), wide, h)
    c.box(rect, look._replace(radius=h / 2))
    c.text(words, x, y, px, "semibold", ink, "c")
    return rect


def toggle(c: Canvas, rect: Rect, on: bool) -> None:
    c.box(rect, Look(GREEN_DEEP if on else RAISED2, None, LINE_STRONG, 1, rect.h / 2))
    d = rect.h - 8
    c.middle(
        disc(d, WHITE if on else TEXT2),
        rect.right - 4 - d / 2 if on else rect.x + 4 + d / 2,
        rect.centery,
    )
    if on:
        c.middle(icon("check", 20, WHITE, 3.4), rect.x + 20, rect.centery)
    else:
        c.middle(icon("close", 16, TEXT, 3), rect.right - 18, rect.centery)
