"""A canvas that also says in which order everything was drawn, and with which corners: whoever
looks at two pieces of a picture can tell whether one lies on the other.
"""

import math
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from pygame import Rect, Surface

from ui import text as type_
from ui.canvas import Canvas
from ui.shapes import Look, octagon
from ui.text import Weight
from ui.touch import Touchable

Kind = Literal["text", "face", "box", "sign", "target"]
Corner = tuple[float, float]
CUT = 2 - math.sqrt(2)  # of a round corner's radius: what an octagon leaves off
BELOW = frozenset("gjpqy,;")  # letters that go under the line on which they stand
DEEP = 0.2  # of the size: how far


class Mark(NamedTuple):
    """A piece of the picture, where it lies on the glass."""

    kind: Kind
    says: str
    corners: tuple[Corner, ...]
    squeezed: float = 1.0  # of its natural width, where words were condensed
    asked: str = ""  # the words before they were cut
    look: Look | None = None  # of a box

    def around(self, x: float, y: float, turn: int, w: int, h: int) -> "Mark":
        """On a sheet that is turned, with its middle at (x, y)."""
        a = math.radians(turn)
        cos, sin = math.cos(a), math.sin(a)
        moved = []
        for px, py in self.corners:
            dx, dy = px - w / 2, py - h / 2
            moved.append((x + dx * cos + dy * sin, y - dx * sin + dy * cos))
        return self._replace(corners=tuple(moved))

    def overlaps(self, other: "Mark", slack: float = 1.0) -> bool:
        """Do they share more than `slack` pixels? Both are convex, and turned in any way."""
        for axis in (*_axes(self.corners), *_axes(other.corners)):
            ours, theirs = _span(self.corners, axis), _span(other.corners, axis)
            if ours[1] - theirs[0] <= slack or theirs[1] - ours[0] <= slack:
                return False
        return True

    def inside(self, other: "Mark", slack: float = 1.0) -> bool:
        for axis in _axes(other.corners):
            ours, theirs = _span(self.corners, axis), _span(other.corners, axis)
            if ours[0] < theirs[0] - slack or ours[1] > theirs[1] + slack:
                return False
        return True


def _axes(corners: tuple[Corner, ...]) -> Iterator[Corner]:
    """Across each pair of edges; opposite ones are parallel."""
    for at in range(len(corners) // 2):
        (x0, y0), (x1, y1) = corners[at], corners[at + 1]
        long = math.hypot(x1 - x0, y1 - y0) or 1.0
        yield (y1 - y0) / long, (x0 - x1) / long


def _span(corners: tuple[Corner, ...], axis: Corner) -> tuple[float, float]:
    found = [x * axis[0] + y * axis[1] for x, y in corners]
    return min(found), max(found)


def corners(rect: Rect) -> tuple[Corner, ...]:
    return (
        (rect.x, rect.y), (rect.right, rect.y), (rect.right, rect.bottom), (rect.x, rect.bottom),
    )  # fmt: skip


def rounded(rect: Rect, radius: float) -> tuple[Corner, ...]:
    """A box with its corners, or the ends of a pill, cut off where they are round."""
    cut = CUT * min(radius, rect.w / 2, rect.h / 2)
    return tuple(octagon(rect.x, rect.y, rect.w, rect.h, cut))


class Recording(Canvas):
    def _mark(self, kind: Kind, says: str, rect: Rect, *more: Any) -> None:
        self.report.marks.append(Mark(kind, says, corners(rect), *more))

    def text(self, words: str, *args: Any, **named: Any) -> Rect:
        rect = super().text(words, *args, **named)
        if words:
            set_ = self.report.texts[-1]
            weight: Weight = named.get("weight") or (args[3] if len(args) > 3 else "semibold")
            tab, track = bool(named.get("tab")), float(named.get("track", 0))
            natural = type_.width(set_.words, set_.px, weight, tab, track)
            deep = round(DEEP * set_.px) if BELOW.intersection(set_.words) else 0
            ink = Rect(rect.x, rect.y, rect.w, rect.h + deep)
            self._mark("text", set_.words, ink, rect.w / max(1, natural), words)
        return rect

    def box(self, rect: Rect, look: Look) -> None:
        super().box(rect, look)
        self.report.marks.append(Mark("box", "", rounded(rect, look.radius), look=look))

    def middle(self, surface: Surface, x: float, y: float) -> None:
        super().middle(surface, x, y)
        _, left, top = self.pieces[-1]
        self._mark("sign", "", surface.get_rect(topleft=(left, top)))

    def face(self, card: int, rect: Rect, private: bool = False) -> None:
        super().face(card, rect, private)
        self._mark("face", str(card), rect)

    def touchable(self, thing: Touchable) -> None:
        super().touchable(thing)
        self._mark("target", thing.name, Rect(thing.zone))
