"""Read a journal that someone else may be writing: no lock, no repair, nothing is changed."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from firmware.errors import Refused
from firmware.journal import mend
from firmware.journal.disk import RealDisk
from firmware.journal.frame import Entry
from firmware.journal.merge import Place


class Segment(Struct, frozen=True):
    name: str
    data: bytes
    entries: list[Entry]


def read_home(home: Path) -> Iterator[Segment]:
    """Every whole batch, oldest first, from the copies a/ and b/ of this home."""
    disks = (RealDisk(home / "a", read_only=True), RealDisk(home / "b", read_only=True))
    for disk in disks:
        if not disk.path.is_dir():
            raise Refused(f"There is no journal in {home}: it needs {disk.path}.")
    place, segments = mend.START, mend.all_segments(disks)
    if not segments:
        raise Refused(f"The journal in {home} has no records yet.")
    for segment in segments:
        copies = mend.read_both(disks, segment)
        merged = mend.merge_from(copies, Place(segment, 0, place.seq, place.chain), None)
        if merged.bad is not None:
            mend.refuse_damage(merged, merged.bad, copies, segment != segments[-1])
        if merged.data:
            yield Segment(mend.segment_name(segment), merged.data, merged.entries)
        place = merged.end
