"""A floor is never updated at once: the version before works on these books, beside this one."""

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from firmware.bank.acts import AllUpdated, MoveHouseMoney
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.ledger import Order
from lab.simulation.demo_people import (
    at_work,
    enrol_all,
    fund_vault,
    give_cards,
    open_window,
    together,
)
from tests.bank.conftest import KEY, KEY_BYTES, another, buy_in, cash_out
from tests.bank.test_ledger import at_once

ARCHIVE = Path(__file__).parents[1] / "fixtures" / "bank_before" / "before.zip"
PARTS = ("bank", "counter", "keys", "ledger", "patrons", "pins", "postgres_store", "sqlite_store")


@pytest.fixture(scope="module")
def before():
    sys.path.insert(0, str(ARCHIVE))
    try:
        yield SimpleNamespace(
            **{part: importlib.import_module(f"before.bank.{part}") for part in PARTS}
        )
    finally:
        sys.path.remove(str(ARCHIVE))


@pytest.fixture
def old_store(connect, before):
    """Another connection to the same books, by the old program."""
    opened = []

    def one():
        new = connect()
        if new.dialect == "sqlite":
            opened.append(before.sqlite_store.SqliteStore(new.path))
        else:
            level = psycopg.IsolationLevel[new.isolation.name]
            opened.append(before.postgres_store.PostgresStore(new.url, level))
        return opened[-1]

    yield one
    for store in opened:
        store.close()


@pytest.fixture
def floor(connect, old_store, before, clock, monkeypatch) -> SimpleNamespace:
    """Books that the version before founded and used; then this one opened them. T1 is still old,
    T2 is updated; so is the cage, and an old one runs on beside it."""
    monkeypatch.setattr(before.pins, "COST", 16)
    key = before.keys.BankKey(KEY_BYTES)
    old = before.bank.Bank(old_store(), key, clock)
    cage = before.counter.Counter(old)
    for account in ("vault", "drawer:1", "drawer:2", "table:T1", "table:T2", "fees"):
        old.open_account(account, account.partition(":")[0])
    cage.enrol("mo", "manager")
    cage.enrol("al", "cage", by="mo")
    cage.enrol("su", "supervisor", by="mo")
    fill = before.ledger.Order(
        "f1", "fill", "drawer:1", "vault", 50_000_00, "drawer:1", agent="al", approver="su"
    )
    cage.transfer(fill)
    form = before.patrons.Application("Ada", "passport", "X1", "2039-01-01", signed=True)
    cage.open_patron(form, "al")
    cage.set_pin("100001", "2468", "al")
    track = cage.issue_card("100001", "al")
    cage.deposit("100001", 500_00, "drawer:1", "al")
    assert old.sign_on(track, "2468", "s1", "table:T1", 1).available == 500_00
    assert old.hold(old_buy_in(before, "b1", 100_00)).state == "pending"

    new = Bank(connect(), KEY, clock)
    enrol_all(new)
    fund_vault(new)
    together(new, MoveHouseMoney(Order("f2", "fill", "drawer:2", "vault", 9_000_00, "drawer:2")))
    open_window(new, "ann", "drawer:2")
    give_cards(new)
    return SimpleNamespace(old=old, old_cage=cage, new=new, ann=at_work(new, "ann"), track=track)


def old_buy_in(before, id_: str, amount: int, table: str = "table:T1", patron: str = "100001"):
    return before.ledger.Order(id_, "buy_in", f"patron:{patron}", table, amount, table, patron)


def agree(floor) -> int:
    """Both versions find nothing wrong; how many lines have no chain."""
    assert floor.old_cage.reconcile().problems == []
    found = Counter(floor.new).reconcile()
    assert found.problems == []
    return found.unlinked


def test_an_old_table_and_an_old_cage_go_on(floor, before):
    old, new = floor.old, floor.new
    assert old.post("b1").state == "posted", "promised before the update, posted after it"
    assert old.hold(old_buy_in(before, "b2", 50_00)).state == "pending"
    assert old.void("b2").state == "voided"
    assert floor.old_cage.deposit("100001", 20_00, "drawer:1", "al").balance == 420_00
    assert floor.ann.deposit("100001", 30_00, "drawer:2").balance == 450_00
    assert agree(floor) == 3
    out = before.ledger.Order("c1", "cash_out", "table:T1", "patron:100001", 100_00, "table:T1",
                              "100001")  # fmt: skip
    old.hold(out)
    assert old.post("c1").state == "posted"
    old.sign_off("s1")
    assert new.balance("patron:100001").balance == 550_00
    agree(floor)


def test_each_reads_and_finishes_what_the_other_began(floor, before):
    """A card that sat at an old table sits down at a new one; a promise of either is kept."""
    old, new = floor.old, floor.new
    assert new.post("b1").state == "posted"
    assert old.hold(old_buy_in(before, "b1", 100_00)).state == "posted"
    old.sign_off("s1")
    assert new.sign_on(floor.track, "2468", "s2", "table:T2", 2).available == 400_00
    with pytest.raises(Exception, match="already in play at table T2"):
        old.sign_on(floor.track, "2468", "s3", "table:T1", 1)
    assert new.hold(buy_in("b3", 200_00, table="T2")).state == "pending"
    assert old.post("b3").state == "posted"
    assert new.hold(cash_out("c3", 200_00, table="T2")).state == "pending"
    assert new.post("c3").state == "posted"
    agree(floor)


def test_a_patron_of_the_new_cage_plays_at_an_old_table(floor):
    patron = floor.ann.open_patron(another("Y"))
    floor.ann.set_pin(patron, "1357")
    track = floor.ann.issue_card(patron)
    floor.ann.deposit(patron, 60_00, "drawer:2")
    assert floor.old.sign_on(track, "1357", "s9", "table:T1", 4).available == 60_00
    assert floor.ann.replace_card(patron) != track
    with pytest.raises(Exception, match="ask at the cage"):
        floor.old.recognise(track)
    agree(floor)


def test_both_write_at_once_and_every_cent_is_there(floor, connect, old_store, before, clock):
    key = before.keys.BankKey(KEY_BYTES)
    floor.old.post("b1")
    olds = [before.counter.Counter(before.bank.Bank(old_store(), key, clock)) for _ in range(2)]
    news = [at_work(Bank(connect(), KEY, clock), "ann") for _ in range(2)]
    done = at_once(
        *(lambda o=o, n=n: [o.deposit("100001", 1_00, "drawer:1", "al") for _ in range(5)]
          for n, o in enumerate(olds)),
        *(lambda c=c: [c.deposit("100001", 1_00, "drawer:2") for _ in range(5)] for c in news),
    )  # fmt: skip
    assert all(isinstance(one, list) for one in done), done
    assert floor.new.balance("patron:100001").balance == 400_00 + 20_00
    agree(floor)


def test_when_all_are_updated_a_line_without_a_chain_is_found(floor):
    """And one that was excused is not changed any more, either."""
    floor.old.post("b1")
    floor.old_cage.deposit("100001", 20_00, "drawer:1", "al")
    assert together(floor.new, AllUpdated(), "sue", "mia").words.startswith("2 lines")
    assert agree(floor) == 0
    floor.old_cage.deposit("100001", 20_00, "drawer:1", "al")
    (problem,) = Counter(floor.new).reconcile().problems
    assert problem == "Lines without a chain were added, were changed or are gone: there are 3."


def test_what_an_old_cage_says_of_a_patron_holds_and_is_linked_in_the_end(floor):
    """Its lines of the change log have no link: counted, believed beside the newest of ours, and
    part of the chain once all are updated."""
    old, new, mine = floor.old_cage, floor.new, floor.ann
    mine.set_time_limit("100001", 60)
    old.set_time_limit("100001", 30, "al")
    old.set_limit("100001", 100_00, "al")
    old.set_limit("100001", 900_00, "al")
    mine.exclude("100001", 3)
    old.exclude("100001", 30, "al")
    old.set_pin("100001", "1357", "al")
    old.set_status("100001", "barred", "al", "fought")
    assert agree(floor) == 6
    assert together(new, AllUpdated(), "sue", "mia").words.startswith("6 lines")
    assert agree(floor) == 0
    new.store.transact(lambda tx: tx.run("UPDATE patron SET status = 'active'"))
    (problem,) = Counter(new).reconcile().problems
    assert problem == "patron 100001: status is active, the change log says barred."


def test_in_new_books_no_line_is_ever_excused(bank, before, old_store, clock, monkeypatch):
    monkeypatch.setattr(before.pins, "COST", 16)
    old = before.bank.Bank(old_store(), before.keys.BankKey(KEY_BYTES), clock)
    order = before.ledger.Order("x1", "fill", "drawer:1", "vault", 1_00, "drawer:1")
    old.store.transact(lambda tx: before.ledger.transfer(tx, order, clock(), old.house))
    (problem,) = Counter(bank).reconcile().problems
    assert "Lines without a chain were added" in problem
