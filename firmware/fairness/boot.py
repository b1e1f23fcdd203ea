"""The boot counter: on the disk before anything random is made, so that no boot repeats another."""

import os
from pathlib import Path

from drivers.fault import Fault

DIGITS_MAX = 18


def next_boot(path: Path) -> int:
    """One more than last time, durable before it is returned (R3)."""
    boot = _last(path) + 1
    try:
        _write(path, f"{boot}\n".encode())
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


def _write(path: Path, data: bytes) -> None:
    """A new file, synced, then renamed over the old one, then the directory synced."""
    new = path.with_name(path.name + ".new")
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        os.write(fd, data)
        os.fsync(fd)
    finally:
        os.close(fd)
    os.replace(new, path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def counter_unwritable(path: Path, why: str) -> Fault:
    return Fault(
        happened=f"The boot counter {path} cannot be written: {why}.",
        safe="No random number has been made.",
        do="Check the disk and start the table again.",
    )


def counter_damaged(path: Path) -> Fault:
    return Fault(
        happened=f"The boot counter {path} is damaged.",
        safe="No random number has been made.",
        do="A technician writes a number above the last boot's into it, then restarts the table.",
    )
