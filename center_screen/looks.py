"""How a line of the center looks: its box and its ink, by what it says."""

from center_screen.sentences import Kind
from ui.shapes import Look
from ui.theme import GOLD, GOLD_INK, ROSE, ROSE_EDGE, ROSE_GROUND, SKY, TEXT, Color, rgb

DARK = Look(rgb("061413"), None, None, alpha=0.88)
LINES: dict[Kind, tuple[Look, Color]] = {
    "gold": (Look(GOLD), GOLD_INK),
    "win": (Look(GOLD), GOLD_INK),
    "dark": (DARK, TEXT),
    "sky": (Look(rgb("14304C"), None, SKY, 3), TEXT),
    "rose": (Look(ROSE_GROUND, None, ROSE_EDGE, 3), ROSE),
}


def pill(look: Look, high: int) -> Look:
    """With round ends."""
    return look._replace(radius=high // 2)
