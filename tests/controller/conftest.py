"""A whole table on two disks in memory, with a bank in memory: killed and woken at will."""

import sqlite3

import pytest
from msgspec.structs import replace

from firmware import durable
from firmware.bank.acts import TableOrder
from firmware.bank.identity import Agreed
from firmware.bank.keys import make_bank_key
from firmware.bank.sqlite_store import SqliteStore
from firmware.journal.keys import Keys
from firmware.settlement.window import ACCEPT
from lab.faults.faulty_disk import FaultyDisk, Fuse
from lab.simulation import demo_cage
from lab.simulation.demo_cage import copy_of
from lab.simulation.demo_people import STAFF_PIN, at_work
from lab.simulation.whole_table import EVENING_MS, WholeTable, demo_config

KEYS = Keys(bytes(range(32)), bytes(range(1, 33)))


@pytest.fixture(scope="session")
def house(tmp_path_factory) -> tuple[sqlite3.Connection, bytes]:
    """The bank of the whole table, made once and copied."""
    home = tmp_path_factory.mktemp("house")
    key = make_bank_key(home / "bank.key")
    bank, _ = demo_cage.demo_bank(":memory:", key, lambda: EVENING_MS)
    return bank.store._db, (home / "bank.key").read_bytes()


@pytest.fixture
def make_whole(house, tmp_path, monkeypatch):
    db, key = house

    class Copied(SqliteStore):
        def __init__(self, path) -> None:
            super().__init__(path)
            self._db.close()
            self._db = copy_of(db)

    monkeypatch.setattr(demo_cage, "SqliteStore", Copied)
    made = []

    def make(seed: int = 1, name: str = "home", seats: int = 10, **settings) -> WholeTable:
        home = tmp_path / name
        home.mkdir()
        durable.replace(home / "bank.key", key)
        fuse = Fuse()
        disks = FaultyDisk("a", fuse), FaultyDisk("b", fuse)
        config = replace(demo_config(**settings), seats=seats)
        made.append(WholeTable(home, seed, config, disks, ":memory:", KEYS))
        return made[-1]

    yield make
    for whole in made:
        if hasattr(whole, "controller"):
            whole.controller.deal.close()


def answered_for(whole: WholeTable, reason: str) -> Agreed:
    """Two people take the table's journal as it is."""
    bank, window = whole.bank, whole.window
    order = TableOrder(whole.config.table, ACCEPT, "as it is")
    asked = window.propose(at_work(bank, "flo").token, STAFF_PIN, order, reason)
    return window.confirm(at_work(bank, "mia").token, STAFF_PIN, asked)
