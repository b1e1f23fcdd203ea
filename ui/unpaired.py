"""The glass of a screen that knows no table yet: what to do, and then the digits to compare."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pygame import Rect, Surface

from ui.buttons import Button, Label
from ui.canvas import Canvas, Report
from ui.looks import ACTION_BLUE, ACTION_QUIET
from ui.shapes import Look
from ui.sizes import ACTION, BANNER, HEADING, HEADLINE
from ui.sound import Cue
from ui.theme import GOLD, STATION_FLOOR, TEXT2, rgb
from ui.touch import NOTHING, Does, Intents
from ui.window import Touch

GROUND = Look(rgb("0B1016"), None, None, radius=0)
WHAT = "This screen is not paired"
HOW = "At the table's console: write, then pair and the number of its seat."
SAME = "The same on the console?"
SAID = "One moment: the console says yes too."
KEY_WIDE, KEY_HIGH, KEY_GAP = 300, 110, 40


class Unpaired:
    volume = 0

    def __init__(
        self, size: tuple[int, int], yes: Callable[[], None], no: Callable[[], None]
    ) -> None:
        self._c, self._area = Canvas(size, STATION_FLOOR), Rect(0, 0, *size)
        self._yes, self._no = _act(yes), _act(no)
        self._down: str | None = None
        self.words = self.digits = self.table = ""
        self.said = False  # yes, here

    @property
    def report(self) -> Report:
        return self._c.report

    def touch(self, event: Touch, now: float) -> Intents:
        """A key answers to a finger that goes down and comes up on it."""
        found = [one for one in self._c.things.values() if one.zone.collidepoint(event.x, event.y)]
        if event.kind == "down":
            self._down = found[-1].name if found else None
        elif event.kind == "up":
            was, self._down = self._down, None
            if found and found[-1].name == was:
                return found[-1].lift(event.x, True)
        return NOTHING

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        c, area = self._c, self._area
        c.begin({self._down} if self._down else ())
        c.box(area, GROUND)
        middle, high = area.centerx, area.h
        if not self.digits:
            c.text(WHAT, middle, 0.42 * high, *HEADLINE.bold, at="c")
            c.text(self.words or HOW, middle, 0.55 * high, *HEADING.medium, TEXT2, "c")
            return c.paint(surface)
        c.text(self.table, middle, 0.2 * high, *HEADLINE.bold, at="c")
        digits = f"{self.digits[:3]} {self.digits[3:]}"
        c.text(digits, middle, 0.42 * high, *BANNER.bold, GOLD, "c", tab=True)
        says = SAID if self.said else SAME
        c.text(says, middle, 0.6 * high, *ACTION.medium, TEXT2, "c")
        if not self.said:
            self._keys(middle, round(0.7 * high))
        return c.paint(surface)

    def _keys(self, middle: int, top: int) -> None:
        left = middle - KEY_WIDE - KEY_GAP // 2
        no, yes = (Rect(x, top, KEY_WIDE, KEY_HIGH) for x in (left, middle + KEY_GAP // 2))
        Button("no", no, Label(ACTION_QUIET, "No", ACTION), self._no).draw(self._c)
        Button("yes", yes, Label(ACTION_BLUE, "Yes", ACTION), self._yes).draw(self._c)

    def release(self) -> None:
        self._down = None

    def heard(self, now: float) -> None:
        """Nobody is heard before it is paired."""

    def next_wake(self, now: float) -> float | None:
        return None

    def sounds(self) -> list[Cue]:
        return []

    def ahead(self) -> Iterator[None]:
        return iter(())


def _act(does: Callable[[], None]) -> Does:
    def act() -> Sequence[Any]:
        does()
        return NOTHING

    return act
