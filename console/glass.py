"""The whole terminal as one widget: it sends the cells that changed, and no others.

A page of Textual's own widgets costs ten times as many bytes, and a service port carries 11 kB/s.
"""

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from console.paper import Ink, Line, text

# The sixteen colours of every terminal; without colours the words say the same.
INKS: dict[Ink, Style] = {
    "": Style(),
    "bold": Style(bold=True),
    "dim": Style(),
    "good": Style(color="green"),
    "warn": Style(color="yellow"),
    "bad": Style(color="red", bold=True),
    "past": Style(color="cyan", bold=True),
}


class Glass(Widget, can_focus=True):
    DEFAULT_CSS = "Glass { width: 100%; height: 100%; background: ansi_default; }"

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []

    @property
    def words(self) -> str:
        """All that stands there."""
        return "\n".join(text(line) for line in self.lines)

    def show(self, lines: list[Line]) -> None:
        old, self.lines = self.lines, lines
        if len(old) != len(lines):
            self.refresh()
            return
        for y, (one, two) in enumerate(zip(old, lines, strict=True)):
            if one != two:
                first, last = _differ(one, two)
                self.refresh(Region(first, y, last - first, 1))

    def render_line(self, y: int) -> Strip:
        if y >= len(self.lines):
            return Strip.blank(self.size.width)
        return Strip([Segment(words, INKS[ink]) for words, ink in self.lines[y] if words])


def _differ(one: Line, two: Line) -> tuple[int, int]:
    """From which cell to which."""
    a, b = _cells(one), _cells(two)
    if len(a) != len(b):
        return 0, max(len(a), len(b))
    there = [n for n, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
    return (there[0], there[-1] + 1) if there else (0, 0)


def _cells(line: Line) -> list[tuple[str, Ink]]:
    return [(sign, ink) for words, ink in line for sign in words]
