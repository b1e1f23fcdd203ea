"""Games whose hands lie face up: before each plate its hands, what each comes to, and its bet."""

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect

from center_screen.seats import PLACES, Place
from center_screen.sheet import put
from center_screen.shown_hand import one_card
from firmware.screens.protocol import Against, Layout, Lying, Public
from firmware.screens.protocol import bank_facts as facts
from ui.amounts import show
from ui.canvas import Canvas
from ui.sizes import Type
from ui.theme import GOLD, TEXT

SHEET, FAR = Rect(0, 0, 560, 110), 130
ROOM, NARROW_ROOM, NARROW = 540, 300, 350  # at the corners and the ends the neighbours are near
APART, BESIDE = 20, 8
TOTAL, BET = Type(34, "bold"), Type(26, "semibold")
TOTAL_UP, BET_DOWN = 18, 22  # beside the cards
CARDS_Y, TOTAL_Y = 4, 92  # or under them


class Size(NamedTuple):
    wide: int
    high: int
    step: int
    under: bool = False  # what a hand comes to stands under it, and what they are worth once


# Many hands lie closer together.
SIZES = (
    Size(62, 90, 66), Size(62, 90, 33), Size(48, 70, 24, True), Size(40, 58, 20, True),
    Size(32, 46, 16, True), Size(26, 38, 13, True),
)  # fmt: skip


class Lies(NamedTuple):
    """The hands of a seat: cards, what each comes to, its bet; and all of them together."""

    hands: tuple[tuple[tuple[int, ...], str, str], ...]
    whole: str
    won: bool


def of(round_: Against, layout: Layout, seat: int) -> list[Lying]:
    return facts.hands(round_, seat) if layout.ways else []


def draw(c: Canvas, public: Public, round_: Against, layout: Layout) -> None:
    for seat in public.seats:
        place, lying = PLACES.get(seat.seat), of(round_, layout, seat.seat)
        if place and lying:
            sign, says, _ = facts.slot(round_, layout, seat)
            lies = _lies(lying, says if round_.due == "over" else "", sign == "won")
            x, y = place.inward(FAR)
            put(c, x, y, place.turn, *SHEET.size, _hands, lies, _size(c, place, lies))


def _lies(lying: Sequence[Lying], ends: str, won: bool) -> Lies:
    """At the end the last one says what came of all."""
    bets = ["" if ends else show(one.chips) for one in lying]
    bets[-1] = ends or bets[-1]
    hands = ((one.cards, one.words, bet) for one, bet in zip(lying, bets, strict=True))
    return Lies(tuple(hands), ends or show(sum(one.chips for one in lying)), won)


def _size(c: Canvas, place: Place, lies: Lies) -> Size:
    room = NARROW_ROOM if place.width < NARROW else ROOM
    return next((size for size in SIZES if _all(c, lies, size) <= room), SIZES[-1])


def _all(c: Canvas, lies: Lies, size: Size) -> int:
    wide = sum(_wide(c, *one, size) + APART for one in lies.hands)
    return wide + (c.measure(lies.whole, *BET) if size.under else -APART)


def _wide(c: Canvas, cards: Sequence[int], total: str, bet: str, size: Size) -> int:
    lie = size.wide + size.step * (len(cards) - 1)
    if size.under:
        return max(lie, c.measure(total, *TOTAL))
    return lie + BESIDE + max(c.measure(total, *TOTAL), c.measure(bet, *BET))


def _hands(c: Canvas, lies: Lies, size: Size) -> None:
    x, ink = SHEET.centerx - _all(c, lies, size) // 2, GOLD if lies.won else TEXT
    for cards, total, bet in lies.hands:
        top = CARDS_Y if size.under else SHEET.centery - size.high // 2
        for n, card in enumerate(cards):
            one_card(c, card, Rect(x + n * size.step, top, size.wide, size.high), False)
        lie = size.wide + size.step * (len(cards) - 1)
        if size.under:
            c.text(total, x + lie // 2, TOTAL_Y, *TOTAL, TEXT, "c")
        else:
            left, up = x + lie + BESIDE, TOTAL_UP if bet else 0
            c.text(total, left, SHEET.centery - up, *TOTAL, TEXT)
            c.text(bet, left, SHEET.centery + BET_DOWN, *BET, ink)
        x += _wide(c, cards, total, bet, size) + APART
    if size.under:
        c.text(lies.whole, x, SHEET.centery, *BET, ink)
