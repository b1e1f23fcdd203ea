"""A cage with a full drawer, and ten people with a funded card and the same PIN."""

import sqlite3
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from zlib import crc32

from firmware.bank import schema
from firmware.bank.acts import MoveHouseMoney
from firmware.bank.bank import Bank
from firmware.bank.cards import track_of
from firmware.bank.details import Detail
from firmware.bank.keys import BankKey, load_bank_key, make_bank_key
from firmware.bank.ledger import Order
from firmware.bank.patrons import Application
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.store import Store
from firmware.controller.custody import BAD_BEAT, HIGH_HAND
from firmware.money import Cents
from firmware.table.config import Config
from lab.simulation.demo_people import (
    VAULT,
    at_work,
    enrol_all,
    fund_vault,
    give_cards,
    open_window,
    together,
)

PIN = "2468"
FUNDED = Cents(5_000_00)
NAMES = ("Marisol", "Dutch", "Kenji", "Priya", "Ana", "Walt", "Lena", "Otis", "Bao", "Gus")


def funds(config: Config) -> int:
    """What lies on every card, for many seats at this table."""
    if config.tournament is not None:
        dearest = config.tournament.entry + config.tournament.fee
    else:
        dearest = max(config.least_buy(at) for at in range(len(config.spreads)))
    return max(FUNDED, 100 * dearest)


def demo_bank(
    path: Path | str, key: BankKey, clock: Callable[[], int], table: str = "1", each: int = FUNDED
) -> tuple[Bank, list[str]]:
    """In a file of SQLite."""
    return demo_books(SqliteStore(path), key, clock, table, each)


def demo_books(
    store: Store, key: BankKey, clock: Callable[[], int], table: str = "1", each: int = FUNDED
) -> tuple[Bank, list[str]]:
    """The books, founded when they are new; and the tracks of the cards, seat 1 first."""
    if not schema.is_founded(store):
        schema.found(store)
    bank = Bank(store, key, clock)
    numbers = bank.store.transact(lambda tx: tx.rows("SELECT number FROM card ORDER BY number"))
    if not numbers:
        _found(bank, table, Cents(each))
        numbers = bank.store.transact(lambda tx: tx.rows("SELECT number FROM card ORDER BY number"))
    return bank, [track_of(row[0], key) for row in numbers]


def _found(bank: Bank, table: str, each: Cents) -> None:
    accounts = {"vault": "vault", "drawer:1": "drawer", f"table:{table}": "table", "fees": "fees"}
    accounts |= dict.fromkeys((BAD_BEAT, HIGH_HAND), "jackpot")
    for account, kind in accounts.items():
        bank.open_account(account, kind)
    enrol_all(bank)
    cash = Cents(len(NAMES) * each)
    fund_vault(bank, max(VAULT, cash))
    float_ = min(cash, Cents(len(NAMES) * FUNDED))  # so much is counted, note by note
    _fill(bank, "fill-1", float_)
    open_window(bank, "ann", "drawer:1")
    if cash > float_:
        _fill(bank, "fill-2", Cents(cash - float_))
    counter = at_work(bank, "ann")
    for number, name in enumerate(NAMES):
        patron = counter.open_patron(demo_form(f"P{number}", name))
        counter.set_pin(patron, PIN)
        counter.issue_card(patron)
        counter.complete_report(patron, "card player", "their own")
        counter.deposit(patron, each, "drawer:1")
    give_cards(bank)


def demo_form(document: str, name: str) -> Application:
    """Somebody of their own: no two look alike."""
    number = crc32(document.encode())
    tax = f"{1 + number % 665:03d}{1 + number // 7 % 99:02d}{1 + number // 11 % 9999:04d}"
    born = date(1950, 1, 1) + timedelta(days=number % 18_000)
    detail = Detail(born.isoformat(), "1 Main Street", "Gardena", "CA", "90249", tax_number=tax)
    return Application(name, "passport", document, "2039-12-31", True, detail)


def demo_key(path: Path) -> BankKey:
    """The key of the demo house, made when it is new."""
    return load_bank_key(path) if path.exists() else make_bank_key(path)


def copy_of(source: sqlite3.Connection) -> sqlite3.Connection:
    """A bank made once and copied for each run: thousands of days need thousands of banks."""
    fresh = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    source.backup(fresh)
    return fresh


def _fill(bank: Bank, name: str, cash: Cents) -> None:
    together(bank, MoveHouseMoney(Order(name, "fill", "drawer:1", "vault", cash, "drawer:1")))
