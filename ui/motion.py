"""Motion: easing, and tweens on a clock that is passed in. Never delays input."""

from collections.abc import Callable
from typing import NamedTuple

from pygame import Surface

DEAL_MS, DEAL_STAGGER_MS = 120, 40
FLIP_MS, FLOP_STAGGER_MS, BANK_STAGGER_MS = 180, 60, 120
BET_MS, GATHER_MS, WIN_MS = 150, 250, 400
TURN_FADE_MS, TURN_PULSE_MS = 120, 600
PEEK_MS, PAGE_MS = 90, 140
FRAME_MS = 16

Ease = Callable[[float], float]


def linear(t: float) -> float:
    return t


def out_cubic(t: float) -> float:
    return 1 - (1 - t) ** 3


def in_out(t: float) -> float:
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


class Tween(NamedTuple):
    """From 0 to 1 in `ms`, starting at `start` (both milliseconds)."""

    start: float
    ms: float
    ease: Ease = out_cubic

    def at(self, now: float) -> float:
        if now >= self.start + self.ms:
            return 1.0
        return self.ease(max(0.0, (now - self.start) / self.ms))

    def over(self, now: float) -> bool:
        return now >= self.start + self.ms


class Timeline:
    """Running tweens by name. What is not running is finished: its value is 1."""

    def __init__(self, calm: bool = False) -> None:
        self.calm = calm  # reduced motion: nothing moves, things only appear
        self._running: dict[str, Tween] = {}

    def start(
        self, name: str, now: float, ms: float, ease: Ease = out_cubic, wait: float = 0
    ) -> None:
        if not self.calm:
            self._running[name] = Tween(now + wait, ms, ease)

    def at(self, name: str, now: float) -> float:
        tween = self._running.get(name)
        return tween.at(now) if tween else 1.0

    def moving(self, now: float) -> bool:
        self._running = {name: t for name, t in self._running.items() if not t.over(now)}
        return bool(self._running)

    def clear(self) -> None:
        self._running.clear()


class Flight(NamedTuple):
    """Something small on its way across the table."""

    sprite: Surface
    start: tuple[float, float]
    end: tuple[float, float]
    tween: Tween

    def at(self, now: float) -> tuple[float, float]:
        share = self.tween.at(now)
        (x0, y0), (x1, y1) = self.start, self.end
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    def flying(self, now: float) -> bool:
        return self.tween.start <= now and not self.tween.over(now)
