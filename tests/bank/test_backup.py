"""REQ-R50: a backup while the tables play; restored, it is the bank as it was at that moment."""

import sqlite3
import threading

import pytest

from commands import main as stormdeck
from firmware import durable
from firmware.bank import backup as backups
from firmware.bank.backup import backup
from firmware.bank.bank import Bank
from firmware.bank.sqlite_store import SqliteStore
from firmware.errors import Fault, Refused
from firmware.journal.disk import RealDisk
from firmware.journal.journal import open_journal
from firmware.journal.keys import load_keys
from lab.simulation.demo_people import at_work
from tests.bank.conftest import KEY, KEY_BYTES, Clock, books_balance, fresh_schema, make_bank, sit
from tests.journal.conftest import note


@pytest.fixture
def bank(tmp_path) -> Bank:
    return make_bank(SqliteStore(tmp_path / "bank 1?.db"), Clock())


def test_a_restored_backup_knows_cards_pins_and_every_cent(bank, tmp_path):
    """The restore drill: copy it back, sign on, go on."""
    at_work(bank, "ann").deposit("100001", 500_00, "drawer:1")
    track = sit(bank)
    bank.sign_off("s1")
    done = backup(bank.store, tmp_path / "shift.db", KEY)
    at_work(bank, "ann").deposit("100001", 1_00, "drawer:1")  # after it: not in it

    assert (done.path.stat().st_mode & 0o777, done.transfers) == (0o600, 4)
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("shift")] == [
        "shift.db"
    ]
    restored = Bank(SqliteStore(done.path), KEY, Clock())
    assert restored.balance("patron:100001").balance == 500_00
    assert restored.sign_on(track, "2468", "s2", "table:T1", 1).available == 500_00
    books_balance(restored)


def test_the_cage_goes_on_while_it_is_copied(bank, tmp_path):
    stop, taken = threading.Event(), []

    def cage() -> None:
        mine = at_work(Bank(SqliteStore(bank.store.path), KEY, Clock()), "bob")
        while not stop.is_set():
            taken.append(mine.deposit("100001", 1_00, "drawer:2").answer.id)

    clerk = threading.Thread(target=cage)
    clerk.start()
    try:
        for n in range(5):
            backup(bank.store, tmp_path / f"{n}.db", KEY)  # each is whole and balanced, or a Fault
    finally:
        stop.set()
        clerk.join()
    assert bank.balance("patron:100001").balance == len(taken) * 1_00


def test_a_backup_never_replaces_another(bank, tmp_path):
    backup(bank.store, tmp_path / "one.db", KEY)
    with pytest.raises(Refused, match="never replaces"):
        backup(bank.store, tmp_path / "one.db", KEY)
    with pytest.raises(Refused, match="is the backup disk in"):
        backup(bank.store, tmp_path / "usb" / "one.db", KEY)


def test_books_that_do_not_agree_are_no_backup(bank, tmp_path):
    with sqlite3.connect(bank.store.path) as db:
        db.execute("UPDATE account SET balance = balance + 1 WHERE id = 'fees'")
    with pytest.raises(Fault, match="together are") as stop:
        backup(bank.store, tmp_path / "one.db", KEY)
    assert stop.value.name == "BACKUP_FAILED"
    assert not (tmp_path / "one.db").exists()


def test_a_full_disk_is_a_named_fault_and_the_next_backup_is_good(bank, tmp_path, monkeypatch):
    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(backups, "_copy", full)
        with pytest.raises(Fault, match="disk is full"):
            backup(bank.store, tmp_path / "one.db", KEY)
    assert backup(bank.store, tmp_path / "one.db", KEY).transfers == 3


def test_one_command_a_shift_copies_books_and_journal(bank, tmp_path, capsys):
    home, out, key = tmp_path / "table", tmp_path / "usb", tmp_path / "table.key"
    disks = (RealDisk(home / "a"), RealDisk(home / "b"))
    journal = open_journal(disks, load_keys(key), table="T1").journal
    journal.append([note("a raise")])
    out.mkdir()
    durable.replace(tmp_path / "bank.key", KEY_BYTES)
    where = ["--db", bank.store.path, "--key", str(tmp_path / "bank.key")]
    assert stormdeck(["bank", *where, "backup", str(out), "--journal", str(home)]) == 0
    said = capsys.readouterr().out
    assert "3 transfers, the books in it agree." in said
    assert f"head {journal.head.seq}:{journal.head.chain.hex()}" in said
    (copy,) = out.glob("journal-*")
    assert stormdeck(["verify-log", str(copy)]) == 0


def test_postgresql_is_told_where_to_read(server, tmp_path, capsys):
    where = ["--db", fresh_schema(server), "--key", str(tmp_path / "bank.key")]
    assert stormdeck(["bank", *where, "create"]) == 0
    assert stormdeck(["bank", *where, "backup", str(tmp_path)]) == 1
    assert "docs/bank.md" in capsys.readouterr().err
