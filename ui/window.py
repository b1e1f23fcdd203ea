"""The glass itself, through SDL: a surface to draw on, and fingers or a mouse on it."""

import os
from collections.abc import Iterator
from typing import Literal, NamedTuple

import pygame
from pygame import Rect, Surface

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
    """`seen` is false on a machine without a display: then only the lab's door touches it."""

    def __init__(self, size: tuple[int, int], title: str, fullscreen: bool) -> None:
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY") and os.name:
            os.environ.setdefault("SDL_VIDEODRIVER", "kmsdrm" if fullscreen else "dummy")
        pygame.display.init()
        pygame.font.init()
        flags = pygame.SCALED | (pygame.FULLSCREEN if fullscreen else 0)
        self.seen = pygame.display.get_driver() != "dummy"
        self.surface: Surface = pygame.display.set_mode(size, flags if self.seen else 0)
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
