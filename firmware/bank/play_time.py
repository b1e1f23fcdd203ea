"""A patron's own limit on the time at tables: minutes a gaming day, kept at every table.

Like the limit on money it falls at once and rises a day later. A session that goes on when the
next gaming day begins draws on that day's minutes from there.
"""

from firmware.bank.changes import note_change
from firmware.bank.gaming_day import HouseClock, day_began_ms, gaming_day
from firmware.bank.patrons import patron
from firmware.bank.standing import RAISE_LIMIT_AFTER_MS
from firmware.bank.store import Tx
from firmware.errors import Refused

MINUTES_MAX = 24 * 60
_MINUTE_MS = 60_000


def set_time_limit(tx: Tx, who: str, minutes: int | None, agent: str, now_ms: int) -> None:
    """None: no limit."""
    patron(tx, who)
    if minutes is not None and not 0 <= minutes <= MINUTES_MAX:
        raise Refused(f"A time limit is 0 to {MINUTES_MAX} minutes a day.", rule="own limits")
    now = time_limit(tx, who, now_ms)
    falls = now is None or (minutes is not None and minutes <= now)
    holds, later = (minutes, None) if falls else (now, minutes)
    tx.run(
        "UPDATE patron SET limit_minutes = ?, next_limit_minutes = ?, next_limit_minutes_ms = ? "
        "WHERE id = ?",
        holds,
        later,
        0 if falls else now_ms + RAISE_LIMIT_AFTER_MS,
        who,
    )
    note_change(tx, agent, who, "time limit", str(now), str(minutes), "own wish", now_ms)


def time_limit(tx: Tx, who: str, now_ms: int) -> int | None:
    row = tx.row(
        "SELECT limit_minutes, next_limit_minutes, next_limit_minutes_ms FROM patron WHERE id = ?",
        who,
    )
    assert row is not None, "a patron that nobody looked up"
    minutes: int | None = row[1] if row[2] and now_ms >= row[2] else row[0]
    return minutes


def play_until(tx: Tx, who: str, now_ms: int, house: HouseClock) -> int | None:
    """When the minutes are used up if the patron plays on from now. None: no limit of their own."""
    minutes = time_limit(tx, who, now_ms)
    if minutes is None:
        return None
    ends = day_began_ms(gaming_day(now_ms, house), house, days=1)
    until = now_ms + max(0, minutes * _MINUTE_MS - played_ms(tx, who, now_ms, house))
    return until if until < ends else ends + minutes * _MINUTE_MS


def check_time(tx: Tx, who: str, now_ms: int, house: HouseClock) -> None:
    until = play_until(tx, who, now_ms, house)
    if until is not None and until <= now_ms:
        raise Refused("Your own time for today is used up. See you tomorrow.", rule="own limits")


def played_ms(tx: Tx, who: str, now_ms: int, house: HouseClock) -> int:
    """At tables, in the gaming day that it is."""
    began_ms = day_began_ms(gaming_day(now_ms, house), house)
    rows = tx.rows(
        "SELECT opened_ms, COALESCE(closed_ms, ?) FROM session "
        "WHERE patron = ? AND (closed_ms IS NULL OR closed_ms > ?)",
        now_ms,
        who,
        began_ms,
    )
    return sum(max(0, closed - max(opened, began_ms)) for opened, closed in rows)
