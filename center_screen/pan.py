"""Pan in the middle of the table: the block and the card that may be used, a board before each
plate, who paid whom."""

from math import copysign
from typing import NamedTuple

from pygame import Rect

from center_screen.areas import GLASS, NOTE_STRONG, SMALL, long_sides
from center_screen.board import DECK, flip
from center_screen.seats import PLACES, Place
from center_screen.sheet import put
from firmware.screens.protocol import Laid, Pan, Public
from firmware.screens.protocol import pan_facts as facts
from ui import cards
from ui.canvas import Canvas
from ui.motion import Timeline
from ui.shapes import Look
from ui.theme import GOLD, TEXT, TEXT2

Row = tuple[tuple[tuple[int, ...], bool], ...]  # cards of each meld, and whether it pays


class Lie(NamedTuple):
    """How the cards of a board lie."""

    w: int
    h: int
    step: int
    between: int

    def meld(self, cards: int) -> int:
        return self.w + self.step * (cards - 1)

    def wide(self, row: Row) -> int:
        return sum(self.meld(len(one)) for one, _ in row) + self.between * (len(row) - 1)


CARD = Rect(0, 0, 106, 158)
BLOCK, TURNED = (CARD.move(GLASS.centerx + x, GLASS.centery - CARD.h // 2) for x in (-118, 12))
COUNT = Rect(0, 0, 300, 40)
TOLD, TOLD_FAR = Rect(0, 0, 900, 44), 262
# Cards of a board: how large, how much of each is seen, between melds
WIDE, NARROW = Lie(48, 68, 25, 14), Lie(44, 62, 20, 10)  # on the long sides; at corners and ends
MARGIN, BOARD_FAR, CORNER_SHIFT, LONG_SIDE = 5, 106, 42, 400
PAYS = Look(GOLD, None, None, radius=9)


def draw(c: Canvas, public: Public, pan: Pan, time: Timeline, now: float) -> None:
    _block(c, pan, time.at("board 0", now))
    told = facts.paid(pan, public.name) if not public.alert else ""
    for spot in long_sides(TOLD_FAR):
        put(c, *spot, *TOLD.size, _told, told)
    for number, place in PLACES.items():
        if row := _row(facts.of_seat(pan, number)):
            how = WIDE if place.width >= LONG_SIDE else NARROW
            size = how.wide(row) + 2 * MARGIN, how.h + 2 * MARGIN
            put(c, *_before(place), place.turn, *size, _board, row, how)


def _before(place: Place) -> tuple[float, float]:
    """Of its plate; at the corners towards the long side, the end's board is near."""
    x, y = place.inward(BOARD_FAR)
    if not place.corner:
        return x, y
    dx, dy = GLASS.centerx - place.x, place.y - GLASS.centery
    return x + copysign(CORNER_SHIFT, dx), y + copysign(CORNER_SHIFT, dy)


def _row(melds: list[Laid]) -> Row:
    return tuple((one.cards, one.worth > 0) for one in melds)


def _block(c: Canvas, pan: Pan, share: float) -> None:
    if pan.block:
        for lift in (8, 4, 0):
            c.blit(cards.back(*CARD.size), BLOCK.x + lift, BLOCK.y - lift)
        c.report.backs.append(BLOCK)
    else:
        c.blit(cards.place(*CARD.size), *BLOCK.topleft)
    for n, turn in enumerate((-90, 90)):
        x = BLOCK.x - 42 if not n else TURNED.right + 42
        put(c, x, GLASS.centery, turn, *COUNT.size, _count, f"{pan.block} left")
    if pan.turned < 0:
        c.blit(cards.place(*CARD.size), *TURNED.topleft)
    elif share < 1:
        flip(c, pan.turned, TURNED, share)
    else:
        c.sprite(cards.shadowed(cards.two_headed(pan.turned, *CARD.size, DECK)), *TURNED.topleft)
        c.face(pan.turned, TURNED)


def _count(c: Canvas, says: str) -> None:
    c.text(says, COUNT.centerx, COUNT.centery, *SMALL, TEXT2, "c")


def _told(c: Canvas, says: str) -> None:
    if says:
        c.text(says, TOLD.centerx, TOLD.centery, *NOTE_STRONG, TEXT, "c", room=TOLD.w - 20)


def _board(c: Canvas, row: Row, how: Lie) -> None:
    """Meld beside meld; a pay condition lies on gold."""
    x = MARGIN
    for one, pays in row:
        whole = Rect(x, MARGIN, how.meld(len(one)), how.h)
        if pays:
            c.box(whole.inflate(8, 8), PAYS)
        for n, card in enumerate(one):
            at = Rect(x + n * how.step, MARGIN, how.w, how.h)
            c.blit(cards.face(card, *at.size, DECK), *at.topleft)
            c.face(card, at)
        x = whole.right + how.between
