"""What everything lies on: the dark room, and the felt in it."""

from pygame import Surface

from stations.areas import FELT
from ui.canvas import Canvas
from ui.shapes import cut_out, gradient, octagon, outline, polygon, radial, soft
from ui.sprites import cached
from ui.theme import BLACK, FELT_DARK, FELT_LIGHT, STATION, WHITE, rgb

RAIL, SEAM = rgb("2A3840"), rgb("2B6F63")


def felt(c: Canvas, contrast: bool) -> None:
    c.blit(with_felt(contrast), 0, 0)


def dark(c: Canvas) -> None:
    c.blit(dark_room(), 0, 0)


@cached
def dark_room() -> Surface:
    out = Surface(STATION, 0, 32)
    out.blit(gradient(*STATION, rgb("0A1016"), rgb("05090D")), (0, 0))
    return out


@cached
def with_felt(contrast: bool = False) -> Surface:
    """Drawn once: shadow, rail, cloth, seam."""
    out = dark_room().copy()
    w, h = FELT.size
    shadow = soft(w - 20, h - 10, 70, 24, BLACK, 0.5)
    out.blit(shadow.surface, (FELT.x + 10 + shadow.dx, FELT.y + 5 + shadow.dy))
    out.blit(polygon(w, h, _ring(0, 80), RAIL), FELT.topleft)
    cloth = radial(w, h, FELT_DARK if contrast else FELT_LIGHT, FELT_DARK, 0.5, 0.42)
    out.blit(cut_out(cloth, polygon(w, h, _ring(4, 78), WHITE)), FELT.topleft)
    out.blit(outline(w, h, _ring(14, 76), SEAM, 1.5), FELT.topleft)
    return out


def _ring(inset: int, chamfer: int) -> tuple[tuple[float, float], ...]:
    w, h = FELT.size
    return tuple(octagon(inset, inset, w - 2 * inset, h - 2 * inset, chamfer))
