"""Lines of a terminal: words in a frame of single lines, at any size. Pure.

Status is a word first and a colour second: without colours every page says the same.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

Ink = Literal["", "bold", "dim", "good", "warn", "bad", "past"]
Piece = tuple[str, Ink]
Line = tuple[Piece, ...]

WIDE, TALL = 100, 30  # from here on two columns, and air around the command line


class Section(Struct, frozen=True):
    """A part of a page. One that `grows` takes the room that is left, and is scrolled in it."""

    title: str
    lines: Sequence[Line]
    grows: bool = False


class Sheet(Struct, frozen=True):
    """A page before it is laid out."""

    state: Line  # the second line of the terminal
    left: Sequence[Section]
    right: Sequence[Section] = ()
    top: Sequence[Section] = ()  # over both columns
    below: Sequence[Section] = ()  # under both
    hint: str = ""
    keys: str = ""
    split: int = 56  # where the columns part, of a hundred


def say(*pieces: str | Piece) -> Line:
    return tuple((one, "") if isinstance(one, str) else one for one in pieces)


def text(line: Line) -> str:
    return "".join(words for words, _ in line)


def fit(line: Line, width: int) -> Line:
    """Exactly so wide: what is too long ends with a dot of its own."""
    used = len(text(line))
    if used <= width:
        return (*line, (" " * (width - used), "")) if used < width else line
    kept: list[Piece] = []
    room = width - 1
    for words, ink in line:
        kept.append((words[:room], ink))
        room -= len(words[:room])
    return (*(one for one in kept if one[0]), ("…", "dim"))


def wrapped(words: str, width: int, ink: Ink = "") -> list[Line]:
    """Words over as many lines as it takes."""
    rows, row = list[str](), ""
    for word in words.split():
        if row and len(row) + 1 + len(word) > width:
            rows.append(row)
            row = word
        else:
            row = f"{row} {word}" if row else word
    return [say((one, ink)) for one in [*rows, row] if one]


def ends(left: Line, right: Line, width: int) -> Line:
    """One at each side of a line."""
    gap = width - len(text(left)) - len(text(right))
    return fit((*left, (" " * max(1, gap), ""), *right), width)


def lay_out(
    head: Line, sheet: Sheet, command: Line, size: tuple[int, int], down: int, told: str = ""
) -> list[Line]:
    """Every line of the terminal; `down`: how far what grows is scrolled; `told`: what came of a
    command, over it, in as many lines as it takes."""
    width, height = size
    airy = height >= TALL
    over = [fit(say(" ", *line), width) for line in wrapped(told, width - 2, "warn")]
    rows = height - (6 if airy else 4) - len(over)
    below = [command, fit(say(""), width), _keys(sheet, width)] if airy else [
        command, _keys(sheet, width)]  # fmt: skip
    if airy:
        below.insert(0, fit(say(""), width))
    box = _box(sheet, width, rows, down)
    return [fit(head, width), fit(sheet.state, width), *box, *over, *below]


def _keys(sheet: Sheet, width: int) -> Line:
    return fit(say((f" {sheet.keys}", "bold")), width)


def _box(sheet: Sheet, width: int, rows: int, down: int) -> list[Line]:
    if width < WIDE or not sheet.right:
        whole = [*sheet.top, *sheet.left, *sheet.right, *sheet.below]
        inside = _column(whole, width - 2, rows - 1, down)
        return [*_edged(inside, width), _foot(width)]
    top = _column(sheet.top, width - 2, _height(sheet.top), 0) if sheet.top else []
    below = _column(sheet.below, width - 2, _height(sheet.below), 0)
    split, left_rows = sheet.split, rows - 1 - len(top) - len(below)
    left = _column(sheet.left, split, left_rows, down)
    right = _column(sheet.right, width - 3 - split, left_rows, down)
    made = [*_edged(top, width)] if top else []
    for n, (one, two) in enumerate(zip(left, right, strict=True)):
        made.append(_beside(one, two, n == 0, n == 0 and not top))
    if below:
        title = text(below[0][0])
        below[0] = say((f"{title[:split]}┴{title[split + 1 :]}", "dim")), True
        return [*made, *_edged([(say(""), True), *below], width)[1:], _foot(width)]
    return [*made, say(("└" + "─" * split + "┴" + "─" * (width - 3 - split) + "┘", "dim"))]


def _foot(width: int) -> Line:
    return say(("└" + "─" * (width - 2) + "┘", "dim"))


Row = tuple[Line, bool]  # and whether it is a rule


def _column(sections: Sequence[Section], width: int, rows: int, down: int) -> list[Row]:
    """A rule with its title over each; exactly `rows` high."""
    fixed = sum(1 + (0 if one.grows else len(one.lines)) for one in sections)
    growing = sum(one.grows for one in sections)
    room = max(0, rows - fixed)
    made: list[Row] = []
    for one in sections:
        lines, title = [*one.lines], one.title
        if one.grows:
            share = -(-room // growing)
            room, growing = room - share, growing - 1
            lines, title = _window(one, share, down)
        made.append((_title(title, width), True))
        made += [(fit(((" ", ""), *line), width), False) for line in lines]
    made = made[:rows]
    return made + [(fit(say(""), width), False)] * (rows - len(made))


def _window(section: Section, rows: int, down: int) -> tuple[list[Line], str]:
    most = max(0, len(section.lines) - rows)
    down = min(down, most)
    seen = [*section.lines[down : down + rows]]
    more = most - down
    title = f"{section.title}, {more} more below: PgDn" if more else section.title
    title = f"{title}, {down} above: PgUp" if down else title
    return seen + [say("")] * (rows - len(seen)), title


def _title(title: str, width: int) -> Line:
    words = f"─ {title} " if title else ""
    return say(((words + "─" * width)[:width], "dim"))


def _height(sections: Sequence[Section]) -> int:
    return sum(1 + len(one.lines) for one in sections)


def _edged(rows: Sequence[Row], width: int) -> list[Line]:
    made = []
    for n, (line, rule) in enumerate(rows):
        left, right = ("┌┐" if n == 0 else "├┤") if rule else "││"
        made.append(((left, "dim"), *line, (right, "dim")))
    return made


def _beside(one: Row, two: Row, first: bool, top: bool) -> Line:
    (left, left_rule), (right, right_rule) = one, two
    middle = {(True, True): "┼", (True, False): "┤", (False, True): "├"}.get(
        (left_rule, right_rule), "│"
    )
    if first:
        middle = "┬"
    a = ("┌" if top else "├") if left_rule else "│"
    b = ("┐" if top else "┤") if right_rule else "│"
    return ((a, "dim"), *left, (middle, "dim"), *right, (b, "dim"))
