"""The glass itself, through SDL: a surface to draw on, and fingers or a mouse on it."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import pygame
from pygame import Rect, Surface

from drivers.fault import Fault

Kind = Literal["down", "move", "up"]
FINGERS: dict[int, Kind] = {
    pygame.FINGERDOWN: "down", pygame.FINGERMOTION: "move", pygame.FINGERUP: "up",
}  # fmt: skip
MOUSE: dict[int, Kind] = {
    pygame.MOUSEBUTTONDOWN: "down", pygame.MOUSEMOTION: "move", pygame.MOUSEBUTTONUP: "up",
}  # fmt: skip


class Touch(NamedTuple):
    kind: Kind
    x: float
    y: float
    finger: int = 0


class Window:
    """`seen` is false with SDL's dummy driver: then only the lab's door touches it."""

    def __init__(self, size: tuple[int, int], title: str, fullscreen: bool) -> None:
        pygame.font.init()
        flags = pygame.SCALED | (pygame.FULLSCREEN if fullscreen else 0)
        try:
            pygame.display.init()
            self.seen = pygame.display.get_driver() != "dummy"
            self.surface: Surface = pygame.display.set_mode(size, flags if self.seen else 0)
        except pygame.error as no:
            raise no_display(str(no)) from no
        pygame.display.set_caption(title)
        pygame.mouse.set_visible(not fullscreen)
        self.closed = self.let_go = False

    def show(self, rects: list[Rect]) -> None:
        if self.seen:
            pygame.display.update(rects)

    def touches(self) -> Iterator[Touch]:
        """What fingers did since the last call. `let_go`: the panel or the window went away."""
        width, height = self.surface.get_size()
        for event in pygame.event.get():
            if event.type in FINGERS:
                where = event.x * width, event.y * height
                yield Touch(FINGERS[event.type], *where, event.finger_id)
            elif event.type in MOUSE:
                pressed = event.type != pygame.MOUSEMOTION or event.buttons[0]
                if pressed and not event.touch and getattr(event, "button", 1) == 1:
                    yield Touch(MOUSE[event.type], *event.pos)
            elif event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE):
                self.let_go = True
            elif event.type == pygame.QUIT:
                self.closed = True

    def close(self) -> None:
        pygame.display.quit()


def no_display(why: str) -> Fault:
    return Fault(
        name="NO_DISPLAY",
        happened=f"This screen's display does not open: {why}.",
        safe="Nothing is shown, and the table knows that this screen is away.",
        do="Check the display's cable, and that no other program holds it.",
    )
