"""Card faces and backs, for a station (one way up) and for the center (two-headed).

A face is drawn by its number alone, from a deck that everyone knows; who holds it is not known
here and nothing here remembers it.
"""

from collections.abc import Iterator, Sequence

import pygame
from pygame import Rect, Surface

from firmware.games.cards import JOKER, TILE
from ui import text, tiles
from ui.icons import icon
from ui.paths import lines
from ui.shapes import (
    Look,
    Sprite,
    blank,
    box,
    cut_out,
    disc,
    faded,
    gradient,
    mask,
    octagon,
    outline,
    ring_mask,
    shrink,
    soft,
)  # fmt: skip
from ui.sprites import cached
from ui.text import CAP
from ui.theme import BLACK, CREAM, DECKS, GOLD, GOLD_INK, WHITE, Color, rgb

OVER = 4
PAPER, PAPER_LOW = WHITE, rgb("F1EFE8")
BACK_TOP, BACK_LOW, BACK_INK = rgb("274B7A"), rgb("16305A"), rgb("A9CBF5")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

SUITS = {
    "club": "O 50 25 23.5 O 25 59 23.5 O 75 59 23.5 M 50 30 L 66 62 L 53 68 C 54 86 60 95 69 100"
    " L 31 100 C 40 95 46 86 47 68 L 34 62 Z",
    "diamond": "M 50 0 C 60 17 72 34 87 50 C 72 66 60 83 50 100"
    " C 40 83 28 66 13 50 C 28 34 40 17 50 0 Z",
    "heart": "M 50 98 C 42 82 2 60 2 32 C 2 12 16 3 29 3 C 40 3 47 11 50 21"
    " C 53 11 60 3 71 3 C 84 3 98 12 98 32 C 98 60 58 82 50 98 Z",
    "spade": "M 50 0 C 44 17 2 36 2 61 C 2 80 16 88 28 88 C 37 88 44 83 47.5 75"
    " C 46 88 41 96 32 100"
    " L 68 100 C 59 96 54 88 52.5 75 C 56 83 63 88 72 88 C 84 88 98 80 98 61 C 98 36 56 17 50 0 Z",
}  # fmt: skip
ORDER = ("club", "diamond", "heart", "spade")


@cached
def suit(name: str, px: int, ink: Color) -> Surface:
    big = blank(px * OVER, px * OVER, ink)
    zoom = px * OVER / 100
    for points, _ in lines(SUITS[name]):
        pygame.draw.polygon(big, ink, [(x * zoom, y * zoom) for x, y in points])
    return shrink(big, px, px)


def _rank_ink(card: int, deck: str) -> tuple[str, str, Color]:
    if card == JOKER:
        return "J", "spade", DECKS[deck][3]
    rank, kind = divmod(card, 4)
    return RANKS[rank], ORDER[kind], DECKS[deck][kind]


def _put(on: Surface, words: str, px: int, ink: Color, left: float, middle: float) -> None:
    """A rank with its left edge and the middle of its height at a point; 10 is set tight."""
    tight = words == "10"
    letters, base = text.render(
        words, px, "bold", ink, False, -0.1 if tight else 0.0, round(px * 0.78) if tight else 0
    )
    on.blit(letters, (round(left), round(middle + CAP * px / 2) - base))


def _paper(w: int, h: int, low: Color = PAPER_LOW) -> Surface:
    """To be printed on."""
    return _sheet(w, h, low).copy()


@cached
def _sheet(w: int, h: int, low: Color) -> Surface:
    paper = cut_out(gradient(w, h, PAPER, low), mask(w, h, max(4, w * 0.1)))
    edge = blank(w, h, rgb("B9B5A8"))
    edge.fill((*rgb("B9B5A8"), 255))
    paper.blit(cut_out(edge, faded(ring_mask(w, h, max(4, w * 0.1), 1), 0.55)), (0, 0))
    return paper


@cached
def face(card: int, w: int, h: int, deck: str) -> Surface:
    if card >= TILE:
        return tiles.tile(card, w, h)
    rank, kind, ink = _rank_ink(card, deck)
    out = _paper(w, h)
    px = round(w * 0.56)
    top = round(w * 0.095)
    _put(out, rank, px, ink, w * (0.055 if rank == "10" else 0.085), top + CAP * px / 2)
    small = round(w * 0.28)
    if card != JOKER:
        out.blit(suit(kind, small, ink), (round(w * 0.135), round(top + CAP * px + w * 0.07)))
        pip = round(w * 0.52)
        out.blit(suit(kind, pip, ink), (w - pip - round(w * 0.075), h - pip - round(w * 0.095)))
    else:
        star = icon("star", round(w * 0.56), GOLD)
        out.blit(star, (w - round(w * 0.64), h - round(w * 0.66)))
    return out


@cached
def tile(card: int, w: int, h: int, deck: str = "four") -> Surface:
    """Rank and suit side by side: reading strips of the center."""
    if card >= TILE:
        return tiles.tile(card, w, h)
    rank, kind, ink = _rank_ink(card, deck)
    out = _paper(w, h)
    px = round(h * 0.46 if h >= w else min(h * 0.7, w * 0.46))
    _put(out, rank, px, ink, w * (0.04 if rank == "10" else 0.1), h * 0.5)
    size = round(w * 0.4)
    if card == JOKER:
        out.blit(icon("star", size, GOLD), (w - size - round(w * 0.07), round((h - size) / 2)))
    else:
        out.blit(suit(kind, size, ink), (w - size - round(w * 0.07), round((h - size) / 2)))
    return out


@cached
def two_headed(card: int, w: int, h: int, deck: str) -> Surface:
    """Each half upright to its long side; 6 and 9 carry a bar beneath."""
    if card >= TILE:
        return tiles.tile(card, w, h)
    rank, kind, ink = _rank_ink(card, deck)
    out = _paper(w, h, PAPER)
    half = blank(w, h // 2)
    px = round(w * 0.66)
    pip = round(w * 0.35)
    middle = h * 0.245
    _put(half, rank, px, ink, w * (0.035 if rank == "10" else 0.09), middle)
    if card == JOKER:
        half.blit(icon("star", pip, GOLD), (w - pip - round(w * 0.07), round(middle - pip / 2)))
    else:
        half.blit(suit(kind, pip, ink), (w - pip - round(w * 0.06), round(middle - pip / 2)))
    if rank in ("6", "9"):
        bar = Rect(
            round(w * 0.09),
            round(middle + CAP * px / 2 + h * 0.022),
            round(w * 0.37),
            max(2, h // 56),
        )
        pygame.draw.rect(half, ink, bar, border_radius=bar.h // 2)
    out.blit(half, (0, h - h // 2))
    out.blit(pygame.transform.rotate(half, 180), (0, 0))
    pygame.draw.line(
        out, rgb("C9C6BB"), (round(w * 0.09), h // 2), (round(w * 0.91), h // 2), max(1, h // 160)
    )
    return out


@cached
def back(w: int, h: int, of_tile: bool = False) -> Surface:
    """Cream rim, blue lattice, octagon and spade."""
    if of_tile:
        return tiles.back(w, h)
    radius = max(3, w * 0.09)
    out = cut_out(gradient(w, h, CREAM, rgb("EFE8DA")), mask(w, h, radius))
    rim = max(2, round(w * 0.042))
    iw, ih = w - 2 * rim, h - 2 * rim
    inner = cut_out(gradient(iw, ih, BACK_TOP, BACK_LOW), mask(iw, ih, radius * 0.6))
    if w >= 40:
        inner.blit(_lattice(iw, ih, max(3, round(w * 0.04))), (0, 0))
        d = round(w * 0.4)
        inner.blit(_emblem(d), ((iw - d) // 2, (ih - d) // 2))
    out.blit(inner, (rim, rim))
    return out


@cached
def _lattice(w: int, h: int, inset: int) -> Surface:
    big = blank(w * 2, h * 2, BACK_INK)
    pitch = max(8, round(w * 0.145)) * 2
    for x in range(-h * 2, w * 2, pitch):
        pygame.draw.line(big, (*BACK_INK, 88), (x, 0), (x + h * 2, h * 2), 3)
        pygame.draw.line(big, (*BACK_INK, 88), (x + h * 2, 0), (x, h * 2), 3)
    out = shrink(big, w, h)
    clear = (*BACK_INK, 0)
    for rect in (
        (0, 0, w, inset),
        (0, h - inset, w, inset),
        (0, 0, inset, h),
        (w - inset, 0, inset, h),
    ):
        out.fill(clear, rect)
    pygame.draw.rect(
        out, (*BACK_INK, 150), (inset, inset, w - 2 * inset, h - 2 * inset), 1, border_radius=3
    )
    return out


@cached
def _emblem(d: int) -> Surface:
    points = tuple(octagon(1, 1, d - 2, d - 2, d * 0.29))
    inner = tuple(octagon(d * 0.19, d * 0.19, d * 0.62, d * 0.62, d * 0.18))
    out = blank(d, d)
    big = blank(d * 4, d * 4, BACK_LOW)
    pygame.draw.polygon(big, BACK_LOW, [(x * 4, y * 4) for x, y in points])
    out.blit(shrink(big, d, d), (0, 0))
    pen = max(1.2, d * 0.038)
    out.blit(outline(d, d, points, BACK_INK, pen), (0, 0))
    out.blit(outline(d, d, inner, BACK_INK, pen), (0, 0))
    size = round(d * 0.33)
    out.blit(suit("spade", size, BACK_INK), (round((d - size) / 2), round((d - size) / 2)))
    return out


@cached
def pair_of_backs(w: int, h: int, count: int = 2) -> Surface:
    """The little backs on a plate: this seat holds cards."""
    step = w - 3 if count <= 2 else max(6, (2 * w - 3 - w) // max(1, count - 1))
    out = blank(w + step * (count - 1), h)
    for n in range(count):
        one = box(w, h, Look(rgb("2F5C9B"), rgb("1C3D70"), CREAM, 1.5, 4)).surface
        shade = mask(w, h, 4).copy()
        shade.fill((0, 0, 0, 90), special_flags=pygame.BLEND_RGBA_MULT)
        if n:
            out.blit(shade, (step * n - 1, 0))
        out.blit(one, (step * n, 0))
    return out


@cached
def place(w: int, h: int) -> Surface:
    """Where a card will lie."""
    return box(
        w, h, Look(rgb("06201F"), rgb("05191A"), rgb("3C8A7C"), 1.25, max(6, w * 0.09), 0.62)
    ).surface


@cached
def framed(card: int, w: int, h: int, deck: str, heads: bool) -> Sprite:
    """A winning card: gold frame, a little larger."""
    line = max(3, round(w * 0.05))
    frame = box(
        w + 2 * line, h + 2 * line, Look(GOLD, GOLD, None, 1, max(4, w * 0.1) + line, shadow=10)
    )
    out = frame.surface.copy()
    one = two_headed(card, w, h, deck) if heads else face(card, w, h, deck)
    out.blit(one, (line - frame.dx, line - frame.dy))
    return Sprite(out, frame.dx - line, frame.dy - line)


@cached
def shaded(card: int, w: int, h: int, deck: str, heads: bool) -> Surface:
    """A card that did not win."""
    out = (two_headed(card, w, h, deck) if heads else face(card, w, h, deck)).copy()
    veil = mask(w, h, max(4, w * 0.1)).copy()
    veil.fill((6, 40, 38, 165), special_flags=pygame.BLEND_RGBA_MULT)
    out.blit(veil, (0, 0))
    return out


@cached
def tick(d: int) -> Surface:
    out = disc(d, GOLD).copy()
    sign = icon("check", round(d * 0.62), GOLD_INK, 3)
    out.blit(sign, (round(d * 0.19), round(d * 0.19)))
    return out


CURLS = 8


@cached
def curl(card: int, w: int, h: int, deck: str, step: int) -> Sprite:
    """Frame `step` (1 to CURLS) of the near edge lifting: the back above, the face on the flap; a
    tile is turned over as it is."""
    if card >= TILE:
        return Sprite(tiles.tile(card, w, h), 0, 0)
    share = step / CURLS
    fold = h - round(0.38 * h * share)  # the card is folded here
    lift = round(0.53 * h * share)  # height of the flap
    spread = round(w * 0.035 * share)
    pad = max(4, w // 10)
    out = blank(w + 2 * pad, h + 2 * pad)
    upper = back(w, h).copy()
    upper.fill((0, 0, 0, 0), (0, fold - 2, w, h))
    veil = blank(w, h)
    veil.fill((0, 0, 0, round(110 * share)))
    upper.blit(cut_out(veil, upper), (0, 0))
    out.blit(upper, (pad, pad))
    shadow = soft(w - 8, max(4, lift // 3), 8, max(4, pad), BLACK, 0.6 * share)
    out.blit(shadow.surface, (pad + 4 + shadow.dx, pad + fold - lift // 4 + shadow.dy))
    out.blit(_flap(card, w + 2 * spread, lift, deck, spread), (pad - spread, pad + fold - lift))
    return Sprite(out, -pad, -pad)


def _flap(card: int, w: int, h: int, deck: str, spread: int) -> Surface:
    rank, kind, ink = _rank_ink(card, deck)
    big = blank(w * OVER, max(1, h) * OVER, WHITE)
    z = OVER
    r = w * 0.08
    points = [
        (spread, h), (spread * 0.4 + 1, r), (spread + 2, 2), (spread + r, 0),
        (w - spread - r, 0), (w - spread - 2, 2), (w - spread * 0.4 - 1, r), (w - spread, h),
    ]  # fmt: skip
    rounded = [(x * z, y * z) for x, y in [(0, h * 0.92), *points[1:-1], (w, h * 0.92)]]
    pygame.draw.polygon(
        big,
        WHITE,
        [*rounded, (w * z * 0.97, h * z), (w * z * 0.5, h * z * 0.955), (w * z * 0.03, h * z)],
    )
    shape = shrink(big, w, max(1, h))
    paper = gradient(w, max(1, h), WHITE, rgb("F4F2EC")).copy()
    low = h // 4
    if low:
        paper.blit(gradient(w, low, rgb("F6F5F0"), rgb("D2CFC6")), (0, h - low))
    out = cut_out(paper, shape)
    px = round(w * 0.5)
    if h > px * 0.75:
        middle = h * 0.42
        _put(out, rank, px, ink, w * (0.05 if rank == "10" else 0.115), middle)
        size = round(w * 0.35)
        if card == JOKER:
            out.blit(
                icon("star", size, GOLD), (w - size - round(w * 0.09), round(middle - size / 2))
            )
        else:
            out.blit(suit(kind, size, ink), (w - size - round(w * 0.09), round(middle - size / 2)))
    return out


def warm(sizes: Sequence[tuple[int, int]], deck: str, heads: bool = False) -> Iterator[None]:
    """Print a whole deck, a card a step: a screen with nothing to do is ready for the showdown."""
    for w, h in sizes:
        for card in range(52):
            shadowed(two_headed(card, w, h, deck) if heads else face(card, w, h, deck))
            yield
            framed(card, w, h, deck, heads)
            yield
            shaded(card, w, h, deck, heads)
            yield


@cached
def shadowed(surface: Surface) -> Sprite:
    """A card with its shadow on the felt."""
    w, h = surface.get_size()
    under = soft(w, h, w * 0.1, 8, BLACK, 0.36)
    out = blank(under.surface.get_width(), under.surface.get_height() + 3)
    out.blit(under.surface, (0, 3))
    out.blit(surface, (-under.dx, -under.dy))
    return Sprite(out, under.dx, under.dy)
