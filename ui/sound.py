"""Sounds, made by arithmetic: no recordings. Peeks, drafts and pre-actions are silent.

A sound is 16-bit mono samples at 22,050 Hz; `Speaker` plays them through pygame where there is a
device and keeps quiet where there is none.
"""

import math
from array import array
from functools import lru_cache
from typing import Literal

import pygame

RATE = 22_050
LEVELS = (0.0, 0.25, 0.55, 1.0)  # off, low, medium, loud

Cue = Literal[
    "your turn", "tick", "card", "chips", "check", "fold", "win", "time bank", "wrong pin", "floor",
    "bank offered", "closed", "dice", "not covered",
]  # fmt: skip


def _tone(hz: float, ms: int, strength: float = 0.5, decay: float = 6.0) -> list[float]:
    n = RATE * ms // 1000
    attack = RATE * 6 // 1000
    return [
        strength
        * min(1.0, i / attack)
        * math.exp(-decay * i / n)
        * (math.sin(2 * math.pi * hz * i / RATE) + 0.25 * math.sin(4 * math.pi * hz * i / RATE))
        for i in range(n)
    ]


def _noise(ms: int, strength: float, smooth: float, decay: float = 8.0) -> list[float]:
    """Hiss from a small fixed generator: it sounds the same every time."""
    n, state, level, out = RATE * ms // 1000, 12345, 0.0, []
    for i in range(n):
        state = (1103515245 * state + 12345) & 0x7FFFFFFF
        level += ((state / 0x3FFFFFFF - 1) - level) * smooth
        out.append(strength * level * math.exp(-decay * i / n) * min(1.0, i / 40))
    return out


def _mixed(*layers: list[float]) -> list[float]:
    return [
        sum(layer[i] for layer in layers if i < len(layer)) for i in range(max(map(len, layers)))
    ]


def _after(ms: int, sound: list[float]) -> list[float]:
    return [0.0] * (RATE * ms // 1000) + sound


def _make(cue: Cue) -> list[float]:
    match cue:
        case "your turn":
            return _mixed(_tone(587.3, 150, 0.4, 4), _after(140, _tone(880, 160, 0.4, 4)))
        case "tick":
            return _tone(1318, 45, 0.3, 9)
        case "card":
            return _noise(40, 0.5, 0.35, 5)
        case "chips":
            return _mixed(_tone(3100, 40, 0.25, 12), _after(28, _tone(2600, 50, 0.22, 12)))
        case "check":
            return _mixed(_noise(60, 0.9, 0.08), _after(110, _noise(60, 0.8, 0.08)))
        case "fold":
            return _noise(160, 0.35, 0.5, 3)
        case "win":
            chord = (523.3, 659.3, 784.0, 1046.5)
            return _mixed(
                *(_after(60 * n, _tone(hz, 900 - 60 * n, 0.2, 4)) for n, hz in enumerate(chord))
            )
        case "time bank":
            return _tone(196, 280, 0.5, 4)
        case "wrong pin":
            return _mixed(_tone(147, 180, 0.4, 2), _tone(156, 180, 0.3, 2))
        case "bank offered":
            return _mixed(_tone(440, 140, 0.35, 4), _after(150, _tone(587.3, 180, 0.35, 4)))
        case "closed":
            return _mixed(_noise(90, 0.9, 0.05), _tone(110, 120, 0.35, 8))
        case "dice":
            return _mixed(*(_after(55 * n, _noise(35, 0.6, 0.3, 6)) for n in range(7)))
        case "not covered":
            return _mixed(_tone(330, 120, 0.22, 5), _after(170, _tone(330, 140, 0.2, 5)))
        case "floor":
            return _mixed(_tone(1046.5, 400, 0.3, 5), _after(180, _tone(1318.5, 420, 0.3, 5)))


@lru_cache(maxsize=64)
def samples(cue: Cue, level: int) -> bytes:
    loud = LEVELS[level] * 32000
    return array("h", (round(max(-1.0, min(1.0, s)) * loud) for s in _make(cue))).tobytes()


class Speaker:
    def __init__(self) -> None:
        try:
            pygame.mixer.init(RATE, -16, 1, 512)
            self.works = True
        except pygame.error:  # no sound card: the table plays on in silence
            self.works = False

    def play(self, cue: Cue, level: int) -> None:
        if self.works and level:
            pygame.mixer.Sound(buffer=samples(cue, level)).play()
