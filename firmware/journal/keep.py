"""Two disks that tell two stories, or one that somebody wrote on: two people keep the other one.

The copy that is kept must be whole by itself and this table's own; what the other held is set aside
under another name, for whoever asks, and it is filled again at the next start.
"""

import json

from firmware.errors import Refused
from firmware.journal import faults, mend, snapshot
from firmware.journal.disk import Disk, LostDisk
from firmware.journal.frame import Record
from firmware.journal.journal import LATCH, Clock, open_journal, wall_clock_ms
from firmware.journal.keys import Keys
from firmware.journal.merge import Whose


def keep_copy(
    disks: mend.Disks, keys: Keys, which: int, by: str, reason: str, clock: Clock = wall_clock_ms
) -> None:
    """`which`: 0 the first, 1 the second. Raises a Fault if it is not good by itself."""
    kept, other = disks[which], disks[1 - which]
    pair: list[Disk] = [LostDisk(other.name), LostDisk(other.name)]
    pair[which] = kept
    _check(kept, keys)
    set_aside(other, clock())
    for disk in disks:
        if LATCH in disk.list():
            disk.rename(LATCH, f"retired-{clock()}-{LATCH}.old")
            disk.sync_names()
    journal = open_journal((pair[0], pair[1]), keys, table="", clock=clock).journal
    said = {"kept": kept.name, "by": by, "reason": reason}
    journal.append([Record("journal.copy_kept", json.dumps(said).encode())], signed=True)
    journal.close()


def _check(disk: Disk, keys: Keys) -> None:
    """Every record of it, before anything of the other is moved."""
    alone = (disk, LostDisk("the other"))
    journal = None
    newest = snapshot.newest(alone, keys)
    if newest is not None:
        journal = newest.journal
    whose = Whose(journal, keys)
    segments = mend.all_segments(alone)
    if not segments:
        raise Refused(f"There is no journal on {disk.name}.")
    for segment in segments:
        mend.mend_segment(alone, segment, whose)


def lock(disk: Disk) -> None:
    """For us alone. Raises Fault: a table runs on it."""
    try:
        disk.lock()
    except BlockingIOError:
        raise faults.in_use(disk.name) from None


def set_aside(disk: Disk, at_ms: int) -> None:
    lock(disk)
    for name in disk.list():
        if name.endswith((".log", ".snap")) or name in (LATCH, mend.ALONE):
            disk.rename(name, f"retired-{at_ms}-{name}.old")
    disk.sync_names()
