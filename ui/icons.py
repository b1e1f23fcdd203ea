"""Icons on a grid of 24, drawn with one round pen."""

import pygame
from pygame import Surface

from ui.paths import lines
from ui.shapes import blank, shrink, stroke
from ui.sprites import cached
from ui.theme import Color

OVER = 4

STROKES = {
    "clock": "O 12 12 9 M 12 7 L 12 12 L 15 14",
    "bell": "M 6.5 16 L 6.5 11 C 6.5 4.6 17.5 4.6 17.5 11 L 17.5 16 L 19 18 L 5 18 Z M 12 4 L 12 6"
    " M 10 20.7 L 14 20.7",
    "undo": "M 8.5 3.6 L 4 8.2 L 8.5 12.8 M 4.4 8.2 L 14 8.2 C 21.6 8.2 21.6 19.4 14 19.4 L 9 19.4",
    "house": "M 3.5 12 L 12 4 L 20.5 12 M 6 10.4 L 6 20 L 18 20 L 18 10.4",
    "menu": "M 4.5 6 L 19.5 6 M 4.5 12 L 19.5 12 M 4.5 18 L 19.5 18",
    "plus": "M 12 4.5 L 12 19.5 M 4.5 12 L 19.5 12",
    "minus": "M 4.5 12 L 19.5 12",
    "pause": "M 8.5 5 L 8.5 19 M 15.5 5 L 15.5 19",
    "cup": "M 5.5 9.5 L 16.5 9.5 L 16.5 15 C 16.5 21 5.5 21 5.5 15 Z"
    " M 16.5 11 C 21.5 10.5 21.5 16.5 16.3 16.5 M 9 3.5 L 9 6 M 13 3.5 L 13 6",
    "history": "A 12 12 8.6 -62 232 M 4.2 3.6 L 4.2 8.2 L 8.8 8.2 M 12 7.6 L 12 12.4 L 15.2 14",
    "eye off": "M 2.5 12 C 6.5 4 17.5 4 21.5 12 C 17.5 20 6.5 20 2.5 12 Z O 12 12 2.6"
    " M 20 3.5 L 4 20.5",
    "eye": "M 2.5 12 C 6.5 4 17.5 4 21.5 12 C 17.5 20 6.5 20 2.5 12 Z O 12 12 2.8",
    "shield": "M 12 2.8 L 19.5 5.6 L 19.5 11.5 C 19.5 16.6 16.4 19.8 12 21.4"
    " C 7.6 19.8 4.5 16.6 4.5 11.5 L 4.5 5.6 Z M 8.4 11.9 L 11.2 14.6 L 15.8 9.6",
    "close": "M 5.5 5.5 L 18.5 18.5 M 18.5 5.5 L 5.5 18.5",
    "equals": "M 4 8.5 L 20 8.5 M 4 15.5 L 20 15.5",
    "up": "M 12 19.5 L 12 4.8 M 5.6 11 L 12 4.6 L 18.4 11",
    "down": "M 12 4.5 L 12 19.2 M 5.6 13 L 12 19.4 L 18.4 13",
    "check": "M 4.5 12.8 L 9.6 17.8 L 19.8 6.8",
    "knock": "M 4.5 12.8 L 9.6 17.8 L 19.8 6.8",
    "hand": "M 8.6 13.6 L 8.6 4.8 C 8.6 2.8 11.6 2.8 11.6 4.8 L 11.6 10.4"
    " C 11.8 9.2 14.4 9.2 14.4 10.8 C 14.8 9.8 17.2 10 17.2 11.6 C 17.8 10.8 20 11.2 20 13"
    " C 20 18 18.6 21 14 21 C 9.6 21 8.6 18.6 4.6 14.6 C 3.6 13.4 5.2 11.8 6.6 12.6 L 8.6 14",
    "info": "O 12 12 9 M 12 11.2 L 12 16.4 O 12 7.6 0.35",
    "swap": "M 4 8 L 20 8 L 16 4 M 20 16 L 4 16 L 8 20",
    "sliders": "M 3.5 7.5 L 20.5 7.5 M 3.5 16.5 L 20.5 16.5 O 9 7.5 1.3 O 15.5 16.5 1.3",
    "sound": "M 4 9.5 L 7.5 9.5 L 12 5.6 L 12 18.4 L 7.5 14.5 L 4 14.5 Z A 11.6 12 4.4 48 132"
    " A 11.6 12 8.4 42 138",
    "exit": "M 13.5 4 L 5.5 4 L 5.5 20 L 13.5 20 M 10.5 12 L 20.5 12"
    " M 16.5 7.6 L 20.7 12 L 16.5 16.4",
    "before": "M 15.5 4.5 L 8 12 L 15.5 19.5",
    "first": "M 5 4.5 L 5 19.5 M 18.5 4.5 L 10.5 12 L 18.5 19.5",
    "last": "M 19 4.5 L 19 19.5 M 5.5 4.5 L 13.5 12 L 5.5 19.5",
    "play": "M 7 4 L 19 12 L 7 20 Z",
    "next": "M 8.5 4.5 L 16 12 L 8.5 19.5",
    "back": "M 20 12 L 4.4 12 M 11 5.4 L 4.4 12 L 11 18.6",
    "qr": "M 4 4 L 10 4 L 10 10 L 4 10 Z M 14 4 L 20 4 L 20 10 L 14 10 Z M 4 14 L 10 14 L 10 20"
    " L 4 20 Z M 14 14 L 14 16 M 17.5 14 L 20 14 M 20 17 L 20 20 M 14 20 L 16 20",
    "wifi": "A 12 19 15 -43 43 A 12 19 10.2 -43 43 A 12 19 5.4 -43 43 O 12 19 0.7",
    "lock": "M 5 11 L 19 11 L 19 20 L 5 20 Z M 8 11 L 8 8 C 8 3.2 16 3.2 16 8 L 16 11"
    " O 12 15.4 0.5",
    "erase": "M 8.5 5 L 21 5 L 21 19 L 8.5 19 L 2.5 12 Z M 12 9.2 L 17 14.8 M 17 9.2 L 12 14.8",
    "alert": "M 12 3.6 L 21.6 20 L 2.4 20 Z M 12 9.4 L 12 14 O 12 17 0.35",
    "chevron": "M 3 8 L 12 16.5 L 21 8",
    "cut": "M 3 12 L 21 12 M 6 4 L 18 4 L 18 8 M 18 16 L 18 20 L 6 20 L 6 16 M 6 4 L 6 8",
    "type": "M 3 19 L 9 5 L 15 19 M 5.2 14.4 L 12.8 14.4 M 16 19 L 19 11.6 L 22 19"
    " M 17 16.6 L 21 16.6",
}

FILLS = {
    "star": "M 12 1.8 L 14.9 8.9 L 22.6 9.5 L 16.8 14.5 L 18.6 22 L 12 18 L 5.4 22 L 7.2 14.5"
    " L 1.4 9.5 L 9.1 8.9 Z",
    "dots": " ".join(f"M {x-2} {y-2} L {x+2} {y-2} L {x+2} {y+2} L {x-2} {y+2} Z"
                     for y in (4, 12, 20) for x in (4, 12, 20)),
}  # fmt: skip


@cached
def icon(name: str, px: int, ink: Color, pen: float = 2.0) -> Surface:
    big = blank(px * OVER, px * OVER, ink)
    zoom = px * OVER / 24
    for points, closed in lines(STROKES.get(name, "")):
        stroke(big, points, ink, pen * zoom, zoom, closed)
    for points, _ in lines(FILLS.get(name, "")):
        pygame.draw.polygon(big, ink, [(x * zoom, y * zoom) for x, y in points])
    return shrink(big, px, px)
