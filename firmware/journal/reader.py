"""Read a journal that someone else may be writing: no lock, no repair, nothing is changed."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from firmware.errors import Refused
from firmware.journal import mend, snapshot
from firmware.journal.disk import RealDisk
from firmware.journal.frame import Entry, unpack_header
from firmware.journal.journal import Journal, Opened, wall_clock_ms
from firmware.journal.keys import Keys
from firmware.journal.merge import Merged, Place, Whose


class Segment(Struct, frozen=True):
    name: str
    data: bytes
    entries: list[Entry]


def read_home(home: Path) -> Iterator[Segment]:
    """Of the copies a/ and b/ of this home."""
    return read_copies(home / "a", home / "b")


def read_copies(one: Path, two: Path) -> Iterator[Segment]:
    """Every whole batch, oldest first."""
    for path in (one, two):
        if not path.is_dir():
            raise Refused(f"There is no journal in {path}.")
    yield from read_disks((RealDisk(one, read_only=True), RealDisk(two, read_only=True)))


def read_disks(disks: tuple[RealDisk, RealDisk]) -> Iterator[Segment]:
    segments = mend.all_segments(disks)
    if not segments:
        raise Refused(f"The journal in {disks[0].path} has no records yet.")
    for segment, merged in _merged(disks, segments, mend.START, Whose()):
        if merged.data:
            yield Segment(mend.segment_name(segment), merged.data, merged.entries)


def open_to_read(disks: mend.Disks, keys: Keys) -> Opened:
    """As `open_journal` does it, for whoever only looks. What it opens never takes a record."""
    newest, segments = snapshot.newest(disks, keys), mend.all_segments(disks)
    if not segments:
        raise Refused(f"The journal in {disks[0].name} has no records yet.")
    since = [segment for segment in segments if not newest or segment >= newest.place.segment]
    start = mend.segment_start(mend.read_both(disks, since[0]), since[0])
    entries: list[Entry] = []
    for _, merged in _merged(disks, since, start, Whose(None, keys if keys.since else None)):
        entries += [one for one in merged.entries if not newest or one.seq >= newest.place.seq]
        end = merged.end
    opened = Journal(disks, keys, _id(disks, since[0]), end, wall_clock_ms, 0, segments, {})
    opened.close()
    return Opened(opened, snapshot.open_state(keys, newest) if newest else None, entries, [])


def _merged(
    disks: mend.Disks, segments: list[int], place: Place, whose: Whose
) -> Iterator[tuple[int, Merged]]:
    """Every whole batch; each segment goes on where the one before it ended."""
    for segment in segments:
        copies = mend.read_both(disks, segment)
        merged = mend.merge_from(copies, Place(segment, 0, place.seq, place.chain), whose)
        if merged.bad is not None:
            mend.refuse_damage(merged, merged.bad, copies, segment != segments[-1])
        yield segment, merged
        place = merged.end


def _id(disks: mend.Disks, segment: int) -> bytes:
    return unpack_header(max(mend.read_both(disks, segment), key=len), segment).journal
