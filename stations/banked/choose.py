"""Your choice: the verbs of the game with what each costs, under your bets and the ladder."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Against, Ask, Layout, Lying, Pick, Verb
from firmware.screens.protocol import bank_facts as facts
from stations.answers import answered
from stations.areas import ACTIONS, BLOCK, NARROW
from stations.banked import circles, hands, less, setting, words
from stations.faces import lay
from stations.hand import choices
from stations.hand.clock import clock_row
from stations.state import State
from ui import cards
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import columns, inset, left, split, top
from ui.looks import ACTION_BLUE, ACTION_FOLD, ACTION_GOLD, CARD, PANEL, TICKED, fill
from ui.shapes import Look, disc
from ui.sizes import ACTION, LABEL, STACK, TITLE, VALUE
from ui.theme import GOLD, GOLD_INK, LINE, RAISED2, ROSE, TEXT, TEXT2
from ui.touch import NOTHING, Intents

OWN, LADDER = top(BLOCK, 84, 52), top(BLOCK, 72, 148)
ALONE = top(BLOCK, 76, 146)
STEP = Look(PANEL.top, PANEL.low, LINE, 1.5, 14)
GIVES_UP = ("fold", "surrender")
STREETS = {
    1: ("Your choice",), 2: ("First", "Then"), 3: ("Before the flop", "Flop", "Turn and river"),
}  # fmt: skip


def draw(c: Canvas, s: State, ask: Ask, round_: Against, layout: Layout) -> None:
    if any(verb.sets for verb in ask.verbs):
        setting.draw(c, s, ask, layout)
        return
    if s.wagers.less:
        less.draw(c, s, ask)
        return
    clock_row(c, s)
    own = facts.bets(round_, s.view.seat)
    gives = max((verb.cards for verb in ask.verbs), default=0)
    if lying := facts.hands(round_, s.view.seat):
        hands.draw(c, s, lying)
    elif gives:
        _give(c, s, gives)
    else:
        circles.laid(c, layout, s.side(OWN), own, _later(layout, ask))
        if len(layout.streets) > 1:
            _ladder(c, s, layout)
        else:
            _alone(c, s, ask, round_, layout)
    _verbs(c, s, ask, own.get(layout.played, 0), lying)


def _later(layout: Layout, ask: Ask) -> str:
    """The circle that a verb of money would use."""
    priced = any(verb.chips for verb in ask.verbs)
    return next((one.name for one in layout.circles if one.later), "") if priced else ""


# ---- where on the ladder


def _ladder(c: Canvas, s: State, layout: Layout) -> None:
    now = _street(s, layout)
    names = STREETS.get(len(layout.streets), ())
    parts = columns(s.side(LADDER), len(layout.streets), 16)
    for n, (rect, asks) in enumerate(zip(parts, layout.streets, strict=True)):
        here = n == now
        c.box(rect, TICKED._replace(radius=14) if here else STEP)
        c.middle(disc(42, GOLD if here else RAISED2), rect.x + 40, rect.centery)
        c.text(str(n + 1), rect.x + 40, rect.centery, *VALUE.bold, GOLD_INK if here else TEXT2, "c")
        area = inset(rect, 76, right=10)
        c.write(
            names[n] if names else f"Street {n + 1}",
            LABEL.semibold,
            area,
            22,
            GOLD if here else TEXT2,
        )
        c.write(_prices(asks), VALUE.bold, area, 50, TEXT if here else TEXT2)
        if n:
            c.middle(icon("next", 16, TEXT2), rect.x - 8, rect.centery)


def _street(s: State, layout: Layout) -> int:
    """Which of them is asked: by the cards of the board."""
    return {0: 0, 3: 1}.get(len(s.public.board), len(layout.streets) - 1)


def _prices(asks: tuple[str, ...]) -> str:
    found = [ask.split()[-1] for ask in reversed(asks) if ask[-1:] == "x"]
    return " or ".join([*found, *(ask for ask in asks if ask == "fold")])


def _alone(c: Canvas, s: State, ask: Ask, round_: Against, layout: Layout) -> None:
    panel = s.side(ALONE)
    c.box(panel, PANEL)
    bank = facts.banker(round_)
    says = _against(s, round_)
    if layout.points:
        says = "Do you cover the hardway section?"
    c.write(says, TITLE.bold if not bank else VALUE.bold, inset(panel, 24), 26)
    under = f"At 0 s {ask.late}." if ask.late else ""
    if layout.points:
        under = "Field, big, place, hardways, bets on one draw: all or none. Silence: none."
    c.write(under, LABEL.medium, inset(panel, 24), 54, TEXT2)


def _against(s: State, round_: Against) -> str:
    if round_.player_hand:
        return f"The player's hand has {round_.player_hand}"
    if s.view.seat == facts.banker(round_):
        return (
            f"Your bank has {round_.bank_hand}" if round_.bank_hand else "You play the bank's hand"
        )
    return f"{s.name(facts.banker(round_))} holds the bank"


# ---- a card to give up


class GivenCard(Struct, frozen=True):
    """A card by its place; its face only where it lies open for all."""

    number: int
    chosen: bool
    face: int
    state: State

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, TICKED if self.chosen else CARD, down)
        at = Rect(rect.x + 16, rect.centery - 35 - (8 if self.chosen else 0), 50, 70)
        if self.face >= 0:
            lay(c, self.state, self.face, at)
        else:
            c.blit(cards.back(*at.size), *at.topleft)
        area = inset(rect, 78, right=10)
        c.write(str(self.number), STACK.bold, area, 40, GOLD if self.chosen else TEXT)
        c.write(
            "Give up" if self.chosen else "Keep",
            LABEL.semibold,
            area,
            84,
            GOLD if self.chosen else TEXT2,
        )


def _give(c: Canvas, s: State, most: int) -> None:
    row = s.side(choices.HEADING_ROW)
    c.write("Touch the card to change", VALUE.semibold, left(row, 560))
    hole, up = s.view.hole, s.me.up
    for n, rect in enumerate(s.together(choices.places(len(hole) + len(up)))):
        face = up[n - len(hole)] if n >= len(hole) else -1
        skin = GivenCard(n + 1, n in s.chosen, face, s)
        Button(f"place {n}", rect, skin, partial(_pick, s, n, most), guarded=True).draw(c)


def _pick(s: State, place: int, most: int) -> Intents:
    if place in s.chosen:
        s.chosen -= {place}
    else:
        s.chosen = frozenset({place}) if most == 1 else s.chosen | {place}
    return NOTHING


# ---- the verbs


def _verbs(c: Canvas, s: State, ask: Ask, unit: int, lying: list[Lying]) -> None:
    priced, row = sum(verb.chips > 0 for verb in ask.verbs) > 1, ACTIONS
    if any(verb.least for verb in ask.verbs):
        row = less.beside(c, s, row)
    for one, rect in zip(ask.verbs, _places(ask.verbs, row), strict=True):
        if one.cards and one.cards != len(s.chosen):
            continue  # nothing is chosen yet
        says, under = words.of_hand(one, lying) if lying else words.verb(one, unit, priced)
        look, ink = ACTION_BLUE, TEXT
        if one.name in GIVES_UP:
            look, ink = ACTION_FOLD, ROSE
        elif one.chips:
            look, ink = ACTION_GOLD, GOLD_INK
        sign = words.VERBS.get(one.name, "up" if one.chips else "plus")
        size = ACTION if rect.w > 290 else STACK if rect.w > 200 else VALUE
        skin = Label(look, says, size, ink, sign, under)
        does = partial(_chose, s, ask, one)
        name = f"do {one.name} {one.chips}" if one.chips else f"do {one.name}"
        Button(name, s.side(rect), skin, does, guarded=True).draw(c)


def _places(verbs: tuple[Verb, ...], row: Rect) -> list[Rect]:
    if len(verbs) == 3 and row == ACTIONS:
        return split(ACTIONS, (280, 308, 308), NARROW)
    return columns(row, len(verbs), NARROW)


def _chose(s: State, ask: Ask, one: Verb) -> Intents:
    places = sorted(s.chosen) if one.cards else []
    parts = ("do", one.name, str(one.chips), *map(str, places))
    return answered(s, Pick(ask.decision, "/".join(parts)))
