"""In front of a plate, towards the middle: what he did, or the cards that he shows."""

from pygame import Rect

from firmware.screens.protocol import Seat
from stations import sentences
from stations.hand.board import ROW_Y, one_card
from stations.hand.pots import DARK
from stations.hand.seating import PLACES, Side, places, side_of
from stations.state import State
from ui import chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.icons import icon
from ui.looks import rounded
from ui.sizes import FINE, LABEL
from ui.theme import TEXT, TEXT2

BELOW, BESIDE, HIGH = 23, 14, 33
PILL = rounded(DARK, HIGH / 2)
# before and after the words, by the sign that goes with them
AROUND = {"chip": (38, 12), "": (12, 12)}
AROUND_ICON = (36, 15)
SMALL_CARD, CARD = (46, 64), (64, 90)
SHOWN_WIDE, SHOWN_FROM = 232, 150  # more cards than that overlap; and not over the left rail
BET_HIGH, NAME_HIGH = 32, 30
BET_PILL, NAME_PILL = rounded(DARK, BET_HIGH / 2), rounded(DARK, NAME_HIGH / 2)


def draw(c: Canvas, s: State, plate: Rect, seat: Seat) -> None:
    if seat.shown or seat.up:
        _shown(c, s, plate, seat)
    else:
        _did(c, s, plate, seat)


def _did(c: Canvas, s: State, plate: Rect, seat: Seat) -> None:
    sign, says, is_chips = sentences.slot(seat, s.away_left(seat), s.view.prefs.large)
    if not says:
        return
    style = LABEL.semibold if is_chips else FINE.medium
    before, after = AROUND.get(sign, AROUND_ICON)
    rect = _slot_at(plate, before + c.measure(says, style.px) + after, is_chips)
    c.box(rect, PILL)
    if sign == "chip":
        _chip(c, seat.bet, 28, rect)
    elif sign:
        c.middle(icon(sign, 20, TEXT2, 2.2), rect.x + 21, rect.centery)
    c.text(says, rect.x + before, rect.centery, *style, TEXT if is_chips else TEXT2)


def _slot_at(plate: Rect, wide: int, is_chips: bool) -> Rect:
    side, y = side_of(plate), plate.centery
    if side == "left":
        x = plate.right + BESIDE
    elif side == "right":
        x = plate.x - BESIDE - wide
    else:
        x, y = plate.centerx - wide // 2, plate.bottom + BELOW
        if is_chips:
            x = max(plate.x, min(plate.right - wide, x))
    return Rect(x, y - HIGH // 2, wide, HIGH)


def _chip(c: Canvas, cents: int, d: int, pill: Rect) -> None:
    c.middle(chips.chip(chips.value_of(cents), d, False), pill.x + 18, pill.centery)


def _shown(c: Canvas, s: State, plate: Rect, seat: Seat) -> None:
    """Cards lying open: a showdown, or stud's up cards."""
    faces, side = (*seat.shown, *seat.up), side_of(plate)
    count = len(faces)
    w, h = SMALL_CARD if count > 2 or _crowded(s, plate, seat, side) else CARD
    step = w + 8 if count <= 2 else min(w + 4, (SHOWN_WIDE - w) // (count - 1))
    area = _shown_at(plate, side, w + step * (count - 1), h, bool(seat.hand))
    for n, card in enumerate(faces):
        rect = Rect(area.x + step * n, area.y, w, h)
        one_card(c, s, card, rect, seat.winning if s.public.result else None)
    if seat.hand:
        _hand_name(c, area, seat.hand)
    elif seat.bet:
        _bet_under(c, area, seat.bet, side)


def _shown_at(plate: Rect, side: Side, wide: int, high: int, named: bool) -> Rect:
    y = plate.centery - high // 2 - (13 if named else 0)
    if side == "left":
        return Rect(plate.right + 10, y, wide, high)
    if side == "right":
        return Rect(plate.x - 10 - wide, y, wide, high)
    x = plate.centerx - wide // 2
    if plate.x < PLACES[3][0]:
        x = max(x, SHOWN_FROM)
    return Rect(x, plate.bottom + 6, wide, high)


def _crowded(s: State, plate: Rect, seat: Seat, side: Side) -> bool:
    """Over the board there is room for small cards only; so at the ends, if both seats show."""
    if side == "top":
        return True
    same = [number for place, number in places(s) if place.x == plate.x and number != seat.seat]
    return any(s.seat(number).shown for number in same)


def _bet_under(c: Canvas, area: Rect, cents: int, side: Side) -> None:
    says, y = show(cents), area.bottom + 4
    wide = c.measure(says, LABEL.px) + 50
    if side == "top" and y + BET_HIGH > ROW_Y:  # the board begins there
        y -= 2
    rect = Rect(round(area.x + area.w / 2 - wide / 2), y, wide, BET_HIGH)
    c.box(rect, BET_PILL)
    _chip(c, cents, 26, rect)
    c.text(says, rect.x + 37, rect.centery, *LABEL.semibold)


def _hand_name(c: Canvas, area: Rect, hand: str) -> None:
    short = hand.split(",")[0].capitalize()
    wide, x = c.measure(short, FINE.px) + 26, area.x + area.w / 2
    rect = Rect(round(x - wide / 2), area.bottom + 5, wide, NAME_HIGH)
    c.box(rect, NAME_PILL)
    c.text(short, x, rect.centery, *FINE.medium, TEXT2, "c")
