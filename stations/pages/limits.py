"""My limits: what a player wants to stop at. Here a limit can only fall; the cage raises it."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.money import show as dollars
from firmware.screens.protocol import Limits, LowerLimit
from stations import sentences
from stations.areas import GAP, SHEET
from stations.page import Page, Tile, header, nothing_here
from stations.state import State
from ui.buttons import Button, Label, Step
from ui.canvas import Canvas
from ui.layout import bottom, columns, inset, split, top
from ui.looks import ACTION_GOLD, ACTION_QUIET, PANEL
from ui.sizes import ACTION, HEADING, LABEL, TILE, TITLE, VALUE
from ui.theme import DISABLED, GOLD_INK, TEXT2
from ui.touch import NOTHING, Intents

PANELS = columns(top(SHEET, 436), 2, GAP)
FOOT = bottom(SHEET, 148)
NEVER = "Raising a limit, or lifting it, is done at the cage, and holds a day later."
HELP = "To take a break, touch Leave table. Help is free: ask the floor or the cage."


class Kind(Struct, frozen=True):
    """A limit that a player may have of his own."""

    name: str
    title: str
    now: int | None
    used: int
    step: int
    first: int  # where one that has none begins
    most: int

    def said(self, amount: int) -> str:
        if self.name == "money":
            return dollars(amount)
        return f"{amount // 60} h {amount % 60:02d} min"


def tile(s: State) -> Tile:
    return Tile("clock", "My limits", "Time and loss")


def kinds(limits: Limits) -> tuple[Kind, Kind]:
    return (
        Kind("money", "Money a day", limits.cents, limits.spent, 20_00, 200_00, 10_000_00),
        Kind("time", "Time a day", limits.minutes, limits.played, 15, 240, 24 * 60),
    )


def draw(c: Canvas, s: State) -> None:
    header(c, s, "My limits", "A lower limit holds at once, at every table of the house")
    limits = s.view.limits
    if limits is None:
        nothing_here(c, s.view.refused or "The bank is asked …")
        return
    for kind, rect in zip(kinds(limits), PANELS, strict=True):
        _panel(c, s, rect, kind)
    _foot(c, s)


def _wanted(s: State, kind: Kind) -> int:
    """What is about to be asked for; never more than holds now."""
    most = kind.most if kind.now is None else kind.now
    start = min(kind.first, most) if kind.now is None else kind.now
    return max(0, min(most, s.reading.wanted.get(kind.name, start)))


def _panel(c: Canvas, s: State, rect: Rect, kind: Kind) -> None:
    c.box(rect, PANEL)
    inner = inset(rect, 32, 24)
    c.write(kind.title, TILE.bold, inner, 18)
    now = "None set" if kind.now is None else kind.said(kind.now)
    c.write("Your limit", VALUE.medium, inner, 72, TEXT2)
    c.write(now, TITLE.bold, inner, 72, at="r", tab=True)
    c.write("Used today", VALUE.medium, inner, 124, TEXT2)
    c.write(kind.said(kind.used), HEADING.semibold, inner, 124, at="r", tab=True)
    minus, amount, plus = split(top(inner, 88, 172), (120, inner.w - 240 - 32, 120), 16)
    wanted = _wanted(s, kind)
    for sign, at, by in (("minus", minus, -kind.step), ("plus", plus, kind.step)):
        step = dollars(kind.step) if kind.name == "money" else f"{kind.step} min"
        does = partial(_choose, s, kind, wanted + by)
        Button(f"{kind.name} {sign}", at, Step(sign, step), does).draw(c)
    c.write(kind.said(wanted), ACTION.bold, amount, at="c", tab=True)
    falls = kind.now is None or wanted < kind.now
    word = "Set" if kind.now is None else "Lower to"
    word = f"Yes, {word.lower()}" if _asked(s, kind, wanted) else word
    skin = Label(
        ACTION_GOLD if falls else ACTION_QUIET, f"{word} {kind.said(wanted)}", HEADING,
        GOLD_INK if falls else DISABLED,
    )  # fmt: skip
    does = partial(_lower, s, kind, wanted) if falls else partial(_choose, s, kind, wanted)
    Button(f"lower {kind.name}", bottom(inner, 92), skin, does).draw(c)


def _choose(s: State, kind: Kind, to: int) -> Intents:
    s.reading.wanted[kind.name] = to
    s.reading.wanted[kind.name] = _wanted(s, kind)
    return NOTHING


def _asked(s: State, kind: Kind, to: int) -> bool:
    """It cannot be taken back here: the second touch means it."""
    return s.reading.wanted.get(f"sure {kind.name}") == to


def _lower(s: State, kind: Kind, to: int) -> Intents:
    if not _asked(s, kind, to):
        s.reading.wanted[f"sure {kind.name}"] = to
        return NOTHING
    s.reading.wanted = {}
    return (LowerLimit(cents=to) if kind.name == "money" else LowerLimit(minutes=to),)


def _foot(c: Canvas, s: State) -> None:
    session = s.view.session
    sat = f"{session.minutes // 60} h {session.minutes % 60:02d} min"
    told = [sat, f"{session.hands} {s.play}{'s' * (session.hands != 1)}"]
    if not s.public.placard.chips:  # a tournament's are no money
        told.append(sentences.signed(session.result))
    here = f"This sitting: {', '.join(told)}."
    for n, line in enumerate((s.view.refused or s.view.said or NEVER, here, HELP)):
        c.write(line, LABEL.medium, inset(FOOT, 8), 24 + 44 * n, TEXT2)


PAGE = Page("limits", draw, tile, wire="limits")
