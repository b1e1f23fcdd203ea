"""The cards that are everybody's, and the player's own that lie open."""

from collections.abc import Sequence

from pygame import Rect

from firmware.screens.protocol import on_sides
from stations import sentences
from stations.areas import GLASS
from stations.faces import lay_shadowed
from stations.hand.pots import DARK
from stations.state import State
from ui import cards
from ui.canvas import Canvas
from ui.layout import columns, inset, laid, middle
from ui.looks import rounded
from ui.shapes import Look, shrink
from ui.signs import side_tag
from ui.sizes import FINE
from ui.theme import GOLD, TEXT2, rgb

CARD, LARGE_CARD, TWICE_CARD, UP_CARD = (96, 134), (114, 159), (54, 66), (58, 81)
GAP, LARGE_GAP, UP_GAP = 12, 8, 8
ROW_Y, LARGE_ROW_Y, UP_Y = 262, 246, 316
IN_ROWS = {2: ((56, 66), 8, 258), 3: ((64, 48), 4, 248)}  # a tile, the gap, where they begin
TILE_WON = Look(GOLD, None, None, radius=9)
TILE_LOST = Look(rgb("06302E"), None, None, radius=8, alpha=0.65)
TAG_IN, TAG_UP = 4, 18  # from the left and the lower edge of a card
TWICE_PITCH = 70  # from the first board to the second, where it was run twice
# beside the own up cards, which give way to it
COMMON_WIDE, COMMON_GAP, COMMON_SAYS, BESIDE_COMMON = 138, 14, (284, 25), (52, 73)
COMMON_PILL = rounded(DARK, COMMON_SAYS[1] / 2)


def draw(c: Canvas, s: State) -> None:
    public = s.public
    if public.common:
        _common(c, s, public.common)
    elif not public.placard.board:
        return
    elif public.second:
        for run, found in enumerate((public.board, public.second)):
            _row(c, s, found, TWICE_CARD, GAP, ROW_Y + TWICE_PITCH * run, run)
    elif public.placard.rows:
        _in_rows(c, s)
    else:
        _row(c, s, public.board, *_size(s))


def _in_rows(c: Canvas, s: State) -> None:
    """A board that says by its places which cards go together."""
    rows, won = s.public.placard.rows, winners(s)
    size, gap, y = _size(s)
    for n, rect in laid(rows, GLASS.centerx, y, size, gap).items():
        if n >= len(s.public.board):
            c.blit(cards.place(*rect.size), *rect.topleft)
        else:
            _tile(c, s, s.public.board[n], rect, won)


def _tile(c: Canvas, s: State, card: int, rect: Rect, won: Sequence[int] | None) -> None:
    if won and card in won:
        c.box(rect.inflate(4, 4), TILE_WON)
    c.blit(cards.tile(card, *rect.size, s.view.prefs.deck), *rect.topleft)
    c.face(card, rect)
    if won and card not in won:
        c.box(rect, TILE_LOST)


def _common(c: Canvas, s: State, found: tuple[int, ...]) -> None:
    """Stud's last card, which everybody shares: beside the own ones, and named."""
    area = _before_player(s)[1]
    y, high = COMMON_SAYS
    says = Rect(area.x, y, area.w, high)
    c.box(says, COMMON_PILL)
    c.write("Common card", FINE.medium, inset(says, 8), ink=TEXT2, at="c")
    wide = BESIDE_COMMON[0] * len(found) + UP_GAP * (len(found) - 1)
    for n, rect in enumerate(columns(middle(area, wide, area.h), len(found), UP_GAP)):
        _turned(c, s, n, found[n], rect, winners(s))


def _before_player(s: State) -> tuple[Rect, Rect]:
    """Where his own up cards lie, and beside them the common card; together in the middle."""
    own, shared = len(s.me.up), bool(s.public.common)
    (w, h), wide = BESIDE_COMMON if shared else UP_CARD, COMMON_WIDE * shared
    up = own * (w + UP_GAP) - UP_GAP if own else 0
    gap = COMMON_GAP if own and shared else 0
    left = GLASS.centerx - (up + gap + wide) // 2
    return Rect(left, UP_Y, up, h), Rect(left + up + gap, UP_Y, wide, h)


def left_edge(s: State) -> int:
    """Where a full board begins."""
    (w, _), gap, _ = _size(s)
    wide = max(map(len, s.public.placard.rows), default=s.public.placard.board)
    return GLASS.centerx - (wide * (w + gap) - gap) // 2


def _size(s: State) -> tuple[tuple[int, int], int, int]:
    if s.public.placard.rows:
        return IN_ROWS[len(s.public.placard.rows)]
    if s.view.prefs.large and not s.public.second:
        return LARGE_CARD, LARGE_GAP, LARGE_ROW_Y
    return CARD, GAP, ROW_Y


def centered(count: int, size: tuple[int, int], gap: int, y: int) -> list[Rect]:
    """A row of cards in the middle of the felt."""
    w, h = size
    wide = count * (w + gap) - gap
    return columns(Rect(GLASS.centerx - wide // 2, y, wide, h), count, gap)


def _row(
    c: Canvas, s: State, found: tuple[int, ...], size: tuple[int, int], gap: int, y: int,
    run: int = 0,
) -> None:  # fmt: skip
    winning, side = winners(s, run), sides(s)
    for n, rect in enumerate(centered(s.public.placard.board, size, gap, y)):
        if n >= len(found):
            _not_dealt(c, s, n - len(s.public.board), rect)
            continue
        _turned(c, s, n, found[n], rect, winning)
        if found[n] in side:
            tag = side_tag(side[found[n]], FINE.px)
            c.middle(tag, rect.x + TAG_IN + tag.get_width() / 2, rect.bottom - TAG_UP)


def _turned(
    c: Canvas, s: State, nth: int, card: int, rect: Rect, winning: Sequence[int] | None
) -> None:
    """On its way over, or open."""
    share = s.time.at(f"board {nth}", s.now)
    if share < 1:
        flip(c, s, card, rect, share)
    else:
        one_card(c, s, card, rect, winning)


def one_card(c: Canvas, s: State, card: int, rect: Rect, winning: Sequence[int] | None) -> None:
    """A public card: plain, or at the end of a hand framed or shaded."""
    if winning is None:
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
    winning = s.me.winning or None
    up = s.me.up
    for card, rect in zip(up, columns(_before_player(s)[0], len(up), UP_GAP), strict=True):
        one_card(c, s, card, rect, winning)


def winners(s: State, run: int = 0) -> tuple[int, ...] | None:
    """The cards of the hand that is named: one's own, or of who won most; of two boards, those of
    his hand on this one."""
    result = s.public.result
    if not result:
        return None
    named = s.seat(sentences.named(s)[0])
    if s.public.second and named.ends:
        return named.ends[run]
    return tuple(sides(s)) or named.winning or result.cards or None


def sides(s: State) -> dict[int, str]:
    """Where a low was won: which cards belong to which hand. His own, or of the pot of who is
    named."""
    result, mine = s.public.result, s.view.seat
    if not result or s.public.second:
        return {}
    if s.me.won > 0:
        return on_sides(one for one in result.shares if mine in one.seats)
    return on_sides(result.pot_of(sentences.named(s)[0]))
