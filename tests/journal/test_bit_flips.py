"""REQ-R14: every bit of every record, wrong in one copy (mended, told) and in both (stopped)."""

import pytest

from firmware.errors import Fault
from firmware.journal.journal import Journal
from tests.journal.conftest import Rig, note


def small_journal(rig: Rig) -> Journal:
    journal = rig.open().journal
    journal.segment_bytes = 320  # two segments
    journal.append([note("one")])
    journal.append([note("two", sealed=True), note("three")])
    journal.append([note("four")])
    return journal


def every_bit(rig: Rig) -> list[tuple[str, int]]:
    files = rig.a.files()
    return [(name, bit) for name in rig.segments() for bit in range(8 * len(files[name]))]


def test_a_flipped_bit_in_one_copy_is_mended_and_reported():
    rig = Rig()
    small_journal(rig)
    good = rig.a.files()
    assert len(rig.segments()) == 2
    for name, bit in every_bit(rig):
        for disk in (rig.a, rig.b):
            disk.flip(name, bit)
            opened = rig.open()

            assert [(r.copy, r.segment) for r in opened.repairs] == [(disk.name, name)]
            assert opened.entries[-1].kind == "journal.repaired"
            for mended in (rig.a, rig.b):
                for segment, data in good.items():
                    assert mended.files()[segment][: len(data)] == data
                    mended.overwrite(segment, data)  # without the report, for the next bit


def test_a_flipped_bit_in_both_copies_is_named_and_stops_the_table():
    rig = Rig()
    small_journal(rig)
    for name, bit in every_bit(rig):
        for disk in (rig.a, rig.b):
            disk.flip(name, bit)
        before = rig.a.files(), rig.b.files()
        with pytest.raises(Fault, match=rf"{name}, record \d+") as stop:
            rig.open()
        assert stop.value.name == "JOURNAL_DAMAGED"
        assert (rig.a.files(), rig.b.files()) == before, "it must not touch what it cannot mend"
        for disk in (rig.a, rig.b):
            disk.flip(name, bit)


def test_two_copies_damaged_in_two_places_mend_each_other():
    rig = Rig()
    small_journal(rig)
    good = rig.a.files()
    name = rig.segments()[0]
    rig.a.flip(name, 8 * 80)
    rig.b.flip(name, 8 * (len(good[name]) - 1))
    assert {repair.copy for repair in rig.open().repairs} == {"a", "b"}
    for disk in (rig.a, rig.b):
        assert disk.files()[name] == good[name]


def test_a_bit_that_flips_under_a_running_table_is_found_within_one_scrub():
    """REQ-R15, in segments that start-up does not read again."""
    rig = Rig()
    journal = small_journal(rig)
    journal.snapshot(b"state")
    name = rig.segments()[0]
    for bit in range(0, 8 * rig.a.size(name), 5):
        rig.b.flip(name, bit)
        repairs = [repair for _ in rig.segments() for repair in journal.scrub_step()]
        assert [(r.copy, r.segment, r.what) for r in repairs] == [
            ("b", name, "damaged record mended")
        ]


def test_a_scrub_that_finds_both_copies_damaged_stops_for_good():
    """REQ-R16: a restart does not clear it."""
    rig = Rig()
    journal = small_journal(rig)
    journal.snapshot(b"state")
    for disk in (rig.a, rig.b):
        disk.flip(rig.segments()[0], 1000)
    with pytest.raises(Fault) as stop:
        journal.scrub_step()
    assert stop.value.name == "JOURNAL_DAMAGED"
    with pytest.raises(Fault, match="stopped"):
        journal.append([note("no")])
    for _ in range(2):
        with pytest.raises(Fault) as stop:
            rig.open()
        assert stop.value.name == "MEMORY_FAULT"


@pytest.mark.parametrize("copy", ["a", "b"])
def test_the_scrub_mends_snapshots(copy):
    """Of either copy, from the other."""
    rig = Rig()
    journal = small_journal(rig)
    journal.snapshot(b"state")
    snap = next(name for name in rig.a.list() if name.endswith(".snap"))
    getattr(rig, copy).flip(snap, 99)
    repairs = [repair for _ in rig.segments() for repair in journal.scrub_step()]
    assert [repair.what for repair in repairs] == ["snapshot mended"]
    assert rig.a.files()[snap] == rig.b.files()[snap]


def test_each_round_through_the_segments_ends_with_the_snapshots():
    rig = Rig()
    journal = small_journal(rig)
    journal.snapshot(b"state")
    snap = next(name for name in rig.a.list() if name.endswith(".snap"))
    for _ in range(2):
        rig.b.flip(snap, 99)
        mended = [bool(journal.scrub_step()) for _ in rig.segments()]
        assert mended == [False] * (len(mended) - 1) + [True]


def test_a_look_beside_the_table_finds_every_bit_and_touches_nothing():
    rig = Rig()
    journal = small_journal(rig)
    for name in rig.segments():
        assert journal.look()()
        for bit in range(0, 8 * rig.a.size(name), 3):
            for disk in (rig.a, rig.b):
                disk.flip(name, bit)
                before = rig.a.files(), rig.b.files()
                assert not journal.look()()
                assert (rig.a.files(), rig.b.files()) == before
                disk.flip(name, bit)
        journal.scrub_step(looked=True)


def test_what_is_written_during_a_look_is_no_damage():
    rig = Rig()
    journal = small_journal(rig)
    journal.scrub_step()
    whole = journal.look()  # the last segment
    journal.append([note("five")])
    assert whole()


def test_a_look_at_a_tail_that_is_gone_from_both_copies_is_not_whole():
    rig = Rig()
    journal = small_journal(rig)
    journal.scrub_step()
    for disk in (rig.a, rig.b):
        disk.truncate(rig.segments()[-1], 100)
    assert not journal.look()()
