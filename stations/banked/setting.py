"""Setting your hand: cards lie face down in their hands, one finger holds the pad, another swaps.

What lies where, what it is called and whether it is foul is seen only while the pad is held, and
none of it leaves this glass before Declare. A bank's cards lie open for all: so do their names.
"""

from functools import cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Ask, Layout, Pick
from stations.answers import answered
from stations.areas import ACTIONS, BLOCK, NARROW, PEEK
from stations.faces import lay
from stations.hand import own_cards
from stations.hand.clock import set_row
from stations.state import Laying, State
from ui import cards, tiles
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import inset, split, top
from ui.looks import ACTION_BLUE, ACTION_CARD, ACTION_GOLD, GREENISH
from ui.shapes import Look, disc
from ui.sizes import ACTION, DIGIT, FINE, LABEL, STACK
from ui.theme import GOLD, GOLD_INK, MINT_LABEL, ROSE, ROSE_EDGE, TEXT, TEXT2, rgb
from ui.touch import NOTHING, Intents

if TYPE_CHECKING:
    from firmware.games.setting import Setting

PANELS = top(BLOCK, 174, 50)
TWO, CARD = (240, 664), (90, 126)
HALVES, DOMINO = (452, 452), (76, 150)
FOUL = Look(rgb("2A1619"), None, ROSE_EDGE, 1.5, 18)
PICKED = Look(GOLD, None, None, radius=12)
UNDO, WAY, DECLARE = 160, 268, 468


@cache
def known(name: str) -> "Setting":
    """Read when it is first played: other games have no use for it."""
    from firmware.games.setting import SETTINGS

    return SETTINGS[name]


class Draft(Struct, frozen=True):
    """The cards of who sets, as they lie now; open: for all to see."""

    state: State
    ask: Ask
    setting: "Setting"
    cards: tuple[int, ...]
    open: bool

    @property
    def order(self) -> tuple[int, ...]:
        return self.state.laying.order or tuple(range(len(self.cards)))

    @property
    def lying(self) -> list[int]:
        return [self.cards[place] for place in self.order]

    @property
    def foul(self) -> str:
        return self.setting.foul(self.lying)

    @property
    def tiles(self) -> bool:
        return self.setting.sizes == (2, 2)

    @property
    def seen(self) -> bool:
        return self.open or self.state.may_peek


def draft(s: State, ask: Ask, layout: Layout) -> Draft:
    """A bank's cards are no hole cards."""
    hole = s.view.hole
    return Draft(s, ask, known(layout.setting), hole or s.me.up, not hole)


def draw(c: Canvas, s: State, ask: Ask, layout: Layout) -> None:
    mine = draft(s, ask, layout)
    own = "SET YOUR TILES" if mine.tiles else "SET YOUR HAND"
    set_row(c, s, own if not mine.open else "SET THE BANK", "Then house way")
    places = _panels(c, mine)
    laid(c, s, mine, places)
    buttons(c, s, mine)
    if says := warning(s, mine):
        _strip(c, mine, says)


def laid(c: Canvas, s: State, mine: Draft, places: list[Rect]) -> None:
    """The cards where they lie, each to be touched."""
    for at, rect in enumerate(places):
        skin = LaidCard(mine, at, at == s.laying.picked)
        does = partial(_touched, s, mine, at)
        Button(f"laid {at}", rect, skin, does, guarded=True, reach=top(rect, 90)).draw(c)


# ---- the hands


def _panels(c: Canvas, mine: Draft) -> list[Rect]:
    """A panel a hand, with what lies in it in words; where each card lies."""
    s, names = mine.state, mine.setting.hands
    found, parts = list[Rect](), list(mine.setting.parts(mine.lying))
    if mine.tiles:
        return [place for n in range(2) for place in _tiles(c, mine, n)]
    for n, panel in enumerate(split(PANELS, TWO, 16)):
        rect = s.side(panel)
        c.box(rect, GREENISH)
        size, name = mine.setting.sizes[n], names[n].capitalize()
        head = inset(rect, 18)
        if mine.seen:
            c.write(name, LABEL.semibold, head, 20, MINT_LABEL)
            room = inset(rect, 18 + c.measure(name, *LABEL.semibold) + 12, right=16)
            c.write(mine.setting.words(parts[n]), LABEL.semibold, room, 20, TEXT, "r")
            if not n and not mine.open:
                c.write(f"{size} cards, not stronger", FINE.medium, head, 148, TEXT2, "c")
        else:
            c.write(f"{name}, {size} cards", LABEL.semibold, head, 20, MINT_LABEL)
        found += _places(rect, size)
    _under(c, mine)
    return found


def _tiles(c: Canvas, mine: Draft, n: int) -> list[Rect]:
    """A hand of two tiles, and beside them what it is."""
    rect = mine.state.side(split(PANELS, HALVES, 16)[n])
    c.box(rect, GREENISH)
    words, two = inset(rect, 222, right=12), [*mine.setting.parts(mine.lying)][n]
    c.write(mine.setting.hands[n].capitalize(), LABEL.semibold, words, 28, MINT_LABEL)
    if mine.seen:
        c.write(mine.setting.words(two), STACK.bold, words, 68)
        for at, line in enumerate(mine.setting.told(two)):
            c.write(line, FINE.medium, words, 104 + 30 * at, TEXT2)
    else:
        c.write("2 tiles", STACK.bold, words, 68, TEXT2)
    return [Rect(rect.x + 24 + 92 * at, rect.y + 12, *DOMINO) for at in range(2)]


def _places(panel: Rect, count: int) -> list[Rect]:
    w, h = CARD
    step = min((panel.w - 36) // count, 127)
    first = panel.centerx - ((count - 1) * step + w) // 2
    return [Rect(first + n * step, panel.y + 38, w, h) for n in range(count)]


def _under(c: Canvas, mine: Draft) -> None:
    """That nobody sees it; or, while it is seen, that it is foul as it lies."""
    s = mine.state
    last = s.side(split(PANELS, TWO, 16)[-1])
    if not mine.seen:
        c.text("Nobody sees", last.right - 16, last.y + 20, *LABEL.medium, TEXT2, "r")
        wide = c.measure("Nobody sees", *LABEL.medium)
        c.middle(icon("eye off", 22, TEXT2), last.right - wide - 40, last.y + 20)


class LaidCard(Struct, frozen=True):
    """A card of the draft: a back, or its lifted edge under the finger that holds the pad."""

    mine: Draft
    at: int
    picked: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        mine = self.mine
        card = mine.lying[self.at]
        if self.picked:
            c.box(rect.inflate(10, 10), PICKED)
        if mine.open:
            lay(c, mine.state, card, rect)
        elif mine.seen:
            own_cards.lift(c, mine.state, card, rect, top(rect, 84))
        else:
            c.sprite(cards.shadowed(cards.back(*rect.size, tiles.is_tile(card))), *rect.topleft)
            c.report.backs.append(rect)


def _touched(s: State, mine: Draft, at: int) -> Intents:
    """Two touches swap two cards."""
    now = s.laying
    if now.picked in (-1, at):
        now.picked = at if now.picked == -1 else -1
        return NOTHING
    order = list(mine.order)
    order[at], order[now.picked] = order[now.picked], order[at]
    return _lay(s, mine, tuple(order))


def _lay(s: State, mine: Draft, order: tuple[int, ...]) -> Intents:
    s.laying = Laying(order, (*s.laying.before, mine.order))
    return NOTHING


# ---- the buttons: they never move and never change, so they tell nothing


def buttons(c: Canvas, s: State, mine: Draft) -> None:
    undo, way, declare = (s.side(part) for part in split(ACTIONS, (UNDO, WAY, DECLARE), NARROW))
    skin = Label(ACTION_CARD, "Undo", STACK, TEXT, "undo")
    Button("undo", undo, skin, partial(_undo, s), guarded=True).draw(c)
    skin = Label(ACTION_BLUE, "House way", STACK, TEXT, "house", "sets it for you")
    Button("house way", way, skin, partial(_lay, s, mine, mine.ask.way), guarded=True).draw(c)
    skin = Label(ACTION_GOLD, "Declare", ACTION, GOLD_INK, "check", "final for this round")
    Button("declare", declare, skin, partial(_declare, s, mine), guarded=True).draw(c)


def warning(s: State, mine: Draft) -> str:
    if mine.seen and mine.foul and mine.tiles:
        return "Foul: low beats high"
    if mine.seen and mine.foul:
        return f"Foul as it lies: {mine.foul}. Move a card."
    return "Hold to see why" if s.laying.foul and not mine.seen else ""


def _strip(c: Canvas, mine: Draft, says: str) -> None:
    last = mine.state.side(split(PANELS, HALVES if mine.tiles else TWO, 16)[-1])
    if mine.tiles:
        last = inset(last, 196, right=0)
    rect = Rect(last.x + 16, last.y + 130, last.w - 32, 36)
    c.box(rect, FOUL)
    c.middle(icon("alert", 22, ROSE), rect.x + 24, rect.centery)
    c.write(says, FINE.semibold, inset(rect, 44, right=12), ink=ROSE)


def _undo(s: State) -> Intents:
    if before := s.laying.before:
        s.laying = Laying(before[-1], before[:-1])
    s.laying.picked = -1
    return NOTHING


def _declare(s: State, mine: Draft) -> Intents:
    if mine.foul:
        s.laying.foul = True
        return NOTHING
    places = map(str, mine.order)
    return answered(s, Pick(mine.ask.decision, "/".join(("do", "set", "0", *places))))


# ---- the pad


def pad(c: Canvas, s: State, layout: Layout) -> None:
    """Where own cards would lie: held, it lifts those above."""
    zone = s.side(PEEK)
    if not s.view.hole:
        c.box(zone, GREENISH)
        area = inset(zone, 16)
        c.write("Your bank lies open", DIGIT.bold, area, 90, TEXT, "c")
        c.write("Set it as you like, or the house way", FINE.medium, area, 130, TEXT2, "c")
        return
    peeking = s.may_peek
    c.box(zone.inflate(4, 4) if peeking else zone, own_cards.TOUCHED if peeking else GREENISH)
    if peeking:
        own_cards.fingertip(c, s, inset(zone, 0, 0, bottom=50), zone.y + 60)
    else:
        c.middle(disc(112, None, rgb("2A6A60"), 2), zone.centerx, zone.y + 102)
        c.middle(icon("hand", 62, TEXT), zone.centerx, zone.y + 102)
    things = "tiles" if known(layout.setting).sizes == (2, 2) else "cards"
    first, second = (
        ("Lift finger to hide", f"Tap two {things} to swap them") if peeking
        else ("Touch and hold to see", f"the other hand taps {things}")
    )  # fmt: skip
    c.write(first, LABEL.semibold, inset(zone, 12), 188, TEXT, "c")
    c.write(second, FINE.medium, inset(zone, 12), 216, TEXT2, "c")
    own_cards.held_pad(c, s, zone)
