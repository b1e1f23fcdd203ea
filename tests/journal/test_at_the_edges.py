"""One more, one less, the other copy, the other key: where a journal decides."""

import errno

import pytest

from firmware.errors import Fault
from firmware.journal import faults, mend, snapshot
from firmware.journal.frame import Entry, pack
from firmware.journal.journal import JUMP_MS, NIGHT_MS, open_journal
from firmware.journal.keys import Keys, load_keys
from firmware.journal.orders import KEPT, SHOWN, Orders, remember
from firmware.journal.reader import open_to_read
from firmware.journal.records import OrderAnswered, OrderAsked
from tests.journal.conftest import KEYS, Rig, note

OTHER = Keys(bytes(range(2, 34)), bytes(range(3, 35)))


# Batches and clocks


def test_a_signed_batch_is_one_batch_that_ends_with_its_signature(rig: Rig):
    journal = rig.open().journal
    entries = journal.append([note("one"), note("two")], signed=True)
    assert [entry.seq for entry in entries] == [2, 3, 4]
    assert [entry.last for entry in entries] == [False, False, True]
    assert (journal.head.seq, journal.head.chain) == (4, entries[-1].chain)
    message = snapshot.head_message(journal.id, 3, entries[1].chain)
    assert entries[-1].kind == "journal.head"
    assert KEYS.signed(message, entries[-1].body)
    assert [entry.seq for entry in rig.open().entries] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("ms", "noted"),
    [(NIGHT_MS, False), (NIGHT_MS + 1, True), (-JUMP_MS, False), (-JUMP_MS - 1, True)],
)
def test_a_clock_at_a_start_may_have_run_through_a_night_and_not_backwards(rig: Rig, ms, noted):
    (last,) = rig.open().journal.append([note("before")])
    rig.now_ms = last.at_ms + ms - 1
    kinds = [entry.kind for entry in rig.open().journal.append([note("after")])]
    assert kinds == ["journal.clock_jumped"] * noted + ["note"]


# Two copies


@pytest.mark.parametrize("lost", ["a", "b"])
def test_the_copy_that_failed_is_let_go_and_the_other_is_marked(rig: Rig, lost):
    journal = rig.open().journal
    journal.append([note("both")])
    failed, good = (rig.a, rig.b) if lost == "a" else (rig.b, rig.a)
    failed.error["append"] = errno.EIO
    journal.append([note("one copy")])
    failed.error.clear()
    held = failed.files()
    journal.append([note("one copy still")])
    assert [disk.name for disk in journal.disks] == ["a", "b"]
    assert failed.files() == held, "nothing more is written to it"
    assert (mend.ALONE in good.list(), mend.ALONE in failed.list()) == (True, False)
    assert rig.bodies() == [b"both", b"one copy", b"one copy still"]


def test_damage_before_a_snapshot_here_and_after_it_there_is_mended(rig: Rig):
    journal = rig.open().journal
    journal.append([note("before")])
    early = len(rig.a.files()[rig.segments()[0]])
    journal.snapshot(b"state")
    journal.append([note("after")])
    whole = rig.a.files()[rig.segments()[0]]
    rig.a.flip(rig.segments()[0], 8 * early - 100)
    rig.b.flip(rig.segments()[0], 8 * len(whole) - 100)
    opened = rig.open()
    assert [(one.copy, one.seq) for one in opened.repairs] == [("a", 2), ("b", 4)]
    assert opened.entries[0].body == b"after"
    for disk in (rig.a, rig.b):
        assert disk.files()[rig.segments()[0]].startswith(whole)


def test_an_empty_file_where_a_segment_would_begin_is_taken_away(rig: Rig):
    """The power went after it was made and before anything was in it."""
    journal = rig.open().journal
    journal.append([note("one")])
    name = mend.segment_name(journal.head.seq + 1)
    rig.a.overwrite(name, b"")
    opened = rig.open()
    assert [(one.copy, one.segment) for one in opened.repairs] == [("a", name)]
    assert rig.bodies() == [b"one"]
    logs = [
        {n: d for n, d in disk.files().items() if n.endswith(".log")} for disk in (rig.a, rig.b)
    ]
    assert logs[0] == logs[1]


# Whose it is


@pytest.mark.parametrize("gone", ["", "a", "b"])
def test_a_record_of_another_hand_is_forged_and_the_key_is_not_blamed(rig: Rig, gone):
    journal = rig.open().journal
    journal.append([note("one")])
    (name,) = rig.segments()
    mine = Entry(journal.head.seq + 1, rig.now_ms, "note", b"mine", False, True, b"")
    frame, _ = pack(mine, journal.head.chain, OTHER)
    for disk in (rig.a, rig.b):
        disk.overwrite(name, disk.files()[name] + frame)
        if disk.name == gone:
            disk.remove(name)
    with pytest.raises(Fault) as stop:
        rig.open()
    assert stop.value.name == "JOURNAL_FORGED"
    with pytest.raises(Fault) as stop:
        open_journal((rig.a, rig.b), OTHER, table="T1", clock=rig.clock)
    assert stop.value.name == "JOURNAL_KEY"


def test_the_key_of_a_hand_outlives_a_restart_and_half_a_key_is_none(tmp_path):
    path, journal, place = tmp_path / "table.key", b"j" * 16, b"here"
    sealed = load_keys(path).seal_for_hand(b"As Kd", journal, place)
    assert load_keys(path).unseal_of_hand(sealed, journal, place) == b"As Kd"
    (tmp_path / "hand.key").write_bytes(b"half a key")
    keys = load_keys(path)
    assert keys.unseal_of_hand(sealed, journal, place) is None
    again = keys.seal_for_hand(b"7c 2h", journal, place)
    assert load_keys(path).unseal_of_hand(again, journal, place) == b"7c 2h"


def test_keys_without_a_file_take_no_hand_from_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hand.key").write_bytes(bytes(32))
    sealed = Keys(bytes(32), bytes(32)).seal_for_hand(b"As Kd", b"j" * 16, b"here")
    assert Keys(bytes(32), bytes(32)).unseal_of_hand(sealed, b"j" * 16, b"here") is None


# Reading


def test_who_only_looks_sees_what_a_start_would_see_and_writes_nothing(rig: Rig):
    journal = rig.open().journal
    journal.append([note("before")])
    assert len(open_to_read((rig.a, rig.b), KEYS).entries) == 2
    journal.snapshot(b"state")
    journal.append([note("after"), note("and more")])
    seen = open_to_read((rig.a, rig.b), KEYS)
    assert seen.state == b"state"
    assert [entry.body for entry in seen.entries] == [b"after", b"and more"]
    assert seen.journal.head == journal.head
    with pytest.raises(Fault, match="stopped"):
        seen.journal.append([note("no")])


def test_a_snapshot_is_whole_or_nothing():
    made = snapshot.Snapshot(b"j" * 16, mend.START, b"s" * 64, b"")
    data = snapshot.pack(made)
    assert snapshot.unpack(data) == made
    for size in range(len(data)):
        assert snapshot.unpack(data[:size]) is None
    other = snapshot.pack(made).replace(snapshot.MAGIC, b"STORMSN2")
    assert snapshot.unpack(other) is None
    resummed = other[:-4] + snapshot._CRC.pack(snapshot.crc32(other[:-4]))
    assert snapshot.unpack(resummed) is None, "of another format, and whole"


@pytest.mark.parametrize("told", [faults.from_error, faults.copy_failed])
def test_a_disk_error_is_named_also_when_the_system_says_nothing(told):
    fault = told(OSError(), "b")
    assert (fault.name, "disk b failed (unknown error)" in str(fault)) == ("DISK_FAILED", True)
    fault = told(OSError(errno.ENOSPC, "No space left on device"), "a")
    assert (fault.name, "is full (No space left on device)" in str(fault)) == ("DISK_FULL", True)


# Orders of the floor


def answered(number: int, by: str = "mia") -> OrderAnswered:
    return OrderAnswered(f"order-{number}", "Pause", "{}", "Paused.", True, by)


def test_a_thousand_answers_are_kept_and_the_next_pushes_out_the_oldest():
    orders = Orders()
    for number in range(KEPT):
        remember(orders, number, answered(number))
    assert (len(orders.given), "order-0" in orders.given) == (KEPT, True)
    remember(orders, KEPT, answered(KEPT))
    assert (len(orders.given), "order-0" in orders.given) == (KEPT, False)
    lately = [given.at_ms for given in orders.lately]
    assert lately == list(range(KEPT, KEPT - SHOWN, -1))


def test_an_order_waits_until_somebody_who_is_signed_on_answers():
    orders = Orders()
    asked = OrderAsked("order-1", "VoidHand", "{}", "Void?", "mia", "floor", "why", "desk", 9)
    remember(orders, 1, asked)
    remember(orders, 2, answered(1, by=""))
    assert ([*orders.waiting], [*orders.given]) == (["order-1"], [])
    remember(orders, 3, answered(1))
    assert ([*orders.waiting], [*orders.given]) == ([], ["order-1"])
