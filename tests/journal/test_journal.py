"""What is appended is there; what is damaged is mended or named."""

import errno

import pytest

from firmware.errors import Fault
from firmware.journal.mend import segment_name
from tests.journal.conftest import Rig, note


def test_what_was_appended_is_there_after_a_restart(rig: Rig):
    journal = rig.open().journal
    journal.append([note("one"), note("two")])
    journal.append([note("three")])
    head = journal.head

    opened = rig.open()
    assert [e.body for e in opened.entries[1:]] == [b"one", b"two", b"three"]
    assert opened.journal.head == head
    assert opened.repairs == []


def test_a_batch_costs_one_sync_for_each_copy(rig: Rig):
    journal = rig.open().journal
    before = rig.fuse.step
    journal.append([note(str(n)) for n in range(50)])
    assert [name.split()[:2] for name in rig.fuse.names[before:]] == [
        ["a", "write"],
        ["a", "sync"],
        ["b", "write"],
        ["b", "sync"],
    ]


def test_a_sealed_body_is_not_on_the_disk_and_opens_only_in_its_place(rig: Rig):
    journal = rig.open().journal
    first, second = journal.append([note("As Kd", sealed=True), note("7c 2h", sealed=True)])
    assert not any(b"As Kd" in data for data in (*rig.a.files().values(), *rig.b.files().values()))
    assert journal.unseal(first) == b"As Kd"
    with pytest.raises(Fault, match="does not open"):
        journal.unseal(type(first)(**{**_fields(first), "body": second.body}))


def _fields(entry):
    return {name: getattr(entry, name) for name in entry.__struct_fields__}


def test_start_up_begins_at_the_snapshot(rig: Rig):
    journal = rig.open().journal
    journal.append([note("before")])
    journal.snapshot(b"the state")
    journal.append([note("after")])

    opened = rig.open()
    assert opened.state == b"the state"
    assert [e.body for e in opened.entries] == [b"after"]


def test_a_start_at_a_snapshot_knows_where_the_last_segment_ends(rig: Rig):
    """The next snapshot points there, and the start after it begins there."""
    journal = rig.open().journal
    journal.append([note("before")])
    journal.snapshot(b"the state")
    journal.append([note("after")])
    assert rig.open().journal._end.offset == rig.a.size(segment_name(1))


def test_start_up_reads_nothing_that_stands_before_the_snapshot(rig: Rig, monkeypatch):
    journal = rig.open().journal
    for n in range(50):
        journal.append([note(f"long ago {n}")])
    journal.snapshot(b"the state")
    journal.append([note("after")])
    whole = len(rig.a.files()[segment_name(1)])
    seen: list[int] = []
    for disk in (rig.a, rig.b):
        monkeypatch.setattr(disk, "read", _watched(disk.read, seen))
    rig.open()
    assert sum(seen) < whole / 4, "start-up must not grow with history"


def _watched(read, seen):
    def watched(name, *args):
        data = read(name, *args)
        if name == segment_name(1):
            seen.append(len(data))
        return data

    return watched


def test_a_snapshot_is_sealed(rig: Rig):
    rig.open().journal.snapshot(b"hole cards: As Kd")
    assert not any(b"As Kd" in data for data in rig.a.files().values())


def test_a_snapshot_that_is_damaged_in_both_copies_gives_way_to_the_one_before(rig: Rig):
    journal = rig.open().journal
    journal.snapshot(b"first")
    journal.append([note("between")])
    journal.snapshot(b"second")
    newest = max(name for name in rig.a.list() if name.endswith(".snap"))
    for disk in (rig.a, rig.b):
        disk.flip(newest, 800)

    opened = rig.open()
    assert opened.state == b"first"
    assert [e.body for e in opened.entries if e.kind == "note"] == [b"between"]


def test_segments_rotate_and_join_again(rig: Rig):
    journal = rig.open().journal
    journal.segment_bytes = 400
    for n in range(40):
        journal.append([note(str(n))])
    assert len(rig.segments()) > 5
    assert rig.bodies() == [str(n).encode() for n in range(40)]


def test_records_are_read_back_from_any_place(rig: Rig):
    journal = rig.open().journal
    journal.segment_bytes = 400
    for n in range(40):
        journal.append([note(str(n))])
    assert [e.body for e in journal.read(10, 13)] == [b"8", b"9", b"10", b"11"]
    rig.a.flip(rig.segments()[0], 1000)  # one copy is enough to read from
    assert [e.seq for e in journal.read(1, 41)] == list(range(1, 42))


def test_each_record_can_be_read_by_itself(rig: Rig):
    journal = rig.open().journal
    journal.segment_bytes = 400
    for n in range(12):
        journal.append([note(str(n))])
    assert len(rig.segments()) > 2
    for seq in range(1, journal.head.seq + 1):
        assert [e.seq for e in journal.read(seq, seq)] == [seq]


def test_a_missing_copy_is_filled_from_the_other(rig: Rig):
    """A new disk in place of a broken one."""
    journal = rig.open().journal
    journal.segment_bytes = 400
    for n in range(20):
        journal.append([note(str(n))])
    journal.snapshot(b"state")
    journal.append([note("last")])
    for name in rig.b.list():
        rig.b.remove(name)

    opened = rig.open()
    assert opened.state == b"state"
    assert {repair.what for repair in opened.repairs} == {"missing records copied"}
    logs = {name: data for name, data in rig.a.files().items() if name.endswith(".log")}
    assert logs == {n: d for n, d in rig.b.files().items() if n.endswith(".log")}


def test_two_disks_of_two_tables_are_refused(rig: Rig):
    other = Rig()
    for each in (rig, other):
        each.open().journal.append([note("one")])
    rig.b = other.b
    with pytest.raises(Fault, match="two stories") as stop:
        rig.open()
    assert stop.value.name == "JOURNAL_FORKED"


def test_records_cut_off_both_copies_are_missed_because_the_head_was_signed(rig: Rig):
    journal = rig.open().journal
    journal.append([note("one")])
    short = rig.a.files()[rig.segments()[0]]
    journal.append([note("two")])
    journal.snapshot(b"")
    for disk in (rig.a, rig.b):
        disk.overwrite(rig.segments()[0], short)
    with pytest.raises(Fault, match="ends at record 2, but record 4 was signed") as stop:
        rig.open()
    assert stop.value.name == "JOURNAL_TRUNCATED"


@pytest.mark.parametrize("copy", ["a", "b"])
@pytest.mark.parametrize(
    ("operation", "code", "name"),
    [
        ("append", errno.ENOSPC, "DISK_FULL"),
        ("append", errno.EROFS, "DISK_READ_ONLY"),
        ("append", errno.EIO, "DISK_FAILED"),
        ("sync", errno.EIO, "DISK_FAILED"),
        ("sync", errno.ENOSPC, "DISK_FULL"),
    ],
)
def test_two_disks_that_fail_stop_the_table_by_name(rig: Rig, copy, operation, code, name):
    journal = rig.open().journal
    journal.append([note("shown")])
    disk, other = (rig.a, rig.b) if copy == "a" else (rig.b, rig.a)
    disk.error[operation] = code
    journal.append([note("shown by the other")])
    assert {copy: fault.name for copy, fault in journal.lost.items()} == {disk.name: name}
    other.error[operation] = code
    with pytest.raises(Fault) as stop:
        journal.append([note("never shown")])
    assert stop.value.name == name

    for each in (rig.a, rig.b):
        each.error.clear()  # after a failed sync nobody knows what is on it: it stays stopped
    with pytest.raises(Fault, match="stopped"):
        journal.append([note("nor this")])
    assert rig.bodies()[:2] == [b"shown", b"shown by the other"]


def test_a_disk_that_fills_up_in_the_middle_of_a_record_loses_nothing_shown(rig: Rig):
    for room in range(0, 130, 7):
        rig = Rig()
        journal = rig.open().journal
        journal.append([note("shown")])
        rig.a.room = room
        journal.append([note("x" * 70)])
        assert "is full" in str(journal.lost["a"])
        rig.a.room = None
        assert rig.bodies() == [b"shown", b"x" * 70]


def test_a_read_only_disk_is_named_at_start(rig: Rig):
    rig.a.error["lock"] = rig.b.error["lock"] = errno.EROFS
    with pytest.raises(Fault, match="disk b is read-only") as stop:
        rig.open()
    assert stop.value.name == "DISK_READ_ONLY"


def test_a_clock_that_goes_back_never_turns_history_around(rig: Rig):
    journal = rig.open().journal
    journal.append([note("noon")])
    rig.now_ms -= 3_600_000
    entries = journal.append([note("an hour earlier")])
    assert [e.kind for e in entries] == ["note"], "a simulated clock has none beside it"
    assert [e.seq for e in rig.open().entries] == [1, 2, 3]


def test_a_sector_that_cannot_be_read_is_filled_from_the_other_copy(rig: Rig):
    rig.open().journal.append([note("one")])
    rig.a.error["read"] = errno.EIO
    opened = rig.open()
    rig.a.error.clear()
    assert [(repair.copy, repair.what) for repair in opened.repairs] == [
        ("a", "missing records copied")
    ]
    assert rig.bodies() == [b"one"]
