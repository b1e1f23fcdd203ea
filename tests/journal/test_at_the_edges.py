"""One more, one less, the other copy, the other key: where a journal decides."""

import errno
from hashlib import sha256
from zlib import crc32

import pytest

from firmware.bank import order_slips
from firmware.errors import Fault
from firmware.journal import faults, frame, mend, snapshot
from firmware.journal.frame import Bad, Entry, Record, pack, unpack
from firmware.journal.journal import JUMP_MS, NIGHT_MS, open_journal
from firmware.journal.keep import keep_copy
from firmware.journal.keys import Keys, load_keys
from firmware.journal.merge import NO_CHAIN, Whose, has_macs, merge
from firmware.journal.orders import KEPT, SHOWN, SLIP_MS, Orders, remember
from firmware.journal.reader import open_to_read
from firmware.journal.records import OrderAnswered, OrderAsked
from tests.journal.conftest import KEYS, Rig, note

OTHER = Keys(bytes(range(2, 34)), bytes(range(3, 35)))


# Records, batches and clocks


def test_the_largest_record_that_can_be_written_can_be_read(monkeypatch):
    entry = Entry(1, 0, "note", b"as much as fits", False, True, b"")
    data, chain = pack(entry, NO_CHAIN, KEYS)
    monkeypatch.setattr(frame, "FRAME_BYTES_MAX", len(data) - 4)
    assert unpack(data, 0, 1, NO_CHAIN)[0].chain == chain
    monkeypatch.setattr(frame, "FRAME_BYTES_MAX", len(data) - 5)
    with pytest.raises(Bad, match="its size is impossible"):
        unpack(data, 0, 1, NO_CHAIN)


def without_mac(size: int = 0) -> bytes:
    """A batch of one record, as it was written before there were MACs; perhaps it lies of its
    size, and its checksum fits all the same."""
    kind, parts = b"note", frame._BACK + len(b"note") + frame._FRONT.size - 4
    front = frame._FRONT.pack(size or parts, 1, 0, frame.LAST, len(kind)) + kind
    whole = (front + sha256(NO_CHAIN + front).digest())[: 4 + (size or parts) - 4]
    return whole + crc32(whole).to_bytes(4, "little")


class Since:
    """A journal that has MACs from this record on."""

    def __init__(self, since: int | None) -> None:
        self.since, self.mac = since, KEYS.mac


def test_a_record_smaller_than_its_parts_is_impossible():
    parts = len(without_mac()) - 4
    assert unpack(without_mac(parts), 0, 1, NO_CHAIN)[0].kind == "note"
    with pytest.raises(Bad, match="its size is impossible"):
        unpack(without_mac(parts - 1), 0, 1, NO_CHAIN)
    with pytest.raises(Bad, match="its size is impossible"):
        unpack(frame._FRONT.pack(0, 1, 0, 0, 0), 0, 1, NO_CHAIN)


def test_a_record_is_whole_to_its_last_byte():
    data, _ = pack(Entry(1, 0, "note", b"", False, True, b""), NO_CHAIN, KEYS)
    for size in range(len(data)):
        with pytest.raises(Bad, match="it is cut short"):
            unpack(data[:size], 0, 1, NO_CHAIN)


def test_what_is_from_before_the_macs_has_none_and_what_comes_after_them_has_one():
    """Nobody passes new records off as old ones, or the other way round."""
    new, _ = pack(Entry(1, 0, "note", b"", False, True, b""), NO_CHAIN, KEYS)
    for macs in (Since(None), Since(2)):
        assert unpack(without_mac(), 0, 1, NO_CHAIN, macs)[0].kind == "note"
        with pytest.raises(Bad, match="of a later format than its place"):
            unpack(new, 0, 1, NO_CHAIN, macs)
    assert unpack(new, 0, 1, NO_CHAIN, Since(1))[0].kind == "note"
    with pytest.raises(Bad, match="not written with the table's key"):
        unpack(without_mac(), 0, 1, NO_CHAIN, Since(1))


@pytest.mark.parametrize(("more", "segments"), [(0, 2), (1, 1)])
def test_a_segment_that_is_just_full_takes_no_more(rig: Rig, more, segments):
    journal = rig.open().journal
    journal.append([note("one")])
    journal.segment_bytes = rig.a.size(rig.segments()[0]) + more
    journal.append([note("two")])
    assert len(rig.segments()) == segments
    assert rig.bodies() == [b"one", b"two"]


def test_a_header_is_whole_to_its_last_byte():
    header = frame.Header(b"j" * 16, 7, b"c" * 32)
    data = frame.pack_header(header)
    found = frame.unpack_header(data, 7)
    assert (found.journal, found.first, found.chain) == (header.journal, 7, header.chain)
    with pytest.raises(Bad):
        frame.unpack_header(data[:-1], 7)


@pytest.mark.parametrize("begins", [b"STORMDK3", b"\0TORMDK2"])
def test_a_header_is_of_a_format_that_we_know_and_under_its_checksum(begins):
    """Either alone is not enough: a later format is whole, and a flipped bit can look like one."""
    data = frame.pack_header(frame.Header(b"j" * 16, 7, b"c" * 32))
    of_another = begins + data[8:-4]
    flipped = data[:9] + b"J" + data[10:]
    for wrong in (of_another + crc32(of_another).to_bytes(4, "little"), flipped):
        with pytest.raises(Bad, match="is damaged"):
            frame.unpack_header(wrong, 7)


def test_macs_begin_with_the_segment_of_their_first_record():
    assert [has_macs(Since(2), segment) for segment in (1, 2, 3)] == [False, True, True]
    assert not has_macs(Since(None), 3)


def test_a_signed_batch_is_one_batch_that_ends_with_its_signature(rig: Rig):
    journal = rig.open().journal
    entries = journal.append([note("one"), note("two"), note("three")], signed=True)
    assert [entry.seq for entry in entries] == [2, 3, 4, 5]
    assert [entry.last for entry in entries] == [False, False, False, True]
    assert (journal.head.seq, journal.head.chain) == (5, entries[-1].chain)
    message = snapshot.head_message(journal.id, 4, entries[2].chain)
    assert entries[-1].kind == "journal.head"
    assert KEYS.signed(message, entries[-1].body)
    assert [entry.seq for entry in rig.open().entries] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("ms", "noted"),
    [(NIGHT_MS, False), (NIGHT_MS + 1, True), (-JUMP_MS, False), (-JUMP_MS - 1, True)],
)
def test_a_clock_at_a_start_may_have_run_through_a_night_and_not_backwards(rig: Rig, ms, noted):
    (last,) = rig.open().journal.append([note("before")])
    rig.now_ms = last.at_ms + ms - 1
    kinds = [entry.kind for entry in rig.open().journal.append([note("after")])]
    assert kinds == ["journal.clock_jumped"] * noted + ["note"]


@pytest.mark.parametrize(("ms", "noted"), [(JUMP_MS, False), (JUMP_MS + 1, True)])
def test_a_clock_that_somebody_sets_forward_in_the_evening_is_noted(rig: Rig, ms, noted):
    """The night's allowance is for a table that was dark, not for one that is running."""
    journal, steady_ms = rig.open().journal, iter(range(9))
    journal._steady = lambda: next(steady_ms)
    journal.append([note("before")])
    rig.now_ms += ms
    kinds = [entry.kind for entry in journal.append([note("after")])]
    assert kinds == ["journal.clock_jumped"] * noted + ["note"]


def test_a_record_with_a_mac_is_no_smaller_than_it_and_its_parts():
    """A size without room for the MAC would have it read out of the body."""
    data, _ = pack(Entry(1, 0, "note", b"", False, True, b""), NO_CHAIN, KEYS)
    short = (len(data) - 5).to_bytes(4, "little") + data[4:]
    with pytest.raises(Bad, match="its size is impossible"):
        unpack(short, 0, 1, NO_CHAIN)


def test_a_signature_that_follows_a_snapshot_signs_what_the_snapshot_stands_on(rig: Rig):
    """The newer snapshot is lost in both copies: its signed head is read after the older one."""
    journal = rig.open().journal
    journal.append([note("one")])
    journal.snapshot(b"older")
    journal.snapshot(b"newer")
    for disk in (rig.a, rig.b):
        disk.remove(snapshot.names(disk)[-1])
    opened = rig.open()
    assert opened.state == b"older"
    assert [entry.kind for entry in opened.entries] == ["journal.head"]


def test_a_start_reads_no_segment_between_the_first_and_the_last(rig: Rig, monkeypatch):
    """It must not grow with history."""
    journal = rig.open().journal
    journal.segment_bytes = 300
    for number in range(12):
        journal.append([note(f"number {number}")])
    journal.snapshot(b"state")
    names, read = rig.segments(), set[str]()
    look = rig.a.read
    monkeypatch.setattr(rig.a, "read", lambda file, *part: read.add(file) or look(file, *part))
    rig.open()
    assert len(names) > 3
    assert read & {*names} == {names[0], names[-1]}


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


def test_a_copy_that_cannot_be_opened_is_named_and_the_other_is_opened_by_itself(rig: Rig):
    """And it is the last one: when that fails, too, the journal stops."""
    rig.open().journal.append([note("both")])
    rig.a.error["lock"] = errno.EROFS
    journal = rig.open().journal
    assert {copy: fault.name for copy, fault in journal.lost.items()} == {"a": "DISK_READ_ONLY"}
    journal.append([note("one copy")])
    rig.b.error["append"] = errno.EIO
    with pytest.raises(Fault, match="disk b"):
        journal.append([note("none")])
    rig.a.error.clear()
    rig.b.error.clear()
    assert rig.bodies() == [b"both", b"one copy"]


def test_two_good_copies_are_neither_of_them_alone(rig: Rig):
    rig.open().journal.append([note("one")])
    rig.open()
    assert [mend.ALONE in disk.list() for disk in (rig.a, rig.b)] == [False, False]


def test_damage_before_a_snapshot_here_and_after_it_there_is_mended(rig: Rig):
    journal = rig.open().journal
    journal.append([note("before")])
    early = len(rig.a.files()[rig.segments()[0]])
    journal.snapshot(b"state")
    journal.append([note("after")])
    journal.append([note("and later")])
    whole = rig.a.files()[rig.segments()[0]]
    rig.a.flip(rig.segments()[0], 8 * early - 100)
    rig.b.flip(rig.segments()[0], 8 * len(whole) - 100)
    opened = rig.open()
    assert [(one.copy, one.seq) for one in opened.repairs] == [("a", 2), ("b", 5)]
    assert opened.entries[0].body == b"after"
    for disk in (rig.a, rig.b):
        assert disk.files()[rig.segments()[0]].startswith(whole)


def test_a_torn_tail_behind_the_snapshot_of_a_copy_that_was_alone_is_cut(rig: Rig):
    """Its other segments are read from end to end; the last one may be cut short by the power."""
    journal = rig.open().journal
    journal.snapshot(b"state")
    rig.b.error["append"] = errno.EIO
    journal.append([note("one copy")])
    rig.b.error.clear()
    (name,) = rig.segments()
    rig.a.overwrite(name, rig.a.files()[name] + b"torn")
    assert rig.bodies() == [b"one copy"]


@pytest.mark.parametrize("begun", [b"", b"STORMDK2"])
def test_a_segment_that_the_power_cut_before_it_began_is_taken_away(rig: Rig, begun):
    """After its file was made, or within its header: nothing was in it."""
    journal = rig.open().journal
    journal.append([note("one")])
    name = mend.segment_name(journal.head.seq + 1)
    rig.a.overwrite(name, begun)
    opened = rig.open()
    assert [(one.copy, one.segment) for one in opened.repairs] == [("a", name)]
    assert rig.bodies() == [b"one"]
    logs = [
        {n: d for n, d in disk.files().items() if n.endswith(".log")} for disk in (rig.a, rig.b)
    ]
    assert logs[0] == logs[1]


def test_what_is_cut_off_both_copies_is_named_by_its_number(rig: Rig):
    """The technician looks for these very records in the backup."""
    journal = rig.open().journal
    journal.append([note("one")])
    journal.snapshot(b"state")  # signed: records 1 to 3
    (name,) = rig.segments()
    whole = rig.a.files()[name]
    for disk in (rig.a, rig.b):
        disk.remove(name)
    with pytest.raises(Fault, match="ends at record 0, but record 3 was signed"):
        rig.open()
    for disk in (rig.a, rig.b):
        disk.overwrite(name, whole)
    journal = rig.open().journal
    journal.append([note("two")])  # record 4, which is gone while the table runs
    for disk in (rig.a, rig.b):
        disk.overwrite(name, whole)
    with pytest.raises(Fault, match="ends at record 3, but record 4 was signed"):
        journal.scrub_step()


def test_another_story_before_a_snapshot_is_named_by_the_record_it_ends_with(rig: Rig):
    """Both copies agree, and lead elsewhere: the snapshot signs for what stood there."""
    journal = rig.open().journal
    journal.append([note("one"), note("two")])
    data = rig.a.files()[rig.segments()[0]]  # records 1 to 3
    elsewhere = mend.Place(1, len(data), journal.head.seq + 1, b"c" * 32)
    with pytest.raises(Fault, match="two stories from record 3 ") as stop:
        mend.merge_from([data, data], elsewhere, Whose(journal.id, KEYS))
    assert stop.value.name == "JOURNAL_FORKED"


def test_a_copy_that_ends_before_what_was_signed_is_not_kept(rig: Rig):
    """And the technician is told which records it lacks."""
    journal = rig.open().journal
    journal.append([note("one")])
    (name,) = rig.segments()
    short = rig.a.files()[name]  # records 1 and 2
    journal.append([note("two")])
    journal.snapshot(b"state")  # signed: records 1 to 4
    rig.a.overwrite(name, short)
    with pytest.raises(Fault, match="ends at record 2, but record 4 was signed"):
        keep_copy((rig.a, rig.b), KEYS, 0, "mia, sue", "a swapped disk", clock=rig.clock)


@pytest.mark.parametrize("copies", [(b"", bytes(99)), (bytes(99), b"")])
def test_a_damaged_header_is_no_missing_segment(copies):
    """One copy has none: what is said is what is wrong with the other."""
    bad = merge(copies, mend.START, Whose(None, None)).bad
    assert bad is not None
    assert bad.why == "the header of its segment is damaged"


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
    with pytest.raises(Fault) as stop:
        open_to_read((rig.a, rig.b), KEYS)
    assert stop.value.name == "JOURNAL_FORGED", "nor is it shown to who only looks"


def test_the_key_of_a_hand_outlives_a_restart_and_half_a_key_is_none(tmp_path):
    path, journal, place = tmp_path / "table.key", b"j" * 16, b"here"
    sealed = load_keys(path).seal_for_hand(b"As Kd", journal, place)
    assert load_keys(path).unseal_of_hand(sealed, journal, place) == b"As Kd"
    (tmp_path / "hand.key").write_bytes(b"half a key")
    keys = load_keys(path)
    assert keys.unseal_of_hand(sealed, journal, place) is None
    again = keys.seal_for_hand(b"7c 2h", journal, place)
    assert load_keys(path).unseal_of_hand(again, journal, place) == b"7c 2h"


@pytest.mark.parametrize("size", [0, 63, 65, 71, 74, 73 + 31])
def test_a_key_file_of_another_size_is_no_key(tmp_path, size):
    path = tmp_path / "table.key"
    load_keys(path)
    path.write_bytes((path.read_bytes() + bytes(64))[:size])
    with pytest.raises(Fault) as no:
        load_keys(path)
    assert no.value.name == "JOURNAL_KEY"


def test_where_batches_began_to_carry_a_mac_is_kept_beside_the_key(tmp_path):
    path = tmp_path / "table.key"
    load_keys(path).begin_macs(77)
    again = load_keys(path)
    assert again.since == 77
    assert again.mac(5, b"chain") == load_keys(path).mac(5, b"chain")
    again.begin_macs(99)
    assert load_keys(path).since == 99


def test_a_key_of_before_is_one_that_sealed_cards_until_another_takes_its_place(tmp_path):
    """Whatever else is written into its file meanwhile; and it still opens until it has left."""
    path, before = tmp_path / "table.key", Keys(bytes(range(32)), bytes(range(1, 33)))
    path.write_bytes(bytes(range(32)) + bytes(range(1, 33)))
    sealed = before.seal(b"As Kd", b"here")
    load_keys(path).begin_macs(77)
    keys = load_keys(path)
    assert (keys.sealed_cards, keys.old, keys.since) == (True, b"", 77)
    keys.renew()
    keys = load_keys(path)
    assert (keys.sealed_cards, keys.old, keys.since) == (False, bytes(range(32)), 77)
    assert keys.unseal(sealed, b"here") == b"As Kd"
    keys.let_old_go()
    keys = load_keys(path)
    assert (keys.sealed_cards, keys.old, keys.since) == (False, b"", 77)
    with pytest.raises(Fault, match="does not open its journal"):
        keys.unseal(sealed, b"here")


def test_what_was_sealed_for_a_hand_is_opened_until_the_hand_is_over(rig: Rig):
    journal = rig.open().journal
    (entry,) = journal.append([Record("cards", b"As Kd", sealed=True, of_hand=True)])
    assert journal.unseal(entry) == b"As Kd"
    journal.forget_hand()
    with pytest.raises(Fault, match="Record 2 was sealed with the key of its hand") as over:
        journal.unseal(entry)
    assert over.value.name == "HAND_IS_OVER"


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


def test_who_only_looks_reads_past_a_torn_tail_of_the_last_segment_of_many(rig: Rig):
    journal = rig.open().journal
    journal.segment_bytes = 300
    for number in range(12):
        journal.append([note(f"number {number}")])
    assert len(rig.segments()) > 3
    name = rig.segments()[-1]
    rig.a.overwrite(name, rig.a.files()[name] + b"torn")
    assert open_to_read((rig.a, rig.b), KEYS).journal.head == journal.head


def test_a_snapshot_is_whole_or_nothing():
    made = snapshot.Snapshot(b"j" * 16, mend.START, b"s" * 64, b"")
    data = snapshot.pack(made)
    assert snapshot.unpack(data) == made
    for size in range(len(data)):
        assert snapshot.unpack(data[:size]) is None
    for size in range(len(data) - 4):
        short = data[:size]
        assert snapshot.unpack(short + snapshot._CRC.pack(snapshot.crc32(short))) is None
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


def answered(number: int, by: str = "mia", until_ms: int = 0) -> OrderAnswered:
    return OrderAnswered(
        f"order-{number}", "Pause", "{}", "Paused.", True, by, slip_until_ms=until_ms
    )


def test_a_thousand_answers_are_kept_and_the_next_pushes_out_the_oldest():
    orders = Orders()
    for number in range(KEPT):
        remember(orders, number, answered(number))
    assert (len(orders.given), "order-0" in orders.given) == (KEPT, True)
    remember(orders, KEPT, answered(KEPT))
    assert (len(orders.given), "order-0" in orders.given) == (KEPT, False)
    lately = [given.at_ms for given in orders.lately]
    assert lately == list(range(KEPT, KEPT - SHOWN, -1))


def test_an_order_is_remembered_as_long_as_its_slip_is_good():
    """Ten a second: the first one's thousand are over before the two minutes of its slip."""
    assert SLIP_MS == order_slips.GOOD_MS
    orders, each_ms = Orders(), 100
    for number in range(SLIP_MS // each_ms):
        remember(orders, number, answered(number, until_ms=SLIP_MS + number * each_ms))
        assert "order-0" in orders.given
    remember(orders, 0, answered(9999, until_ms=2 * SLIP_MS))
    assert (len(orders.given), "order-0" in orders.given) == (1200, False), "the bank refuses it"
    assert "order-1" in orders.given
    remember(orders, 0, answered(99999, until_ms=4 * SLIP_MS))
    assert (len(orders.given), "order-9999" in orders.given) == (KEPT, True), "the oldest go first"


def test_an_order_waits_until_somebody_who_is_signed_on_answers():
    orders = Orders()
    asked = OrderAsked("order-1", "VoidHand", "{}", "Void?", "mia", "floor", "why", "desk", 9)
    remember(orders, 1, asked)
    remember(orders, 2, answered(1, by=""))
    assert ([*orders.waiting], [*orders.given]) == (["order-1"], [])
    remember(orders, 3, answered(1))
    assert ([*orders.waiting], [*orders.given]) == ([], ["order-1"])


# What somebody else wrote, or half wrote, where we expect our own


UNREAD = "fault.json of a cannot be read."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", UNREAD),
        (b"{", UNREAD),
        (b"7", UNREAD),
        (b"[]", UNREAD),
        (b"[" * 5000, UNREAD),
        (b'{"words": 3}', "its memory: 3 "),
        (b'{"words": "Two copies differ."}', "its memory: Two copies differ."),
    ],
    ids=["empty", "torn", "number", "list", "deep", "no words", "words"],
)
def test_a_latch_is_a_latch_also_when_it_cannot_be_read(rig: Rig, text, told):
    rig.open().journal.close()
    rig.a.overwrite("fault.json", text)
    with pytest.raises(Fault) as no:
        rig.open()
    assert no.value.name == "MEMORY_FAULT"
    assert told in str(no.value)
    assert "--clear-journal" in str(no.value)
