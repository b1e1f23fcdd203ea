"""The boot counter: on the disk before anything random is made, so that no boot repeats another."""

from pathlib import Path

from drivers.fault import Fault
from firmware import durable

DIGITS_MAX = 18


def next_boot(path: Path) -> int:
    """One more than last time, durable before it is returned (REQ-R3)."""
    boot = _last(path) + 1
    try:
        durable.replace(path, f"{boot}\n".encode())
    except OSError as no:
        raise counter_unwritable(path, no.strerror or "no reason given") from no
    return boot


def _last(path: Path) -> int:
    try:
        text = path.read_text("ascii").strip()
    except FileNotFoundError:
        return 0
    except (OSError, UnicodeError) as no:
        raise counter_damaged(path) from no
    if not text.isdigit() or len(text) > DIGITS_MAX:
        raise counter_damaged(path)
    return int(text)


def counter_unwritable(path: Path, why: str) -> Fault:
    return Fault(
        name="COUNTER_UNWRITABLE",
        happened=f"The boot counter {path} cannot be written: {why}.",
        safe="No random number has been made.",
        do="Check the disk and start the table again.",
    )


def counter_damaged(path: Path) -> Fault:
    return Fault(
        name="COUNTER_DAMAGED",
        happened=f"The boot counter {path} is damaged.",
        safe="No random number has been made.",
        do="A technician writes a number above the last boot's into it, then restarts the table.",
    )
