"""The table's truth: what is appended here happened, whatever happens next.

`append` returns when the records are on both disks. Copy A is written and synced first, then
copy B: so a power cut tears at most one of them, and damage in both is always real damage.
After a failed write the journal stops; a restart finds out what is true.
"""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NoReturn

from msgspec import Struct

from firmware.errors import Fault
from firmware.journal import faults, mend, snapshot
from firmware.journal.disk import Disk, replace_file
from firmware.journal.frame import Entry, Header, Record, pack, pack_header, unpack_header
from firmware.journal.keys import Keys
from firmware.journal.merge import Merged, Place

SEGMENT_BYTES = 4 * 1024 * 1024  # few files, and still less than a blink to scrub
LATCH = "fault.json"
Clock = Callable[[], int]


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


class Head(Struct, frozen=True):
    """One line that stands for the whole history; print it, keep it elsewhere, compare it."""

    seq: int
    chain: bytes


class Journal:
    """Made by `open_journal`, which has verified what came before."""

    def __init__(
        self,
        disks: mend.Disks,
        keys: Keys,
        journal: bytes,
        end: Place,
        clock: Clock,
        at_ms: int,
        segments: list[int],
    ) -> None:
        self.id = journal
        self.disks = disks
        self.segment_bytes = SEGMENT_BYTES
        self._keys, self._clock = keys, clock
        self._end, self._at_ms = end, at_ms
        self._segments = segments
        self._stopped = False
        self._scrubbed = 0

    @property
    def head(self) -> Head:
        return Head(self._end.seq - 1, self._end.chain)

    def append(self, records: Sequence[Record]) -> list[Entry]:
        """One batch, one sync a copy: all of it is durable when this returns, or none of it is."""
        assert records, "an empty batch"
        if self._stopped:
            raise faults.stopped()
        entries, frames, chain = [], [], self._end.chain
        records = [*self._clock_note(), *records]
        for number, record in enumerate(records, self._end.seq):
            last = number == self._end.seq + len(records) - 1
            entry = self._entry(record, number, last)
            frame, chain = pack(entry, chain)
            entries.append(Entry(number, self._at_ms, *_rest(entry), chain))
            frames.append(frame)
        self._write(b"".join(frames), chain, len(records))
        return entries

    def unseal(self, entry: Entry) -> bytes:
        return self._keys.unseal(entry.body, self._place_of(entry)) if entry.sealed else entry.body

    def snapshot(self, state: bytes) -> None:
        """Sign the head and lay the state beside it: at hand boundaries, so that start is quick."""
        message = snapshot.head_message(self.id, *_pair(self.head))
        self.append([Record("journal.head", self._keys.sign(message))])
        taken = snapshot.take(self._keys, self.id, self._end, state)
        for disk in self.disks:
            try:
                snapshot.write(disk, taken)
            except OSError as error:
                self._stop(faults.from_error(error, disk.name), error)

    def read(self, first: int, last: int) -> Iterator[Entry]:
        """Records `first` to `last` from the disk, from whichever copy has them whole."""
        assert 1 <= first <= last <= self.head.seq, "records that do not exist"
        at = max(segment for segment in self._segments if segment <= first)
        while at <= last:
            merged = self._merged(at)
            yield from (entry for entry in merged.entries if first <= entry.seq <= last)
            at = merged.end.seq

    def look(self) -> Callable[[], bool]:
        """Whether the segment of the next scrub_step is whole and alike in both copies. To be
        called on a thread: it takes longer than a screen may wait, and it changes nothing."""
        segment, end = self._segments[self._scrubbed % len(self._segments)], self._end

        def whole() -> bool:
            one, two = mend.read_both(self.disks, segment)
            if segment == end.segment:  # what was written since is younger than our look
                one, two = one[: end.offset], two[: end.offset]
            try:
                found = mend.merge_from([one], mend.segment_start([one], segment), self.id)
                self._expect(segment, found.end, end)
            except Fault:
                return False
            return one == two and found.bad is None

        return whole

    def scrub_step(self, looked: bool = False) -> list[mend.Repair]:
        """Read one segment of both copies, oldest first, round and round: for idle time.
        `looked`: it was found whole, so the step is done."""
        segment = self._segments[self._scrubbed % len(self._segments)]
        self._scrubbed += 1
        repairs: list[mend.Repair] = []
        try:
            if not looked:
                end, repairs = mend.mend_segment(self.disks, segment, self.id)
                self._expect(segment, end, self._end)
        except Fault as fault:
            if fault.name in faults.OF_MEMORY:
                self._latch(fault)
            self._stop(fault, None)
        if self._scrubbed % len(self._segments) == 0:
            repairs += self._scrub_snapshots()
        if repairs:
            self.append([_repair_record(repair) for repair in repairs])
        return repairs

    def close(self) -> None:
        self._stopped = True
        for disk in self.disks:
            disk.close()

    def _entry(self, record: Record, number: int, last: bool) -> Entry:
        body = record.body
        entry = Entry(number, self._at_ms, record.kind, body, record.sealed, last, b"")
        if record.sealed:
            body = self._keys.seal(body, self._place_of(entry))
        return Entry(number, self._at_ms, record.kind, body, record.sealed, last, b"")

    def _place_of(self, entry: Entry) -> bytes:
        # A sealed body opens only in the place it was written for.
        return self.id + entry.seq.to_bytes(8, "little") + entry.kind.encode()

    def _clock_note(self) -> list[Record]:
        """Time never runs backwards in here; that the clock did is itself worth a record."""
        now, before = self._clock(), self._at_ms
        self._at_ms = max(now, before)
        if now >= before - 1000:  # a second of drift is the clock being set, not a fault
            return []
        return [_json_record("journal.clock_went_back", by_ms=before - now)]

    def _write(self, data: bytes, chain: bytes, count: int) -> None:
        end = self._end
        fresh = end.offset >= self.segment_bytes or end.offset == 0
        segment, offset = (end.seq, 0) if fresh else (end.segment, end.offset)
        if fresh:
            data = pack_header(Header(self.id, segment, end.chain)) + data
            self._segments.append(segment)
        name = mend.segment_name(segment)
        for disk in self.disks:
            try:
                _write_durably(disk, name, data, fresh)
            except OSError as error:
                self._stop(faults.from_error(error, disk.name), error)
        self._end = Place(segment, offset + len(data), end.seq + count, chain)

    def _merged(self, segment: int) -> Merged:
        copies = mend.read_both(self.disks, segment)
        return mend.merge_from(copies, mend.segment_start(copies, segment), self.id)

    def _expect(self, segment: int, end: Place, last: Place) -> None:
        """A segment that ends sooner than the next one begins lost records in both copies."""
        later = [first for first in self._segments if segment < first <= last.segment]
        due = later[0] if later else last.seq
        if end.seq != due:
            raise faults.truncated(due - 1, end.seq - 1)

    def _scrub_snapshots(self) -> list[mend.Repair]:
        repairs = []
        for disk, other in (self.disks, self.disks[::-1]):
            for name in snapshot.names(disk):
                if snapshot.unpack(disk.read(name)) is None and name in other.list():
                    replace_file(disk, name, other.read(name))
                    repairs.append(mend.Repair(disk.name, name, int(name[:16]), "snapshot mended"))
        return repairs

    def _latch(self, fault: Fault) -> NoReturn:
        """REQ-R16: a fault of the memory is never cleared by a restart."""
        latch = json.dumps({"fault": fault.name, "words": str(fault)}).encode()
        for disk in self.disks:
            replace_file(disk, LATCH, latch)
        self._stop(fault, None)

    def _stop(self, fault: Fault, cause: OSError | None) -> NoReturn:
        self._stopped = True
        raise fault from cause


class Opened(Struct, frozen=True):
    journal: Journal
    state: bytes | None  # of the newest snapshot
    entries: list[Entry]  # all that happened since
    repairs: list[mend.Repair]


def open_journal(
    disks: mend.Disks, keys: Keys, *, table: str, clock: Clock = wall_clock_ms
) -> Opened:
    """Verify both copies, mend what can be mended, and say what the table must do to catch up."""
    try:
        return _open(disks, keys, table, clock)
    except OSError as error:
        raise faults.from_error(error, disks[0].name) from error


def _open(disks: mend.Disks, keys: Keys, table: str, clock: Clock) -> Opened:
    for disk in disks:
        _take(disk)
        _check_latch(disk)
    newest = snapshot.newest(disks)
    place, journal = (newest.place, newest.journal) if newest else (mend.START, None)
    known = mend.all_segments(disks)
    if newest and place.segment not in known:
        raise faults.truncated(place.seq - 1, 0)
    older = mend.mend_older(disks, place.segment, journal)
    mended = mend.mend_tail(disks, place, journal, known)
    if mended.end == mend.START:
        return _begin(disks, keys, table, clock)
    journal = journal or _journal_id(disks, place.segment)
    at_ms = mended.entries[-1].at_ms if mended.entries else 0
    segments = [segment for segment in known if segment < mended.end.seq]  # a torn one is gone
    opened = Journal(disks, keys, journal, mended.end, clock, at_ms, segments)
    repairs = older + mended.repairs
    notes = opened.append([_repair_record(repair) for repair in repairs]) if repairs else []
    state = snapshot.open_state(keys, newest) if newest else None
    return Opened(opened, state, mended.entries + notes, repairs)


def _begin(disks: mend.Disks, keys: Keys, table: str, clock: Clock) -> Opened:
    journal = Journal(disks, keys, os.urandom(16), mend.START, clock, 0, [])
    born = _json_record("journal.born", table=table, public_key=keys.public.hex(), format=1)
    return Opened(journal, None, journal.append([born]), [])


def _journal_id(disks: mend.Disks, segment: int) -> bytes:
    longest = max(mend.read_both(disks, segment), key=len)
    return unpack_header(longest, segment).journal


def _take(disk: Disk) -> None:
    try:
        disk.lock()
    except BlockingIOError:
        raise faults.in_use(disk.name) from None


def _check_latch(disk: Disk) -> None:
    with suppress(OSError):  # no latch here, or not to be read: then the other copy has it
        raise faults.latched(json.loads(disk.read(LATCH))["words"])


def _write_durably(disk: Disk, name: str, data: bytes, fresh: bool) -> None:
    disk.append(name, data)
    disk.sync(name)
    if fresh:
        disk.sync_names()


def _json_record(kind: str, **fields: object) -> Record:
    return Record(kind, json.dumps(fields).encode())


def _repair_record(repair: mend.Repair) -> Record:
    return _json_record(
        "journal.repaired",
        copy=repair.copy,
        segment=repair.segment,
        record=repair.seq,
        what=repair.what,
    )


def _pair(head: Head) -> tuple[int, bytes]:
    return head.seq, head.chain


def _rest(entry: Entry) -> tuple[str, bytes, bool, bool]:
    return entry.kind, entry.body, entry.sealed, entry.last
