"""In front of a plate, towards the middle: what he did, or the cards that he shows.

Each plate has a part of the felt for its own: the upper ones a column over the board, those at the
sides a stripe beside it. What lies there keeps to it, whoever else shows his cards.
"""

from pygame import Rect

from firmware.screens.protocol import Seat, pan_facts
from firmware.screens.protocol import bank_facts as facts
from stations import sentences
from stations.hand.board import left_edge, one_card
from stations.hand.pots import DARK
from stations.hand.seating import PLACES, Others, Side, lies_open, side_of
from stations.state import State
from ui import chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.hand_words import in_signs
from ui.icons import icon
from ui.layout import inset
from ui.looks import rounded
from ui.signs import side
from ui.sizes import FINE, LABEL, Type
from ui.theme import GOLD, TEXT, TEXT2

BELOW, BESIDE, HIGH = 23, 14, 33
PILL = rounded(DARK, HIGH / 2)
# before and after the words, by the sign that goes with them
AROUND = {"chip": (38, 12), "": (12, 12), "won": (12, 12)}
AROUND_ICON = (36, 15)
SMALL_CARD, CARD = (42, 58), (64, 90)
FELT_FROM = 206  # beside the plates of the left
COLUMN, TOP_WIDE = 174, 192
UPPER_SIDE, UPPER_FROM, SLOT_DOWN = PLACES[1][1], 200, 20
STRIPES = {UPPER_SIDE: 246, PLACES[0][1]: 343}  # where they begin, of the plates at the sides
NO_BOARD_WIDE, CRAPS_WIDE = 232, 158
UNDER, UNDER_WIDE, LABEL_HIGH = 3, 150, 25  # the name of a hand, or a bet, under the cards
UNDER_PILL = rounded(DARK, LABEL_HIGH / 2)


def draw(c: Canvas, s: State, plate: Rect, seat: Seat, others: Others) -> None:
    if lies_open(s, seat):
        _shown(c, s, plate, seat, others)
    else:
        _did(c, s, plate, seat, others)


def _did(c: Canvas, s: State, plate: Rect, seat: Seat, others: Others) -> None:
    sign, says, is_chips = _words(s, seat)
    if not says:
        return
    style = LABEL.semibold if is_chips else FINE.medium
    before, after = AROUND.get(sign, AROUND_ICON)
    room, wide = _room(s, side_of(plate), others), before + c.measure(says, *style) + after
    if wide > room and is_chips and not s.round:
        says = show(seat.bet)
        wide = before + c.measure(says, *style) + after
    if wide > room and sign:
        sign, (before, after) = "", AROUND[""]
        wide = before + c.measure(says, *style) + after
    rect = _slot_at(plate, min(wide, room), is_chips, others)
    c.box(rect, PILL)
    if sign == "chip":
        _chip(c, seat.bet, 28, rect)
    elif sign.startswith("side "):
        c.middle(side(sign[-1], 20), rect.x + 21, rect.centery)
    elif sign and sign != "won":
        c.middle(icon(sign, 20, TEXT2, 2.2), rect.x + 21, rect.centery)
    words = inset(rect, before, right=min(after, before))
    c.write(says, style, words, ink=GOLD if sign == "won" else TEXT if is_chips else TEXT2)


def _words(s: State, seat: Seat) -> facts.Slot:
    if s.public.pan and seat.life == "folded":
        return "", "" if pan_facts.of_seat(s.public.pan, seat.seat) else "Out", False
    if s.round and seat.life in ("in", "folded"):
        return facts.slot(*s.round, seat)
    return sentences.slot(seat, s.away_left(seat), s.play, s.view.prefs.large)


def _room(s: State, side: Side, others: Others) -> int:
    """How wide what lies before a plate may be."""
    if side == "top":
        return COLUMN - 4 if "top" in others.open else TOP_WIDE
    if s.round and s.round[1].points:  # cards and numbers lie near
        return CRAPS_WIDE
    return left_edge(s) - FELT_FROM - BESIDE if s.public.placard.board else NO_BOARD_WIDE


def _slot_at(plate: Rect, wide: int, is_chips: bool, others: Others) -> Rect:
    side, y = side_of(plate), plate.centery
    if side == "left":
        x = plate.right + BESIDE
    elif side == "right":
        x = plate.x - BESIDE - wide
    else:
        x, y = plate.centerx - wide // 2, plate.bottom + BELOW
        if is_chips:
            x = max(plate.x, min(plate.right - wide, x))
        if "top" in others.open:
            x = _within(_column(plate), x, wide)
    if plate.y == UPPER_SIDE and side in others.corners:  # open cards lie over it
        y += SLOT_DOWN
    return Rect(x, y - HIGH // 2, wide, HIGH)


def _chip(c: Canvas, cents: int, d: int, pill: Rect) -> None:
    c.middle(chips.chip(chips.value_of(cents), d, False), pill.x + 18, pill.centery)


# ---- cards lying open: a showdown, or stud's up cards


def _shown(c: Canvas, s: State, plate: Rect, seat: Seat, others: Others) -> None:
    found, side = lies_open(s, seat), side_of(plate)
    count, room = len(found), _room(s, side, others)
    w, h = SMALL_CARD if count > 2 or _crowded(s, plate, side, others) else CARD
    step = min(w + (8 if count <= 2 else 4), (room - w) // max(1, count - 1))
    area = _shown_at(plate, side, w + step * (count - 1), h)
    for n, card in enumerate(found):
        rect = Rect(area.x + step * n, area.y, w, h)
        one_card(c, s, card, rect, seat.winning or None)
    if seat.hand:
        _under(c, plate, area, room, seat.hand.split(",")[0], FINE.medium)
    elif seat.bet:
        says = _words(s, seat)[1] if s.round and s.round[0].hands else show(seat.bet)
        _under(c, plate, area, room, says, LABEL.semibold, seat.bet)


def _shown_at(plate: Rect, side: Side, wide: int, high: int) -> Rect:
    if side == "top":
        x = _within(_column(plate), plate.centerx - wide // 2, wide)
        return Rect(x, plate.bottom + UNDER, wide, high)
    if high == SMALL_CARD[1]:
        y = STRIPES[plate.y]
    else:
        y = max(UPPER_FROM, plate.centery - high // 2 - 13)
    x = plate.right + 10 if side == "left" else plate.x - 10 - wide
    return Rect(x, y, wide, high)


def _column(plate: Rect) -> Rect:
    """The part of the felt under an upper plate; at the ends it lies further in."""
    nth = PLACES.index(plate.topleft) - 2
    return Rect(FELT_FROM + COLUMN * nth, plate.bottom, COLUMN - 4, 0)


def _within(column: Rect, x: int, wide: int) -> int:
    return max(column.x, min(column.right - wide, x))


def _crowded(s: State, plate: Rect, side: Side, others: Others) -> bool:
    """Over the board there is room for small cards only; so at the sides, if others show too."""
    if side == "top" or s.view.prefs.large or side in others.corners:
        return True
    return others.showing[plate.x] > 1


def _under(
    c: Canvas, plate: Rect, area: Rect, room: int, says: str, style: Type, cents: int = 0
) -> None:
    """What the cards make, or what was bet on them."""
    side = side_of(plate)
    before, after = (32, 10) if cents else (7, 7) if room < COLUMN else (12, 12)
    room = room if side == "top" else min(room, UNDER_WIDE)
    if before + c.measure(says, *style) + after > room:
        says = in_signs(says)
    wide = min(room, before + c.measure(says, *style) + after)
    if side == "left":
        x = area.x
    elif side == "right":
        x = area.right - wide
    else:
        x = _within(_column(plate), area.centerx - wide // 2, wide)
    rect = Rect(x, area.bottom + UNDER, wide, LABEL_HIGH)
    c.box(rect, UNDER_PILL)
    if cents:
        c.middle(chips.chip(chips.value_of(cents), 21, False), rect.x + 16, rect.centery)
    words = inset(rect, before, right=after)
    c.write(says, style, words, ink=TEXT if cents else TEXT2)
