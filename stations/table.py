"""The upper half: what everyone may know, upright for one player."""

from pygame import Rect

from stations import words
from stations.board import board, own_up, pots
from stations.ground import dark_ground, ground
from stations.own import OWN, own_cards
from stations.plates import places, plate
from stations.state import State
from ui import cards
from ui.canvas import Canvas
from ui.flights import Point, Spots
from ui.shapes import Look
from ui.theme import BLACK, SKY, TEXT


def warm() -> None:
    ground()
    dark_ground()
    for card in range(52):
        cards.shadowed(cards.face(card, 96, 134, "four"))
    for place in own_cards(2):
        cards.shadowed(cards.back(*place.size))


def felt(c: Canvas, s: State, now: float) -> None:
    public = s.public
    for place, number in places(s):
        plate(c, s, place, s.seat(number), now)
    pots(c, s)
    board(c, s, now)
    own_up(c, s)
    note = words.message(s)
    if public.alert:
        note = public.alert.title
    if note:
        wide = min(560, c.measure(note, 20) + 36)
        c.box(Rect(640 - wide // 2, 402, wide, 34), Look(BLACK, None, None, radius=17, alpha=0.6))
        c.text(note, 640, 419, 20, "semibold", SKY if public.alert else TEXT, "c", room=wide - 24)


def spots(s: State) -> Spots:
    """Where chips fly from and to."""
    where = {number: rect for rect, number in places(s)}

    def plate_at(number: int) -> Point:
        return where.get(number, s.side(OWN)).center

    def slot_at(number: int) -> Point:
        rect = where.get(number)
        if rect is None:
            own = s.side(OWN)
            return own.right - 60, own.bottom - 28
        if rect.y < 100:
            return rect.centerx, rect.bottom + 23
        return (rect.right + 60, rect.centery) if rect.x < 640 else (rect.x - 60, rect.centery)

    return Spots(plate_at, slot_at, (640, 222 if s.public.facts.board else 270), 28, (36, 50))
