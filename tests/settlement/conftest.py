"""A bank with three patrons, made once and copied in memory for every run."""

import sqlite3
from typing import NamedTuple

import pytest

from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.sqlite_store import SqliteStore
from firmware.journal.keys import Keys
from lab.faults.fused_bank import PIN
from lab.simulation.day_script import SHORT_DAY, Buy, Open, sits
from lab.simulation.demo_cage import copy_of
from lab.simulation.demo_people import at_work
from lab.simulation.power_cut_day import Day
from tests.bank.conftest import KEY, Clock, another, make_bank

KEYS = Keys(bytes(range(32)), bytes(range(1, 33)))
CASH_IN = 3 * 1000_00
PEOPLE = ("patron:100001", "patron:100002", "patron:100003")
HOUSE = ("fees", "jackpot:bad-beat", "jackpot:high-hand")


class House(NamedTuple):
    db: sqlite3.Connection
    tracks: list[str]  # of the three patrons' cards


@pytest.fixture(scope="session")
def house() -> House:
    """Three patrons with $1,000 and a card each."""
    store = SqliteStore(":memory:")
    bank = make_bank(store, Clock())
    bank.open_account("jackpot:high-hand", "jackpot")
    counter = at_work(bank, "ann")
    for n in (2, 3):
        counter.open_patron(another(str(n)))
        counter.set_pin(f"10000{n}", PIN)
    patrons = ("100001", "100002", "100003")
    for patron in patrons:
        counter.deposit(patron, 1000_00, "drawer:1")
    return House(store._db, [counter.issue_card(patron) for patron in patrons])


def new_day(house: House, script=SHORT_DAY, seed: int = 1) -> Day:
    """By this seed both players of the short day have chips to cash out."""
    store = SqliteStore(":memory:")
    store._db.close()
    store._db = copy_of(house.db)
    return Day(Bank(store, KEY, Clock()), KEYS, house.tracks, script, seed)


SITTING = (*sits(1, 60_00), *sits(2, 40_00), Open())


def run_without_bank(day: Day) -> None:
    """Until the first buy-in is asked; from there the bank does not answer."""
    script, first = day.script, next(n for n, x in enumerate(day.script) if isinstance(x, Buy))
    day.script = script[:first]
    day.run()
    day.wire.away, day.script = True, script
    day.run()


def check_evening(day: Day) -> None:
    """All went home: every cent is on a card, in the fees or in the pool, once."""
    counter = Counter(day.bank)
    assert counter.reconcile().problems == []
    kept = day.custody
    assert (kept.outbox.parcels, kept.sittings, kept.leaving) == ({}, {}, [])
    assert day.bank.balance("table:T1").balance == 0
    assert sum(day.bank.balance(name).balance for name in (*PEOPLE, *HOUSE)) == CASH_IN
    rows = day.bank.store.transact(lambda tx: tx.rows("SELECT closed_ms FROM session"))
    assert all(closed for (closed,) in rows), "a card that can sit down nowhere"
    check_folds(day)


def check_folds(day: Day) -> None:
    """Meters told again from the first record, and by the bank, are the meters."""
    from firmware.journal import folds

    afresh = folds.Folds()
    folds.fold(afresh, day.journal.read(1, day.journal.head.seq))
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
    assert meters.fees == by_kind.get("fees", 0) == day.table.books.fees
    assert meters.jackpot == by_kind.get("jackpot_in", 0)
    assert meters.hands + meters.hands_voided == day.table.this_hand.number
