"""What a wire may show before somebody looks at it: each counter with its limit. Pure.

A figure is a count per thousand frames or pieces, milliseconds, or a number; the limit of each is
the largest that still passes.
"""

from collections.abc import Callable

from msgspec import Struct

from firmware.screens.protocol.devices import Wire

MEAN_MS = 20


def _per_mille(part: int, whole: int) -> float:
    return 1000 * part / whole if whole else 0.0


class Limit(Struct, frozen=True):
    name: str
    of: Callable[[Wire], float]
    most: float
    unit: str = ""

    def passes(self, wire: Wire) -> bool:
        return self.of(wire) <= self.most

    def shown(self, figure: float) -> str:
        if self.unit == "%":
            return f"{figure / 10:.1f} %"
        return f"{figure:,.0f}{self.unit}"


LIMITS = (
    Limit("Round trip, mean", lambda one: one.mean_ms, MEAN_MS, " ms"),
    Limit("Frames damaged", lambda one: _per_mille(one.damaged, one.frames + one.damaged), 1, "%"),
    Limit("Sent again", lambda one: _per_mille(one.again, one.sent), 10, "%"),
    Limit("Silence over 500 ms", lambda one: one.silences, 0),
    Limit("New sessions", lambda one: one.sessions, 2),
    Limit("Bad keys, replays", lambda one: one.forged, 0),
)


def since(now: Wire, before: Wire | None) -> Wire:
    """What was counted from a mark on; the mean is always of now."""
    if before is None:
        return now
    return Wire(
        now.unit, now.link, now.peer, now.mean_ms, now.frames - before.frames,
        now.damaged - before.damaged, now.sent - before.sent, now.again - before.again,
        now.silences - before.silences, now.sessions - before.sessions, now.forged - before.forged,
    )  # fmt: skip
