"""The banker's view: who is settled when, what lies against his stake. No cards, no peek."""

from collections import Counter
from functools import partial

from pygame import Rect

from firmware.screens.protocol import Against, Layout, Pays
from firmware.screens.protocol import bank_facts as facts
from stations.areas import ACTIONS, BLOCK, NARROW, PEEK
from stations.state import State
from ui.amounts import show
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.controls import level
from ui.layout import inset, left, right, split, top
from ui.looks import ACTION_CARD, GREENISH, PANEL, TICKED
from ui.shapes import Look
from ui.sizes import DIGIT, FINE, LABEL, VALUE
from ui.theme import GOLD, RAISED2, SKY, TEXT, TEXT2, TEXT3
from ui.touch import NOTHING, Intents

TABLE = top(BLOCK, 220)
COVER, PASS = split(ACTIONS, (620, 288), NARROW)
HEAD, ROW, LEAST_ROW = 34, 29, 20
EVEN_WIDE, NAME_WIDE = 264, 150
COLUMNS, MOST_COLUMNS = 4, 7
BAR_LOOK, FULL = Look(RAISED2, None, None, radius=7), Look(SKY, None, None, radius=7)
METER = Look(RAISED2, None, None, radius=10)
METER_FULL = METER._replace(top=SKY)


def draw(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    _table(c, s, round_, layout)
    _cover(c, s, round_, layout)
    on = s.wagers.pass_on
    under = "touch to keep it" if on else "after this round"
    skin = Label(TICKED._replace(radius=18) if on else ACTION_CARD, "Pass the bank", DIGIT,
                 GOLD if on else TEXT, "check" if on else "next", under)  # fmt: skip
    Button("pass on", s.side(PASS), skin, partial(_pass_on, s), guarded=True).draw(c)


def _pass_on(s: State) -> Intents:
    """A wish of this glass: the next offer is answered with it."""
    s.wagers.pass_on = not s.wagers.pass_on
    return NOTHING


def even(round_: Against, layout: Layout, seat: int) -> int:
    """What a seat may win or lose at even money: its bets, and what it may still have to add."""
    own = facts.bets(round_, seat)
    base = sum(chips for name, chips in own.items() if facts.pays(layout, name).base)
    later = sum(chips for name, chips in own.items() if facts.pays(layout, name).later)
    asked = not later and round_.due in ("wager", "deal", "choose")
    return base + later + (layout.reserve * own.get(layout.played, 0) if asked else 0)


def lying(round_: Against, layout: Layout) -> list[Pays]:
    """The columns: every circle; where they are many, as of craps and of hands that may be split,
    those on which most lies."""
    if not layout.points and len(layout.circles) <= MOST_COLUMNS:
        return [*layout.circles]
    on = Counter[str]()
    for one in round_.wagers:
        on[one.circle] += one.chips
    most = {name for name, _ in on.most_common(COLUMNS)}
    return [one for one in layout.circles if one.name in most]


def _table(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    panel = s.side(TABLE)
    c.box(panel, PANEL)
    inner = inset(panel, 20)
    seats = facts.bettors(round_)
    names = [one.name for one in lying(round_, layout)]
    parts = _columns(inner, len(names))
    heads = ("Settled in this order" if seats else "Nobody has bet yet", *names)
    for name, part in zip(heads, parts, strict=False):
        first = part is parts[0]
        says = name if first else facts.title(name)
        c.write(says, FINE.medium, part, 22, TEXT3, "l" if first else "r")
    c.write("Even bets", FINE.medium, parts[-1], 22, TEXT3, "r")
    high = min(ROW, (panel.h - HEAD - 4) // max(1, len(seats)))
    most = max((even(round_, layout, seat) for seat in seats), default=0)
    for n, seat in enumerate(seats):
        y = HEAD + n * high
        level(c, inner.x, panel.y + y, inner.w)
        _row(c, s, round_, layout, parts, seat, n, y + high / 2 + 1, most)


def _columns(inner: Rect, circles: int) -> list[Rect]:
    room = inner.w - EVEN_WIDE
    name = min(NAME_WIDE + 60, room - circles * 70) if circles > 5 else NAME_WIDE + 60
    wide = (room - name) // max(1, circles)
    found = [left(inner, name - 8)]
    found += [Rect(inner.x + name + n * wide, inner.y, wide - 10, inner.h) for n in range(circles)]
    return [*found, right(inner, EVEN_WIDE - 16)]


def _row(
    c: Canvas, s: State, round_: Against, layout: Layout, parts: list[Rect], seat: int, n: int,
    y: float, most: int,
) -> None:  # fmt: skip
    own, whole = facts.bets(round_, seat), even(round_, layout, seat)
    c.write(str(n + 1), FINE.medium, left(parts[0], 22), y, TEXT2)
    c.write(s.name(seat), FINE.semibold, inset(parts[0], 28, right=0), y, name=True)
    few = len(layout.circles) <= MOST_COLUMNS  # a hand that could be split mostly is not
    for circle, part in zip(lying(round_, layout), parts[1:], strict=False):
        says, ink = _cell(s, round_, own, circle.name, circle.later and few, seat)
        c.write(says, FINE.semibold, part, y, ink, "r", tab=True)
    bar = Rect(parts[-1].x, round(parts[-1].y + y - 6), parts[-1].w - 84, 13)
    c.box(bar, BAR_LOOK)
    wide = round(bar.w * whole / max(1, most))
    if wide >= bar.h:
        c.box(left(bar, wide), FULL)
    c.write(show(whole), FINE.semibold, right(parts[-1], 78), y, at="r", tab=True)


def _cell(
    s: State, round_: Against, own: dict[str, int], name: str, later: bool, seat: int
) -> tuple[str, tuple[int, int, int]]:
    if name in own:
        return show(own[name]), TEXT
    if later and round_.due in ("wager", "deal", "choose") and s.seat(seat).life == "in":
        return "open", TEXT2
    return "–", TEXT3


def _cover(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    panel = s.side(COVER)
    c.box(panel, PANEL)
    inner = inset(panel, 20)
    stake = facts.stake(round_)
    used = sum(even(round_, layout, seat) for seat in facts.bettors(round_))
    if facts.settled(round_):
        used = stake - facts.cover_left(round_)
    free = max(0, stake - used)
    c.write(f"Cover of {show(stake)}", LABEL.semibold, left(inner, 300), 23, TEXT2)
    c.write(f"left {show(free)}", LABEL.bold, right(inner, 240), 23, at="r", tab=True)
    bar = Rect(inner.x, panel.y + 42, inner.w, 20)
    c.box(bar, METER)
    wide = round(bar.w * min(1.0, used / max(1, stake)))
    if wide >= bar.h:
        c.box(left(bar, wide), METER_FULL)
    c.write(f"Even bets {show(used)}", FINE.medium, left(inner, 240), 82, TEXT2)
    c.write("a bet beyond it comes back", FINE.medium, right(inner, 320), 82, TEXT2, "r")


def own_panel(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    """In the place of his cards: he has none."""
    zone = s.side(PEEK)
    c.box(zone, GREENISH)
    inner = inset(zone, 20)
    whole = sum(even(round_, layout, seat) for seat in facts.bettors(round_))
    stake = facts.stake(round_)
    rows = (
        ("Stake, escrowed", stake), ("On the felt", facts.action(round_)),
        ("Even bets, at most", whole), ("Left for bonuses", max(0, stake - whole)),
    )  # fmt: skip
    c.write("Your bank", VALUE.bold, inner, 30)
    for n, (name, cents) in enumerate(rows):
        y = 64 + 36 * n
        c.write(name, FINE.medium, left(inner, 166), y, TEXT2)
        c.write(show(cents), LABEL.bold, right(inner, 100), y, at="r", tab=True)
        level(c, inner.x, zone.y + y + 18, inner.w)
    c.write("The bank is played by rule", FINE.medium, inner, 212, TEXT2)
