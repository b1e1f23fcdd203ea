"""Display: the deck, the hand that plays, the size of type; kept on the player's card."""

from msgspec import Struct
from msgspec.structs import replace
from pygame import Rect

from firmware.screens.protocol import Choose, Prefs
from stations.answers import send
from stations.areas import GAP, SHEET
from stations.page import Page, Tile, header
from stations.state import State
from ui import cards
from ui.buttons import Button
from ui.canvas import Canvas
from ui.controls import toggle
from ui.icons import icon
from ui.layout import columns, grid, inset, left, middle, right, top
from ui.looks import QUIET, TICKED, fill
from ui.sizes import BUTTON, LABEL, TILE
from ui.theme import GOLD, TEXT, TEXT2
from ui.touch import Does

DECKS = (("four", "Four colors"), ("classic", "Classic"), ("redgreen", "For color blindness"))
SHOWN = (51, 46, 37, 28)  # an ace, a king, a jack and a nine, of four suits
SWITCHES = (
    ("left", "Left hand", "Cards right, buttons left"),
    ("large", "Large type", "Bigger words and cards"),
    ("calm", "Less motion", "Things appear, nothing flies"),
    ("contrast", "High contrast", "Flat felt, bright borders"),
    ("hints", "Name my hand", "Only while you peek"),
    ("slide", "Slide to go all-in", "Instead of one touch"),
)
DECK_PLACES = columns(left(top(SHEET, 204), 1247), 3, GAP)
SWITCH_PLACES = grid(top(SHEET, 368, 220), 2, 3, GAP)


def tile(s: State) -> Tile:
    return Tile("sliders", "Display", "Cards, type, left hand")


class DeckSkin(Struct, frozen=True):
    deck: str
    title: str
    chosen: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, TICKED if self.chosen else QUIET, down)
        for card, at in zip(
            SHOWN, columns(top(inset(rect, 26, right=27), 106, 22), 4, GAP), strict=True
        ):
            c.blit(cards.face(card, *at.size, self.deck), *at.topleft)
        c.write(self.title, BUTTON.bold, inset(rect, 12), 164, GOLD if self.chosen else TEXT, "c")
        if self.chosen:
            c.middle(icon("check", 22, GOLD, 3.4), rect.right - 30, rect.y + 164)


class Switch(Struct, frozen=True):
    title: str
    note: str
    on: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, QUIET, down)
        words = inset(rect, 28, right=138)
        c.write(self.title, TILE.bold, words, 40)
        c.write(self.note, LABEL.medium, words, 77, TEXT2)
        toggle(c, middle(right(rect, 132), 76, 40), self.on)


def draw(c: Canvas, s: State) -> None:
    prefs = s.view.prefs
    header(c, s, "Display", "Kept on your card, at every table")
    for (deck, title), rect in zip(DECKS, DECK_PLACES, strict=True):
        skin = DeckSkin(deck, title, prefs.deck == deck)
        Button(f"deck {deck}", rect, skin, send(Choose(replace(prefs, deck=deck)))).draw(c)
    for (name, title, note), rect in zip(SWITCHES, SWITCH_PLACES, strict=True):
        switch = Switch(title, note, bool(getattr(prefs, name)))
        Button(f"switch {name}", rect, switch, switched(prefs, name)).draw(c)


def switched(prefs: Prefs, name: str) -> Does:
    return send(Choose(replace(prefs, **{name: not getattr(prefs, name)})))


PAGE = Page("display", draw, tile)
