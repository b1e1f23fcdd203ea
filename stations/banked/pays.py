"""What each circle of a game against a bank pays, in boxes; who is settled first, and the fees."""

from msgspec.structs import replace
from pygame import Rect

from firmware.screens.protocol import Layout, Pays
from firmware.screens.protocol import bank_facts as facts
from stations.areas import SHEET
from ui.canvas import Canvas
from ui.controls import level
from ui.layout import columns, inset, left, right
from ui.looks import GREENISH, PANEL
from ui.shapes import Look
from ui.sizes import FINE, HEADING, LABEL, VALUE
from ui.theme import TEXT, TEXT2

GAP, TITLE_HIGH, MOST_ROW, LEAST_ROW = 12, 52, 40, 22
NOTE_HEAD, NOTE_FOOT, LEADING = 52, 6, 1.32


def draw(c: Canvas, layout: Layout) -> None:
    free = []  # under the boxes of each column
    for area, boxes in zip(columns(SHEET, 3, 16), _dealt_out(layout), strict=True):
        rows = sum(len(one.rows) for one in boxes)
        room = area.h - len(boxes) * TITLE_HIGH - (len(boxes) - 1) * GAP - len(boxes) * 14
        high = max(LEAST_ROW, min(MOST_ROW, room // max(1, rows)))
        y = area.y
        for one in boxes:
            box = Rect(area.x, y, area.w, TITLE_HIGH + 14 + high * len(one.rows))
            _box(c, box, one, high)
            y = box.bottom + GAP
        free.append(Rect(area.x, y, area.w, area.bottom - y))
    _notes(c, layout, free)


def _notes(c: Canvas, layout: Layout, free: list[Rect]) -> None:
    """Where there is room left; the other pages have all of it."""
    first = [
        f"{layout.first}, then on: {', '.join(map(facts.title, layout.order))}.",
        f"{layout.cover} The rest comes back.",
    ]
    fee = layout.fees
    kept = "comes back" if fee.refund else "does not come back"
    fees = [
        f"You {facts.player_fee(layout)}, the bank {facts.bank_fee(layout)} (option {fee.option}).",
        f"With a bet that is not covered it {kept}.",
    ]
    when = "when the cards lie" if fee.after_deal else "before the deal"
    notes = [(f"Fees, {when}", fees, PANEL)]
    if layout.bank_hands:
        notes.insert(0, ("Who settles first", first, GREENISH))
    for title, lines, look in notes:
        high = NOTE_HEAD + NOTE_FOOT + sum(_tall(c, line, free[0].w - 48) + 6 for line in lines)
        room = next((one for one in free if one.h >= high), None)
        if room is not None:
            _note(c, Rect(room.x, room.bottom - high, room.w, high), title, lines, look)
            free[free.index(room)] = Rect(room.x, room.y, room.w, room.h - high - GAP)


def _tall(c: Canvas, line: str, wide: int) -> int:
    lines, size = c.wrapped(line, FINE.medium, wide)
    return round(len(lines) * size * LEADING)


def _note(c: Canvas, box: Rect, title: str, lines: list[str], look: Look) -> None:
    c.box(box, look)
    inner = inset(box, 24)
    c.write(title, VALUE.bold, inner, 28)
    y: float = NOTE_HEAD + 10
    for line in lines:
        y = c.paragraph(line, FINE.medium, inner, y, TEXT2, LEADING) + 6


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
