"""Signs of games against a bank: pucks, and which side won."""

import pygame
from pygame import Surface

from ui.shapes import OVER, Look, blank, box, disc, shrink
from ui.sprites import cached
from ui.text import CAP, render
from ui.theme import BLACK, CREAM, GOLD, GOLD_INK, ROSE_EDGE, SKY, Color, rgb

TIE = rgb("38C08A")
GOLD_TAG, TAG_HIGH, TAG_PAD = Look(GOLD, None, None, radius=7), 1.3, 0.36


@cached
def letters(mark: str, px: int, ink: Color) -> Surface:
    """A mark printed on a puck: a sign, not a text to read."""
    drawn, base = render(mark, px, "bold", ink)
    out = blank(drawn.get_width(), round(CAP * px) + 2)
    out.blit(drawn, (0, round(CAP * px) + 1 - base))
    return out


@cached
def side_tag(says: str, px: int) -> Surface:
    """On a card that won: for the high hand, the low one, or both."""
    words, base = render(says, px, "bold", GOLD_INK)
    high = round(px * TAG_HIGH)
    out = box(words.get_width() + round(px * TAG_PAD), high, GOLD_TAG).surface.copy()
    out.blit(words, (round(px * TAG_PAD / 2), round((high + CAP * px) / 2) - base))
    return out


@cached
def two_headed_tag(says: str, px: int) -> Surface:
    """For both long sides, between the two faces of a card."""
    one = side_tag(says, px)
    wide, high = one.get_size()
    out = blank(2 * wide + px, high)
    out.blit(pygame.transform.rotate(one, 180), (0, 0))
    out.blit(one, (wide + px, 0))
    return out


@cached
def bank_puck(d: int, turn: int = 0, turns: int = 0) -> Surface:
    """Who holds the bank; with pips, in which of his turns."""
    out = disc(d, CREAM).copy()
    _lay(out, disc(round(d * 0.88), CREAM, GOLD_INK, max(1.5, d * 0.05)), d / 2, d / 2)
    high = 0.4 if turns else 0.5
    _lay(out, letters("B", round(d * (0.5 if turns else 0.58)), GOLD_INK), d / 2, d * high)
    pip = max(4, round(d * 0.14))
    for n in range(turns):
        x = d / 2 + (n - (turns - 1) / 2) * pip * 1.35
        one = disc(pip, GOLD_INK) if n < turn else disc(pip, CREAM, GOLD_INK, max(1.0, d * 0.03))
        _lay(out, one, x, d * 0.74)
    return out


@cached
def first_puck(d: int) -> Surface:
    """Whose wagers are settled first."""
    out = disc(d, SKY).copy()
    _lay(out, disc(round(d * 0.86), SKY, rgb("0B1F38"), max(1.2, d * 0.04)), d / 2, d / 2)
    _lay(out, letters("1st", round(d * 0.42), rgb("0B1F38")), d / 2, d / 2)
    return out


@cached
def on_puck(d: int) -> Surface:
    """The point of craps is on."""
    out = disc(d, CREAM).copy()
    _lay(out, disc(round(d * 0.86), CREAM, GOLD_INK, max(1.2, d * 0.04)), d / 2, d / 2)
    _lay(out, letters("ON", round(d * 0.36), GOLD_INK), d / 2, d / 2)
    return out


@cached
def side(mark: str, d: int) -> Surface:
    """P a ring, B a disc, T a diamond; 7 a disc with a bar, 8 a ring with a dot."""
    if mark == "T":
        return _diamond(d)
    if mark in ("P", "8"):
        out = disc(d, None, SKY, max(2.0, d * 0.17)).copy()
        if mark == "8":
            _lay(out, disc(max(3, round(d * 0.36)), SKY), d / 2, d / 2)
        return out
    out = disc(d, ROSE_EDGE).copy()
    if mark == "7":
        bar = pygame.Rect(0, 0, round(d * 0.56), max(2, round(d * 0.18)))
        bar.center = d // 2, d // 2
        pygame.draw.rect(out, BLACK, bar)
    return out


PIPS = {
    1: ((1, 1),), 2: ((0, 0), (2, 2)), 3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)), 5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}  # fmt: skip


DIE_RED = rgb("C8323B")  # ones and fours


@cached
def die(value: int, d: int) -> Surface:
    out = box(d, d, Look(CREAM, rgb("E4DCCB"), None, radius=d * 0.2)).surface.copy()
    if value > 6:  # of ten sides
        _lay(out, letters(str(value), round(d * 0.56), GOLD_INK), d / 2, d / 2)
        return out
    for x, y in PIPS[value]:
        at = d * (0.25 + 0.25 * x), d * (0.25 + 0.25 * y)
        _lay(out, disc(max(4, round(d * 0.19)), DIE_RED if value in (1, 4) else GOLD_INK), *at)
    return out


@cached
def _diamond(d: int) -> Surface:
    big = blank(d * OVER, d * OVER, TIE)
    end = d * OVER
    pygame.draw.polygon(big, TIE, [(end / 2, 0), (end, end / 2), (end / 2, end), (0, end / 2)])
    return shrink(big, d, d)


@cached
def slash(d: int) -> Surface:
    """A tie on the road: a stroke over the mark that it came after."""
    big = blank(d * OVER, d * OVER, TIE)
    end = d * OVER
    pygame.draw.line(big, TIE, (0, end), (end, 0), max(2, round(d * OVER * 0.12)))
    return shrink(big, d, d)


def _lay(on: Surface, what: Surface, x: float, y: float) -> None:
    w, h = what.get_size()
    on.blit(what, (round(x - w / 2), round(y - h / 2)))
