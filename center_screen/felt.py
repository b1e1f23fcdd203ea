"""What everything lies on: the felt with its rail."""

from pygame import Surface

from center_screen.areas import FELT
from ui.shapes import cut_out, gradient, octagon, outline, polygon, radial, soft
from ui.sprites import cached
from ui.theme import BLACK, CENTER, FELT_DARK, FELT_LIGHT, WHITE, rgb

RAIL, STITCH = rgb("2C3A43"), rgb("2B6F63")
SHADOW_INSET = (60, 30)
# (how far inside the rail, how much of each corner is cut off)
RAIL_CUT, CLOTH_CUT, STITCH_CUT = (0, 252), (6, 248), (22, 242)


@cached
def ground() -> Surface:
    w, h = FELT.size
    out = Surface(CENTER, 0, 32)
    out.blit(gradient(*CENTER, rgb("080C11"), rgb("04070A")), (0, 0))
    dx, dy = SHADOW_INSET
    shadow = soft(w - 2 * dx, h - 2 * dy, 200, 28, BLACK, 0.5)
    out.blit(shadow.surface, (FELT.x + dx + shadow.dx, FELT.y + dy + shadow.dy))
    out.blit(polygon(w, h, _inside(*RAIL_CUT), RAIL), FELT.topleft)
    cloth = polygon(w, h, _inside(*CLOTH_CUT), WHITE)
    out.blit(cut_out(radial(w, h, FELT_LIGHT, FELT_DARK, 0.5, 0.5), cloth), FELT.topleft)
    out.blit(outline(w, h, _inside(*STITCH_CUT), STITCH, 2), FELT.topleft)
    return out


def _inside(edge: int, corner: int) -> tuple[tuple[float, float], ...]:
    return tuple(octagon(edge, edge, FELT.w - 2 * edge, FELT.h - 2 * edge, corner))
