"""Read once, before the lab's programs are forked: what all of them need.

Nothing here opens a display, a file or a thread: a fork must not inherit one.
"""

import os
from itertools import islice
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

import commands.screens
import commands.table  # noqa: F401
from center_screen.screen import Screen as Center
from lab.scenes import CENTERS, VIEWS
from stations.screen import Screen as Station
from ui.theme import CENTER, STATION

pygame.font.init()
BOARD = 3 * 52  # steps ahead: the deck that every hand needs, printed once for all


def rehearse(screen: Any, size: tuple[int, int], views: list[Any]) -> None:
    screen.warm()
    for _ in islice(screen.ahead(), BOARD):
        pass
    for view in views:
        screen.update(view, 1.0)
        screen.draw(pygame.Surface(size, 0, 32), 2.0)


# The center first: what a station may not keep of all this is the oldest.
rehearse(Center(), CENTER, [CENTERS[name] for name in ("waiting", "preflop")])
rehearse(Station(), STATION, [VIEWS[name] for name in ("attract", "pin", "buyin", "waiting")])
