"""The looks of panels and buttons: what is quiet, what gives up, what is gold."""

from functools import lru_cache

from pygame import Rect

from ui.canvas import Canvas
from ui.shapes import Look
from ui.theme import (
    BLACK,
    BLUE_LOW,
    BLUE_TOP,
    GOLD,
    GOLD_GROUND,
    GOLD_LOW,
    GOLD_TOP,
    LINE,
    LINE_STRONG,
    RAISED,
    ROSE_EDGE,
    ROSE_GROUND,
    mix,
    rgb,
)

PRESS = 0.12  # a pressed fill is so much darker


def rounded(look: Look, radius: float) -> Look:
    return look._replace(radius=radius)


HAIRLINE = Look(LINE, None, None, radius=0)
PANEL = Look(rgb("121A22"), rgb("0E151B"), LINE)
CARD = Look(rgb("202B34"), rgb("1A242C"), LINE, shadow=10)
KEY = Look(rgb("22303A"), rgb("1B262F"), LINE, radius=18, shadow=8)
FLAT = Look(rgb("141D25"), rgb("10171E"), LINE, radius=18)
TICKED = Look(GOLD_GROUND, rgb("352811"), GOLD, 3)
UNTICKED = Look(rgb("111A21"), rgb("0E151B"), LINE_STRONG, 2)
GOLDEN = Look(GOLD_TOP, GOLD_LOW, None, glow=mix(GOLD, BLACK, 0.35), gloss=True)
BLUE = Look(BLUE_TOP, BLUE_LOW, None, gloss=True)
FOLD = Look(ROSE_GROUND, rgb("271719"), ROSE_EDGE, 2)
QUIET = Look(RAISED, rgb("18222A"), LINE)
GREENISH = Look(rgb("0F342F"), rgb("0B2725"), rgb("2A6A60"))

# The rounder the larger: keys 14, panels 16, actions 18.
SOFT = rounded(CARD, 14)._replace(shadow=0)
PANEL_ROW, TICKED_KEY, QUIET_KEY = (rounded(look, 14) for look in (PANEL, TICKED, QUIET))
ROSE_KEY = QUIET_KEY._replace(edge=ROSE_EDGE, line=1.5)
ACTION_GOLD, ACTION_BLUE, ACTION_FOLD = (rounded(look, 18) for look in (GOLDEN, BLUE, FOLD))
ACTION_CARD, ACTION_QUIET = rounded(CARD, 18), rounded(QUIET, 18)


def fill(c: Canvas, rect: Rect, look: Look, down: bool) -> None:
    """A button's ground, darker under a finger."""
    c.box(rect, _pressed(look) if down else look)


@lru_cache(maxsize=256)
def _pressed(look: Look) -> Look:
    top, low = mix(look.top, BLACK, PRESS), mix(look.low or look.top, BLACK, PRESS)
    return look._replace(top=top, low=low, gloss=False)
