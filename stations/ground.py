"""What everything lies on: the room, and the felt in it."""

from functools import lru_cache

from pygame import Rect, Surface

from ui.shapes import cut_out, gradient, octagon, outline, polygon, radial, soft
from ui.theme import BLACK, FELT_DARK, FELT_LIGHT, STATION, rgb

FELT = Rect(80, 108, 1120, 334)


@lru_cache(maxsize=4)
def ground(contrast: bool = False) -> Surface:
    """Background and felt: drawn once."""
    out = Surface(STATION, 0, 32)
    out.blit(gradient(*STATION, rgb("0A1016"), rgb("05090D")), (0, 0))
    w, h = FELT.size
    shadow = soft(w - 20, h - 10, 70, 24, BLACK, 0.5)
    out.blit(shadow.surface, (FELT.x + 10 + shadow.dx, FELT.y + 5 + shadow.dy))
    rail = tuple(octagon(0, 0, w, h, 80))
    out.blit(polygon(w, h, rail, rgb("2A3840")), FELT.topleft)
    inner = tuple(octagon(4, 4, w - 8, h - 8, 78))
    cloth = radial(w, h, FELT_DARK if contrast else FELT_LIGHT, FELT_DARK, 0.5, 0.42)
    out.blit(cut_out(cloth, polygon(w, h, inner, (255, 255, 255))), FELT.topleft)
    seam = tuple(octagon(14, 14, w - 28, h - 28, 76))
    out.blit(outline(w, h, seam, rgb("2B6F63"), 1.5), FELT.topleft)
    return out


@lru_cache(maxsize=2)
def dark_ground() -> Surface:
    out = Surface(STATION, 0, 32)
    out.blit(gradient(*STATION, rgb("0A1016"), rgb("05090D")), (0, 0))
    return out
