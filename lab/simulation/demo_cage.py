"""A cage with a full drawer, and ten people with a funded card and the same PIN."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from firmware.bank.bank import Bank
from firmware.bank.cards import track_of
from firmware.bank.counter import Counter
from firmware.bank.keys import BankKey
from firmware.bank.ledger import Order
from firmware.bank.patrons import Application
from firmware.bank.sqlite_store import SqliteStore
from firmware.money import Cents

PIN = "2468"
FUNDED = Cents(5_000_00)
NAMES = ("Marisol", "Dutch", "Kenji", "Priya", "Ana", "Walt", "Lena", "Otis", "Bao", "Gus")


def demo_bank(
    path: Path | str, key: BankKey, clock: Callable[[], int], table: str = "1", each: int = FUNDED
) -> tuple[Bank, list[str]]:
    """The books, founded when they are new; and the tracks of the cards, seat 1 first."""
    bank = Bank(SqliteStore(path), key, clock)
    numbers = bank.store.transact(lambda tx: tx.rows("SELECT number FROM card ORDER BY number"))
    if not numbers:
        _found(bank, table, Cents(each))
        numbers = bank.store.transact(lambda tx: tx.rows("SELECT number FROM card ORDER BY number"))
    return bank, [track_of(row[0], key) for row in numbers]


def _found(bank: Bank, table: str, each: Cents) -> None:
    counter = Counter(bank)
    accounts = {"vault": "vault", "drawer:1": "drawer", f"table:{table}": "table", "fees": "fees"}
    for account, kind in accounts.items():
        bank.open_account(account, kind)
    counter.enrol("mia", "manager")
    counter.enrol("ann", "cage", by="mia")
    counter.enrol("sue", "supervisor", by="mia")
    cash = Cents(len(NAMES) * each)
    fill = Order("fill-1", "fill", "drawer:1", "vault", cash, "drawer:1", agent="ann",
                 approver="sue")  # fmt: skip
    counter.transfer(fill)
    for number, name in enumerate(NAMES):
        form = Application(name, "passport", f"P{number}", "2039-12-31", signed=True)
        patron = counter.open_patron(form, "ann")
        counter.set_pin(patron, PIN, "ann")
        counter.issue_card(patron, "ann")
        counter.deposit(patron, each, "drawer:1", "ann")


def copy_of(source: sqlite3.Connection) -> sqlite3.Connection:
    """A bank made once and copied for each run: thousands of days need thousands of banks."""
    fresh = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    source.backup(fresh)
    return fresh
