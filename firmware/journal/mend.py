"""At start and in idle time: compare the two copies, mend the one that is wrong, or stop.

It never guesses. What one copy has whole is copied to the other and reported. The tail that a
power cut tore off copy A is cut: copy B had not begun it, so nobody was shown it. All else that
neither copy has whole is a named fault, and nothing is touched; so is a record that only somebody
else can have written, and a disk that holds another journal.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from firmware.errors import Fault
from firmware.journal import faults
from firmware.journal.disk import CopyFailed, Disk, replace_file
from firmware.journal.frame import CHAIN_BYTES, CRC_BYTES, MAC_BYTES, Bad, Entry, unpack_header
from firmware.journal.merge import NO_CHAIN, Fork, Merged, Place, Whose, first_bad, merge

_SEGMENT = re.compile(r"^\d{16}\.log$")
Disks = tuple[Disk, Disk]
ALONE = "alone.json"  # on the copy that was written by itself, since the other one failed
START = Place(segment=1, offset=0, seq=1, chain=NO_CHAIN)


class Repair(Struct, frozen=True):
    copy: str
    segment: str
    seq: int  # the first record that was wrong or missing
    what: str


class Mended(Struct, frozen=True):
    end: Place
    entries: list[Entry]
    repairs: list[Repair]


def segment_name(first: int) -> str:
    return f"{first:016d}.log"


def segment_names(disk: Disk) -> list[str]:
    return [name for name in disk.list() if _SEGMENT.match(name)]


def all_segments(disks: Disks) -> list[int]:
    return sorted({int(name[:16]) for disk in disks for name in segment_names(disk)})


def read_both(disks: Sequence[Disk], segment: int, size: int = -1) -> list[bytes]:
    return [_read(disk, segment_name(segment), 0, size) for disk in disks]


def _read(disk: Disk, name: str, start: int = 0, size: int = -1) -> bytes:
    """A file that is missing or cannot be read holds nothing; then the other copy must."""
    try:
        return disk.read(name, start, size)
    except OSError:
        return b""


def mend_tail(disks: Disks, place: Place, whose: Whose, known: list[int]) -> Mended:
    """Verify both copies from `place` to the end, mend them, and say what is there."""
    alone = [ALONE in disk.list() for disk in disks]
    entries: list[Entry] = []
    repairs: list[Repair] = []
    while True:
        later = [segment for segment in known if segment > place.segment]
        merged = _alike(disks, place, whose)
        if merged is None:
            copies = read_both(disks, place.segment)
            merged = merge_from(copies, place, whose)
            if merged.bad is not None:
                refuse_damage(merged, merged.bad, copies, bool(later), alone)
            repairs += make_right(disks, copies, merged.data, place.segment, whose)
        entries += merged.entries
        if not later:
            return Mended(merged.end, entries, repairs)
        place = Place(merged.end.seq, 0, merged.end.seq, merged.end.chain)
        if later[0] != place.segment:
            gap = Bad(place.seq, 0, f"the segment of record {later[0]} stands in its place")
            raise faults.damaged(gap, segment_name(later[0]))


def _alike(disks: Disks, place: Place, whose: Whose) -> Merged | None:
    """The rest of a segment after a snapshot, when both copies have it alike and whole.

    What stands before the snapshot is left to the scrub: start-up must not grow with history.
    """
    back = CHAIN_BYTES + MAC_BYTES + CRC_BYTES
    if place.offset < back:
        return None
    rests = [_read(disk, segment_name(place.segment), place.offset - back) for disk in disks]
    ends = rests[0][:CHAIN_BYTES], rests[0][MAC_BYTES:][:CHAIN_BYTES]  # the latter before MACs
    if rests[0] != rests[1] or place.chain not in ends:
        return None
    merged = merge(rests[:1], Place(place.segment, back, place.seq, place.chain), whose)
    end = merged.end
    shifted = Place(end.segment, end.offset - back + place.offset, end.seq, end.chain)
    return None if merged.bad else Merged(b"", merged.entries, shifted, None)


def merge_from(copies: list[bytes], place: Place, whose: Whose) -> Merged:
    """Merge from `place`, and see that what stands before it in its segment leads there."""
    try:
        merged = _merge_whole if place.offset else merge
        return merged(copies, place, whose)
    except Fork as fork:
        raise faults.forked(segment_name(place.segment), fork.seq) from None


def _merge_whole(copies: list[bytes], place: Place, whose: Whose) -> Merged:
    merged = merge(copies, segment_start(copies, place.segment), whose)
    if merged.end.seq < place.seq:
        if merged.bad is not None:
            raise broken(merged.bad, segment_name(place.segment))
        raise faults.truncated(place.seq - 1, merged.end.seq - 1)
    later = [entry for entry in merged.entries if entry.seq >= place.seq]
    before = [entry.chain for entry in merged.entries if entry.seq == place.seq - 1]
    if before not in ([place.chain], []):
        raise faults.forked(segment_name(place.segment), place.seq - 1)
    return Merged(merged.data, later, merged.end, merged.bad)


def segment_start(copies: list[bytes], segment: int) -> Place:
    """Where a segment begins, by its own header: used where what stands before it is trusted."""
    bad = Bad(segment, 0, "its segment is missing")
    for data in copies:
        try:
            return Place(segment, 0, segment, unpack_header(data, segment).chain)
        except Bad as found:
            bad = found
    raise faults.damaged(bad, segment_name(segment))


def refuse_damage(
    merged: Merged, bad: Bad, copies: list[bytes], later: bool, alone: Sequence[bool] = ()
) -> None:
    """Only bytes that A alone has, at the very end, are a torn tail; and, while one copy is written
    by itself, whatever does not end. All else is damage."""
    torn = any(alone) or len(copies[1]) <= len(merged.data)
    if bad.forged or later or not torn:
        raise broken(bad, segment_name(merged.end.segment), merged.data, copies)


def broken(bad: Bad, segment: str, good: bytes = b"", copies: Sequence[bytes] = ()) -> Fault:
    if bad.forged:
        return faults.forged(bad, segment)
    if good and good in copies:
        return faults.one_damaged(bad, segment, copies.index(good))
    return faults.damaged(bad, segment)


def mend_segment(disks: Disks, segment: int, whose: Whose) -> tuple[Place, list[Repair]]:
    """Verify one closed segment in both copies and mend it."""
    copies = read_both(disks, segment)
    merged = merge_from(copies, segment_start(copies, segment), whose)
    if merged.bad is not None:
        raise broken(merged.bad, segment_name(segment), merged.data, copies)
    return merged.end, make_right(disks, copies, merged.data, segment, whose)


def make_right(
    disks: Disks, copies: list[bytes], good: bytes, segment: int, whose: Whose
) -> list[Repair]:
    repairs = []
    for disk, data in zip(disks, copies, strict=True):
        if _foreign(data, segment, whose):
            raise faults.foreign(disk.name)  # before a byte of it is overwritten
    for disk, data in zip(disks, copies, strict=True):
        name = segment_name(segment)
        if data == good and (data or name not in disk.list()):
            continue
        seq = segment
        if data and good:
            seq = first_bad(data, segment_start([good], segment), whose)
        repairs.append(Repair(disk.name, name, seq, _what(data, good)))
        _write(disk, name, data, good)
    return repairs


def _foreign(data: bytes, segment: int, whose: Whose) -> bool:
    """A whole header that names another journal: no accident makes one."""
    try:
        return whose.journal not in (None, unpack_header(data, segment).journal)
    except Bad:
        return False


def _what(data: bytes, good: bytes) -> str:
    if data.startswith(good):
        return "torn tail cut"
    if good.startswith(data):
        return "missing records copied"
    return "damaged record mended"


def _write(disk: Disk, name: str, data: bytes, good: bytes) -> None:
    try:
        if not good:
            disk.remove(name)
            disk.sync_names()
        elif data and data.startswith(good):
            disk.truncate(name, len(good))
            disk.sync(name)
        elif data and good.startswith(data):
            disk.append(name, good[len(data) :])
            disk.sync(name)
        else:
            replace_file(disk, name, good)
    except CopyFailed:
        raise
    except OSError as error:
        raise faults.from_error(error, disk.name) from error


def mend_older(disks: Disks, before: int, whose: Whose) -> list[Repair]:
    """Segments closed before the snapshot: are they there? The scrub reads what is in them; but
    where one copy was written by itself all of them are read now."""
    repairs = []
    one, two = (set(segment_names(disk)) for disk in disks)
    alone = any(ALONE in disk.list() for disk in disks)
    for segment in sorted(int(name[:16]) for name in (one | two if alone else one ^ two)):
        if segment < before:
            repairs += mend_segment(disks, segment, whose)[1]
    return repairs
