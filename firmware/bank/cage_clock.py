"""The clock of the cage is only a label until it has been believed: a wrong one would put cash into
another gaming day (31 CFR 1021 counts by it), and days cannot be moved afterwards.

It is asked about when it is behind the last document, when nothing was written for longer than any
night, and when somebody set it since the last document: the machine's own steady count tells.
Two people say that it is right; then it is, from there on.
"""

import platform
from collections.abc import Callable

from firmware.bank.gaming_day import BACK_MS, HouseClock, local_text
from firmware.bank.store import Tx
from firmware.errors import Refused

NIGHT_MS = 36 * 3600_000
VOUCHED_MS = 24 * 3600_000
SET_MS = 2 * 60_000  # what a time server corrects is less

# Less is not written down again: all windows of a machine would wait for that one line.
KEPT_MS = 1000

Steady = tuple[str, int]  # which start of the machine, and its milliseconds since


def check(tx: Tx, now_ms: int, house: HouseClock, steady: Callable[[], Steady] | None) -> None:
    (last,) = tx.row("SELECT MAX(last_ms) FROM place WHERE id LIKE 'drawer:%'") or (None,)
    moved = _was_set(tx, now_ms, steady) if steady else None
    if last is None or (-BACK_MS <= now_ms - last <= NIGHT_MS and abs(moved or 0) <= SET_MS):
        if moved is None or abs(moved) > KEPT_MS:
            _keep(tx, now_ms, steady)
        return
    said, then = local_text(now_ms, house), local_text(last, house)
    raise Refused(
        f"This machine's clock says {said}; the last document of the cage is of {then}. Set the "
        "clock, or two people say that it is right: at the window, or stormdeck bank clock.",
        rule="REQ-R45",
    )


def check_kept(tx: Tx, now_ms: int, synchronised: bool) -> None:
    """No time server keeps it: two people vouch for it, each day."""
    if synchronised:
        return
    row = tx.row("SELECT value FROM setting WHERE name = ?", f"{_name()}, vouched for")
    if row and 0 <= now_ms - int(row[0]) <= VOUCHED_MS:
        return
    raise Refused(
        "The clock of this machine is not synchronised: cage money is shut. Connect its time "
        "server, or two people say that it is right, each day: at the window, or stormdeck bank "
        "clock.",
        rule="REQ-R45",
    )


def believe(tx: Tx, now_ms: int, steady: Callable[[], Steady] | None) -> None:
    """What two people said: from here on this is the time."""
    tx.run(_SET, f"{_name()}, vouched for", str(now_ms))
    tx.run("UPDATE place SET last_ms = ? WHERE id LIKE 'drawer:%'", now_ms)
    _keep(tx, now_ms, steady)


def _was_set(tx: Tx, now_ms: int, steady: Callable[[], Steady]) -> int | None:
    """By how much, since this machine was started; None: nobody knows."""
    row = tx.row("SELECT value FROM setting WHERE name = ?", _name())
    boot, count = steady()
    its_boot, _, its_offset = (row[0] if row else "").rpartition(" ")
    return now_ms - count - int(its_offset) if row and boot == its_boot else None


def _keep(tx: Tx, now_ms: int, steady: Callable[[], Steady] | None) -> None:
    if steady is None:
        return
    boot, count = steady()
    tx.run(_SET, _name(), f"{boot} {now_ms - count}")


_SET = (
    "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) "
    "DO UPDATE SET value = excluded.value"
)


def _name() -> str:
    return f"clock of {platform.node()}"
