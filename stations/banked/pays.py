"""The rules of a game against a bank: what each circle pays, how it is played, what it costs."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace
from pygame import Rect

from firmware.screens.protocol import Layout, Pays
from firmware.screens.protocol import bank_facts as facts
from stations.areas import HEAD, SHEET
from stations.page import header
from stations.state import State
from ui.amounts import show
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.controls import level
from ui.layout import columns, inset, left, right
from ui.looks import GREENISH, PANEL, SOFT, TICKED
from ui.sizes import BUTTON, FINE, HEADING, LABEL, VALUE
from ui.theme import GOLD, TEXT, TEXT2
from ui.touch import NOTHING, Intents

TABS = ("Pays", "Play", "Fees")
TAB = columns(right(HEAD, 402), 3, 12)
GAP, TITLE_HIGH, MOST_ROW, LEAST_ROW = 12, 52, 46, 22
CHOSEN = TICKED._replace(radius=14)
COUNTED = {"base": "on the bets of the game", "all": "on all bets", "spot": "on each bet"}
BANK_ON = {
    "total": "by all bets",
    "base": "by the bets of the game",
    "stake": "by its stake",
    "banker": "by the banker's line",
}


def draw(c: Canvas, s: State, layout: Layout) -> None:
    placard = s.public.placard
    note = f"{placard.game}  ·  this table, as posted"
    header(c, s, "Rules and pay tables", note, HEAD.w - 410)
    for n, (name, rect) in enumerate(zip(TABS, TAB, strict=True)):
        chosen = n == s.reading.tab
        skin = Label(CHOSEN if chosen else SOFT, name, BUTTON, GOLD if chosen else TEXT)
        Button(f"tab {name}", rect, skin, partial(_turn, s, n)).draw(c)
    match s.reading.tab:
        case 1:
            _lines(c, "How it is played", _play(s, layout))
        case 2:
            _lines(c, "What the house takes", _fees(layout))
        case _:
            _pays(c, layout)


def _turn(s: State, tab: int) -> Intents:
    s.reading.tab = tab
    return NOTHING


# ---- a box for each circle, in three columns


def _pays(c: Canvas, layout: Layout) -> None:
    for area, boxes in zip(columns(SHEET, 3, 16), _dealt_out(layout), strict=True):
        rows = sum(len(one.rows) for one in boxes)
        room = area.h - len(boxes) * TITLE_HIGH - (len(boxes) - 1) * GAP - len(boxes) * 14
        high = max(LEAST_ROW, min(MOST_ROW, room // max(1, rows)))
        y = area.y
        for one in boxes:
            box = Rect(area.x, y, area.w, TITLE_HIGH + 14 + high * len(one.rows))
            _box(c, box, one, high)
            y = box.bottom + GAP


def _dealt_out(layout: Layout) -> list[list[Pays]]:
    """Into the shortest column each, the longest first; as they lie on the layout."""
    circles = [one for one in layout.circles if one.rows]
    if layout.points:
        circles = _told_once(circles)
    found: list[list[Pays]] = [[], [], []]
    if len(circles) <= 3:
        return [[one] for one in circles] + found[len(circles) :]
    for one in sorted(circles, key=lambda one: -len(one.rows)):
        min(found, key=_length).append(one)
    order = [one.name for one in circles]
    for column in found:
        column.sort(key=lambda one: order.index(one.name))
    return sorted(found, key=lambda column: order.index(column[0].name) if column else 99)


def _told_once(circles: list[Pays]) -> list[Pays]:
    """Of craps: what pays, and come bets pay as the line does. Bets of one price share a row."""
    found = [one for one in circles if not one.later and "come" not in one.name]
    prices: dict[str, list[str]] = {}
    boxes = []
    for one in found:
        rows = tuple(row for row in one.rows if row[1] not in ("stays", "lose"))
        if len(rows) > 1:
            boxes.append(replace(one, rows=rows))
        else:
            name = "place" if one.name.startswith("place") else one.name
            prices.setdefault(rows[0][1], []).append(facts.title(name))
    shared = tuple((", ".join(dict.fromkeys(names)), row) for row, names in prices.items())
    return [*boxes, Pays("one price", shared)]


def _length(column: list[Pays]) -> int:
    return sum(len(one.rows) + 2 for one in column)


def _box(c: Canvas, box: Rect, one: Pays, high: int) -> None:
    c.box(box, PANEL)
    inner = inset(box, 24)
    name = facts.title(one.name)
    at = c.write(name, HEADING.bold, left(inner, 230), 31)
    note = one.note or ("no fee" if one.free else "")  # the name may leave no room for either
    room = inset(inner, at.w + 12, right=0)
    if c.measure(note, *FINE.medium) <= room.w:
        c.write(note, FINE.medium, room, 32, TEXT2, "r")
    style = VALUE if high >= 32 else LABEL if high >= 26 else FINE
    for n, (words, result) in enumerate(one.rows):
        y = TITLE_HIGH + n * high
        level(c, inner.x, box.y + y, inner.w)
        lost = result == "lose"
        said = (LABEL if high >= 26 else FINE).medium
        ink = TEXT2 if lost else TEXT
        c.write(words, said, left(inner, inner.w - 96), y + high / 2, ink)
        paid = facts.thousands(result) if ":" in result else result
        c.write(paid, style.bold, right(inner, 92), y + high / 2, ink, "r")


# ---- in words


def _lines(c: Canvas, title: str, lines: Iterator[str]) -> None:
    c.box(SHEET, GREENISH)
    inner = inset(SHEET, 32, right=36)
    c.write(title, HEADING.bold, inner, 40)
    y: float = 92
    for line in lines:
        y = c.paragraph(line, VALUE.medium, inner, y, TEXT2) + 12
        if y > SHEET.h - 30:
            return


def _play(s: State, layout: Layout) -> Iterator[str]:
    yield from filter(None, s.public.placard.rules)
    if layout.bank_hands:
        yield f"Settled first: {layout.first.lower()}. At each seat: {', '.join(layout.order)}."
        yield f"{layout.cover} What it cannot pay is not covered: the bet comes back."
        yield f"A player holds the bank {layout.bank_hands} rounds in a row at most."


def _fees(layout: Layout) -> Iterator[str]:
    fees = layout.fees
    yield f"Option {fees.option}: bets of {facts.range_of(*fees.limits)}."
    if fees.player:
        yield f"Player, {COUNTED[fees.player_on]}: {_tiers(fees.player)}."
    if fees.bonus:
        yield f"Bonus bets: {_tiers(fees.bonus)}."
    if fees.bank:
        yield f"Bank, {BANK_ON[fees.bank_on]}: {_tiers(fees.bank)}."
    yield "Taken when the cards lie." if fees.after_deal else "Taken before the first card."
    yield (
        "It comes back with a bet that was not covered." if fees.refund
        else "It does not come back with a bet that was not covered."
    )  # fmt: skip


def _tiers(tiers: tuple[tuple[int, int, int], ...]) -> str:
    if tiers[0][:2] == (0, 0):
        return show(tiers[0][2])
    return ", ".join(
        f"{show(fee)} {f'to {show(high)}' if high else 'above'}" for _, high, fee in tiers
    )
