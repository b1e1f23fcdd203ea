"""Craps on the glass: fourteen tiles for the bets, the two cards and the point on the felt."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Against, Ask, Circle
from firmware.screens.protocol import bank_facts as facts
from stations.areas import BLOCK
from stations.faces import lay_shadowed
from stations.state import State
from ui import cards, chips
from ui.amounts import show
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import grid, inset, top
from ui.looks import SOFT, fill
from ui.shapes import Look
from ui.signs import on_puck
from ui.sizes import DIGIT, FINE, LABEL, VALUE
from ui.theme import GOLD, TEXT, TEXT2, rgb
from ui.touch import NOTHING, Intents

TILES = top(BLOCK, 156, 46)
ACROSS, GAP = 7, 12
TURNED = ACROSS - 1  # bets of the second row; its last tile turns it
CLOTH = Look(rgb("0A2A27"), rgb("08201E"), rgb("2A8A76"), 1.5, 12)
DRAFTED = Look(rgb("3A2C10"), rgb("241B0B"), GOLD, 2.5, 12)
RED, BLUE = Look(rgb("D0454C"), radius=11), Look(rgb("3B8BE0"), radius=11)
CARD, CARDS_AT = (88, 118), (404, 256)
BOXES, BOX_GAP = Rect(618, 250, 286, 134), 10
NUMBERS = (4, 5, 6, 8, 9, 10)
NUMBER, ON = Look(rgb("061413"), None, rgb("2A8A76"), 1.5, 8), DRAFTED._replace(radius=8)


class Tile(Struct, frozen=True):
    """A bet: what lies on it, or what it pays; a lock where it lies until it is decided."""

    name: str
    chips: int
    pays: str
    drafted: bool
    locked: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, DRAFTED if self.drafted else CLOTH, down)
        words = inset(rect, 12, right=26 if self.locked else 6)
        ink = GOLD if self.drafted else TEXT
        style = LABEL if c.measure(self.name, *LABEL.bold) <= words.w else FINE
        c.write(self.name, style.bold, words, 21, ink)
        if self.locked:
            c.middle(icon("lock", 16, TEXT2), rect.right - 16, rect.y + 21)
        if self.chips:
            c.middle(chips.chip(chips.value_of(self.chips), 28), rect.x + 26, rect.y + 50)
            c.write(show(self.chips), VALUE.bold, inset(rect, 46, right=4), 50, ink, tab=True)
        else:
            c.write(self.pays, LABEL.medium, words, 50, TEXT2)


def tiles(ask: Ask, turn: int) -> tuple[list[Circle], int]:
    """The bets that fit, and how many do not; the second row turns to the others."""
    first, rest = ask.circles[:ACROSS], ask.circles[ACROSS:]
    if len(rest) <= ACROSS:
        return [*first, *rest], 0
    pages = -(-len(rest) // TURNED)
    at = turn % pages * TURNED
    shown = rest[at : at + TURNED]
    return [*first, *shown], len(rest) - len(shown)


def places(s: State, count: int) -> list[Rect]:
    return [s.side(rect) for rect in grid(TILES, ACROSS, 2, GAP)[:count]]


def more(c: Canvas, s: State, left: int) -> None:
    if left:
        rect = s.side(grid(TILES, ACROSS, 2, GAP)[-1])
        skin = Label(SOFT._replace(radius=12), "More", LABEL, under=f"{left} more bets")
        Button("more bets", rect, skin, partial(_turn, s)).draw(c)


def _turn(s: State) -> Intents:
    s.wagers.turned += 1
    return NOTHING


def name_of(circle: str) -> str:
    """As on the layout: odds behind the line are just that."""
    return "Odds" if circle == "pass odds" else facts.title(circle)


# ---- the felt


def felt(c: Canvas, s: State, round_: Against) -> None:
    faces, _ = facts.bank_hand(s.public)
    x, y = CARDS_AT
    says = f"Last {round_.bank_hand.lower()}" if faces else "Red and blue"
    c.text(says, x + CARD[0] + 5, 234, *LABEL.semibold, TEXT, "c")
    for n, (pack, look) in enumerate((("Red", RED), ("Blue", BLUE))):
        rect = Rect(x + n * (CARD[0] + 12), y, *CARD)
        c.box(rect.inflate(8, 8), look)
        if n < len(faces):
            lay_shadowed(c, s, faces[n], rect)
        else:
            c.blit(cards.place(*rect.size), *rect.topleft)
        c.text(pack, rect.centerx, y + CARD[1] + 19, *FINE.semibold, TEXT, "c")
    on = f"The point is {round_.point}" if round_.point else "Come-out: no point yet"
    c.text(on, BOXES.centerx, 234, *LABEL.semibold, TEXT, "c")
    for number, rect in zip(NUMBERS, grid(BOXES, 3, 2, BOX_GAP), strict=True):
        here = number == round_.point
        c.box(rect, ON if here else NUMBER)
        at = rect.x + 27 if here else rect.centerx
        c.text(str(number), at, rect.centery, *DIGIT.bold, GOLD if here else TEXT, "c")
        if here:
            c.middle(on_puck(38), rect.right - 26, rect.centery)


def message(round_: Against) -> str:
    """Under the cards: when the next ones come, and what the bank covers."""
    if round_.due == "choose":
        return "The bank says whether it covers the hardways"
    if round_.due not in ("wager", "deal", "settle"):
        return ""
    covers = "hardways covered" if round_.covers else "hardways not covered"
    return f"Next cards when the bets close  ·  {covers}"
