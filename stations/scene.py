"""Which picture: the state of the seat decides, an open page lies over it, a fault over all."""

from pygame import Rect

from firmware.screens.protocol import Mode
from stations import backdrop, bar, entry, fault
from stations.areas import GLASS
from stations.banked import block as banked
from stations.banked import offer, thirteen
from stations.entry import buy_in
from stations.hand import block, cut, own_cards, own_plate, table
from stations.page import Page
from stations.pages import PAGES
from stations.pan import own as pan
from stations.state import State
from ui.canvas import Canvas
from ui.layout import inset
from ui.shapes import Look
from ui.sizes import LABEL
from ui.theme import ROSE_EDGE, SKY, TEXT, rgb

NOTE_HIGH = 38
SAID = Look(rgb("141D25"), None, SKY, 2, NOTE_HIGH / 2)
REFUSED = SAID._replace(edge=ROSE_EDGE)
# Where a No is read on the way to the seat: in the middle of what it is about.
NOTE_AT: dict[Mode, tuple[int, int]] = {
    "attract": (640, 542),
    "pin": (308, 683),
    "buy-in": (836, 101),
}


def draw(c: Canvas, s: State) -> None:
    page = PAGES.get(s.reading.page)
    if s.dark:
        fault.draw(c, s)
    elif s.view.mode == "seated":
        _seated(c, s, page)
    elif page and page.before_seat:
        backdrop.dark(c)
        bar.brand(c, s)
        page.draw(c, s)
    else:
        _coming(c, s)


def _coming(c: Canvas, s: State) -> None:
    view = s.view
    entry.draw(c, s)
    if view.mode in NOTE_AT and not (view.pin and view.pin.wrong):  # that has its own words
        x, y = NOTE_AT[view.mode]
        mirrored = view.mode == "pin" and s.left_hand  # the pad has the other side
        _note(c, s, GLASS.w - x if mirrored else x, y)


def _seated(c: Canvas, s: State, page: Page | None) -> None:
    if s.buys:  # add chips, over the table
        buy_in.draw(c, s)
        _note(c, s, *NOTE_AT["buy-in"])
    elif s.view.ask and s.view.ask.kind == "cut" and s.asks:
        backdrop.dark(c)
        bar.draw(c, s)
        cut.draw(c, s, s.view.ask)
    elif page and not page.in_block:
        backdrop.dark(c)
        bar.draw(c, s)
        page.draw(c, s)
    elif s.round and s.view.ask and s.view.ask.kind == "bank" and s.asks:
        backdrop.dark(c)
        bar.draw(c, s)
        offer.draw(c, s, s.view.ask, *s.round)
    elif s.round and (ask := thirteen.fills(s)) and not page:
        backdrop.band(c, s.view.prefs.contrast)
        bar.draw(c, s)
        thirteen.draw(c, s, ask, *s.round)
    else:
        _table(c, s, page)


def _table(c: Canvas, s: State, page: Page | None) -> None:
    backdrop.felt(c, s.view.prefs.contrast)
    bar.draw(c, s)
    table.draw(c, s)
    c.fly(s.flights.pieces(s.now))
    own_plate.draw(c, s)
    if s.public.pan and s.view.hole and not s.public.result:
        pan.pad(c, s)
    elif not (s.round and banked.in_zone(c, s, *s.round)):
        own_cards.draw(c, s)
    block.draw(c, s, page)


def _note(c: Canvas, s: State, x: int, y: int) -> None:
    """What the table said to this seat alone: a polite No, or an answer."""
    says = s.view.refused or s.view.said
    if not says or s.view.mode == "please wait" or (s.view.mode == "attract" and not s.answer_left):
        return
    wide = min(900 if x == GLASS.centerx else 584, c.measure(says, LABEL.px) + 48)
    rect = Rect(x - wide // 2, y - NOTE_HIGH // 2, wide, NOTE_HIGH)
    c.box(rect, REFUSED if s.view.refused else SAID)
    c.write(says, LABEL.semibold, inset(rect, 16), ink=TEXT, at="c")
