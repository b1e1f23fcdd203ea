"""How a console writes times and money."""

from datetime import datetime

from firmware.money import show


def clock(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%H:%M:%S")


def day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%a %d %b")


def when(at_ms: int, now_ms: int) -> str:
    """The day as well, where it is another."""
    return clock(at_ms) if day(at_ms) == day(now_ms) else f"{day(at_ms)} {clock(at_ms)[:5]}"


def lasted(ms: int) -> str:
    """3d 04:12:40, or 0:02:31."""
    minutes, seconds = divmod(max(0, ms) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    return f"{days}d {hours:02}:{minutes:02}:{seconds:02}" if days else (
        f"{hours}:{minutes:02}:{seconds:02}")  # fmt: skip


def money(cents: int) -> str:
    """In columns: the sign of the dollar stands apart."""
    return show(cents).replace("$", "$ ")


def short_hash(digits: str) -> str:
    """To be read aloud: 8F2C-11D0."""
    return f"{digits[:4]}-{digits[4:8]}".upper() if digits else "-"
