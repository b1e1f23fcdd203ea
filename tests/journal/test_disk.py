"""The real disk and its twin in the lab keep the same promises to the journal."""

import os
import stat
from pathlib import Path

import pytest

from firmware.errors import Fault
from firmware.journal.disk import OPEN_MOST, Disk, RealDisk, replace_file
from firmware.journal.journal import open_journal
from firmware.journal.keys import load_keys
from lab.faults.faulty_disk import FaultyDisk, Fuse
from tests.journal.conftest import KEYS, note


@pytest.fixture(params=["real", "faulty"])
def disk(request, tmp_path: Path) -> Disk:
    return RealDisk(tmp_path / "d") if request.param == "real" else FaultyDisk("d", Fuse())


def test_what_is_written_is_read(disk: Disk):
    disk.append("x", b"one ")
    disk.append("x", b"two")
    disk.sync("x")
    disk.sync_names()
    assert (disk.read("x"), disk.read("x", 4), disk.size("x")) == (b"one two", b"two", 7)
    disk.truncate("x", 3)
    disk.append("x", b"!")
    assert disk.read("x") == b"one!"
    disk.rename("x", "y")
    disk.append("y", b"?")
    assert (disk.list(), disk.read("y")) == (["y"], b"one!?")
    replace_file(disk, "y", b"new")
    assert disk.read("y") == b"new"
    disk.remove("y")
    disk.append("y", b"again")
    assert (disk.list(), disk.read("y")) == (["y"], b"again")
    disk.close()


def test_so_many_files_are_open_however_many_were_written(tmp_path):
    disk = RealDisk(tmp_path / "d")
    for number in range(3 * OPEN_MOST):
        disk.append(f"{number}", b"once")
        disk.append("0", b"and again")
    held = [os.path.realpath(one) for one in Path("/proc/self/fd").iterdir()]
    assert sum(path.startswith(str(tmp_path)) for path in held) == OPEN_MOST
    disk.close()


def test_a_journal_on_real_files_comes_back(tmp_path):
    def disks():
        return RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b")

    opened = open_journal(disks(), KEYS, table="T1")
    opened.journal.segment_bytes = 500
    for n in range(100):
        opened.journal.append([note(str(n))])
    opened.journal.snapshot(b"s")
    opened.journal.append([note("last")])
    opened.journal.close()
    again = open_journal(disks(), KEYS, table="T1")
    assert (again.state, [e.body for e in again.entries]) == (b"s", [b"last"])
    assert (tmp_path / "a").stat().st_mode & 0o077 == 0
    assert all(f.stat().st_mode & 0o077 == 0 for f in (tmp_path / "a").iterdir())


def test_two_programs_cannot_write_one_journal(tmp_path):
    first = (RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b"))
    open_journal(first, KEYS, table="T1")
    with pytest.raises(Fault, match="Another program") as stop:
        open_journal((RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b")), KEYS, table="T1")
    assert stop.value.name == "JOURNAL_IN_USE"


def test_keys_are_made_once_and_only_their_owner_reads_them(tmp_path):
    path = tmp_path / "keys" / "table.key"
    made = load_keys(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_keys(path).public == made.public
    path.write_bytes(b"short")
    with pytest.raises(Fault, match="key"):
        load_keys(path)


def test_a_full_real_disk_is_named(tmp_path):
    """/dev/full is the kernel's own full disk."""
    if not os.path.exists("/dev/full"):
        pytest.skip("this kernel has no /dev/full")
    disks = (RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b"))
    journal = open_journal(disks, KEYS, table="T1").journal
    name = disks[1].list()[0]
    os.dup2(os.open("/dev/full", os.O_WRONLY), disks[1]._open[name])
    journal.append([note("on the other")])
    assert journal.lost[disks[1].name].name == "DISK_FULL"


def test_the_wrong_key_is_named(tmp_path):
    disks = (RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b"))
    journal = open_journal(disks, KEYS, table="T1").journal
    journal.snapshot(b"state")
    journal.close()
    with pytest.raises(Fault) as stop:
        open_journal(disks, load_keys(tmp_path / "other.key"), table="T1")
    assert stop.value.name == "JOURNAL_KEY"
