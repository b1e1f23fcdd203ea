"""The light that falls on whoever acts or won; under everything else."""

import pygame
from pygame import Surface

from center_screen.seats import DEPTH, PLACES, Place
from firmware.screens.protocol import Public
from ui.canvas import Canvas
from ui.shapes import OVER, blank, shrink
from ui.sprites import cached
from ui.theme import GOLD, WHITE

REACH = 220
FAR_END, NEAR_END = (0.36, 0.64), (0.05, 0.95)  # shares of the plate's width
DIM, BRIGHT = 18, 92  # how much of it is seen at the far end and at the near one
SCALE = OVER // 2  # it is drawn so much larger, for smooth edges


def draw(c: Canvas, public: Public) -> None:
    for seat in public.seats:
        if seat.seat in PLACES and (seat.seat == public.actor or seat.won):
            _shine(c, PLACES[seat.seat])


def _shine(c: Canvas, place: Place) -> None:
    x, y = place.inward(DEPTH / 2 + REACH / 2)
    c.middle(_wedge(place.width, REACH, place.turn), x, y)


@cached
def _wedge(w: int, h: int, turn: int) -> Surface:
    """Narrow at the far end, fading."""
    big = blank(w * SCALE, h * SCALE, GOLD)
    far = [(w * share * SCALE, 0.0) for share in FAR_END]
    near = [(w * share * SCALE, float(h * SCALE)) for share in reversed(NEAR_END)]
    pygame.draw.polygon(big, (*GOLD, 255), far + near)
    out = shrink(big, w, h)
    out.blit(_fade(w, h), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    turned = pygame.transform.rotozoom(out, turn, 1) if turn % 90 else None
    return turned or pygame.transform.rotate(out, turn)


def _fade(w: int, h: int) -> Surface:
    fade = Surface((1, h), pygame.SRCALPHA, 32)
    for y in range(h):
        fade.set_at((0, y), (*WHITE, round(DIM + (BRIGHT - DIM) * y / h)))
    return pygame.transform.scale(fade, (w, h))
