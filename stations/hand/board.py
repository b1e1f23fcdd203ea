"""The cards that are everybody's, and the player's own that lie open."""

from collections.abc import Sequence

from pygame import Rect

from stations.areas import GLASS
from stations.faces import lay_shadowed
from stations.state import State
from ui import cards
from ui.canvas import Canvas
from ui.layout import columns
from ui.shapes import shrink

CARD, LARGE_CARD, TWICE_CARD, UP_CARD = (96, 134), (114, 159), (54, 66), (58, 81)
GAP, LARGE_GAP, UP_GAP = 12, 8, 8
ROW_Y, LARGE_ROW_Y, UP_Y = 262, 246, 316
TWICE_PITCH = 70  # from the first board to the second, where it was run twice


def draw(c: Canvas, s: State) -> None:
    public = s.public
    if not public.placard.board:
        return
    if public.second:
        _row(c, s, public.board, TWICE_CARD, GAP, ROW_Y)
        _row(c, s, public.second, TWICE_CARD, GAP, ROW_Y + TWICE_PITCH)
    else:
        _row(c, s, public.board, *_size(s))


def left_edge(s: State) -> int:
    """Where a full board begins."""
    (w, _), gap, _ = _size(s)
    return GLASS.centerx - (s.public.placard.board * (w + gap) - gap) // 2


def _size(s: State) -> tuple[tuple[int, int], int, int]:
    if s.view.prefs.large and not s.public.second:
        return LARGE_CARD, LARGE_GAP, LARGE_ROW_Y
    return CARD, GAP, ROW_Y


def centered(count: int, size: tuple[int, int], gap: int, y: int) -> list[Rect]:
    """A row of cards in the middle of the felt."""
    w, h = size
    wide = count * (w + gap) - gap
    return columns(Rect(GLASS.centerx - wide // 2, y, wide, h), count, gap)


def _row(
    c: Canvas, s: State, found: tuple[int, ...], size: tuple[int, int], gap: int, y: int
) -> None:
    winning = winners(s)
    for n, rect in enumerate(centered(s.public.placard.board, size, gap, y)):
        if n >= len(found):
            _not_dealt(c, s, n - len(s.public.board), rect)
            continue
        share = s.time.at(f"board {n}", s.now)
        if share < 1:
            flip(c, s, found[n], rect, share)
        else:
            one_card(c, s, found[n], rect, winning)


def one_card(c: Canvas, s: State, card: int, rect: Rect, winning: Sequence[int] | None) -> None:
    """A public card: plain, or at the end of a hand framed or shaded."""
    if not winning:
        lay_shadowed(c, s, card, rect)
        return
    c.face(card, rect)
    deck = s.view.prefs.deck
    if card in winning:
        c.sprite(cards.framed(card, *rect.size, deck, False), *rect.topleft)
    else:
        c.blit(cards.shaded(card, *rect.size, deck, False), *rect.topleft)


def _not_dealt(c: Canvas, s: State, nth: int, rect: Rect) -> None:
    """An empty place, or the card that would have come: everybody wanted to see it."""
    if nth < len(s.public.rabbit) and not s.public.second:
        card = s.public.rabbit[nth]
        c.blit(cards.shaded(card, *rect.size, s.view.prefs.deck, False), *rect.topleft)
        c.face(card, rect)
    else:
        c.blit(cards.place(*rect.size), *rect.topleft)


def flip(c: Canvas, s: State, card: int, rect: Rect, share: float) -> None:
    front = share > 0.5
    wide = max(2, round(rect.w * abs(2 * share - 1)))
    side = cards.face(card, *rect.size, s.view.prefs.deck) if front else cards.back(*rect.size)
    c.blit(cards.place(*rect.size), *rect.topleft)
    c.middle(shrink(side, wide, rect.h), *rect.center)
    if front:
        c.face(card, rect)


def draw_own_up(c: Canvas, s: State) -> None:
    """Stud: own cards dealt face up lie on the felt before the player, for everyone to see."""
    if s.round:
        return  # the bank's lie there
    winning = winners(s) if s.me.won else None
    for card, rect in zip(s.me.up, centered(len(s.me.up), UP_CARD, UP_GAP, UP_Y), strict=True):
        one_card(c, s, card, rect, winning)


def winners(s: State) -> tuple[int, ...] | None:
    """The cards of the hand that is named: one's own, or the main pot's; where it was run twice,
    of every hand that won."""
    result = s.public.result
    if not result:
        return None
    if s.public.second:
        return tuple(card for seat in s.public.seats for card in seat.winning)
    return s.me.winning if s.me.won else result.cards
