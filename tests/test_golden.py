"""Golden pictures: a few key states, small, with a tolerance. Made anew by running this module:
python -m tests.test_golden"""

from pathlib import Path

import numpy as np
import pygame
import pytest
from pygame import Surface

from tests.stage import center_shown, shown

HERE = Path(__file__).parent / "golden"
STATIONS = ("attract", "pin", "buyin", "waiting", "your-turn-nolimit", "your-turn-limit", "peek",
            "showdown", "menu", "fairness", "cut", "fault", "left-hand", "large-type",
            "draw", "bank-offer", "bets", "bets-baccarat", "uth", "banker", "banked-result",
            "banked-rules", "choice-pokara", "twentyone", "twentyone-less", "set-hand",
            "set-hand-peek", "set-bank", "set-thirteen", "craps", "tiles", "pan", "pan-peek",
            "pan-declare")  # fmt: skip
CENTERS = ("waiting", "preflop", "flop-sidepots", "showdown", "stud", "square", "void",
           "three-card", "baccarat", "baccarat-bets", "twentyone", "pai-gow",
           "set-hands", "craps", "tiles", "thirteen", "pan")  # fmt: skip
NAMES = [*(f"station-{name}" for name in STATIONS), *(f"center-{name}" for name in CENTERS)]


def small(name: str) -> Surface:
    room, _, state = name.partition("-")
    surface = shown(state)[0] if room == "station" else center_shown(state)[0]
    w, h = surface.get_size()
    return pygame.transform.smoothscale(surface, (w // 4, h // 4))


def pixels(surface: Surface) -> np.ndarray:
    w, h = surface.get_size()
    flat = np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8)
    return flat.reshape(h, w, 3).astype(int)


@pytest.mark.parametrize("name", NAMES)
def test_looks_as_it_did(name):
    """Fonts and scalers differ by a shade between machines; a moved button differs by more."""
    ours, golden = pixels(small(name)), pixels(pygame.image.load(str(HERE / f"{name}.png")))
    assert ours.shape == golden.shape
    off = np.abs(ours - golden).max(axis=2)
    assert off.mean() < 1.5
    assert (off > 60).mean() < 0.004


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name in NAMES:
        pygame.image.save(small(name), str(HERE / f"{name}.png"))
        print(name)
