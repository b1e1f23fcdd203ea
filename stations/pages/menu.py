"""The menu: what can be done besides the hand, this session, and the hand that goes on."""

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.money import show as dollars
from firmware.screens.protocol import Close, ComeBack, Open, SitOut
from stations import sentences
from stations.answers import add_chips, leave_page, open_page, send
from stations.areas import COLUMN, GAP, WIDE
from stations.bar import own_decision
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
OFF = PANEL._replace(edge=None)
PLATE = Look(rgb("1F2A33"), rgb("161F27"), LINE, 1.5)
SIGN_GROUND = Look(rgb("0D151B"), None, None, radius=12)
READABLE = 0.7  # of its width, where a line is condensed
ROSE_GROUND = SIGN_GROUND._replace(top=rgb("3A2328"))


def page(pages: Iterable[Page]) -> Page:
    return Page("menu", partial(draw, tuple(pages)))


def draw(pages: tuple[Page, ...], c: Canvas, s: State) -> None:
    _own(c, s)
    _session(c, s)
    _hand(c, s)
    tiles = [*_acts(s), *((one.name, one.tile(s)) for one in pages if one.tile)]
    for rect, (name, tile) in zip(TILES, tiles, strict=True):
        if tile.off:
            TileSkin(tile).draw(c, rect, down=False)
            continue
        does = tile.does or open_page(s, name)
        Button(f"tile {tile.name or name}", rect, TileSkin(tile), does).draw(c)


def _acts(s: State) -> Iterator[tuple[str, Tile]]:
    session, no = s.view.session, s.view.no
    room = f"Up to {show(session.room)}, from next {s.play}" if session.room else "Not now"
    yield "add chips", Tile("plus", "Add chips", room, add_chips(s))
    if s.view.away in ("sit out", "lobby", "after hand"):
        does, note = leave_page(s, ComeBack()), no.back or "You are sitting out"
        yield "back in", Tile("check", "Deal me in", note, does, off=bool(no.back))
    else:
        does, note = leave_page(s, SitOut()), no.sit_out or f"From next {s.play}"
        yield "sit out", Tile("pause", "Sit out", note, does, off=bool(no.sit_out))
    lobby = no.lobby or f"{sentences.minutes(session.lobby_ms)}, once an hour"
    yield "lobby", Tile("cup", "Lobby", lobby, off=bool(no.lobby and no.meal))


class TileSkin(Struct, frozen=True):
    tile: Tile

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        tile, rose = self.tile, self.tile.rose and not self.tile.off
        if tile.off:
            self._off(c, rect)
            return
        fill(c, rect, FOLD if rose else CARD, down)
        sign = Rect(rect.x + 20, rect.y + 22, 60, 60)
        c.box(sign, ROSE_GROUND if rose else SIGN_GROUND)
        c.middle(icon(tile.sign, 33, ROSE if rose else MINT_LABEL), *sign.center)
        c.middle(icon("next", 24, TEXT3, 2.4), rect.right - 28, sign.centery)
        words = inset(rect, 20, right=14)
        c.write(tile.title, TILE.bold, words, 108, ROSE if rose else TEXT)
        c.write(tile.note, SMALL.medium, words, 139, TEXT2)

    def _off(self, c: Canvas, rect: Rect) -> None:
        """Flat and dim: what it says is why."""
        c.box(rect, OFF)
        c.middle(icon(self.tile.sign, 33, TEXT3), rect.x + 50, rect.y + 52)
        words = inset(rect, 20, right=14)
        c.write(self.tile.title, TILE.bold, words, 108, TEXT3)
        c.write(self.tile.note, SMALL.medium, words, 139, TEXT2)


# ---- the column beside the tiles


def _own(c: Canvas, s: State) -> None:
    c.box(OWN, PLATE)
    own_plate.who(c, s, OWN, (TEXT2, LINE_STRONG), None)
    own_plate.stack(c, OWN, s.me.stack, TEXT)


def _session(c: Canvas, s: State) -> None:
    c.box(SESSION, PANEL)
    inner = inset(SESSION, 24)
    c.write("This session", VALUE.bold, inner, 30)
    facts = _session_facts(s)
    lines = rows(top(inner, 210, 53), max(5, len(facts)), 0)
    for (label, value), row in zip(facts, lines, strict=False):
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
        (f"{s.play.capitalize()}s played", str(session.hands)),
    ]
    if s.public.placard.chips:  # no money: what they are worth is decided at the end
        return [*facts, ("Entry", dollars(session.bought_in)), ("On the table", show(stack))]
    facts += [("Bought in", show(session.bought_in)), ("On the table", show(stack))]
    if session.coming:
        facts.append((f"After this {s.play}", f"+ {show(session.coming)}"))
    dealt = s.public.phase in ("in hand", "paused") and s.me.life in ("in", "folded")
    result = f"Before this {s.play}" if dealt else "Result"  # chips in the pot are not lost yet
    return [*facts, (result, sentences.signed(session.result))]


def _pair(c: Canvas, row: Rect, label: str, value: str) -> None:
    """The amount first: its label has what is left of the row."""
    set_ = c.write(value, VALUE.bold, right(row, 124), at="r", tab=True)
    c.write(label, LABEL.medium, left(row, set_.x - 8 - row.x), ink=TEXT2)


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


def _two_rows(inner: Rect, count: int) -> list[Rect]:
    """Of a board that has no room in one."""
    wide = columns(top(inner, 46, 48), -(-count // 2), 6)
    small = [Rect(one.x, one.y, 32, one.h) for one in wide]
    return [*small, *(one.move(0, 50) for one in small)]


def _hand(c: Canvas, s: State) -> None:
    c.box(HAND, GREENISH)
    inner, public = inset(HAND, 24), s.public
    live = public.phase == "in hand"
    rests = "Paused" if public.phase == "paused" else f"Between {s.play}s"
    says = f"{s.play.capitalize()} goes on" if live else rests
    c.write(says, LABEL.semibold, left(inner, 140), 30, MINT_LABEL)
    total = sum(pot.chips for pot in public.pots)
    if total and not public.against:
        c.write(f"Pot {show(total)}", VALUE.bold, right(inner, 120), 30, at="r")
    count = public.placard.board or len(public.common)
    places = columns(top(inner, 67, 56), 5, 6) if count <= 5 else _two_rows(inner, count)
    if public.common:
        c.write("Common card", LABEL.semibold, inset(places[1], 0, right=-160), ink=MINT_LABEL)
    for n, rect in enumerate(places[:count]):
        if n < len(public.board):
            lay(c, s, public.board[n], rect)
        else:
            c.blit(cards.place(*rect.size), *rect.topleft)
    if live and public.actor:
        c.write(_whom_it_waits_for(c, s, inner.w), LABEL.bold, inner, 157)
    closes = "On your turn this menu closes by itself."
    says = closes if own_decision(s) is None else "It is your turn: close this menu to act."
    c.paragraph(says, SMALL.medium, inner, 188, TEXT2)


def _whom_it_waits_for(c: Canvas, s: State, wide: int) -> str:
    """And that one is next, where both can be read."""
    then = f"{sentences.to_act(s)}, then you."
    fits = c.measure(then, *LABEL.bold) * READABLE <= wide
    return then if fits and sentences.you_are_next(s) else f"{sentences.to_act(s)}."
