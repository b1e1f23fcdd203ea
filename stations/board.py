"""The cards that are everybody's, and the pots."""

from collections.abc import Sequence

from pygame import Rect

from stations.state import State
from ui import cards, chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.shapes import Look, shrink
from ui.theme import TEXT, TEXT2, rgb

DARK = Look(rgb("071A19"), None, None, alpha=0.82)
ROW, LARGE_ROW = (96, 134, 12, 262), (114, 159, 8, 246)


def one_card(c: Canvas, s: State, card: int, rect: Rect, winning: Sequence[int] | None) -> None:
    """A public card: plain, or at the end of a hand framed or shaded."""
    deck = s.view.prefs.deck
    c.face(card, rect)
    if winning is None or (not winning and not s.public.result):
        c.sprite(cards.shadowed(cards.face(card, rect.w, rect.h, deck)), *rect.topleft)
    elif card in winning:
        c.sprite(cards.framed(card, rect.w, rect.h, deck, False), *rect.topleft)
    elif winning:
        c.blit(cards.shaded(card, rect.w, rect.h, deck, False), *rect.topleft)
    else:
        c.sprite(cards.shadowed(cards.face(card, rect.w, rect.h, deck)), *rect.topleft)


def board(c: Canvas, s: State, now: float) -> None:
    count = s.public.facts.board
    if not count:
        return
    if s.public.second:  # run twice: two rows
        for row, found in enumerate((s.public.board, s.public.second)):
            _row(c, s, found, count, (54, 66, 12, 262 + 70 * row), now)
    else:
        _row(c, s, s.public.board, count, LARGE_ROW if s.view.prefs.large else ROW, now)


def _row(
    c: Canvas,
    s: State,
    found: tuple[int, ...],
    count: int,
    size: tuple[int, int, int, int],
    now: float,
) -> None:
    w, h, gap, y = size
    x = 640 - (count * w + (count - 1) * gap) // 2
    winning = winners(s)
    for n in range(count):
        rect = Rect(x + n * (w + gap), y, w, h)
        if n >= len(found):
            _not_dealt(c, s, n - len(s.public.board), rect)
            continue
        share = s.time.at(f"board {n}", now)
        if share < 1:
            _flip(c, s, found[n], rect, share)
        else:
            one_card(c, s, found[n], rect, winning)


def _not_dealt(c: Canvas, s: State, nth: int, rect: Rect) -> None:
    """An empty place, or the card that would have come: everybody wanted to see it."""
    if nth < len(s.public.rabbit) and not s.public.second:
        card = s.public.rabbit[nth]
        c.blit(cards.shaded(card, rect.w, rect.h, s.view.prefs.deck, False), *rect.topleft)
        c.face(card, rect)
    else:
        c.blit(cards.place(*rect.size), *rect.topleft)


def own_up(c: Canvas, s: State) -> None:
    """Stud: own cards dealt face up lie on the felt before the player, for everyone to see."""
    up = s.me.up
    x = 640 - (len(up) * 66 - 8) // 2
    for n, card in enumerate(up):
        one_card(c, s, card, Rect(x + 66 * n, 316, 58, 81), winners(s) if s.me.won else None)


def winners(s: State) -> tuple[int, ...] | None:
    """The cards that won, once the hand is over and was shown."""
    if not s.public.result:
        return None
    return tuple(card for seat in s.public.seats for card in seat.winning)


def _flip(c: Canvas, s: State, card: int, rect: Rect, share: float) -> None:
    front = share > 0.5
    wide = max(2, round(rect.w * abs(2 * share - 1)))
    side = (
        cards.face(card, rect.w, rect.h, s.view.prefs.deck) if front else cards.back(rect.w, rect.h)
    )
    c.blit(cards.place(rect.w, rect.h), *rect.topleft)
    c.middle(shrink(side, wide, rect.h), *rect.center)
    if front:
        c.face(card, rect)


def pots(c: Canvas, s: State) -> None:
    found = s.public.pots
    if not found or not any(pot.chips for pot in found):
        return
    y = 222 if s.public.facts.board else 270
    names = ["POT"] if len(found) == 1 else ["MAIN", *(f"SIDE {n}" for n in range(1, len(found)))]
    px = 30 if len(found) < 3 else 24
    widths = [
        c.measure(name, 20, "medium") + c.measure(show(pot.chips), px, "bold") + 86
        for name, pot in zip(names, found, strict=True)
    ]
    x = 640 - (sum(widths) + 8 * (len(widths) - 1)) // 2
    for name, pot, wide in zip(names, found, widths, strict=True):
        rect = Rect(x, y - 22, wide, 44)
        c.box(rect, DARK._replace(radius=22))
        pile = chips.little_pile(pot.chips, 26)
        c.middle(pile, rect.x + 28, y - 1)
        label = c.text(name, rect.x + 53, y, 20, "medium", TEXT2)
        c.text(show(pot.chips), label.right + 12, y, px, "bold", TEXT, tab=True)
        x += wide + 8
