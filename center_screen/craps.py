"""Craps in the middle: a red card and a blue one, the numbers with the point, how it stands."""

from collections.abc import Callable

from pygame import Rect

from center_screen.areas import GLASS, LINE, NOTE, NOTE_STRONG, ends, long_sides
from center_screen.board import DECK, flip
from center_screen.looks import LINES, pill
from center_screen.sentences import Kind, drawn_message
from center_screen.sheet import put
from firmware.screens.protocol import Against, Public
from firmware.screens.protocol import bank_facts as facts
from ui import cards
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import columns
from ui.shapes import Look
from ui.signs import on_puck
from ui.sizes import Type
from ui.theme import GOLD, GREEN, TEXT, TEXT2, rgb

CARD, GAP, EDGE = Rect(0, 0, 176, 262), 28, 14
RED, BLUE = Look(rgb("D0454C"), radius=24), Look(rgb("3B8BE0"), radius=24)
NAMES_AT = 190
BAND, FAR = Rect(0, 0, 1110, 190), 242
NUMBERS, BOX = (4, 5, 6, 8, 9, 10), Rect(0, 0, 130, 84)
BOX_GAP, MESSAGE_Y, NUMBER_Y = 12, 132, 42
PLAIN = Look(rgb("061413"), None, rgb("2A8A76"), 2, 10)
ON = Look(rgb("2A1F0C"), rgb("1B140A"), GOLD, 4, 10)
FIGURE, PACK = Type(46, "bold"), Type(32, "semibold")
STRIP, STRIP_FAR, TILE = Rect(0, 0, 300, 130), 500, Rect(0, 0, 70, 84)


def draw(
    c: Canvas, public: Public, round_: Against, seconds: int, turned: Callable[[int], float]
) -> None:
    faces, _ = facts.bank_hand(public)
    wide = 2 * CARD.w + GAP
    row = Rect(GLASS.centerx - wide // 2, GLASS.centery - CARD.h // 2, wide, CARD.h)
    for n, (rect, look) in enumerate(zip(columns(row, 2, GAP), (RED, BLUE), strict=True)):
        c.box(rect.inflate(EDGE, EDGE), look)
        if n >= len(faces):
            c.blit(cards.place(*rect.size), *rect.topleft)
        elif (share := turned(n)) < 1:
            flip(c, faces[n], rect, share)
        else:
            c.face(faces[n], rect)
            c.blit(cards.two_headed(faces[n], *rect.size, DECK), *rect.topleft)
    kind, says = drawn_message(public, round_, seconds)
    what = round_.point, kind, says, public.hand, public.seal
    for spot in long_sides(FAR):
        put(c, *spot, *BAND.size, _band, *what)
    for spot in ends(STRIP_FAR):
        put(c, *spot, *STRIP.size, _strip, faces, _short(round_))


def _band(c: Canvas, point: int, kind: Kind, says: str, number: int, seal: str) -> None:
    wide = len(NUMBERS) * (BOX.w + BOX_GAP) - BOX_GAP
    row = Rect(BAND.centerx - wide // 2, 0, wide, BOX.h)
    for each, rect in zip(NUMBERS, columns(row, len(NUMBERS), BOX_GAP), strict=True):
        here = each == point
        c.box(rect, ON if here else PLAIN)
        x = rect.x + 38 if here else rect.centerx
        c.text(str(each), x, NUMBER_Y, *FIGURE, GOLD if here else TEXT, "c")
        if here:
            c.middle(on_puck(56), rect.right - 38, NUMBER_Y)
    if says:
        look, ink = LINES[kind]
        room = min(600, c.measure(says, *LINE) + 52)
        box = Rect(BAND.centerx - room // 2, MESSAGE_Y - 26, room, 52)
        c.box(box, pill(look, 52))
        c.text(says, BAND.centerx, MESSAGE_Y, *LINE, ink, "c", room=room - 30)
    if number:
        c.text(f"Round #{number:,}", 0, MESSAGE_Y, *NOTE, TEXT2, room=240)
    if seal:
        wide = c.measure(seal, *NOTE_STRONG)
        c.middle(icon("shield", 28, GREEN, 2.2), BAND.right - wide - 22, MESSAGE_Y)
        c.text(seal, BAND.right, MESSAGE_Y, *NOTE_STRONG, TEXT, "r", room=240)


def _short(round_: Against) -> str:
    point = f"point {round_.point}" if round_.point else "come-out"
    return f"{round_.bank_hand}, {point}" if round_.bank_hand else point.capitalize()


def _strip(c: Canvas, faces: tuple[int, ...], says: str) -> None:
    """For an end of the table: the cards small, and a line."""
    look, ink = LINES["gold"]
    wide = min(STRIP.w, c.measure(says, *LINE) + 36)
    box = Rect(STRIP.centerx - wide // 2, 0, wide, 42)
    c.box(box, pill(look, 42))
    c.text(says, STRIP.centerx, box.centery, *LINE, ink, "c", room=wide - 20)
    for n, card in enumerate(faces):
        rect = TILE.move(STRIP.centerx - TILE.w - 5 + n * (TILE.w + 10), 46)
        c.blit(cards.tile(card, *rect.size), *rect.topleft)
        c.face(card, rect)
