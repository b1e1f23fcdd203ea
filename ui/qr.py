"""QR codes as sprites: whole pixels a module, quiet zone of four."""

from typing import Any

import segno
from pygame import Surface

from ui.shapes import cut_out, mask
from ui.sprites import cached
from ui.theme import BLACK, WHITE


@cached
def qr(words: str, px: int, radius: int = 14, error: str = "m") -> Surface:
    """The code on a white card of `px` pixels, modules as large as fit. `error` "l" is for long
    texts on clean glass. What comes after the # of an address is packed by itself: capitals and
    digits stay as tight as without it."""
    address, sign, rest = words.rpartition("#")
    said: Any = [address + sign, rest] if sign and rest else words or " "
    code = segno.make(said, error=error, micro=False, boost_error=error != "l")
    rows = [bytes(row) for row in code.matrix]
    module = max(1, px // (len(rows) + 8))
    side = len(rows) * module
    card = Surface((px, px), 0, 32)
    card.fill(WHITE)
    at = (px - side) // 2
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                card.fill(BLACK, (at + x * module, at + y * module, module, module))
    return cut_out(card, mask(px, px, radius))
