"""The last hands: what this player saw of each, nothing more."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Past
from stations import sentences
from stations.answers import open_page
from stations.areas import HEAD, NARROW, SHEET
from stations.faces import lay, lay_back
from stations.page import Page, Tile, header, nothing_here
from stations.state import State
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.layout import columns, inset, left, right, rows, split, top
from ui.looks import PANEL, QUIET_KEY, SOFT, TICKED_KEY, fill
from ui.sizes import BUTTON, HEADING, SMALL, VALUE
from ui.theme import GOLD, TEXT, TEXT2
from ui.touch import NOTHING, Hold, Intents

CHOICES = [
    cell
    for column in columns(left(top(SHEET, 588), 444), 2, NARROW)
    for cell in rows(column, 5, NARROW)
]
PANEL_AT = right(SHEET, 780)
INNER = inset(PANEL_AT, 28)
CARDS = top(INNER, 106, 104)
CARD_WIDE, CARD_GAP = 76, 8
COLUMNS = split(top(INNER, 320, 264), (356, 352), 16)
LINES = [line for column in COLUMNS for line in rows(column, 10, 0)]
KEPT = 10  # hands of a sitting
BESIDE_CARDS = 10  # this line lies beside the words under the own cards


def tile(s: State) -> Tile:
    count = min(KEPT, s.view.session.hands)
    note = f"Review {count} hands" if count > 1 else "Review it" if count else "None yet"
    return Tile("history", "Last hand", note)


class Choice(Struct, frozen=True):
    hand: Past
    chosen: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, TICKED_KEY if self.chosen else QUIET_KEY, down)
        words, net = inset(rect, 18, right=14), self.hand.net
        number = sentences.number(self.hand.hand)
        c.write(number, VALUE.bold, words, 34, GOLD if self.chosen else TEXT)
        c.write(
            sentences.signed(net), VALUE.semibold, words, 74, TEXT if net >= 0 else TEXT2, tab=True
        )


def draw(c: Canvas, s: State) -> None:
    past, at = s.view.past, s.reading.past_at
    header(c, s, "The last hands", "What you saw, nothing more")
    if not past:
        nothing_here(c, "No hand has been played here yet.")
        return
    for n, (hand, rect) in enumerate(zip(past, CHOICES, strict=False)):
        Button(f"past {n}", rect, Choice(hand, n == at), partial(_choose, s, n)).draw(c)
    _one_hand(c, s, past[min(at, len(past) - 1)])


def _choose(s: State, n: int) -> Intents:
    s.reading.past_at = n
    return NOTHING


def _one_hand(c: Canvas, s: State, hand: Past) -> None:
    c.box(PANEL_AT, PANEL)
    c.write(f"Hand {sentences.number(hand.hand)}", HEADING.bold, INNER, 36)
    c.write(hand.words, VALUE.semibold, INNER, 74, GOLD)
    proof = Label(SOFT, "Proof", BUTTON, sign="qr")
    does = open_page(s, "proof", hand.hand)
    Button("proof", right(HEAD, 172), proof, does, guarded=True).draw(c)
    for card, rect in zip(hand.board, _cards(len(hand.board)), strict=True):
        lay(c, s, card, rect)
    if hand.mine:
        _mine(c, s, hand.mine)
    _lines(c, hand)


def _cards(count: int, from_right: bool = False) -> list[Rect]:
    wide = count * (CARD_WIDE + CARD_GAP) - CARD_GAP
    area = right(CARDS, wide) if from_right else left(CARDS, wide)
    return columns(area, count, CARD_GAP)


def _mine(c: Canvas, s: State, mine: tuple[int, ...]) -> None:
    """Own cards: faces only while they are held, as at the table."""
    places = _cards(len(mine), from_right=True)
    held = s.down("past mine") and not s.silent
    for card, rect in zip(mine, places, strict=True):
        if held:
            lay(c, s, card, rect, private=True)
        else:
            lay_back(c, rect)
    zone = top(places[0].union(places[-1]).inflate(16, 16), 160)
    c.write("Hold to see yours", SMALL.medium, zone.inflate(40, 0), 138, TEXT2, "c")
    c.touchable(Hold("past mine", zone))


def _lines(c: Canvas, hand: Past) -> None:
    for n, (line, area) in enumerate(zip(hand.lines, LINES, strict=False)):
        if n == BESIDE_CARDS:
            area = left(area, 300 if hand.mine else 330)
        c.write(line, SMALL.medium, area, ink=TEXT2)


PAGE = Page("history", draw, tile, wire="history", before_seat=True)
