"""Two disks that tell two stories, or one that somebody wrote on: two people keep the other one.

The copy that is kept must be whole by itself and this table's own; what the other held is set aside
under another name, for whoever asks, and it is filled again at the next start.
"""

import json
from contextlib import suppress

from firmware.errors import Fault, Refused
from firmware.journal import faults, mend, snapshot
from firmware.journal.disk import Disk, LostDisk, replace_file
from firmware.journal.frame import Bad, Record
from firmware.journal.journal import LATCH, Clock, open_journal, wall_clock_ms
from firmware.journal.keys import Keys
from firmware.journal.merge import Merged, Place, Whose


def keep_copy(
    disks: mend.Disks, keys: Keys, which: int, by: str, reason: str, clock: Clock = wall_clock_ms
) -> None:
    """`which`: 0 the first, 1 the second. Raises a Fault if it is not good by itself; of two that
    are both damaged at their ends, what this one has whole is kept."""
    kept, other = disks[which], disks[1 - which]
    pair: list[Disk] = [LostDisk(other.name), LostDisk(other.name)]
    pair[which] = kept
    try:
        _check(kept, keys)
    except Fault:
        if _is_whole(other, keys):
            raise
        _cut(kept, keys, clock())
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
    name, merged = _walk(disk, keys)
    if merged.bad is not None:
        raise mend.broken(merged.bad, name)


def _is_whole(disk: Disk, keys: Keys) -> bool:
    with suppress(Fault, Refused):
        _check(disk, keys)
        return True
    return False


def _cut(disk: Disk, keys: Keys, at_ms: int) -> None:
    """What stands behind its last whole batch, which nobody was shown; its file is kept for whoever
    asks. If that was not all, the bank says so at the start."""
    name, merged = _walk(disk, keys)
    lock(disk)
    replace_file(disk, f"retired-{at_ms}-{name}.old", disk.read(name))
    replace_file(disk, name, merged.data)


def _walk(disk: Disk, keys: Keys) -> tuple[str, Merged]:
    """From its first record to its end, and no shorter than it was signed; the last segment. Raises
    a Fault if something is wrong before that."""
    alone = (disk, LostDisk("the other"))
    newest, segments = snapshot.newest(alone, keys), mend.all_segments(alone)
    if not segments:
        raise Refused(f"There is no journal on {disk.name}.")
    whose, place = Whose(newest.journal if newest else None, keys), mend.START
    for segment in segments:
        name = mend.segment_name(segment)
        if segment != place.seq:
            raise faults.damaged(Bad(place.seq, 0, "its segment is missing"), name)
        copies = mend.read_both(alone, segment)
        merged = mend.merge_from(copies, Place(segment, 0, segment, place.chain), whose)
        if merged.bad is not None and segment != segments[-1]:
            raise mend.broken(merged.bad, name)
        place = merged.end
    if newest and place.seq < newest.place.seq:
        raise faults.truncated(newest.place.seq - 1, place.seq - 1)
    return name, merged


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
