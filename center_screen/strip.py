"""The strips for the ends of the table: a short line and the board as small tiles."""

from pygame import Rect

from center_screen.areas import LINE, ends
from center_screen.board import winning
from center_screen.looks import LINES, pill
from center_screen.sentences import Kind, short_message
from center_screen.sheet import put
from firmware.screens.protocol import Public
from ui import cards
from ui.canvas import Canvas
from ui.shapes import Look
from ui.theme import GOLD, rgb

STRIP = Rect(0, 0, 392, 138)
FAR = 650  # from the middle
LINE_BOX, LINE_PAD, LINE_MARGIN = 44, 36, 24
TILE = Rect(0, 0, 68, 84)
TILES_LEFT, TILES_TOP, TILE_PITCH = 10, 50, 76
FRAME = 8
NO_TILES = 256  # the corners' up cards are near
WON = Look(GOLD, None, None, radius=11)
LOST = Look(rgb("06302E"), None, None, radius=8, alpha=0.65)


def draw(c: Canvas, public: Public) -> None:
    what = public.board, public.placard.board, winning(public), *short_message(public)
    for spot in ends(FAR):
        put(c, *spot, *STRIP.size, _strip, *what)


def _strip(
    c: Canvas,
    board: tuple[int, ...],
    count: int,
    won: tuple[int, ...] | None,
    kind: Kind,
    says: str,
) -> None:
    if says:
        _line(c, kind, says, STRIP.w if count else NO_TILES)
    for n in range(count):
        rect = TILE.move(TILES_LEFT + TILE_PITCH * n, TILES_TOP)
        if n >= len(board):
            c.blit(cards.place(*TILE.size), *rect.topleft)
        else:
            _tile(c, board[n], rect, won)


def _line(c: Canvas, kind: Kind, says: str, most: int) -> None:
    look, ink = LINES[kind]
    wide = min(most, c.measure(says, *LINE) + LINE_PAD)
    box = Rect(STRIP.centerx - wide // 2, 0, wide, LINE_BOX)
    c.box(box, pill(look, LINE_BOX))
    c.text(says, STRIP.centerx, box.centery, *LINE, ink, "c", room=wide - LINE_MARGIN)


def _tile(c: Canvas, card: int, rect: Rect, won: tuple[int, ...] | None) -> None:
    if won and card in won:
        c.box(rect.inflate(FRAME, FRAME), WON)
    c.blit(cards.tile(card, *TILE.size), *rect.topleft)
    c.face(card, rect)
    if won and card not in won:
        c.box(rect, LOST)
