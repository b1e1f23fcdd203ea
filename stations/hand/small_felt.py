"""A moment of a hand that is over, on a small felt: what everyone saw then, and nothing more.

One's own cards are no part of it; the page lays them down, and only while they are held.
"""

from pygame import Rect, Surface

from firmware.screens.protocol import Moment, Public, Seat, pan_facts
from firmware.screens.protocol import bank_facts as facts
from stations.faces import lay
from stations.hand import pots
from stations.hand.opponents import EMPTY, IN, OUT, TO_ACT, puck
from stations.hand.seating import spread
from stations.state import State
from ui import cards, chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.layout import columns, inset, laid
from ui.looks import PANEL
from ui.shapes import Look, cut_out, dashed, octagon, outline, polygon, radial
from ui.sizes import BUTTON, FINE, LABEL
from ui.sprites import cached
from ui.theme import FELT_DARK, FELT_LIGHT, GOLD, LINE_STRONG, TEXT, TEXT2, TEXT3, WHITE, rgb

PANEL_AT = Rect(248, 184, 700, 416)
FELT = Rect(284, 234, 628, 312)
PLATE = (116, 58)
PLACES = (
    (264, 402), (264, 318), (284, 204), (413, 204), (542, 204), (671, 204), (800, 204), (820, 318),
    (820, 402),
)  # fmt: skip
TOP, UPPER_SIDE = 204, 318  # rows of plates
OWN = Rect(480, 508, 236, 76)
BOARD_Y, BOARD_CARD, BOARD_GAP = 336, (52, 73), 6
TWICE_Y, TWICE_CARD = (330, 384), (36, 50)
IN_ROWS = {2: (44, 50), 3: (50, 32)}
COMMON_SAYS = Rect(640, BOARD_Y, 130, BOARD_CARD[1])
HAND_Y, HAND_CARD = 350, (40, 56)  # of a bank, and of the player's side against it
POTS, POTS_UNDER = Rect(490, 292, 216, 34), Rect(400, 464, 400, 34)
WORDS = Rect(400, 420, 400, 24)
WORDS_TWICE = WORDS.move(0, 22)  # between the second board and the pots
SHOWN_CARD, SHOWN_DOWN, SIDE_STEP = (34, 48), 4, 30
MELD_CARD, MELD_STEP, MELD_ROW, MELD_ROOM = (28, 28), 27, 30, 116
PILL_HIGH = 26
PILL = pots.DARK._replace(radius=PILL_HIGH / 2)
RAIL, SEAM = rgb("2A3840"), rgb("2B6F63")
HELD = Look(rgb("1F2A33"), rgb("161F27"), None, radius=14)


def draw(c: Canvas, s: State, moment: Moment) -> None:
    view = moment.public
    c.box(PANEL_AT, PANEL)
    c.blit(_cloth(), *FELT.topleft)
    top_shows = any(_open(view, one) for _, one in _others(s, view) if _[1] == TOP)
    pots.draw_small(c, view.pots, POTS_UNDER if top_shows and view.placard.board else POTS)
    _middle(c, s, view)
    c.write(moment.words, LABEL.semibold, WORDS_TWICE if view.second else WORDS, at="c")
    for spot, seat in _others(s, view):
        _seat(c, s, view, Rect(spot, PLATE), seat)


def own(c: Canvas, s: State, view: Public) -> None:
    """One's own plate; its right end is left for the cards."""
    me = _who(view, s.view.seat)
    acts = view.last is not None and view.last.seat == me.seat and view.result is None
    c.box(OWN, TO_ACT if acts or me.won else IN)
    words = inset(OWN, 16, right=100)
    if not me.name:
        c.write("Yours", LABEL.semibold, words, ink=TEXT2)
        return
    c.write(f"{me.name} · you", LABEL.semibold, words, 24, TEXT2, name=True)
    c.write(show(me.stack), BUTTON.bold, words, 52, tab=True)
    _boards(c, s, view, me.seat, Rect(OWN.right + 10, OWN.y - 54, 0, 0))
    if badge := _badge(view, me):
        puck(c, OWN.x - 4, OWN.y + 4, badge)
    if says := _lies(view, me):
        _pill(c, says, Rect(OWN.x - 16 - _pill_wide(c, says), OWN.y + 30, 0, 0))


def _others(s: State, view: Public) -> list[tuple[tuple[int, int], Seat]]:
    return [(spot, _who(view, n)) for spot, n in spread(view, s.view.seat, PLACES)]


def _who(view: Public, number: int) -> Seat:
    return next((seat for seat in view.seats if seat.seat == number), Seat(number))


@cached
def _cloth() -> Surface:
    w, h = FELT.size

    def ring(inset: int, cut: int) -> tuple[tuple[float, float], ...]:
        return tuple(octagon(inset, inset, w - 2 * inset, h - 2 * inset, cut))

    out = polygon(w, h, ring(0, 70), RAIL).copy()
    cloth = radial(w, h, FELT_LIGHT, FELT_DARK, 0.5, 0.42)
    out.blit(cut_out(cloth, polygon(w, h, ring(4, 68), WHITE)), (0, 0))
    out.blit(outline(w, h, ring(14, 66), SEAM, 1.5), (0, 0))
    return out


# ---- one of the others


def _seat(c: Canvas, s: State, view: Public, plate: Rect, seat: Seat) -> None:
    if seat.life in ("open", "reserved"):
        c.box(plate, EMPTY)
        c.blit(dashed(plate.w, plate.h, 14, LINE_STRONG, 2, 10), *plate.topleft)
        c.write("Open", LABEL.semibold, plate, ink=TEXT3, at="c")
        return
    acts = view.last is not None and view.last.seat == seat.seat and view.result is None
    live = seat.life in ("in", "ready")
    c.box(plate, TO_ACT if acts or seat.won > 0 else IN if live else OUT)
    ink, badge, shown = TEXT if live else TEXT3, _badge(view, seat), _open(view, seat)
    held = seat.down if live and not shown else 0
    c.write(
        seat.name, LABEL.semibold, inset(plate, 12, right=34 if badge else 8), 20, ink, name=True
    )
    stack = inset(plate, 12, right=40 if held else 8)
    c.write(show(seat.stack), LABEL.bold, stack, 43, GOLD if seat.won > 0 else ink, tab=True)
    if held:
        _backs(c, plate, held)
    if badge:
        puck(c, plate.right - 16, plate.y + 16, badge)
    for n, card in enumerate(shown):
        lay(c, s, card, _shown_at(plate, n, len(shown)))
    _boards(c, s, view, seat.seat, plate.move(0, plate.h + SHOWN_DOWN))
    if says := _lies(view, seat):
        _pill(c, says, _pill_at(c, plate, says, bool(shown)))


def _boards(c: Canvas, s: State, view: Public, seat: int, at: Rect) -> None:
    """His melds, a row each."""
    for n, one in enumerate(pan_facts.of_seat(view.pan, seat) if view.pan else []):
        step = min(MELD_STEP, (MELD_ROOM - MELD_CARD[0]) // (len(one.cards) - 1))
        for place, card in enumerate(one.cards):
            lies = Rect(at.x + place * step, at.y + n * MELD_ROW, *MELD_CARD)
            c.blit(cards.tile(card, *MELD_CARD, s.view.prefs.deck), *lies.topleft)
            c.face(card, lies)


def _badge(view: Public, seat: Seat) -> str:
    return "D" if view.button == seat.seat else seat.mark if seat.mark == "B" else ""


def _open(view: Public, seat: Seat) -> tuple[int, ...]:
    """What lies before his plate; a bank's hand lies in the middle."""
    if view.against is not None and not view.placard.board and seat.mark == "B":
        return ()
    hands = facts.hands(view.against, seat.seat) if view.against else []
    return (*seat.shown, *seat.up) or tuple(card for one in hands for card in one.cards)


def _backs(c: Canvas, plate: Rect, held: int) -> None:
    small = cards.pair_of_backs(14, 22, min(held, 4))
    c.blit(small, plate.right - 8 - small.get_width(), plate.bottom - 30)
    c.report.backs.append(Rect(plate.right - 36, plate.bottom - 30, 28, 22))


def _shown_at(plate: Rect, n: int, count: int) -> Rect:
    """Under the plates above and below; beside the others, and across them if there are many."""
    w, h = SHOWN_CARD
    if plate.y == UPPER_SIDE and count <= 2:
        wide = w + SIDE_STEP * (count - 1)
        x = plate.right + 4 if plate.x < FELT.centerx else plate.x - 4 - wide
        return Rect(x + SIDE_STEP * n, plate.centery - h // 2, w, h)
    step = min(w + 3, (plate.w - w) // max(1, count - 1))
    x = plate.centerx - (w + step * (count - 1)) // 2 + step * n
    y = plate.bottom - 26 if plate.y == UPPER_SIDE else plate.bottom + SHOWN_DOWN
    return Rect(x, y, w, h)


# ---- what he bet, or wagered


def _lies(view: Public, seat: Seat) -> str:
    chips = seat.bet
    if view.against is not None:
        chips = sum(one.chips for one in facts.of_seat(view.against, seat.seat))
    return show(chips) if chips else ""


def _pill_wide(c: Canvas, says: str) -> int:
    return 32 + c.measure(says, *FINE.semibold) + 10


def _pill_at(c: Canvas, plate: Rect, says: str, shows: bool) -> Rect:
    wide = _pill_wide(c, says)
    if plate.y == TOP:
        return Rect(plate.centerx - wide // 2, plate.bottom + (58 if shows else 4), 0, 0)
    x = plate.right + 6 if plate.x < FELT.centerx else plate.x - 6 - wide
    return Rect(x, plate.y - 25 if plate.y == UPPER_SIDE else plate.y + 18, 0, 0)


def _pill(c: Canvas, says: str, at: Rect) -> None:
    rect = Rect(at.x, at.y, _pill_wide(c, says), PILL_HIGH)
    c.box(rect, PILL)
    c.middle(chips.chip(500, 22, False), rect.x + 17, rect.centery)
    c.write(says, FINE.semibold, inset(rect, 32, right=8))


# ---- the middle


def _middle(c: Canvas, s: State, view: Public) -> None:
    if view.pan is not None:
        _row(c, s, view.board, 1, BOARD_CARD, BOARD_Y)
    elif view.against is not None:
        _hands(c, s, view)
    elif view.second:
        for y, row in zip(TWICE_Y, (view.board, view.second), strict=True):
            _row(c, s, row, len(row), TWICE_CARD, y)
    elif view.placard.rows:
        _in_rows(c, s, view)
    elif view.placard.board:
        _row(c, s, view.board, view.placard.board, BOARD_CARD, BOARD_Y)
    elif view.common:
        _row(c, s, view.common, len(view.common), BOARD_CARD, BOARD_Y)
        c.write("Common card", FINE.medium, COMMON_SAYS, ink=TEXT2)


def _in_rows(c: Canvas, s: State, view: Public) -> None:
    rows = view.placard.rows
    for n, rect in laid(rows, FELT.centerx, TWICE_Y[0], IN_ROWS[len(rows)], 4).items():
        if n < len(view.board):
            c.face(view.board[n], rect)
            c.blit(cards.tile(view.board[n], *rect.size, s.view.prefs.deck), *rect.topleft)
        else:
            c.blit(cards.place(*rect.size), *rect.topleft)


def _row(
    c: Canvas, s: State, found: tuple[int, ...], places: int, size: tuple[int, int], y: int
) -> None:
    w, h = size
    wide = places * (w + BOARD_GAP) - BOARD_GAP
    for n, rect in enumerate(
        columns(Rect(FELT.centerx - wide // 2, y, wide, h), places, BOARD_GAP)
    ):
        if n < len(found):
            lay(c, s, found[n], rect)
        else:
            c.blit(cards.place(*rect.size), *rect.topleft)


def _hands(c: Canvas, s: State, view: Public) -> None:
    """The bank's, and in baccarat the player's beside it."""
    bank = facts.bank_hand(view)[0]
    sides = [("Bank", bank, view.against.bank_hand if view.against else "")]
    if view.board:
        told = view.against.player_hand if view.against else ""
        sides.insert(0, ("Player", view.board, told))
    areas = columns(Rect(404, HAND_Y, 392, HAND_CARD[1]), len(sides), 16)
    for (title, found, words), area in zip(sides, areas, strict=True):
        _hand(c, s, area, f"{title}: {words}" if words else title, found)


def _hand(c: Canvas, s: State, area: Rect, title: str, found: tuple[int, ...]) -> None:
    if not found:
        return
    c.write(title, FINE.medium, area, -14, TEXT2, "c")
    w, h = HAND_CARD
    step = min(w + 4, (area.w - w) // max(1, len(found) - 1))
    x = area.centerx - (w + step * (len(found) - 1)) // 2
    for n, card in enumerate(found):
        lay(c, s, card, Rect(x + step * n, area.y, w, h))
