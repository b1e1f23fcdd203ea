"""A bank with three patrons, made once and copied in memory for every run."""

import sqlite3

import pytest
from msgspec.structs import replace

from firmware.bank import pins
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.sqlite_store import SqliteStore
from firmware.journal.keys import Keys
from lab.table_day import SHORT_DAY, Day, copy_of
from tests.bank.conftest import FORM, KEY, Clock, make_bank

KEYS = Keys(bytes(range(32)), bytes(range(1, 33)))
CASH_IN = 3 * 1000_00


@pytest.fixture(scope="session")
def house() -> sqlite3.Connection:
    """Three patrons with $1,000 each, signed on at table T1."""
    pins.COST = 16
    store = SqliteStore(":memory:")
    bank = make_bank(store, Clock())
    counter = Counter(bank)
    for n in (2, 3):
        counter.open_patron(replace(FORM, id_number=str(n)), "ann")
        counter.set_pin(f"10000{n}", "2468", "ann")
    for seat, patron in enumerate(("100001", "100002", "100003")):
        counter.deposit(patron, 1000_00, "drawer:1", "ann")
        bank.sign_on(counter.issue_card(patron, "ann"), "2468", f"s{seat}", "table:T1", seat)
    return store._db


def new_day(house: sqlite3.Connection, script=SHORT_DAY, seed: int = 0) -> Day:
    store = SqliteStore(":memory:")
    store._db.close()
    store._db = copy_of(house)
    return Day(Bank(store, KEY, Clock()), KEYS, script, seed)


def check_evening(day: Day) -> None:
    """All went home: every cent is on a card, in the fees or in the pool, once."""
    counter = Counter(day.bank)
    assert counter.reconcile().problems == []
    assert day.table.outbox.parcels == {}
    assert day.bank.balance("table:T1").balance == 0
    names = ("patron:100001", "patron:100002", "patron:100003", "fees", "jackpot:bad-beat")
    assert sum(day.bank.balance(name).balance for name in names) == CASH_IN
    check_folds(day)


def check_folds(day: Day) -> None:
    """Meters told again from the first record, and by the bank, are the meters."""
    from firmware.journal import folds

    afresh = folds.Folds()
    folds.take(afresh, day.journal.read(1, day.journal.head.seq))
    assert afresh == day.folds
    rows = day.bank.store.transact(
        lambda tx: tx.rows(
            "SELECT t.kind, SUM(t.amount) FROM transfer t JOIN outcome o ON o.transfer = t.id "
            "WHERE o.state = 'posted' GROUP BY t.kind"
        )
    )
    by_kind = dict(rows)
    meters = day.folds.meters
    assert (meters.money_in, meters.money_out) == (
        by_kind.get("buy_in", 0),
        by_kind.get("cash_out", 0),
    )
    assert meters.fees == by_kind.get("fees", 0) + day.table.fees
    assert meters.hands == day.table.hands
