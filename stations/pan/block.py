"""The lower half: own hand and board, and what may be done with them now."""

from functools import partial
from typing import NamedTuple

from pygame import Rect

from firmware.screens.protocol import Ask, Pan, Pick, Verb
from firmware.screens.protocol import pan_facts as facts
from stations.answers import answered
from stations.areas import ACTIONS, NARROW
from stations.hand import turn, waiting
from stations.hand.clock import clock_row
from stations.pan import own
from stations.state import State
from ui.amounts import show
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.layout import columns
from ui.looks import ACTION_BLUE, ACTION_FOLD, ACTION_GOLD, PANEL
from ui.sizes import ACTION, LABEL, STACK
from ui.theme import GOLD_INK, ROSE, TEXT, TEXT2
from ui.touch import Intents

Way = tuple[int, ...]


class Does(NamedTuple):
    """A button: what it says, what it needs, what it would answer."""

    name: str
    says: str
    needs: str
    verbs: tuple[Verb, ...]
    sign: str = ""


PLAIN = {
    "in": ("I am in", "to the end, or broke", "check"),
    "out": ("Out", "your ante stays", "close"),
    "leave": ("Leave it", "the next may use it", "next"),
    "draw": ("Draw", "this card is dead then", "up"),
    "split": ("Split tops", "if both agree", "plus"),
    "agree": ("Agree", "half of the tops each", "check"),
    "play on": ("Play on", "", "next"),
}


NOTES = {"meld": "no pay", "add": "no pay", "discard": "nobody may use it"}


def draw(c: Canvas, s: State, pan: Pan) -> None:
    ask = s.view.ask if s.view.ask and s.view.ask.kind == "pan" else None
    if ask and s.asks:
        clock_row(c, s)
        own.hand(c, s, _fits(ask))
        own.board(c, s, facts.of_seat(pan, s.view.seat))
        _actions(c, s, ask)
        return
    if ask:
        turn.draw_sent(c, s)
    else:
        waiting.head(c, s, "PAN", facts.stands(pan, s.public.actor, s.name))
    own.hand(c, s, frozenset())
    own.board(c, s, facts.of_seat(pan, s.view.seat))


def _fits(ask: Ask) -> frozenset[int]:
    """Places that make a meld, with the card on the felt where it comes first."""
    lays = (way for verb in ask.verbs if verb.name != "discard" for way in verb.ways)
    return frozenset(place for way in lays for place in way)


def _actions(c: Canvas, s: State, ask: Ask) -> None:
    does = _does(s, ask)
    for one, rect in zip(does, columns(ACTIONS, len(does), NARROW), strict=True):
        _button(c, s, ask, one, s.side(rect))


def _does(s: State, ask: Ask) -> list[Does]:
    """Always the same for who looks on: what only his hand allows needs chosen cards first."""
    named = {verb.name: verb for verb in ask.verbs}
    adds = tuple(verb for verb in ask.verbs if verb.name.startswith("add"))
    meld = tuple(verb for verb in ask.verbs if verb.name == "meld")
    plain = [
        Does(name, says, note, (named[name],), sign)
        for name, (says, note, sign) in PLAIN.items()
        if name in named
    ]
    if "discard" in named:
        discard = Does("discard", "Discard", "Choose one card", (named["discard"],), "close")
        add = Does("add", "Add", "One card that fits", adds, "plus")
        return [Does("meld", "Meld", "Choose three cards", meld, "check"), add, discard]
    if "leave" in named or "draw" in named:
        known = [Does("add", "Add it", "", adds, "plus")] if adds else []  # as everybody sees
        return [Does("meld", "Meld it", "Choose two cards", meld, "check"), *known, *plain]
    return plain


def _button(c: Canvas, s: State, ask: Ask, one: Does, rect: Rect) -> None:
    found = _chosen(s, one.verbs)
    if found is None:
        c.box(rect, PANEL)
        c.write(one.says, STACK.bold, rect, 36, TEXT2, "c")
        c.write(one.needs, LABEL.medium, rect, 70, TEXT2, "c")
        return
    verb, way, pay = found
    lays = one.name in ("meld", "add")
    look, ink = ACTION_BLUE, TEXT
    if lays or one.name in ("in", "agree"):
        look, ink = ACTION_GOLD, GOLD_INK
    elif one.name == "out":
        look, ink = ACTION_FOLD, ROSE
    note = NOTES.get(one.name, one.needs) if not pay else f"{show(pay)} from each"
    size = ACTION if rect.w > 290 else STACK
    skin = Label(look, one.says, size, ink, one.sign, note)
    does = partial(_say, s, ask, verb, way)
    Button(f"do {one.name}", rect, skin, does, guarded=True).draw(c)


def _chosen(s: State, verbs: tuple[Verb, ...]) -> tuple[Verb, Way, int] | None:
    """The verb that takes just the chosen cards; of several the one that pays most. Cards with the
    same faces are as good as those that were named."""
    if verbs and verbs[0].ways == ((),):  # no card of the hand goes with it
        pay, verb = max((((one.pays or (0,))[0], one) for one in verbs), key=lambda two: two[0])
        return verb, (), pay
    hole = s.view.hole
    faces = sorted(hole[place] for place in s.chosen if place < len(hole))
    found = [
        (pay, verb)
        for verb in verbs
        for way, pay in zip(verb.ways, verb.pays or (0,) * len(verb.ways), strict=True)
        if sorted(hole[place] for place in way if place < len(hole)) == faces
    ]
    if not found:
        return None
    pay, verb = max(found, key=lambda one: one[0])
    return verb, tuple(sorted(s.chosen)), pay


def _say(s: State, ask: Ask, verb: Verb, way: Way) -> Intents:
    return answered(s, Pick(ask.decision, "/".join(("do", verb.name, "0", *map(str, way)))))
