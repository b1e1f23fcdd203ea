"""Disputes that nobody has settled yet, by number. A fold."""

from msgspec import Struct

from firmware.journal.records import DisputeOpened, DisputeSettled, Told


class Disputes(Struct):
    count: int = 0
    open: dict[int, tuple[int, DisputeOpened]] = {}  # when, what


def follow(disputes: Disputes, at_ms: int, told: Told) -> None:
    match told:
        case DisputeOpened(number):
            disputes.count = number
            disputes.open[number] = at_ms, told
        case DisputeSettled(number):
            disputes.open.pop(number, None)
