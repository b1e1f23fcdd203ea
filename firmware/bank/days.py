"""How people here write a day: month, day, year, as on a driver license. The books keep 1990-12-10,
the house reads and writes 12/10/1990."""

import re
from datetime import date, datetime

from firmware.errors import Refused

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_KEPT = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_WHOLE = re.compile(r"(\d\d)(\d\d)(\d{4}|\d\d)", re.ASCII)  # digits alone, typed blind


def shown(day: str | date) -> str:
    """What is no day is shown as it was typed."""
    try:
        found = date.fromisoformat(day) if isinstance(day, str) else day
    except ValueError:
        return str(day)
    return f"{found:%m/%d/%Y}"


def shown_within(text: str) -> str:
    """A line of the books, with its days as people read them."""
    return _KEPT.sub(lambda day: shown(day[0]), text)


def shown_at(at: datetime, seconds: bool = False) -> str:
    return f"{at:%m/%d/%Y %H:%M:%S}" if seconds else f"{at:%m/%d/%Y %H:%M}"


def read(text: str, what: str = "the day", not_after: str = "") -> str:
    """12/10/1990, 12-10-90, 12101990, Dec 10 1990 and 1990-12-10 are the same day. `not_after`: two
    digits of a year are then the last such year before that day, as of a birth."""
    parts = re.findall(r"[0-9]+|[a-z]+", text.lower())
    if len(parts) == 1 and (digits := _WHOLE.fullmatch(parts[0])):
        parts = list(digits.groups())
    try:
        year, month, day = _in_order(parts)
        found = date(_year(year), _month(month), int(day))
        if len(year) == 2 and not_after and found.isoformat() > not_after:
            found = found.replace(year=found.year - 100)
    except ValueError:
        raise Refused(f"Write {what} as 12/10/1990: month, day, year.", rule="REQ-R34") from None
    return found.isoformat()


def typed(text: str, not_after: str = "") -> str:
    """Of a draft: what cannot be read yet stays as it is, and is asked about."""
    try:
        return read(text, not_after=not_after)
    except Refused:
        return text


def _in_order(parts: list[str]) -> tuple[str, str, str]:
    first, second, third = parts  # or it is no day
    if len(first) == 4 and first.isdigit():
        return first, second, third
    return (third, second, first) if second.isalpha() else (third, first, second)


def _year(text: str) -> int:
    year = int(text) + (2000 if len(text) == 2 else 0)
    if year < 1900:
        raise ValueError(text)
    return year


def _month(text: str) -> int:
    return _MONTHS.index(text[:3]) + 1 if text.isalpha() else int(text)
