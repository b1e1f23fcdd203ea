"""The upper half: what everyone may know, upright for one player."""

from pygame import Rect

from stations import backdrop, sentences
from stations.areas import GLASS, OWN
from stations.hand import board, opponents, pots, seating, slots
from stations.state import State
from ui.canvas import Canvas
from ui.flights import Point, Spots
from ui.layout import inset
from ui.shapes import Look
from ui.sizes import LABEL
from ui.theme import BLACK, SKY, TEXT

MESSAGE_Y, MESSAGE_HIGH = 402, 34
MESSAGE = Look(BLACK, None, None, radius=MESSAGE_HIGH / 2, alpha=0.6)
FLYING_CHIP, FLYING_CARD = 28, (36, 50)


def warm() -> None:
    backdrop.with_felt()
    backdrop.dark_room()


def draw(c: Canvas, s: State) -> None:
    for place, number in seating.places(s):
        opponents.draw(c, s, place, s.seat(number))
    pots.draw(c, s)
    board.draw(c, s)
    board.draw_own_up(c, s)
    alert = s.public.alert
    note = alert.title if alert else sentences.message(s)
    if note:
        _message(c, note, bool(alert))


def _message(c: Canvas, note: str, alert: bool) -> None:
    wide = min(560, c.measure(note, LABEL.px) + 36)
    rect = Rect(GLASS.centerx - wide // 2, MESSAGE_Y, wide, MESSAGE_HIGH)
    c.box(rect, MESSAGE)
    c.write(note, LABEL.semibold, inset(rect, 12), ink=SKY if alert else TEXT, at="c")


def spots(s: State) -> Spots:
    """Where chips fly from and to."""
    where = {number: rect for rect, number in seating.places(s)}
    own = s.side(OWN)

    def plate_at(number: int) -> Point:
        return where.get(number, own).center

    def slot_at(number: int) -> Point:
        rect = where.get(number)
        if rect is None:
            return own.right - 60, own.bottom - 28
        match seating.side_of(rect):
            case "top":
                return rect.centerx, rect.bottom + slots.BELOW
            case "left":
                return rect.right + 60, rect.centery
            case _:
                return rect.x - 60, rect.centery

    pot = (GLASS.centerx, pots.middle_y(s))
    return Spots(plate_at, slot_at, pot, FLYING_CHIP, FLYING_CARD)
