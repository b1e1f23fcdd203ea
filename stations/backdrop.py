"""What everything lies on: the dark room, and the felt in it."""

from pygame import Surface

from stations.areas import FELT
from ui.canvas import Canvas
from ui.shapes import cut_out, gradient, octagon, outline, polygon, radial, soft
from ui.sprites import cached
from ui.theme import BLACK, FELT_DARK, FELT_LIGHT, STATION, WHITE, rgb

WHOLE = (FELT.x, FELT.y, FELT.w, FELT.h)
BAND = (80, 104, 1120, 150)
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


def band(c: Canvas, contrast: bool) -> None:
    """The felt no higher than what lies above thirteen cards."""
    c.blit(with_felt(contrast, BAND), 0, 0)


@cached
def with_felt(contrast: bool = False, felt: tuple[int, int, int, int] = WHOLE) -> Surface:
    """Drawn once: shadow, rail, cloth, seam."""
    out = dark_room().copy()
    x, y, w, h = felt
    cut = min(80, h // 3)
    shadow = soft(w - 20, h - 10, 70, 24, BLACK, 0.5)
    out.blit(shadow.surface, (x + 10 + shadow.dx, y + 5 + shadow.dy))
    out.blit(polygon(w, h, _ring(w, h, 0, cut), RAIL), (x, y))
    cloth = radial(w, h, FELT_DARK if contrast else FELT_LIGHT, FELT_DARK, 0.5, 0.42)
    out.blit(cut_out(cloth, polygon(w, h, _ring(w, h, 4, cut - 2), WHITE)), (x, y))
    out.blit(outline(w, h, _ring(w, h, 14, cut - 4), SEAM, 1.5), (x, y))
    return out


def _ring(w: int, h: int, inset: int, chamfer: int) -> tuple[tuple[float, float], ...]:
    return tuple(octagon(inset, inset, w - 2 * inset, h - 2 * inset, chamfer))
