"""The cards in the middle: two-headed, so that both long sides read them."""

from pygame import Rect

from center_screen.areas import GLASS, LINE, MIDDLE
from center_screen.looks import DARK, pill
from center_screen.sheet import put
from firmware.screens.protocol import Public, on_sides
from ui import cards
from ui.canvas import Canvas
from ui.layout import laid
from ui.motion import Timeline
from ui.shapes import shrink
from ui.signs import two_headed_tag
from ui.theme import CENTER_FLOOR, TEXT2

DECK = "four"
CARD = Rect(0, 0, 212, 316)
TWICE = Rect(0, 0, 104, 150)  # of two rows, where it was run twice
GAP = 16
FULL = 5  # places
IN_ROWS = {2: (104, 154), 3: (68, 100)}
TOP = GLASS.centery - CARD.h // 2
TICK = 42
COMMON = Rect(0, 0, 88, 124)  # between the bands
COMMON_SAYS, COMMON_GAP = Rect(0, 0, 220, 52), 20
NTH = Rect(0, 0, 76, 44)  # which of two boards, between its cards
NTH_SAYS = ("1st", "2nd")
HALF = 0.5  # a card that is turned over shows its back so long


def winning(public: Public, row: int = 0) -> tuple[int, ...] | None:
    """The cards of the hand that is named, once the hand is over; where it was run twice, of every
    hand that won on that board."""
    if not public.result:
        return None
    if public.second:
        return tuple(card for seat in public.seats if seat.ends for card in seat.ends[row])
    return tuple(sides(public)) or public.result.cards


def sides(public: Public) -> dict[int, str]:
    """Where a low was won of the main pot: which cards belong to which hand."""
    result = public.result
    return on_sides(result.main_pot) if result and not public.second else {}


def boards(public: Public) -> tuple[tuple[int, ...], ...]:
    return (public.board, public.second) if public.second else (public.board,)


def draw(c: Canvas, public: Public, time: Timeline, now: float) -> None:
    if public.common:
        _common(c, public, time, now)
        return
    rows = boards(public)
    for row, found in enumerate(rows):
        won, side = winning(public, row), sides(public)
        size = CARD if len(rows) == 1 else TWICE
        if len(rows) > 1:
            _which(c, row)
        to_come = public.rabbit if not row else ()
        for n, rect in _places(public, size, row).items():
            if n < len(found):
                _card(c, found[n], rect, won, time.at(f"board {n}", now), side.get(found[n], ""))
            else:
                _not_dealt(c, to_come[n - len(found) :], rect)


def _common(c: Canvas, public: Public, time: Timeline, now: float) -> None:
    """Stud's last card, which everybody shares: named to both long sides."""
    (x, y), pitch = MIDDLE, COMMON.w + GAP
    wide = pitch * len(public.common) - GAP
    for n, card in enumerate(public.common):
        at = Rect(x - wide // 2 + n * pitch, y - COMMON.h // 2, *COMMON.size)
        _card(c, card, at, winning(public), time.at(f"board {n}", now))
    aside = wide // 2 + COMMON_GAP + COMMON_SAYS.w // 2
    for at_x, turn in ((x - aside, 0), (x + aside, 180)):
        put(c, at_x, y, turn, *COMMON_SAYS.size, _common_says)


def _common_says(c: Canvas) -> None:
    _pill(c, *COMMON_SAYS.size, "Common card")


def _which(c: Canvas, row: int) -> None:
    """To both long sides."""
    for after, turn in ((0, 0), (FULL - 2, 180)):
        left, right = _place(TWICE, after, row), _place(TWICE, after + 1, row)
        x, y = (left.right + right.left) // 2, left.centery
        put(c, x, y, turn, *NTH.size, _pill, *NTH.size, NTH_SAYS[row])


def _pill(c: Canvas, wide: int, high: int, says: str) -> None:
    box = Rect(0, 0, wide, high)
    c.box(box, pill(DARK, box.h))
    c.text(says, *box.center, *LINE, TEXT2, "c")


def _places(public: Public, size: Rect, row: int) -> dict[int, Rect]:
    """By the place in the order of the deal; some boards say by rows which cards go together."""
    count, rows = public.placard.board, public.placard.rows
    if rows:
        return laid(rows, MIDDLE[0], TOP, IN_ROWS[len(rows)], GAP // 2)
    of = FULL if public.against else count  # there other things lie beside them
    return {n: _place(size, n, row, of) for n in range(count)}


def _place(size: Rect, nth: int, row: int, count: int = FULL) -> Rect:
    left = GLASS.centerx - (count * (CARD.w + GAP) - GAP) // 2
    middle = left + CARD.w // 2 + nth * (CARD.w + GAP)
    return Rect(middle - size.w // 2, TOP + row * (CARD.h - size.h), *size.size)


def _not_dealt(c: Canvas, would_come: tuple[int, ...], rect: Rect) -> None:
    if not would_come:
        c.blit(cards.place(*rect.size), *rect.topleft)
        return
    c.blit(cards.shaded(would_come[0], *rect.size, DECK, True), *rect.topleft)
    c.face(would_come[0], rect)


def _card(
    c: Canvas, card: int, rect: Rect, won: tuple[int, ...] | None, share: float, side: str = ""
) -> None:
    if share < 1:
        flip(c, card, rect, share)
        return
    c.face(card, rect)
    if not won:
        c.sprite(cards.shadowed(cards.two_headed(card, *rect.size, DECK)), *rect.topleft)
    elif card in won:
        c.sprite(cards.framed(card, *rect.size, DECK, True), *rect.topleft)
        _mark(c, rect, side)
    else:
        c.blit(cards.shaded(card, *rect.size, DECK, True), *rect.topleft)


def _mark(c: Canvas, rect: Rect, side: str) -> None:
    """A tick, or which hand it belongs to, for both long sides."""
    tick = cards.tick(TICK if rect.w >= TWICE.w else TICK // 2)
    c.middle(two_headed_tag(side, CENTER_FLOOR) if side else tick, *rect.center)


def flip(c: Canvas, card: int, rect: Rect, share: float) -> None:
    open_ = share > HALF
    side = cards.two_headed(card, *rect.size, DECK) if open_ else cards.back(*rect.size)
    wide = max(2, round(rect.w * abs(2 * share - 1)))
    c.blit(cards.place(*rect.size), *rect.topleft)
    c.middle(shrink(side, wide, rect.h), *rect.center)
    if open_:
        c.face(card, rect)
