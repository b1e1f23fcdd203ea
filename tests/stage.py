"""A stage for screen tests: a station, a finger, a clock that only we move."""

from functools import cache

from msgspec.structs import replace
from pygame import Surface

from firmware.screens.protocol import Intent, View
from lab.scenes import CENTERS, VIEWS
from lab.scenes.pictures import NOW, Step, centered, keep, played, stations
from stations.screen import Screen, Touch
from ui.canvas import Report
from ui.theme import CENTER, STATION


def dot() -> Surface:
    """A glass for who reads the report of what is shown, and looks at no pixel."""
    return Surface((1, 1), 0, 32)


def glass() -> Surface:
    return Surface(STATION, 0, 32)


class Stage:
    """Drawn after every step, so that a tap lands where the player sees the button."""

    def __init__(self, view: View | str, surface: Surface | None = None) -> None:
        self.screen, self.now = Screen(), NOW
        self.surface = surface or dot()
        self.sent: list[Intent] = []
        self.send(VIEWS[view] if isinstance(view, str) else view)
        keep(self.screen, self.now)
        self.wait(500)

    @property
    def report(self) -> Report:
        return self.screen.report

    @property
    def view(self) -> View:
        return self.screen.state.view

    def send(self, view: View, **changes: object) -> list[Intent]:
        found = self.screen.update(replace(view, **changes) if changes else view, self.now)
        self.sent += found
        self.draw()
        return found

    def draw(self) -> None:
        self.screen.draw(self.surface, self.now)

    def wait(self, ms: float, silent: bool = False) -> None:
        self.now += ms
        if not silent:
            self.screen.heard(self.now)
        self.draw()

    def touch(self, kind: str, x: float, y: float, finger: int = 0) -> list[Intent]:
        found = self.screen.touch(Touch(kind, x, y, finger), self.now)  # type: ignore[arg-type]
        self.sent += found
        self.draw()
        return found

    def down(self, name: str, finger: int = 0) -> list[Intent]:
        return self.touch("down", *self.report.targets[name].center, finger)

    def up(self, name: str, finger: int = 0) -> list[Intent]:
        return self.touch("up", *self.report.targets[name].center, finger)

    def tap(self, *names: str) -> list[Intent]:
        """Tap where each is drawn; returns what was sent, by all of them."""
        found: list[Intent] = []
        for name in names:
            x, y = self.report.targets[name].center
            found += self.touch("down", x, y)
            self.wait(40)
            found += self.touch("up", x, y)
            self.wait(40)
        return found

    def private_faces(self) -> list[int]:
        return [face.card for face in self.report.faces if face.private]


@cache
def shown(name: str) -> tuple[Surface, Report, Screen]:
    """A scripted state, drawn once for all tests."""
    view, step = {name: (view, step) for name, view, step in stations()}[name]
    surface = glass()
    screen, _ = played(view, step, surface)
    return surface, screen.report, screen


@cache
def center_shown(name: str) -> tuple[Surface, Report]:
    surface = Surface(CENTER, 0, 32)
    return surface, centered(CENTERS[name], surface).report


ALL = [name for name, _, _ in stations()]
__all__ = ["ALL", "CENTERS", "Stage", "Step", "center_shown", "dot", "glass", "shown"]
