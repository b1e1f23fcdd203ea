"""A patron's own limits as they read them at a table, and lower them there.

The cage enters any limit (patron_desk.py); at a table one may only fall, and holds at once. A
supervisor sees all that are kept.
"""

from msgspec import Struct

from firmware.bank import patrons, play_time
from firmware.bank.gaming_day import HouseClock, gaming_day
from firmware.bank.store import Tx
from firmware.errors import Refused

RULE = "own limits"
IN_DOUBT = "Your own limits wait for the house's clock: please ask at the cage."


class OwnLimits(Struct, frozen=True):
    cents: int | None  # what a gaming day may cost; None: no limit
    spent: int  # of it, today
    minutes: int | None  # at tables, a gaming day
    played: int  # of them, today
    play_until_ms: int | None = None  # by the bank's clock
    at_ms: int = 0


class Kept(Struct, frozen=True):
    """What somebody asked the house to hold them to."""

    patron: str
    name: str
    limits: OwnLimits
    excluded_until_ms: int

    @property
    def holds(self) -> bool:
        """A limit that was taken back holds for a day."""
        none = self.limits.cents is None and self.limits.minutes is None
        return bool(self.excluded_until_ms) or not none


def own_limits(tx: Tx, session: str, now_ms: int, house: HouseClock) -> OwnLimits:
    return _limits(tx, _whose(tx, session), now_ms, house)


def kept(tx: Tx, now_ms: int, house: HouseClock) -> list[Kept]:
    """Of everybody who has a limit, or has excluded themselves; by name."""
    rows = tx.rows(
        "SELECT id, name, excluded_until_ms FROM patron WHERE status <> 'closed' AND "
        "(limit_cents IS NOT NULL OR limit_minutes IS NOT NULL OR excluded_until_ms > ?) "
        "ORDER BY name, id",
        now_ms,
    )
    found = [
        Kept(who, name, _limits(tx, who, now_ms, house), until if until > now_ms else 0)
        for who, name, until in rows
    ]
    return [one for one in found if one.holds]


def ever(tx: Tx, who: str) -> bool:
    """Did they ask for a limit or an exclusion, even one that seems to be over?"""
    return tx.row(_EVER, who) is not None


_EVER = (
    "SELECT 1 FROM patron WHERE id = ? AND (limit_cents IS NOT NULL OR limit_minutes IS NOT NULL "
    "OR next_limit_ms <> 0 OR next_limit_minutes_ms <> 0 OR excluded_until_ms <> 0)"
)


def _limits(tx: Tx, who: str, now_ms: int, house: HouseClock) -> OwnLimits:
    day = gaming_day(now_ms, house)
    return OwnLimits(
        patrons.limit_of(patrons.patron(tx, who), now_ms),
        max(0, patrons.spent(tx, who, day)),
        play_time.time_limit(tx, who, now_ms),
        play_time.played_ms(tx, who, now_ms, house) // 60_000,
        play_time.play_until(tx, who, now_ms, house),
        now_ms,
    )


def lower(
    tx: Tx, session: str, cents: int | None, minutes: int | None, now_ms: int, house: HouseClock
) -> OwnLimits:
    """None: it stays. Asked twice, it is written down once."""
    who, now = _whose(tx, session), own_limits(tx, session, now_ms, house)
    by = f"patron:{who}"
    if cents is not None and cents != now.cents:
        _falls(cents, now.cents)
        patrons.set_limit(tx, who, cents, by, now_ms)
    if minutes is not None and minutes != now.minutes:
        _falls(minutes, now.minutes)
        play_time.set_time_limit(tx, who, minutes, by, now_ms)
    return own_limits(tx, session, now_ms, house)


def _falls(wanted: int, now: int | None) -> None:
    if now is not None and wanted > now:
        raise Refused("At the table a limit can only fall. The cage raises it.", rule=RULE)


def _whose(tx: Tx, session: str) -> str:
    row = tx.row("SELECT patron FROM session WHERE id = ? AND closed_ms IS NULL", session)
    if row is None:
        raise Refused("Please swipe your card at this table first.", rule="REQ-R35")
    return str(row[0])
