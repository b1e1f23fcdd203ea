"""Faults as pairs: opened, cleared, and how long between (REQ-R25). A fold."""

from msgspec import Struct
from msgspec.structs import replace

from firmware.journal.records import FaultCleared, FaultOpened, Told

KEPT = 1000


class FaultSpan(Struct, frozen=True, omit_defaults=True):
    name: str
    words: str
    opened_ms: int
    cleared_ms: int
    do: str = ""


class FaultLog(Struct):
    open: dict[str, FaultSpan] = {}
    past: list[FaultSpan] = []


def note(log: FaultLog, at_ms: int, told: Told) -> None:
    match told:
        case FaultOpened(name, words, do) if name not in log.open:
            log.open[name] = FaultSpan(name, words, at_ms, 0, do)
        case FaultCleared(name) if name in log.open:
            was = log.open.pop(name)
            log.past.append(replace(was, cleared_ms=at_ms))
            del log.past[:-KEPT]
