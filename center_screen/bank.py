"""A game against a bank in the middle: its cards and stake, or both hands and the result board."""

from collections.abc import Callable
from functools import partial
from math import ceil

from pygame import Rect

from center_screen import craps, open_hands, set_hands
from center_screen.areas import GLASS, HEADLINE, LINE, NOTE, NOTE_STRONG, SMALL, ends, long_sides
from center_screen.band import BAND, HAND_ROOM, MARGIN, SEAL_ROOM, SHIELD, SHIELD_GAP
from center_screen.board import CARD, DECK, GAP, flip
from center_screen.looks import DARK, LINES, pill
from center_screen.sentences import Kind, bank_message, bank_words
from center_screen.sheet import put
from firmware.screens.protocol import Against, Board, Layout, Public
from firmware.screens.protocol import bank_facts as facts
from ui import cards
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import columns
from ui.shapes import Look
from ui.signs import die, side, slash
from ui.sizes import Type
from ui.theme import GOLD, GOLD_INK, GREEN, TEXT, TEXT2, rgb

FAR = 266
UPPER, LOWER = 37, 104
BOX, BOX_PAD, DIE = 60, 56, 44
MANY = Rect(0, 0, 176, 262)
# Where hands lie open before the plates: smaller, and nearer to the middle
CARDS_ROOM, OPEN_FAR, OPEN_STRIP_FAR = 640, 219, 440
OPEN_UPPER, OPEN_LOWER = 37, 101
# Baccarat
HAND = Rect(0, 0, 124, 184)
HAND_GAP, LEFT, RIGHT = 12, 480, 1044
NAMES = Rect(0, 0, 1164, 54)
NAMES_FAR, PLAYER_X, BANKER_X = 124, 298, 866
NAME = Type(36, "bold")
BOARD, BOARD_FAR, CELL = Rect(0, 0, 1164, 156), 234, 24
BEADS, ROAD = 8, 25
GRID, GROUND = (
    Look(rgb("1B4A43"), radius=0, alpha=0.6),
    Look(rgb("04100F"), None, rgb("2A6A60"), 1.5, 8),
)
SECONDS = Type(60, "bold")
WIDE_TILE, WIDE_PITCH = Rect(0, 0, 60, 84), 66
STRIP, STRIP_FAR, TILE, TILE_PITCH = Rect(0, 0, 340, 160), 646, Rect(0, 0, 48, 80), 53


Line = tuple[Kind, str, Type]
Turning = Callable[[str, int], float]  # whose hand, which card: how far it is turned over


def draw(
    c: Canvas, public: Public, round_: Against, layout: Layout, left_ms: float, turning: Turning
) -> None:
    seconds = ceil(left_ms / 1000) if public.clock else -1
    if layout.two_hands:
        _two_hands(c, public, round_, seconds, turning)
        return
    if layout.setting:
        set_hands.draw(c, public, round_, layout, seconds, partial(turning, "bank"))
        return
    if layout.points and round_.due != "bank":
        craps.draw(c, public, round_, seconds, partial(turning, "bank"))
        return
    if not public.placard.board:
        _cards(c, public, layout, partial(turning, "bank"))
    kind, says = bank_message(public, round_, seconds)
    bank = bank_words(round_, layout)
    open_ = bool(layout.ways)
    lines = (("dark", bank, HEADLINE), (kind, says, LINE))
    if open_:
        open_hands.draw(c, public, round_, layout)
        lines = ((kind, says, LINE), ("dark", bank, NOTE_STRONG))
    where = (OPEN_UPPER, OPEN_LOWER) if open_ else (UPPER, LOWER)
    for spot in long_sides(OPEN_FAR if open_ else FAR):
        put(c, *spot, *BAND.size, _band, lines, where, public.hand, public.seal, round_.dice)
    faces, backs = (public.board, 0) if public.placard.board else facts.bank_hand(public)
    for spot in ends(OPEN_STRIP_FAR if open_ else STRIP_FAR):
        put(c, *spot, *STRIP.size, _bank_strip, faces, backs, bank.split("  ·  ")[0])


def _cards(c: Canvas, public: Public, layout: Layout, turned: Callable[[int], float]) -> None:
    faces, backs = facts.bank_hand(public)
    count = max(layout.bank_cards, len(faces) + backs)
    size = CARD if count <= 4 and not layout.ways else MANY
    step = size.w + GAP
    if layout.ways:  # a bank that draws often: its cards lie over one another
        step = min(step, (CARDS_ROOM - size.w) // max(1, count - 1))
    left = GLASS.centerx - (size.w + step * (count - 1)) // 2
    places = [size.move(left + n * step, GLASS.centery - size.h // 2) for n in range(count)]
    _lay(c, places, faces, backs, None, turned)


def _lay(
    c: Canvas, places: list[Rect], faces: tuple[int, ...], backs: int, won: bool | None,
    turned: Callable[[int], float],
) -> None:  # fmt: skip
    for n, rect in enumerate(places):
        if n < len(faces) and (share := turned(n)) < 1:
            flip(c, faces[n], rect, share)
        elif n < len(faces):
            _face(c, faces[n], rect, won)
        elif n < len(faces) + backs:
            c.sprite(cards.shadowed(cards.back(*rect.size)), *rect.topleft)
            c.report.backs.append(rect)
        else:
            c.blit(cards.place(*rect.size), *rect.topleft)


def _face(c: Canvas, card: int, rect: Rect, won: bool | None) -> None:
    c.face(card, rect)
    if won:
        c.sprite(cards.framed(card, *rect.size, DECK, True), *rect.topleft)
    elif won is None:
        c.sprite(cards.shadowed(cards.two_headed(card, *rect.size, DECK)), *rect.topleft)
    else:
        c.blit(cards.shaded(card, *rect.size, DECK, True), *rect.topleft)


def _band(
    c: Canvas, lines: tuple[Line, Line], where: tuple[int, int], number: int, seal: str,
    dice: tuple[int, ...],
) -> None:  # fmt: skip
    """The bank and what happens, one over the other; round and seal beside the lower one."""
    upper, lower = where
    for (kind, says, style), y in zip(lines, where, strict=True):
        if says:
            _pill(c, kind, says, y, style)
    for n, value in enumerate(dice):
        c.middle(die(value, DIE), BAND.right - 200 + n * (DIE + 10), upper)
    if number:
        c.text(f"Round #{number:,}", MARGIN, lower, *NOTE, TEXT2, room=HAND_ROOM)
    if seal:
        right = BAND.right - MARGIN
        wide = c.measure(seal, *NOTE_STRONG)
        c.middle(icon("shield", SHIELD, GREEN, 2.2), right - wide - SHIELD_GAP, lower)
        c.text(seal, right, lower, *NOTE_STRONG, TEXT, "r", room=SEAL_ROOM)


def _pill(c: Canvas, kind: Kind, says: str, y: int, style: Type) -> None:
    look, ink = LINES[kind]
    wide = min(640, c.measure(says, *style) + BOX_PAD)
    box = Rect(BAND.centerx - wide // 2, y - BOX // 2, wide, BOX)
    c.box(box, pill(look, BOX))
    c.text(says, BAND.centerx, y, *style, ink, "c", room=wide - 36)


# ---- baccarat


def _two_hands(c: Canvas, public: Public, round_: Against, seconds: int, turning: Turning) -> None:
    faces, backs = facts.bank_hand(public)
    player, bank = facts.winner(round_)
    for x, whose, found, hidden, won in (
        (LEFT, "board", public.board, 0, player), (RIGHT, "bank", faces, backs, bank)
    ):  # fmt: skip
        count = max(3, len(found) + hidden)
        row = Rect(x, GLASS.centery - HAND.h // 2, 3 * (HAND.w + HAND_GAP) - HAND_GAP, HAND.h)
        turned = partial(turning, whose)
        _lay(c, columns(row, count, HAND_GAP), found, hidden, won, turned)
    names = round_.player_hand, round_.bank_hand, bool(player), bool(bank), public.seal
    for spot in long_sides(NAMES_FAR):
        put(c, *spot, *NAMES.size, _names, *names)
    if seconds >= 0 and round_.due == "wager":
        for spot in long_sides(46):
            put(c, *spot, 200, 84, _seconds, seconds)
    for spot in long_sides(BOARD_FAR):
        put(c, *spot, *BOARD.size, _board, public.roads)
    kind, says = bank_message(public, round_, seconds)
    tiles = public.board, faces, backs, player, bank, kind, says
    for spot in ends(STRIP_FAR):
        put(c, *spot, *STRIP.size, _strip, *tiles)


def _names(c: Canvas, mine: str, theirs: str, player: bool, bank: bool, seal: str) -> None:
    for x, name, points, won in (
        (PLAYER_X, "PLAYER", mine, player), (BANKER_X, "BANKER", theirs, bank)
    ):  # fmt: skip
        says = f"{name}  {points}{' wins' if won else ''}".strip()
        wide = c.measure(says, *NAME) + 48
        box = Rect(x - wide // 2, 1, wide, 52)
        c.box(box, pill(Look(GOLD) if won else DARK, 52))
        c.text(says, x, NAMES.centery, *NAME, GOLD_INK if won else TEXT2, "c")
    if seal:
        wide = c.measure(seal, *SMALL)
        c.middle(icon("shield", 26, GREEN, 2.2), NAMES.centerx - wide / 2 - 4, NAMES.centery)
        c.text(seal, NAMES.centerx + 16, NAMES.centery, *SMALL, TEXT, "c", room=230)


def _seconds(c: Canvas, seconds: int) -> None:
    c.text(f"{seconds} s", 100, 26, *SECONDS, GOLD, "c", tab=True)
    c.text("to bet", 100, 70, *NOTE_STRONG, TEXT, "c")


def _grid(c: Canvas, area: Rect, across: int) -> None:
    c.box(area.inflate(10, 10), GROUND)
    for n in range(1, across):
        c.box(Rect(area.x + n * CELL, area.y, 1, area.h), GRID)
    for n in range(1, 6):
        c.box(Rect(area.x, area.y + n * CELL, area.w, 1), GRID)


def _board(c: Canvas, roads: Board | None) -> None:
    """Bead plate, big road, counts: of this page of rounds."""
    beads = Rect(6, 6, BEADS * CELL, 6 * CELL)
    road = Rect(beads.right + 18, 6, ROAD * CELL, 6 * CELL)
    _grid(c, beads, BEADS)
    _grid(c, road, ROAD)
    counts = Rect(road.right + 18, 1, BOARD.right - road.right - 20, 154)
    c.box(counts, GROUND)
    if roads is None:
        c.text("No round yet", counts.centerx, counts.centery, *SMALL, TEXT2, "c")
        return
    _beads(c, beads, roads.beads)
    _road(c, road, roads.road)
    _counts(c, counts, roads.counts or roads.last)


def _beads(c: Canvas, area: Rect, beads: tuple[str, ...]) -> None:
    """From the top down, then on to the right; the last columns that fit."""
    first = max(0, -(-len(beads) // 6) - BEADS) * 6
    for n, bead in enumerate(beads[first:]):
        mark = next((m for m in bead if m in "78"), bead[0])
        x, y = divmod(n, 6)
        c.middle(side(mark, 19), area.x + x * CELL + CELL / 2, area.y + y * CELL + CELL / 2)


def _road(c: Canvas, area: Rect, road: tuple[tuple[int, int, str, int], ...]) -> None:
    first = max(0, max((column for column, *_ in road), default=0) - ROAD + 1)
    for column, row, mark, ties in road:
        if column >= first:
            x = area.x + (column - first) * CELL + CELL / 2
            y = area.y + row * CELL + CELL / 2
            c.middle(side(mark, 19), x, y)
            if ties:
                c.middle(slash(22), x, y)


SIGNS = {
    "player": "P", "banker": "B", "tie": "T", "banker three-card 7": "7",
    "player three-card 8": "8",
}  # fmt: skip


def _counts(c: Canvas, area: Rect, counts: tuple[tuple[str, int, int], ...]) -> None:
    told = {what: (count, percent) for what, count, percent in counts}
    for n, what in enumerate(("player", "banker", "tie")):
        y = area.y + 28 + 50 * n
        count, percent = told.get(what, (0, 0))
        c.middle(side(SIGNS[what], 24), area.x + 26, y)
        c.text(str(count), area.x + 88, y, *NOTE_STRONG, TEXT, "r")
        c.text(f"{percent} %", area.x + 168, y, *SMALL, TEXT2, "r")
    for n, what in enumerate(("banker three-card 7", "player three-card 8", "natural")):
        if what in told:
            y = area.y + 28 + 50 * n
            if what in SIGNS:
                c.middle(side(SIGNS[what], 24), area.x + 214, y)
            else:
                c.text("Nat.", area.x + 200, y, *SMALL, TEXT2)
            c.text(str(told[what][0]), area.right - 16, y, *NOTE_STRONG, TEXT, "r")


def _strip(
    c: Canvas, mine: tuple[int, ...], theirs: tuple[int, ...], backs: int, player: bool | None,
    bank: bool | None, kind: Kind, says: str,
) -> None:  # fmt: skip
    """For an end of the table: both hands as tiles, and a line."""
    if says:
        look, ink = LINES[kind]
        wide = min(STRIP.w, c.measure(says, *LINE) + 32)
        box = Rect(STRIP.centerx - wide // 2, 0, wide, 44)
        c.box(box, pill(look, 44))
        c.text(says, STRIP.centerx, box.centery, *LINE, ink, "c", room=wide - 20)
    for x, found, hidden, won in ((2, mine, 0, player), (182, theirs, backs, bank)):
        for n in range(max(3, len(found) + hidden)):
            rect = TILE.move(x + n * TILE_PITCH, 62)
            if n < len(found):
                _tile(c, found[n], rect, won)
            elif n < len(found) + hidden:
                c.blit(cards.back(*rect.size), *rect.topleft)
            else:
                c.blit(cards.place(*rect.size), *rect.topleft)


def _bank_strip(c: Canvas, faces: tuple[int, ...], backs: int, says: str) -> None:
    """The bank's hand, or the board, and its stake."""
    look, ink = LINES["dark"]
    wide = min(STRIP.w, c.measure(says, *LINE) + 36)
    box = Rect(STRIP.centerx - wide // 2, 0, wide, 44)
    c.box(box, pill(look, 44))
    c.text(says, STRIP.centerx, box.centery, *LINE, ink, "c", room=wide - 20)
    count = len(faces) + backs
    left = STRIP.centerx - (count * WIDE_PITCH - WIDE_PITCH + WIDE_TILE.w) // 2
    for n in range(count):
        rect = WIDE_TILE.move(left + n * WIDE_PITCH, 56)
        if n < len(faces):
            _tile(c, faces[n], rect, None)
        else:
            c.blit(cards.back(*rect.size), *rect.topleft)
            c.report.backs.append(rect)


def _tile(c: Canvas, card: int, rect: Rect, won: bool | None) -> None:
    if won:
        c.box(rect.inflate(4, 4), Look(GOLD, None, None, radius=8))
    c.blit(cards.tile(card, *rect.size), *rect.topleft)
    c.face(card, rect)
    if won is False:
        c.box(rect, Look(rgb("06302E"), None, None, radius=6, alpha=0.65))
