"""Read once, before the lab's programs are forked: what all of them need.

Nothing here opens a display, a file or a thread: a fork must not inherit one.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

import center_screen.screen  # noqa: F401
import commands.screens  # noqa: F401
import firmware.controller
import firmware.fairness.dealer  # noqa: F401
from stations import table

pygame.font.init()
table.warm()
