"""The gaming day: it begins at an hour of the house, in the house's own time zone.

Wall time decides, so a day has 23 or 25 hours when the clocks change, as it does for the people
who count the cash.
"""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

BACK_MS = 3600_000  # a clock set back by less than this turns no page back
APART_MS = 5 * 60_000  # so far may two clocks of one house be apart


def page_time(now_ms: int, last_ms: int) -> int:
    """When a page of a book is written: not before the page before it, if the clock was corrected a
    little. A wrong clock is not carried further than that: the next right one is right again."""
    return last_ms if now_ms < last_ms <= now_ms + BACK_MS else now_ms


def is_over(from_ms: int, to_ms: int, now_ms: int) -> bool:
    """Of what was given for a time: at its end, and where the clock says that it has not begun.
    Then it was set back since, and what was to last two minutes would last for years."""
    return not from_ms - APART_MS <= now_ms < to_ms


class HouseClock(Struct, frozen=True):
    """By which a house counts its days."""

    zone: str = "America/Los_Angeles"
    day_starts: str = "06:00"


def local(at_ms: int, house: HouseClock) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(ZoneInfo(house.zone))


def gaming_day(at_ms: int, house: HouseClock) -> str:
    """As 2026-03-08. What happens before the day starts belongs to the day before."""
    at = local(at_ms, house)
    early = at.time().replace(tzinfo=None) < time.fromisoformat(house.day_starts)
    return (at.date() - timedelta(days=early)).isoformat()


def day_began_ms(day: str, house: HouseClock, days: int = 0) -> int:
    """When this gaming day began, or the one so many days later."""
    start = datetime.fromisoformat(f"{day}T{house.day_starts}") + timedelta(days=days)
    return int(start.replace(tzinfo=ZoneInfo(house.zone)).timestamp() * 1000)


def local_text(at_ms: int, house: HouseClock) -> str:
    return local(at_ms, house).strftime("%m/%d/%Y %H:%M:%S %Z")
