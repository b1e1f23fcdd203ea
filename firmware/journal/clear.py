"""REQ-R16: a journal that nobody can mend any more is cleared, by two people who write down why.

Nothing is deleted: the old journal is set aside under its own name, and the first records of the
new one say who cleared the table and why. What the bank counts for it, it is asked at the start.
"""

import json

from firmware.journal import mend
from firmware.journal.frame import Record
from firmware.journal.journal import Clock, open_journal, wall_clock_ms
from firmware.journal.keep import lock, set_aside
from firmware.journal.keys import Keys


def clear(
    disks: mend.Disks,
    keys: Keys,
    by: str,
    reason: str,
    *,
    table: str,
    clock: Clock = wall_clock_ms,
) -> None:
    for disk in disks:
        lock(disk)  # both, before either is touched
    for disk in disks:
        set_aside(disk, clock())
    journal = open_journal(disks, keys, table=table, clock=clock).journal
    said = json.dumps({"by": by, "reason": reason}).encode()
    journal.append([Record("journal.cleared", said)], signed=True)
    journal.close()
