import os

import pytest

from drivers.fault import Fault
from firmware.fairness.boot import next_boot


def test_each_boot_is_one_higher(tmp_path):
    assert [next_boot(tmp_path / "boot") for _ in range(3)] == [1, 2, 3]


def test_the_number_is_on_the_disk_before_it_is_used(tmp_path, monkeypatch):
    """REQ-R3: file and directory are synced, in that order, before next_boot returns."""
    synced = []
    real = os.fsync

    def fsync(fd):
        synced.append(os.path.isdir(f"/proc/self/fd/{fd}"))
        real(fd)

    monkeypatch.setattr(os, "fsync", fsync)
    assert next_boot(tmp_path / "boot") == 1
    assert synced == [False, True]
    assert (tmp_path / "boot").read_text() == "1\n"


@pytest.mark.parametrize("damage", [b"", b"abc", b"-4", b"9" * 40, b"\xff\xfe", b"1 2"])
def test_a_damaged_counter_stops_the_table(tmp_path, damage):
    (tmp_path / "boot").write_bytes(damage)
    with pytest.raises(Fault, match=r"boot counter .* is damaged"):
        next_boot(tmp_path / "boot")


def test_a_disk_that_cannot_be_written_stops_the_table(tmp_path):
    with pytest.raises(Fault, match="cannot be written"):
        next_boot(tmp_path / "missing" / "boot")


@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace"])
def test_a_failure_at_any_step_gives_no_number_and_keeps_the_old_one(tmp_path, monkeypatch, call):
    path = tmp_path / "boot"
    next_boot(path)

    def fail(*args, **named):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(Fault):
        next_boot(path)
    monkeypatch.undo()
    assert next_boot(path) == 2
