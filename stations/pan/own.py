"""His own side: ten cards face down in a row, seen while the pad is held; under them his board."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Laid
from stations.areas import BLOCK, PEEK
from stations.hand import own_cards
from stations.pan import felt
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.buttons import Button
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import inset, top
from ui.looks import GREENISH
from ui.shapes import Look, disc
from ui.sizes import FINE, LABEL
from ui.theme import GOLD, MINT, TEXT, TEXT2, rgb
from ui.touch import NOTHING, Intents

HAND, BOARD = top(BLOCK, 116, 46), top(BLOCK, 56, 170)
CARD, APART = (82, 114), 11
CHOSEN = Look(GOLD, None, None, radius=12)
FITS = Look(MINT, None, None, radius=12)
TILE, STEP, BETWEEN = (42, 52), 40, 18


def places(count: int) -> list[Rect]:
    w, h = CARD
    return [Rect(HAND.x + n * (w + APART), HAND.y + 1, w, h) for n in range(count)]


class HeldCard(Struct, frozen=True):
    """A back, or its lifted edge while the pad is held; gold: chosen; then also what fits."""

    state: State
    card: int
    chosen: bool
    fits: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        s = self.state
        if self.chosen or (self.fits and s.may_peek):
            c.box(rect.inflate(8, 8), CHOSEN if self.chosen else FITS)
        if s.may_peek:
            own_cards.lift(c, s, self.card, rect, top(rect, 76))
        else:
            c.sprite(cards.shadowed(cards.back(*rect.size)), *rect.topleft)
            c.report.backs.append(rect)


def hand(c: Canvas, s: State, fits: frozenset[int]) -> None:
    """`fits`: places that go with the card on the felt, for his own eyes."""
    asks = bool(s.view.ask and s.view.ask.kind == "pan" and s.asks)
    here = s.together(places(len(s.view.hole)))
    for n, (card, at) in enumerate(zip(s.view.hole, here, strict=True)):
        skin = HeldCard(s, card, n in s.chosen, n in fits)
        if asks:
            does = partial(_touched, s, n)
            Button(f"place {n}", at, skin, does, guarded=True, reach=top(at, 90)).draw(c)
        else:
            skin.draw(c, at, False)


def _touched(s: State, place: int) -> Intents:
    s.chosen ^= {place}
    return NOTHING


def board(c: Canvas, s: State, melds: list[Laid]) -> None:
    area = s.side(BOARD)
    if not melds:
        c.write("Nothing on your board yet", FINE.medium, area, ink=TEXT2)
        return
    x = area.x + 4
    for one in melds:
        wide = TILE[0] + STEP * (len(one.cards) - 1)
        felt.row(c, s, one, Rect(x, area.y + 2, *TILE), STEP)
        x += wide + 10
        if one.worth:
            at = c.text(show(one.worth), x, area.centery, *FINE.bold, GOLD, tab=True)
            x = at.right
        x += BETWEEN


def pad(c: Canvas, s: State) -> None:
    """Where own cards would lie: held, it lifts those in the row."""
    zone, peeking = s.side(PEEK), s.may_peek
    c.box(zone.inflate(4, 4) if peeking else zone, own_cards.TOUCHED if peeking else GREENISH)
    if peeking:
        own_cards.fingertip(c, s, inset(zone, 0, 0, bottom=50), zone.y + 60)
    else:
        c.middle(disc(112, None, rgb("2A6A60"), 2), zone.centerx, zone.y + 102)
        c.middle(icon("hand", 62, TEXT), zone.centerx, zone.y + 102)
    hint = s.view.hint if s.view.prefs.hints else ""
    first, second = (
        ("Lift finger to hide", hint or "Tap cards to choose them") if peeking
        else ("Touch and hold to see", "the other hand taps cards")
    )  # fmt: skip
    c.write(first, LABEL.semibold, inset(zone, 12), 188, TEXT, "c")
    c.write(second, FINE.medium, inset(zone, 12), 216, TEXT2, "c")
    own_cards.held_pad(c, s, zone)
