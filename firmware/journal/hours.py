"""What each hour of the clock brought, for a day and a little more. A fold."""

from msgspec import Struct

from firmware.journal.records import FeesTaken, HandEnded, HandVoided, Told

HOUR_MS = 3_600_000
KEPT = 26


class Hour(Struct):
    began_ms: int
    hands: int = 0
    fees: int = 0
    jackpot: int = 0
    voids: int = 0


class Hours(Struct):
    hours: list[Hour] = []


def add(day: Hours, at_ms: int, told: Told) -> None:
    match told:
        case HandEnded():
            hour = _hour(day, at_ms)
            hour.hands += 1
            hour.fees += told.fees
            hour.jackpot += told.jackpot
        case FeesTaken(amount):
            _hour(day, at_ms).fees += amount
        case HandVoided():
            _hour(day, at_ms).voids += 1


def _hour(day: Hours, at_ms: int) -> Hour:
    """Now, whatever the clock said before: one that was ahead for a moment kept its hour open for
    as long as it had been ahead."""
    began = at_ms - at_ms % HOUR_MS
    if not day.hours or day.hours[-1].began_ms != began:
        known = [hour for hour in day.hours if hour.began_ms == began]
        others = [hour for hour in day.hours if hour.began_ms != began]
        day.hours = [*others, *(known or [Hour(began)])][-KEPT:]
    return day.hours[-1]
