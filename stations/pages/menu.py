"""The menu: what can be done besides the hand, this session, and the hand that goes on."""

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.money import show as dollars
from firmware.screens.protocol import Close, ComeBack, Open, SitOut
from stations import sentences
from stations.answers import leave_page, open_page, send
from stations.areas import COLUMN, GAP, WIDE
from stations.faces import lay
from stations.hand import own_plate
from stations.page import Page, Tile
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.buttons import Button
from ui.canvas import Canvas
from ui.controls import level
from ui.icons import icon
from ui.layout import bottom, columns, grid, inset, left, right, rows, top
from ui.looks import CARD, FOLD, GREENISH, PANEL, fill
from ui.shapes import Look
from ui.sizes import LABEL, SMALL, TILE, VALUE
from ui.theme import LINE, LINE_STRONG, MINT_LABEL, ROSE, TEXT, TEXT2, TEXT3, rgb
from ui.touch import Hold

TILES = grid(WIDE, 3, 4, GAP)
OWN = top(COLUMN, 84)
SESSION = top(COLUMN, 330, 100)
HAND = bottom(COLUMN, 250)
PLATE = Look(rgb("1F2A33"), rgb("161F27"), LINE, 1.5)
SIGN_GROUND = Look(rgb("0D151B"), None, None, radius=12)
ROSE_GROUND = SIGN_GROUND._replace(top=rgb("3A2328"))


def page(pages: Iterable[Page]) -> Page:
    return Page("menu", partial(draw, tuple(pages)))


def draw(pages: tuple[Page, ...], c: Canvas, s: State) -> None:
    _own(c, s)
    _session(c, s)
    _hand(c, s)
    tiles = [*_acts(s), *((one.name, one.tile(s)) for one in pages if one.tile)]
    for rect, (name, tile) in zip(TILES, tiles, strict=True):
        does = tile.does or open_page(s, name)
        Button(f"tile {tile.name or name}", rect, TileSkin(tile), does).draw(c)


def _acts(s: State) -> Iterator[tuple[str, Tile]]:
    session = s.view.session
    room = f"Up to {show(session.room)}, from next hand" if session.room else "Not now"
    yield "add chips", Tile("plus", "Add chips", room, leave_page(s, Open("add chips")))
    if s.view.away in ("sit out", "lobby", "after hand"):
        does = leave_page(s, ComeBack())
        yield "back in", Tile("check", "Deal me in", "You are sitting out", does)
    else:
        yield "sit out", Tile("pause", "Sit out", "From next hand", leave_page(s, SitOut()))
    again = f"{sentences.minutes(session.lobby_ms)}, once an hour"
    lobby = again if session.lobby_ms else "Not before next hour"
    yield "lobby", Tile("cup", "Lobby", lobby)


class TileSkin(Struct, frozen=True):
    tile: Tile

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        tile, rose = self.tile, self.tile.rose
        fill(c, rect, FOLD if rose else CARD, down)
        sign = Rect(rect.x + 20, rect.y + 22, 60, 60)
        c.box(sign, ROSE_GROUND if rose else SIGN_GROUND)
        c.middle(icon(tile.sign, 33, ROSE if rose else MINT_LABEL), *sign.center)
        c.middle(icon("next", 24, TEXT3, 2.4), rect.right - 28, sign.centery)
        words = inset(rect, 20, right=14)
        c.write(tile.title, TILE.bold, words, 108, ROSE if rose else TEXT)
        c.write(tile.note, SMALL.medium, words, 139, TEXT2)


# ---- the column beside the tiles


def _own(c: Canvas, s: State) -> None:
    c.box(OWN, PLATE)
    own_plate.who(c, s, OWN, (TEXT2, LINE_STRONG), None)
    own_plate.stack(c, OWN, s.me.stack, TEXT)


def _session(c: Canvas, s: State) -> None:
    c.box(SESSION, PANEL)
    inner = inset(SESSION, 24)
    c.write("This session", VALUE.bold, inner, 30)
    lines = rows(top(inner, 210, 53), 5, 0)
    for (label, value), row in zip(_session_facts(s), lines, strict=False):
        _pair(c, row, label, value)
        if row is not lines[-1]:
            level(c, *row.bottomleft, row.w)
    last = top(inner, 48, 280)
    level(c, *last.topleft, last.w)
    _balance(c, s, last)


def _session_facts(s: State) -> list[tuple[str, str]]:
    session, stack = s.view.session, s.me.stack
    hours, minutes = divmod(session.minutes, 60)
    facts = [
        ("Time at table", f"{hours} h {minutes} min" if hours else f"{minutes} min"),
        ("Hands played", str(session.hands)),
    ]
    if s.public.placard.chips:  # no money: what they are worth is decided at the end
        return [*facts, ("Entry", dollars(session.bought_in)), ("On the table", show(stack))]
    return [
        *facts,
        ("Bought in", show(session.bought_in)),
        ("On the table", show(stack)),
        ("Result", sentences.signed(stack - session.bought_in)),
    ]


def _pair(c: Canvas, row: Rect, label: str, value: str) -> None:
    c.write(label, LABEL.medium, left(row, 140), ink=TEXT2)
    c.write(value, VALUE.bold, right(row, 130), at="r", tab=True)


def _balance(c: Canvas, s: State, row: Rect) -> None:
    """Nobody else reads it: it is asked for and shown only while it is held."""
    balance = s.view.session.balance
    if s.down("balance") and balance is not None:
        _pair(c, row, "Card balance", show(balance))
    else:
        c.write("Card balance", LABEL.medium, left(row, 130), ink=TEXT2)
        hold = c.write("Hold", VALUE.bold, row, at="r")
        c.middle(icon("eye off", 24, TEXT2), hold.x - 22, row.centery)
    zone = bottom(SESSION, 72)
    c.touchable(Hold("balance", zone, send(Open("balance")), send(Close("balance"))))


def _hand(c: Canvas, s: State) -> None:
    c.box(HAND, GREENISH)
    inner, public = inset(HAND, 24), s.public
    live = public.phase == "in hand"
    says = "Hand goes on" if live else "Between hands"
    c.write(says, LABEL.semibold, left(inner, 140), 30, MINT_LABEL)
    total = sum(pot.chips for pot in public.pots)
    if total:
        c.write(f"Pot {show(total)}", VALUE.bold, right(inner, 120), 30, at="r")
    for n, rect in enumerate(columns(top(inner, 67, 56), 5, 6)[: public.placard.board]):
        if n < len(public.board):
            lay(c, s, public.board[n], rect)
        else:
            c.blit(cards.place(*rect.size), *rect.topleft)
    if live and public.actor:
        then = ", then you" if sentences.you_are_next(s) else ""
        c.write(f"{s.name(public.actor)} to act{then}.", LABEL.bold, inner, 157)
    c.paragraph("On your turn this menu closes by itself.", SMALL.medium, inner, 188, TEXT2)
