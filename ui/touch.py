"""What can be touched, and how it answers a finger.

A finger goes down on a thing, may move, and comes up; between, the thing is found again in every
frame by its name. What it asks for belongs to the screen: the kit hands it on and never reads it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from msgspec import Struct
from pygame import Rect

Intents = Sequence[Any]
Does = Callable[[], Intents]
NOTHING: Intents = ()
SLID_TO_THE_END = 0.92


def nothing() -> Intents:
    return NOTHING


def share(x: float, line: Rect) -> float:
    """How far along a line, from 0 to 1."""
    return min(1.0, max(0.0, (x - line.x) / line.w))


class Touchable(Protocol):
    @property
    def name(self) -> str:
        """In the report: how a test, a bot and the next frame find it."""

    @property
    def zone(self) -> Rect: ...
    @property
    def guarded(self) -> bool:
        """Do touches wait when the row around it has just changed?"""

    def press(self, x: float) -> Intents: ...
    def move(self, x: float) -> Intents: ...
    def slips(self) -> bool:
        """Does a finger lose it by leaving the zone?"""

    def lift(self, x: float, inside: bool) -> Intents:
        """The finger came up, or slipped off a thing that it loses by that."""


class Still(Struct, frozen=True):
    """Answers to nothing; each kind of thing says what it answers to."""

    def press(self, x: float) -> Intents:
        return NOTHING

    def move(self, x: float) -> Intents:
        return NOTHING

    def slips(self) -> bool:
        return False

    def lift(self, x: float, inside: bool) -> Intents:
        return NOTHING


class Hold(Still, frozen=True):
    """Something that lasts as long as a finger rests on it."""

    name: str
    zone: Rect
    begins: Does = nothing
    ends: Does = nothing
    guarded: bool = False

    def press(self, x: float) -> Intents:
        return self.begins()

    def slips(self) -> bool:
        return True

    def lift(self, x: float, inside: bool) -> Intents:
        return self.ends()


class Slider(Still, frozen=True):
    """Follows the finger along its groove, wherever else the finger goes."""

    name: str
    zone: Rect
    groove: Rect
    slide: Callable[[float], None]
    guarded: bool = False

    def press(self, x: float) -> Intents:
        return self.move(x)

    def move(self, x: float) -> Intents:
        self.slide(share(x, self.groove))
        return NOTHING


class Latch(Still, frozen=True):
    """A knob that must be slid from end to end; let go before, and it springs back."""

    name: str
    zone: Rect
    run: Rect  # what the knob's middle can reach
    slid: Callable[[], float]
    slide: Callable[[float], None]
    does: Does
    guarded: bool = False

    def move(self, x: float) -> Intents:
        self.slide(share(x, self.run))
        return NOTHING

    def lift(self, x: float, inside: bool) -> Intents:
        done = self.slid() > SLID_TO_THE_END
        self.slide(0.0)
        return self.does() if done else NOTHING
