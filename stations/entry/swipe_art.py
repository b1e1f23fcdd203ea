"""The picture of a player card going through the reader."""

from pygame import Rect, Surface

from stations.state import State
from stations.wakes import BEAT_MS
from ui.canvas import Canvas
from ui.cards import suit
from ui.icons import icon
from ui.shapes import Look, blank, box, cut_out, disc, gradient, mask, octagon, outline, polygon
from ui.sizes import BUTTON, VALUE
from ui.sprites import cached
from ui.theme import BLACK, GOLD, GREEN, mix, rgb

ART = Rect(720, 76, 412, 510)
CARD, STRIPE = Rect(152, 28, 232, 366), (18, 0, 44)
READER, SLIT = Rect(28, 150, 212, 330), Rect(224, 176, 6, 280)
CARD_INK, CARD_GOLD, BADGE = rgb("4A3005"), rgb("FFD98C"), rgb("1D2A33")
READER_LOOK = Look(rgb("27333F"), rgb("131B23"), rgb("46545F"), 2, 22, shadow=26)
SLIT_LOOK = Look(rgb("0A0F14"), None, None, radius=3)
LAMP = (90, 202)
BADGE_AT, BADGE_D, BADGE_PEN = (264, 134), 88, 4.5
PRINTED = (("PLAYER", 261), ("CARD", 289))
ARROWS_X, ARROWS, SHADES = 134, (284, 336, 388), (0.45, 0.7, 1.0)


def draw(c: Canvas, s: State) -> None:
    x, y = ART.topleft
    c.blit(_card_and_reader(), x, y)
    c.middle(disc(19, GREEN), x + LAMP[0], y + LAMP[1])
    c.text("Ready", x + LAMP[0] + 20, y + LAMP[1], *BUTTON.semibold, rgb("9BE8C8"))
    lit = 2 if s.view.prefs.calm else int(s.now // BEAT_MS) % len(ARROWS)
    for n, arrow_y in enumerate(ARROWS):
        ink = mix(rgb("1B242C"), GOLD, SHADES[(n - lit - 1) % len(SHADES)])
        c.middle(icon("chevron", 100, ink, 2.6), x + ARROWS_X, y + arrow_y)
    _print(c)


def _print(c: Canvas) -> None:
    """What is printed on the card, over the arrows."""
    badge = Rect(BADGE_AT, (BADGE_D, BADGE_D)).move(ART.topleft)
    points = tuple(octagon(2.5, 2.5, 83, 83, 25))
    c.blit(polygon(*badge.size, points, BADGE), *badge.topleft)
    c.blit(outline(*badge.size, points, CARD_GOLD, BADGE_PEN), *badge.topleft)
    c.middle(suit("spade", 42, CARD_GOLD), *badge.center)
    for word, y in PRINTED:
        c.text(word, badge.centerx, ART.y + y, *VALUE.bold, CARD_INK, "c", track=0.06)


@cached
def _card_and_reader() -> Surface:
    out = blank(*ART.size)
    shade = box(*CARD.size, Look(BLACK, None, None, radius=18, alpha=0.01, shadow=24))
    out.blit(shade.surface, (CARD.x + shade.dx, CARD.y + shade.dy))
    card = gradient(*CARD.size, rgb("FFD071"), rgb("D58B16")).copy()
    card.fill(rgb("1C1104"), (*STRIPE, CARD.h))
    out.blit(cut_out(card, mask(*CARD.size, 18)), CARD.topleft)
    reader = box(*READER.size, READER_LOOK)
    out.blit(reader.surface, (READER.x + reader.dx, READER.y + reader.dy))
    out.blit(box(*SLIT.size, SLIT_LOOK).surface, SLIT.topleft)
    return out
