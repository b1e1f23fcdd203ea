"""The strips for the ends of the table: a short line and the board as small tiles."""

from pygame import Rect

from center_screen.areas import LINE, NOTE_STRONG, ends
from center_screen.board import NTH_SAYS, boards, winning
from center_screen.looks import LINES, pill
from center_screen.sentences import Kind, short_message
from center_screen.sheet import put
from firmware.screens.protocol import Public
from ui import cards
from ui.canvas import Canvas
from ui.layout import inset, laid
from ui.shapes import Look
from ui.theme import GOLD, TEXT2, rgb

STRIP, TWICE = Rect(0, 0, 392, 138), Rect(0, 0, 392, 190)  # with one board, with two
OUTER = 719  # from the middle: clear of what lies before the plates
LINE_BOX, LINE_PAD, LINE_MARGIN = 44, 36, 24
TILES_TOP, BETWEEN = 50, 8
WIDE, HIGH = 68, {1: 84, 2: 66, 3: 40}  # of a tile, by the rows
NTH_AT, NTH_WIDE, NTH_RIGHT = 28, 60, 14
FRAME = 8
NO_TILES = 256  # the corners' up cards are near
WON = Look(GOLD, None, None, radius=11)
LOST = Look(rgb("06302E"), None, None, radius=8, alpha=0.65)

Row = tuple[tuple[int, ...], tuple[int, ...] | None]  # a board, and which of its cards won
Lines = tuple[tuple[int, ...], ...]  # of one board


def draw(c: Canvas, public: Public) -> None:
    rows = tuple((board, winning(public, n)) for n, board in enumerate(boards(public)))
    lines = public.placard.rows or (tuple(range(public.placard.board)),)
    area = STRIP if len(rows) == len(lines) == 1 else TWICE
    what = rows, lines, *short_message(public)
    for spot in ends(OUTER - area.h // 2):
        put(c, *spot, *area.size, _strip, *what)


def _strip(c: Canvas, rows: tuple[Row, ...], lines: Lines, kind: Kind, says: str) -> None:
    if says:
        _line(c, kind, says, STRIP.w if any(lines) else NO_TILES)
    if len(rows) == 1:
        _tiles(c, rows[0], lines, TILES_TOP, STRIP)
        return
    for n, row in enumerate(rows):
        y = TILES_TOP + n * (HIGH[2] + BETWEEN)
        c.text(NTH_SAYS[n], NTH_AT, y + HIGH[2] // 2, *NOTE_STRONG, TEXT2, "c")
        _tiles(c, row, lines, y, inset(STRIP, NTH_WIDE, right=NTH_RIGHT), HIGH[2])


def _tiles(c: Canvas, row: Row, lines: Lines, y: int, room: Rect, high: int = 0) -> None:
    (board, won), most = row, max(1, *map(len, lines))
    wide = min(WIDE, (room.w + BETWEEN) // most - BETWEEN)
    for n, rect in laid(lines, room.centerx, y, (wide, high or HIGH[len(lines)]), BETWEEN).items():
        if n >= len(board):
            c.blit(cards.place(*rect.size), *rect.topleft)
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
    c.blit(cards.tile(card, *rect.size), *rect.topleft)
    c.face(card, rect)
    if won and card not in won:
        c.box(rect, LOST)
