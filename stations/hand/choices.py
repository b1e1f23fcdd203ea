"""Choices that are no bets: cards to give up, up or down, kill, show or muck, one of several.

Own cards stay face down here: a place is touched, not a face. Whoever wants to see peeks with the
other hand.
"""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Ask, Draw, Kill, Pick, Roll, Show
from stations.answers import Answer, answer, answered
from stations.areas import ACTIONS, BLOCK, GAP, UNDER_TAG
from stations.hand.clock import clock_row
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import bottom, columns, grid, inset, left, right, split, top
from ui.looks import ACTION_BLUE, ACTION_CARD, ACTION_GOLD, CARD, PANEL, TICKED, fill
from ui.sizes import ACTION, DIGIT, HEADING, LABEL, SMALL, TILE, VALUE
from ui.theme import GOLD, GOLD_INK, TEXT, TEXT2
from ui.touch import NOTHING, Intents

TITLES = {
    "draw": "Touch the cards to change",
    "discard": "Touch the cards to give up",
    "roll": "Turn your down card up?",
    "kill": "Kill the pot?",
    "show": "Everyone folded. Show your hand?",
    "pick": "Your choice",
}
QUESTION, HIGH_QUESTION = top(UNDER_TAG, 76), top(UNDER_TAG, 160)
HEADING_ROW = top(BLOCK, 44, 52)
OWN_PLACES, PLACE_WIDE = top(BLOCK, 118, 100), 168
BACK = (50, 70)
IN_ONE_ROW, TWO_ROWS = 3, bottom(BLOCK, 184)


def draw(c: Canvas, s: State, ask: Ask) -> None:
    clock_row(c, s)
    d = ask.decision
    match ask.kind:
        case "draw" | "discard":
            _give_up(c, s, ask)
        case "roll":
            down = ("down", "Keep it down", "The next card comes up", Roll(d, False))
            up = ("up", "Turn it up", "The next card comes down", Roll(d, True))
            _either(c, s, ask, down, up)
        case "kill":
            no = ("no", "No", "The pot stays as it is", Kill(d, False))
            says = f"Kill {show(ask.chips)}"
            _either(c, s, ask, no, ("yes", says, "It plays at twice the limit", Kill(d, True)))
        case "show":
            muck = ("muck", "Muck", "Nobody sees your cards", Show(d, False))
            _either(c, s, ask, muck, ("show", "Show", "Everyone sees your cards", Show(d, True)))
        case "pick":
            _pick(c, s, ask)


def _question(c: Canvas, s: State, ask: Ask, area: Rect) -> None:
    panel = s.side(area)
    c.box(panel, PANEL)
    c.write(ask.words or TITLES[ask.kind], HEADING.bold, inset(panel, 28, right=32))


Choice = tuple[str, str, str, Answer]  # its name, its words, what follows, the answer


def _either(c: Canvas, s: State, ask: Ask, calm: Choice, bold: Choice) -> None:
    """Two to choose from: the second one does something."""
    _question(c, s, ask, HIGH_QUESTION)
    looks = ((ACTION_BLUE, TEXT), (ACTION_GOLD, GOLD_INK))
    places = columns(ACTIONS, 2, GAP)
    for (name, says, note, intent), rect, (look, ink) in zip(
        (calm, bold), places, looks, strict=True
    ):
        skin = Label(look, says, ACTION, ink, under=note)
        Button(name, s.side(rect), skin, answer(s, intent), guarded=True).draw(c)


def _pick(c: Canvas, s: State, ask: Ask) -> None:
    """One of several: votes, how to enter, the plays of a banked game."""
    count = len(ask.options)
    down, question, area = 1, HIGH_QUESTION, ACTIONS
    if count > IN_ONE_ROW:
        down, question, area = 2, QUESTION, TWO_ROWS
    _question(c, s, ask, question)
    places = grid(area, max(1, -(-count // down)), down, GAP)
    for option, rect in zip(ask.options, places, strict=False):
        skin = Label(ACTION_CARD, option.title, DIGIT if down == 1 else TILE, under=option.note)
        does = answer(s, Pick(ask.decision, option.name))
        Button(f"pick {option.name}", s.side(rect), skin, does, guarded=True).draw(c)


# ---- own cards to give up


def places(count: int) -> list[Rect]:
    found = columns(OWN_PLACES, count, GAP)
    if found and found[0].w > PLACE_WIDE:
        return split(OWN_PLACES, [PLACE_WIDE] * count, GAP)
    return found


class Place(Struct, frozen=True):
    """A card by its place in the hand, its face not shown."""

    number: int
    chosen: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        ink = GOLD if self.chosen else TEXT
        fill(c, rect, TICKED if self.chosen else CARD, down)
        lifted = 10 if self.chosen else 0
        c.blit(cards.back(*BACK), rect.x + 16, rect.centery - BACK[1] // 2 - lifted)
        c.text(str(self.number), rect.x + 100, rect.y + 36, *DIGIT.bold, ink, "c")
        says = "Give up" if self.chosen else "Keep"
        c.write(says, LABEL.semibold, inset(rect, 78, right=10), 84, GOLD if self.chosen else TEXT2)


def _give_up(c: Canvas, s: State, ask: Ask) -> None:
    row = s.side(HEADING_ROW)
    c.write(ask.words or TITLES[ask.kind], VALUE.semibold, left(row, 560))
    c.middle(icon("eye off", 22, TEXT2), row.right - 262, row.centery)
    c.write("Hold your cards to see them", SMALL.medium, right(row, 246), ink=TEXT2, at="r")
    for n, rect in enumerate(s.together(places(len(s.view.hole)))):
        skin = Place(n + 1, n in s.chosen)
        does = partial(_choose, s, n)
        Button(f"place {n}", rect, skin, does, guarded=True).draw(c)
    _confirm(c, s, ask)


def _choose(s: State, place: int) -> Intents:
    ask = s.view.ask
    if place in s.chosen:
        s.chosen -= {place}
    elif ask and len(s.chosen) < ask.most:
        s.chosen |= {place}
    return NOTHING


def _confirm(c: Canvas, s: State, ask: Ask) -> None:
    rect, count = s.side(ACTIONS), len(s.chosen)
    if not ask.least <= count <= ask.most:
        c.box(rect, PANEL)
        need = f"{ask.least}" if ask.least == ask.most else f"{ask.least} to {ask.most}"
        says = f"Choose {need} card{'s' * (ask.most != 1)}"
        c.write(says, DIGIT.bold, rect, ink=TEXT2, at="c")
        return
    says = f"{count} card{'s' * (count != 1)}"
    says = (
        f"Give up {says}" if ask.kind == "discard" else f"Change {says}" if count else "Stand pat"
    )
    skin = Label(ACTION_BLUE, says, ACTION, TEXT, "check")
    if count:
        skin = Label(ACTION_GOLD, says, ACTION, GOLD_INK, "check", "Confirm")
    Button("draw", rect, skin, partial(_given_up, s, ask), guarded=True).draw(c)


def _given_up(s: State, ask: Ask) -> Intents:
    chosen = tuple(s.view.hole[n] for n in sorted(s.chosen))
    return answered(s, Draw(ask.decision, chosen))
