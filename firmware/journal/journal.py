"""The table's truth: what is appended here happened, whatever happens next.

`append` returns when the records are on both disks. Copy A is written and synced first, then
copy B: so a power cut tears at most one of them, and damage in both is always real damage. Every
batch ends with a MAC, under a key that is on neither disk.

A copy that fails is let go: nothing is written to it or read from it until a restart has mended it,
and the other one goes on alone (`lost` says so). When both have failed the journal stops; a restart
finds out what is true.
"""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from firmware.errors import Fault
from firmware.journal import faults, mend, snapshot
from firmware.journal.disk import CopyFailed, Disk, LostDisk, Watched, replace_file
from firmware.journal.frame import (
    HEADER_BYTES,
    Bad,
    Entry,
    Header,
    Record,
    pack,
    pack_header,
    unpack,
    unpack_header,
)
from firmware.journal.keys import Keys, wrong_key
from firmware.journal.merge import Merged, Place, Whose, has_macs

SEGMENT_BYTES = 4 * 1024 * 1024  # few files, and still less than a blink to scrub
LATCH = "fault.json"
BORN_BYTES = 400  # the first record is among them
Clock = Callable[[], int]


JUMP_MS = 1000  # what a time server corrects is less
NIGHT_MS = 36 * 3600_000  # a table that was dark for longer is asked about


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Counts, and cannot be set."""
    return time.monotonic_ns() // 1_000_000


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
        lost: dict[str, Fault],
    ) -> None:
        self.id = journal
        self.disks = disks
        self.lost = lost  # copies that failed, and how
        self.segment_bytes = SEGMENT_BYTES
        self._keys, self._clock = keys, clock
        self._steady = steady_ms if clock is wall_clock_ms else clock
        self._end, self._at_ms = end, at_ms
        self._offset_ms: int | None = None  # of the clock on the wall, to the steady one
        self._segments = segments
        self._stopped = False
        self._scrubbed = 0

    @property
    def head(self) -> Head:
        return Head(self._end.seq - 1, self._end.chain)

    @property
    def keys(self) -> Keys:
        return self._keys

    @property
    def public_key(self) -> str:
        """What the bank, and whoever verifies, knows this table by."""
        return self._keys.public.hex()

    def append(self, records: Sequence[Record], signed: bool = False) -> list[Entry]:
        """One batch, one sync a copy: all of it is durable when this returns, or none of it is.
        `signed`: what is in it can be proven to somebody who has no key of this table."""
        assert records, "an empty batch"
        if self._stopped:
            raise faults.stopped()
        if self._keys.since is None:  # a journal from before
            self._keys.begin_macs(self._end.seq)
        entries, frames, chain = [], [], self._end.chain
        records = [*self._clock_note(), *records]
        count = len(records) + signed
        for number, record in enumerate(records, self._end.seq):
            last = number == self._end.seq + count - 1
            entry = self._entry(record, number, last)
            frame, chain = pack(entry, chain, self._keys)
            entries.append(replace(entry, chain=chain))
            frames.append(frame)
        if signed:
            before = entries[-1]
            message = snapshot.head_message(self.id, before.seq, before.chain)
            head = Record("journal.head", self._keys.sign(message))
            entry = self._entry(head, before.seq + 1, last=True)
            frame, chain = pack(entry, chain, self._keys)
            entries.append(replace(entry, chain=chain))
            frames.append(frame)
        self._write(b"".join(frames), chain, count)
        return entries

    def unseal(self, entry: Entry) -> bytes:
        if not entry.sealed:
            return entry.body
        if not entry.of_hand:
            return self._keys.unseal(entry.body, self._place_of(entry))
        body = self._keys.unseal_of_hand(entry.body, self.id, self._place_of(entry))
        if body is None:
            raise faults.hand_is_over(entry.seq)
        return body

    def forget_hand(self) -> None:
        """What was sealed for the hand that is over is opened by nothing on this machine."""
        self._keys.forget_hand(self.id)

    def sign(self) -> None:
        """The head as it is: at a stop, and before a snapshot."""
        message = snapshot.head_message(self.id, *_pair(self.head))
        self.append([Record("journal.head", self._keys.sign(message))])

    def snapshot(self, state: bytes) -> None:
        """Sign the head and lay the state beside it: at hand boundaries, so that start is quick."""
        self.sign()
        taken = snapshot.take(self._keys, self.id, self._end, state)
        self._on_each(lambda disk: snapshot.write(disk, taken))

    def read(self, first: int, last: int) -> Iterator[Entry]:
        """Records `first` to `last` from the disk, from whichever copy has them whole."""
        assert 1 <= first <= last <= self.head.seq, "records that do not exist"
        at = max(segment for segment in self._segments if segment <= first)
        while at <= last:
            merged = self._merged(at)
            if merged.end.seq == at:
                empty = Bad(at, 0, "its segment holds nothing")
                raise faults.damaged(empty, mend.segment_name(at))
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
                found = mend.merge_from([one], mend.segment_start([one], segment), self._whose)
                self._expect(segment, found.end, end)
            except Fault:
                return False
            return one == two and found.bad is None

        return whole

    def scrub_step(self, looked: bool = False) -> list[mend.Repair]:
        """Read one segment of both copies, oldest first, round and round: for idle time.
        `looked`: it was found whole, so the step is done. A copy by itself is not compared."""
        if self.lost:
            return []
        segment = self._segments[self._scrubbed % len(self._segments)]
        self._scrubbed += 1
        repairs: list[mend.Repair] = []
        try:
            if not looked:
                end, repairs = mend.mend_segment(self.disks, segment, self._whose)
                self._expect(segment, end, self._end)
        except Fault as fault:
            if fault.name in faults.LATCHED:
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
        entry = Entry(number, self._at_ms, record.kind, record.body, record.sealed, last, b"")
        if not record.sealed:
            return entry
        if record.of_hand:
            entry = replace(entry, of_hand=True)
            sealed = self._keys.seal_for_hand(record.body, self.id, self._place_of(entry))
            return replace(entry, body=sealed)
        return replace(entry, body=self._keys.seal(record.body, self._place_of(entry)))

    def _place_of(self, entry: Entry) -> bytes:
        # A sealed body opens only in the place it was written for.
        return self.id + entry.seq.to_bytes(8, "little") + entry.kind.encode()

    def _clock_note(self) -> list[Record]:
        """The time on the wall is a label: what comes first is said by the numbers. That somebody
        set the clock is itself worth a record."""
        now, steady, before = self._clock(), self._steady(), self._at_ms
        expected = before if self._offset_ms is None else steady + self._offset_ms
        self._at_ms, first = now, self._offset_ms is None
        self._offset_ms = now - steady
        by_ms = now - expected
        most = NIGHT_MS if first and before else JUMP_MS  # at a start it may only have been dark
        if not before or -JUMP_MS <= by_ms <= most:
            return []
        return [_json_record("journal.clock_jumped", by_ms=by_ms, at_start=first)]

    def _write(self, data: bytes, chain: bytes, count: int) -> None:
        end = self._end
        fresh = end.offset >= self.segment_bytes or end.offset == 0
        if not has_macs(self._keys, end.segment):  # a journal from before goes on with MACs
            fresh = True
        segment, offset = (end.seq, 0) if fresh else (end.segment, end.offset)
        if fresh:
            data = pack_header(Header(self.id, segment, end.chain)) + data
            self._segments.append(segment)
        name = mend.segment_name(segment)
        self._on_each(lambda disk: _write_durably(disk, name, data, fresh))
        self._end = Place(segment, offset + len(data), end.seq + count, chain)

    def _on_each(self, work: Callable[[Disk], None]) -> None:
        """A copy that fails is let go, as long as there is another."""
        for disk in self.disks:
            try:
                work(disk)
            except OSError as error:
                if self.lost:
                    self._stop(faults.from_error(error, disk.name), error)
                self._lose(disk, error)

    def _lose(self, disk: Disk, error: OSError) -> None:
        """Nobody knows what is on it now. The other one is marked first: from here on its end may
        be torn, and its fellow knows less."""
        self.lost[disk.name] = faults.copy_failed(error, disk.name)
        other = self.disks[1] if disk is self.disks[0] else self.disks[0]
        try:
            replace_file(other, mend.ALONE, json.dumps({"lost": disk.name}).encode())
        except OSError as both:
            self._stop(faults.from_error(both, other.name), both)
        lost = LostDisk(disk.name)
        self.disks = (lost, other) if disk is self.disks[0] else (other, lost)
        with suppress(OSError):
            disk.close()

    @property
    def _whose(self) -> Whose:
        return Whose(self.id, self._keys)

    def _merged(self, segment: int) -> Merged:
        copies = mend.read_both(self.disks, segment)
        return mend.merge_from(copies, mend.segment_start(copies, segment), self._whose)

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
                if snapshot.unpack(disk.read(name)) is not None or name not in other.list():
                    continue
                if snapshot.unpack(good := other.read(name)) is not None:
                    replace_file(disk, name, good)
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
    """Verify both copies, mend what can be mended, and say what the table must do to catch up. A
    copy that cannot be used is a fault; the other one is opened by itself."""
    lost: dict[str, Fault] = {}
    for _ in disks:
        try:
            return _open(disks, keys, table, clock, lost)
        except CopyFailed as failed:
            error, name = failed.error, failed.disk
            if lost:
                raise faults.from_error(error, name) from error
            lost[name] = faults.copy_failed(error, name)
            one, two = disks
            disks = (LostDisk(name), two) if one.name == name else (one, LostDisk(name))
        except Fault as fault:
            if fault.name in ("JOURNAL_FORGED", "JOURNAL_FOREIGN") and not _begun_with(keys, disks):
                raise wrong_key() from fault
            raise
    raise AssertionError("two copies that failed, and no fault")


def _open(
    disks: mend.Disks, keys: Keys, table: str, clock: Clock, lost: dict[str, Fault]
) -> Opened:
    watched = Watched(disks[0]), Watched(disks[1])
    for disk in watched:
        _take(disk)
        _check_latch(disk)
    newest = snapshot.newest(watched, keys)
    place, journal = (newest.place, newest.journal) if newest else (mend.START, None)
    known = mend.all_segments(watched)
    if newest and place.segment not in known:
        raise faults.truncated(place.seq - 1, 0)
    whose = _whose(watched, keys, journal, known)
    _check_table(watched, keys, known, table)
    older = mend.mend_older(watched, place.segment, whose)
    mended = mend.mend_tail(watched, place, whose, known)
    if mended.end == mend.START:
        return _begin(disks, keys, table, clock, lost)
    _check_heads(keys, whose.journal, place, mended.entries)
    segments = [segment for segment in known if segment < mended.end.seq]  # a torn one is gone
    at_ms = mended.entries[-1].at_ms if mended.entries else 0
    assert whose.journal is not None
    opened = Journal(disks, keys, whose.journal, mended.end, clock, at_ms, segments, lost)
    _both_again(watched, lost)
    repairs = [one for one in older + mended.repairs if one.copy not in lost]
    notes = opened.append([_repair_record(repair) for repair in repairs]) if repairs else []
    state = snapshot.open_state(keys, newest) if newest else None
    return Opened(opened, state, mended.entries + notes, repairs)


def _begin(
    disks: mend.Disks, keys: Keys, table: str, clock: Clock, lost: dict[str, Fault]
) -> Opened:
    name = os.urandom(16)
    keys.begin_macs(1)
    journal = Journal(disks, keys, name, mend.START, clock, 0, [], lost)
    born = _json_record(
        "journal.born", table=table, public_key=keys.public.hex(), format=2, journal=name.hex()
    )
    return Opened(journal, None, journal.append([born]), [])


def _whose(disks: mend.Disks, keys: Keys, journal: bytes | None, known: list[int]) -> Whose:
    """Whose journal this is, by its own headers where no snapshot said it. A disk that holds
    another one is refused before a byte of it is written."""
    ends = known[:1] + known[-1:]
    headers = [header for segment in ends for header in _headers(disks, segment)]
    if journal is None and headers:
        journal = headers[0].journal
    elif journal is not None:
        for disk in disks:
            names = {one.journal for segment in ends for one in _headers((disk,), segment)}
            if names - {journal}:
                raise faults.foreign(disk.name)
    if keys.since is None:  # a key file from before: an old journal, or a service copy of the key
        maced = [header.first for header in headers if header.maced]
        if maced:
            keys.begin_macs(_first_maced(disks, known))
    return Whose(journal, keys)


def _first_maced(disks: mend.Disks, known: list[int]) -> int:
    return min(s for s in known if any(header.maced for header in _headers(disks, s)))


def _headers(disks: Sequence[Disk], segment: int) -> list[Header]:
    found = []
    for data in mend.read_both(disks, segment, HEADER_BYTES):
        with suppress(Bad):
            found.append(unpack_header(data, segment))
    return found


def _check_table(disks: mend.Disks, keys: Keys, known: list[int], table: str) -> None:
    """Disks and keys may have been copied together: by its first record it is still another's."""
    if not table or known[:1] != [1]:
        return
    for disk in disks:
        with suppress(Bad):
            (data,) = mend.read_both((disk,), 1, BORN_BYTES)
            born, _ = unpack(data, HEADER_BYTES, 1, mend.START.chain, keys)
            if (other := _said(born.body, "table")) not in ("", table):
                raise faults.of_another_table(disk.name, other, table)
            return


def _begun_with(keys: Keys, disks: mend.Disks) -> bool:
    """Was either copy begun with this key? If not, it is the key that is another table's."""
    for disk in disks:
        with suppress(OSError, Bad):
            data = disk.read(mend.segment_name(1))
            born, _ = unpack(data, HEADER_BYTES, 1, mend.START.chain)
            if _said(born.body, "public_key") == keys.public.hex():
                return True
    return False


def _check_heads(keys: Keys, journal: bytes | None, place: Place, entries: list[Entry]) -> None:
    """What was signed since the snapshot was signed by this table."""
    assert journal is not None
    seq, chain = place.seq - 1, place.chain
    for entry in entries:
        message = snapshot.head_message(journal, seq, chain)
        if entry.kind == "journal.head" and not keys.signed(message, entry.body):
            bad = Bad(entry.seq, 0, "its signature is not this table's", forged=True)
            raise faults.forged(bad, "journal.head")
        seq, chain = entry.seq, entry.chain


def _both_again(disks: mend.Disks, lost: dict[str, Fault]) -> None:
    """Mended, and alike: neither is alone any more. Or one is, from the start."""
    for disk in disks:
        if lost and disk.name not in lost:
            replace_file(disk, mend.ALONE, json.dumps({"lost": [*lost]}).encode())
        elif mend.ALONE in disk.list():
            disk.remove(mend.ALONE)
            disk.sync_names()


def _take(disk: Disk) -> None:
    try:
        disk.lock()
    except BlockingIOError:
        raise faults.in_use(disk.name) from None


def _check_latch(disk: Disk) -> None:
    with suppress(OSError):  # no latch here, or not to be read: then the other copy has it
        words = _said(disk.read(LATCH), "words")
        raise faults.latched(words or f"{LATCH} of {disk.name} cannot be read.")


def _said(text: bytes, name: str) -> str:
    """Of a JSON object that may have been written by anybody; "": it says no such thing."""
    with suppress(ValueError, RecursionError, KeyError, TypeError):
        return str(json.loads(text)[name])
    return ""


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
