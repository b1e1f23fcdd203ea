"""The table wakes: since its last event it was dark, or its clock was set. That time is on nobody's
clock. Who is away, a seat that is held and a break have as long as they had, and a half
hour that ended in the dark is free, for nobody was dealt to its end. It is told in words that a
version before reads too.
"""

from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.entering import Events
from firmware.table.fee import HALF_HOUR_MS
from firmware.table.state import Table


def wake(table: Table, command: c.Wake) -> Events:
    now, dark_ms = command.now, command.now - table.now
    if not dark_ms:
        return []
    return [*_seats(table, now, dark_ms), *_recess(table, now), *_half_hours(table, now)]


def _seats(table: Table, now: int, dark_ms: int) -> Events:
    told: Events = []
    for seat in table.seats:
        number, who, until = seat.number, seat.person, seat.until + dark_ms
        if seat.until and seat.life == "away":
            told.append(e.AwayExtended(now, number, until, *c.BY_THE_POWER))
        elif seat.life == "reserved":
            told.append(e.SeatReleased(now, number, *c.BY_THE_POWER))
            held = e.SeatReserved(
                now, number, who.account, who.name, until, *c.BY_THE_POWER, who.brings
            )
            told.append(held)
    return told


def _recess(table: Table, now: int) -> Events:
    left_ms = table.recess.until - table.now
    return [e.BreakOrdered(now, left_ms, *c.BY_THE_POWER)] if left_ms > 0 else []


def _half_hours(table: Table, now: int) -> Events:
    """One that was over before, while a hand was played, is still to be paid."""
    if table.phase != "open" or not table.config.by_the_half_hour:
        return []
    is_due = table.now // HALF_HOUR_MS > table.books.half_hour
    over = now // HALF_HOUR_MS - is_due
    return [e.TimeFeesTaken(now, over, ())] if over > table.books.half_hour else []
