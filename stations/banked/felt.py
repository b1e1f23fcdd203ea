"""The middle of the felt: the bank and its cards, both hands of baccarat, or the big road."""

from collections.abc import Sequence

from pygame import Rect

from firmware.screens.protocol import Against, Board, Layout
from firmware.screens.protocol import bank_facts as facts
from stations.areas import GLASS
from stations.banked import craps
from stations.hand.board import CARD, GAP, centered, flip, one_card
from stations.hand.pots import DARK
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.layout import columns
from ui.looks import rounded
from ui.shapes import Look
from ui.signs import bank_puck, die, side, slash
from ui.sizes import DIGIT, FINE, LABEL
from ui.theme import GOLD, GOLD_INK, TEXT, TEXT2, TEXT3, rgb

PILL = Rect(0, 200, 0, 44)
PILL_LOOK = rounded(DARK, 22)
WITH_BOARD, WITHOUT = 222, 222
HAND = (76, 106)  # of baccarat
HANDS_Y, HANDS_GAP, BETWEEN = 256, 6, 48
NAMES_Y = 383
ROAD, CELL = Rect(387, 258, 506, 132), 22
COLUMNS, ROWS = 23, 6
COUNTS_Y = 421
ROAD_LOOK = Look(rgb("06201F"), None, rgb("3C8A7C"), 1.25, 8, 0.82)
GRID = Look(rgb("1B4A43"), radius=0, alpha=0.6)
WON = Look(GOLD, None, None, radius=15)
HAND_APART, DICE_Y = 16, 366
MANY, MANY_GAP = (52, 73), 4
PILL_LOW, UNDER_PILL, FEW = 248, 296, (76, 104)


def draw(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    if layout.points and round_.due != "bank":
        craps.felt(c, s, round_)
        return
    if layout.bank_hands:
        pill(c, s, round_)
    if layout.two_hands:
        _two_hands(c, s, round_, s.public.roads)
    elif not s.public.placard.board and layout.bank_cards:
        _bank_cards(c, s, round_, layout)


# ---- the bank


def pill(c: Canvas, s: State, round_: Against) -> None:
    parts = _says(s, round_)
    name, value, note = parts
    widths = c.measure(name, *LABEL.medium), c.measure(value, *DIGIT.bold, tab=True)
    end = c.measure(note, *LABEL.semibold) + 30 if note else 0
    wide = 52 + widths[0] + 12 + widths[1] + end + 22
    low = round_.hands and not (s.lays and round_.due != "over")
    y = PILL_LOW if low else PILL.y
    rect = Rect(GLASS.centerx - wide // 2, y, wide, PILL.h)
    c.box(rect, PILL_LOOK)
    c.middle(bank_puck(28), rect.x + 26, rect.centery)
    at = c.text(name, rect.x + 50, rect.centery, *LABEL.medium, TEXT2)
    at = c.text(value, at.right + 12, rect.centery, *DIGIT.bold, tab=True)
    if note:
        c.box(Rect(at.right + 14, rect.y + 12, 1, 20), Look(rgb("3C8A7C"), radius=0))
        c.text(note, at.right + 26, rect.centery, *LABEL.semibold, TEXT2)


def _says(s: State, round_: Against) -> tuple[str, str, str]:
    if not round_.banks:
        return "BANK", "open" if round_.due == "bank" else "none", ""
    stake, left = facts.stake(round_), facts.cover_left(round_)
    if facts.settled(round_):
        return "BANK", f"{show(left)} left", f"stake {show(stake)}"
    if round_.first and not s.lays and round_.due in ("choose", "deal", "settle"):
        return "BANK", show(stake), f"{s.name(round_.first)} is first"
    return "BANK", show(stake), f"Bets {show(facts.action(round_))}"


def _bank_cards(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    faces, backs = facts.bank_hand(s.public)
    count = max(layout.bank_cards, len(faces) + backs)
    size, gap = (CARD, GAP) if count <= 5 and not layout.setting else (MANY, MANY_GAP)
    open_ = round_.hands and not (layout.setting and round_.due != "over")
    if open_:  # cards lie open under the upper plates
        size = FEW if count <= 3 else MANY
    places = centered(count, size, gap, UNDER_PILL if open_ else 262)
    if layout.setting and (laid := facts.hands(round_, facts.banker(round_))):
        faces = tuple(card for hand in laid for card in hand.cards)
        places = _apart(places, [len(hand.cards) for hand in laid])
    _lay(c, s, places, "bank", faces, backs, None)
    if layout.setting:
        if not open_:
            _dice_under(c, s, round_)
        return
    for n, value in enumerate(round_.dice):
        c.middle(die(value, 40), GLASS.centerx + 270 + n * 48, PILL.centery)


def _apart(places: list[Rect], sizes: list[int]) -> list[Rect]:
    """Hands that are set lie apart."""
    hand = [n for n, size in enumerate(sizes) for _ in range(size)]
    shift = HAND_APART * (len(sizes) - 1) // 2
    return [place.move(HAND_APART * n - shift, 0) for place, n in zip(places, hand, strict=True)]


def _dice_under(c: Canvas, s: State, round_: Against) -> None:
    """Under many cards: what they came to, and who is first."""
    if not round_.dice:
        return
    says = facts.said(round_.dice, s.name(round_.first))
    wide = len(round_.dice) * 50 + 20 + c.measure(says, *LABEL.semibold)
    left = GLASS.centerx - wide // 2
    for n, value in enumerate(round_.dice):
        c.middle(die(value, 40), left + 20 + n * 50, DICE_Y)
    c.text(says, left + len(round_.dice) * 50 + 20, DICE_Y, *LABEL.semibold, TEXT)


def _lay(
    c: Canvas, s: State, places: list[Rect], whose: str, faces: Sequence[int], backs: int,
    won: bool | None,
) -> None:  # fmt: skip
    layout = s.public.placard.layout
    tiles = bool(layout and layout.tiles)
    for n, rect in enumerate(places):
        if n < len(faces) and (share := s.time.at(f"{whose} {n}", s.now)) < 1:
            flip(c, s, faces[n], rect, share)
        elif n < len(faces):
            one_card(c, s, faces[n], rect, None if won is None else faces if won else (-1,))
        elif n < len(faces) + backs:
            c.sprite(cards.shadowed(cards.back(*rect.size, tiles)), *rect.topleft)
            c.report.backs.append(rect)
        else:
            c.blit(cards.place(*rect.size), *rect.topleft)


# ---- baccarat


def _two_hands(c: Canvas, s: State, round_: Against, roads: Board | None) -> None:
    board = s.public.board
    faces, backs = facts.bank_hand(s.public)
    if not board and not faces and not backs:
        _road(c, roads)
        return
    wide = 3 * (HAND[0] + HANDS_GAP) - HANDS_GAP
    left = Rect(GLASS.centerx - BETWEEN // 2 - wide, HANDS_Y, wide, HAND[1])
    right = Rect(GLASS.centerx + BETWEEN // 2, HANDS_Y, wide, HAND[1])
    player, bank = facts.winner(round_)
    _lay(c, s, columns(left, max(3, len(board)), HANDS_GAP), "board", board, 0, player)
    places = columns(right, max(3, len(faces) + backs), HANDS_GAP)
    _lay(c, s, places, "bank", faces, backs, bank)
    _name(c, left.centerx, "PLAYER", round_.player_hand, bool(player))
    _name(c, right.centerx, "BANKER", round_.bank_hand, bool(bank))


def _name(c: Canvas, x: int, name: str, points: str, won: bool) -> None:
    says = f"{name}  {points}{' wins' if won else ''}".strip()
    wide = c.measure(says, *LABEL.bold) + 36
    rect = Rect(x - wide // 2, NAMES_Y - 15, wide, 30)
    c.box(rect, WON if won else rounded(DARK, 15))
    c.text(says, x, NAMES_Y, *LABEL.bold, GOLD_INK if won else TEXT, "c")


def _road(c: Canvas, roads: Board | None) -> None:
    c.box(ROAD.inflate(10, 10), ROAD_LOOK)
    for n in range(1, COLUMNS):
        c.box(Rect(ROAD.x + n * CELL, ROAD.y, 1, ROAD.h), GRID)
    for n in range(1, ROWS):
        c.box(Rect(ROAD.x, ROAD.y + n * CELL, ROAD.w, 1), GRID)
    if roads is None:
        return
    first = max(0, max((column for column, *_ in roads.road), default=0) - COLUMNS + 1)
    for column, row, mark, ties in roads.road:
        if column >= first:
            x, y = ROAD.x + (column - first) * CELL + CELL / 2, ROAD.y + row * CELL + CELL / 2
            c.middle(side(mark, 18), x, y)
            if ties:
                c.middle(slash(20), x, y)
    _counts(c, roads)


COUNTED = {
    "player": ("P", "Player"), "banker": ("B", "Banker"), "tie": ("T", "Tie"),
    "banker three-card 7": ("7", "Dragon 7"), "player three-card 8": ("8", "Panda 8"),
}  # fmt: skip


def _counts(c: Canvas, roads: Board) -> None:
    found = [(*COUNTED[what], count) for what, count, _ in roads.counts if what in COUNTED]
    widths = [c.measure(f"{name} {count}", *FINE.medium) + 34 for _, name, count in found]
    wide = sum(widths) + 14 * (len(found) - 1) + 32
    box = Rect(GLASS.centerx - wide // 2, COUNTS_Y - 18, wide, 36)
    c.box(box, rounded(DARK, 18))
    x = box.x + 16
    for (sign, name, count), room in zip(found, widths, strict=True):
        c.middle(side(sign, 18), x + 10, COUNTS_Y)
        at = c.text(name, x + 28, COUNTS_Y, *FINE.medium, TEXT3)
        c.text(str(count), at.right + 6, COUNTS_Y, *FINE.bold, TEXT)
        x += room + 14
