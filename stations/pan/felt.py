"""The upper half: the block and the card that may be used in the middle, a board before each
plate."""

from pygame import Rect

from firmware.screens.protocol import Laid, Pan
from firmware.screens.protocol import pan_facts as facts
from stations.areas import GLASS
from stations.faces import lay, lay_back
from stations.hand import seating
from stations.hand.board import flip
from stations.hand.pots import DARK
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.looks import rounded
from ui.shapes import Look
from ui.sizes import DIGIT, FINE, LABEL
from ui.theme import GOLD, TEXT2

PILL = Rect(0, 176, 0, 44)
CARD = (84, 118)
BLOCK, TURNED = Rect(GLASS.centerx - 94, 240, *CARD), Rect(GLASS.centerx + 10, 240, *CARD)
COUNT_Y = 378
SMALL, STEP, ROOM, ROW = (34, 44), 33, 184, 49
PAYS = Look(GOLD, None, None, radius=6)


def draw(c: Canvas, s: State, pan: Pan) -> None:
    _tops(c, s)
    _block(c, s, pan)
    for plate, number in seating.places(s):
        _board(c, s, plate, facts.of_seat(pan, number))


def _tops(c: Canvas, s: State) -> None:
    chips = sum(pot.chips for pot in s.public.pots)
    if not chips:
        return
    says = show(chips)
    wide = c.measure("TOPS", *LABEL.medium) + c.measure(says, *DIGIT.bold, tab=True) + 56
    rect = Rect(GLASS.centerx - wide // 2, PILL.y, wide, PILL.h)
    c.box(rect, rounded(DARK, PILL.h // 2))
    at = c.text("TOPS", rect.x + 22, rect.centery, *LABEL.medium, TEXT2)
    c.text(says, at.right + 12, rect.centery, *DIGIT.bold, tab=True)


def _block(c: Canvas, s: State, pan: Pan) -> None:
    """What is left of it, and the card off it; a dead one is gone."""
    if pan.block:
        for lift in (6, 3, 0):
            lay_back(c, BLOCK.move(lift, -lift))
    else:
        c.blit(cards.place(*CARD), *BLOCK.topleft)
    c.text(f"{pan.block} left", BLOCK.centerx, COUNT_Y, *FINE.medium, TEXT2, "c")
    if pan.turned < 0:
        c.blit(cards.place(*CARD), *TURNED.topleft)
        return
    if (share := s.time.at("board 0", s.now)) < 1:
        flip(c, s, pan.turned, TURNED, share)
    else:
        lay(c, s, pan.turned, TURNED)
    c.text(s.name(pan.by), TURNED.centerx, COUNT_Y, *FINE.medium, TEXT2, "c", room=104)


def _board(c: Canvas, s: State, plate: Rect, melds: list[Laid]) -> None:
    """A row a meld: under the upper plates, beside those at the ends."""
    for n, one in enumerate(melds):
        step = min(STEP, (ROOM - SMALL[0]) // (len(one.cards) - 1))
        wide = SMALL[0] + step * (len(one.cards) - 1)
        match seating.side_of(plate):
            case "top":
                x, y = plate.x, plate.bottom + 10 + n * ROW
            case "left":
                x, y = plate.right + 12, plate.y - 26 + n * ROW
            case _:
                x, y = plate.x - 12 - wide, plate.y - 26 + n * ROW
        row(c, s, one, Rect(x, y, *SMALL), step)


def row(c: Canvas, s: State, one: Laid, first: Rect, step: int) -> None:
    """One meld; a pay condition lies on gold."""
    whole = Rect(first.x, first.y, first.w + step * (len(one.cards) - 1), first.h)
    if one.worth:
        c.box(whole.inflate(6, 6), PAYS)
    for n, card in enumerate(one.cards):
        at = first.move(n * step, 0)
        c.blit(cards.tile(card, *at.size, s.view.prefs.deck), *at.topleft)
        c.face(card, at)
