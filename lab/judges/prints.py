"""Prints: the pictures that a browser gets, held against what the glass says that it drew.

A card is white paper, and on the felt nothing else is so large and so white, not even the lightest
chip: paper where no face was reported is a card that somebody hid from the report. And where one
was, the printed card must be the reported one.
"""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any

import numpy as np
import pygame
from msgspec import Struct

from center_screen.sealed import FRAME
from firmware.games.cards import DECKS
from ui import cards
from ui.door import Box, Told, What

Pixels = np.ndarray[Any, Any]
BLANK = 16  # pixels of a full glass: so much of the smallest card is blank paper
WHITE = 200  # each pixel of it: next to ink JPEG makes paper gray
PAPER = 238  # and all together: 247 at least in a print of any card, 228 at most of a $1 chip
SURE = 0.9  # how alike a printed card and its drawing are; one that is being turned is less


class Print(Struct):
    seat: int
    what: What
    frame: int
    body: bytes  # JPEG

    def pixels(self) -> Pixels:
        picture = pygame.image.load(BytesIO(self.body), "frame.jpg")
        w, h = picture.get_size()
        flat = np.frombuffer(pygame.image.tobytes(picture, "RGB"), np.uint8)
        return flat.reshape(h, w, 3)


def check(one: Print, told: Told) -> list[str]:
    """Of a glass that shows a hand."""
    pixels = one.pixels()
    scale = pixels.shape[1] / told.size[0]
    known = [box for _, box, _ in told.faces]
    if told.hole:
        known.append(told.targets["peek"])  # the finger shines on it
    if not one.seat and told.says("sealed"):
        known.append((FRAME.x, FRAME.y, FRAME.w, FRAME.h))  # the square is on white ground
    where = f"seat {one.seat}" if one.seat else "the center"
    off = [f"A picture of {where} has a card at {at}: none was reported."
           for at in _paper(pixels, scale, known)]  # fmt: skip
    if one.what == "large" and one.seat:
        off += [f"A picture of {where} has card {printed} where {card} was reported."
                for printed, card in _others(pixels, told)]  # fmt: skip
    return off


def _paper(pixels: Pixels, scale: float, known: list[Box]) -> Iterator[tuple[int, int]]:
    bright = pixels > WHITE
    white = bright[..., 0] & bright[..., 1] & bright[..., 2]
    for x, y, w, h in known:
        white[round((y - 6) * scale) : round((y + h + 6) * scale),
              round((x - 6) * scale) : round((x + w + 6) * scale)] = False  # fmt: skip
    size = max(5, round(BLANK * scale))
    for y, x in np.argwhere(_squares(white, size)):
        if pixels[y : y + size, x : x + size].mean() > PAPER:
            yield round(x / scale), round(y / scale)
            return


def _squares(white: Pixels, size: int) -> Pixels:
    """Where a square of this size that is all white begins."""
    wide = 1
    while wide < size:
        step = min(wide, size - wide)
        white = white[:-step] & white[step:]
        white = white[:, :-step] & white[:, step:]
        wide += step
    return white


def _others(pixels: Pixels, told: Told) -> Iterator[tuple[int, int]]:
    """Faces that everybody may see, where another card is printed than was reported."""
    for card, (x, y, w, h), private in told.faces:
        crop = pixels[max(0, y) : y + h, max(0, x) : x + w].mean(axis=2)
        if private or crop.shape != (h, w):
            continue
        alike = _normal(crop) @ _deck(w, h)
        if alike.max() > SURE and DECKS["52"][int(alike.argmax())] != card:
            yield DECKS["52"][int(alike.argmax())], card


@lru_cache
def _deck(w: int, h: int) -> Pixels:
    columns = []
    for card in DECKS["52"]:
        on = pygame.Surface((w, h))
        on.blit(cards.face(card, w, h, "four"), (0, 0))
        flat = np.frombuffer(pygame.image.tobytes(on, "RGB"), np.uint8).reshape(h, w, 3)
        columns.append(_normal(flat.mean(axis=2)))
    return np.stack(columns, axis=1)


def _normal(gray: Pixels) -> Pixels:
    flat: Pixels = gray.ravel() - gray.mean()
    flat /= np.linalg.norm(flat) or 1.0
    return flat
