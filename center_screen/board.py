"""The cards in the middle: two-headed, so that both long sides read them."""

from pygame import Rect

from center_screen.areas import GLASS
from firmware.screens.protocol import Public
from ui import cards
from ui.canvas import Canvas
from ui.motion import Timeline
from ui.shapes import shrink

DECK = "four"
CARD = Rect(0, 0, 212, 316)
TWICE = Rect(0, 0, 104, 150)  # of two rows, where it was run twice
GAP = 16
FULL = 5  # places; fewer begin at the same left edge
TOP = GLASS.centery - CARD.h // 2
LEFT = GLASS.centerx - (FULL * (CARD.w + GAP) - GAP) // 2
TICK = 42
HALF = 0.5  # a card that is turned over shows its back so long


def winning(public: Public) -> tuple[int, ...] | None:
    """The cards of the hand that is named, once the hand is over; where it was run twice, of every
    hand that won."""
    if not public.result:
        return None
    if public.second:
        return tuple(card for seat in public.seats for card in seat.winning)
    return public.result.cards


def draw(c: Canvas, public: Public, time: Timeline, now: float) -> None:
    rows = (public.board, public.second) if public.second else (public.board,)
    won = winning(public)
    for row, found in enumerate(rows):
        size = CARD if len(rows) == 1 else TWICE
        to_come = public.rabbit if not row else ()
        for n in range(public.placard.board):
            rect = _place(size, n, row)
            if n < len(found):
                _card(c, found[n], rect, won, time.at(f"board {n}", now))
            else:
                _not_dealt(c, to_come[n - len(found) :], rect)


def _place(size: Rect, nth: int, row: int) -> Rect:
    middle = LEFT + CARD.w // 2 + nth * (CARD.w + GAP)
    return Rect(middle - size.w // 2, TOP + row * (CARD.h - size.h), *size.size)


def _not_dealt(c: Canvas, would_come: tuple[int, ...], rect: Rect) -> None:
    if not would_come:
        c.blit(cards.place(*rect.size), *rect.topleft)
        return
    c.blit(cards.shaded(would_come[0], *rect.size, DECK, True), *rect.topleft)
    c.face(would_come[0], rect)


def _card(c: Canvas, card: int, rect: Rect, won: tuple[int, ...] | None, share: float) -> None:
    if share < 1:
        flip(c, card, rect, share)
        return
    c.face(card, rect)
    if not won:
        c.sprite(cards.shadowed(cards.two_headed(card, *rect.size, DECK)), *rect.topleft)
    elif card in won:
        c.sprite(cards.framed(card, *rect.size, DECK, True), *rect.topleft)
        c.middle(cards.tick(TICK), *rect.center)
    else:
        c.blit(cards.shaded(card, *rect.size, DECK, True), *rect.topleft)


def flip(c: Canvas, card: int, rect: Rect, share: float) -> None:
    open_ = share > HALF
    side = cards.two_headed(card, *rect.size, DECK) if open_ else cards.back(*rect.size)
    wide = max(2, round(rect.w * abs(2 * share - 1)))
    c.blit(cards.place(*rect.size), *rect.topleft)
    c.middle(shrink(side, wide, rect.h), *rect.center)
    if open_:
        c.face(card, rect)
