"""The same bank on both databases: a real SQLite file and a real PostgreSQL server."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from firmware.bank import schema
from firmware.bank.acts import MoveHouseMoney
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.keys import BankKey
from firmware.bank.ledger import Order
from firmware.bank.patrons import Application
from firmware.bank.postgres_store import PostgresStore
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.store import Store
from lab.simulation.demo_cage import demo_form
from lab.simulation.demo_people import (
    STAFF_PIN,
    at_work,
    enrol_all,
    fund_vault,
    give_cards,
    open_window,
    staff_track,
    together,
)
from lab.twins.postgres_server import Server

KEY_BYTES = bytes(range(32))
KEY = BankKey(KEY_BYTES)
NOON_MS = 1_781_118_000_000  # 2026-06-10 12:00 in Los Angeles
FORM = demo_form("X123", "Ada Lovelace")
_numbers = itertools.count(1)


@pytest.fixture(autouse=True)
def a_clock_that_is_kept(monkeypatch):
    """Whatever the machine of this test says about its own."""
    monkeypatch.setattr("commands.bank.is_synchronised", lambda: True)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


def fresh_schema(server: Server) -> str:
    """An empty place of its own on the one server."""
    schema = f"t{next(_numbers)}"
    with psycopg.connect(server.url, autocommit=True) as db:
        db.execute(f"CREATE SCHEMA {schema}")
    return f"{server.url}&options=-csearch_path%3D{schema}"


SERIALIZABLE = pytest.param("postgresql-serializable", marks=pytest.mark.soak)


@pytest.fixture(params=["sqlite", "postgresql", SERIALIZABLE])
def connect(request, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Another connection to the same books, as another table would have."""
    opened: list[Store] = []
    if request.param != "sqlite":
        url = fresh_schema(request.getfixturevalue("server"))

    def one() -> Store:
        if request.param == "sqlite":
            opened.append(SqliteStore(tmp_path / "bank.db"))
        elif request.param == "postgresql":
            opened.append(PostgresStore(url))
        else:  # what the distributed databases give
            opened.append(PostgresStore(url, psycopg.IsolationLevel.SERIALIZABLE))
        return opened[-1]

    yield one
    for store in opened:
        store.close()


class Clock:
    def __init__(self, now_ms: int = NOON_MS) -> None:
        self.now_ms = now_ms

    def __call__(self) -> int:
        self.now_ms += 1
        return self.now_ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def bank(connect, clock) -> Bank:
    return make_bank(connect(), clock)


@pytest.fixture
def counter(bank) -> Counter:
    return at_work(bank, "ann")


def make_bank(store: Store, clock: Callable[[], int]) -> Bank:
    """A house with staff, a full drawer, two tables and one patron: number 100001."""
    schema.found(store)
    bank = Bank(store, KEY, clock)
    for account, kind in (
        ("vault", "vault"),
        ("drawer:1", "drawer"),
        ("drawer:2", "drawer"),
        ("table:T1", "table"),
        ("table:T2", "table"),
        ("fees", "fees"),
        ("jackpot:bad-beat", "jackpot"),
        ("promotion:june", "promotion"),
        ("suspense", "suspense"),
    ):
        bank.open_account(account, kind)
    enrol_all(bank)
    fund_vault(bank)
    for drawer in ("drawer:1", "drawer:2"):
        fill = Order(f"fill-{drawer}", "fill", drawer, "vault", 50_000_00, drawer)
        together(bank, MoveHouseMoney(fill))
    open_window(bank, "ann", "drawer:1")
    open_window(bank, "bob", "drawer:2")
    counter = at_work(bank, "ann")
    counter.open_patron(FORM)
    counter.set_pin("100001", "2468")
    give_cards(bank)
    return bank


def another(document: str) -> Application:
    """Somebody else, with this document."""
    return demo_form(document, f"Patron {document}")


def typed(bank: Bank, *names: str) -> str:
    """What these people type at a terminal, one after the other, to sign on."""
    return "".join(f"{staff_track(bank, name)}\n{STAFF_PIN}\n" for name in names)


def buy_in(id_: str, amount: int, patron: str = "100001", table: str = "T1") -> Order:
    place = f"table:{table}"
    return Order(id_, "buy_in", f"patron:{patron}", place, amount, place, patron)


def cash_out(id_: str, amount: int, patron: str = "100001", table: str = "T1") -> Order:
    place = f"table:{table}"
    return Order(id_, "cash_out", place, f"patron:{patron}", amount, place, patron)


def sit(bank: Bank, session: str = "s1", table: str = "T1", patron: str = "100001") -> str:
    track = at_work(bank, "ann").issue_card(patron)
    bank.sign_on(track, "2468", session, f"table:{table}", seat=3)
    return track


def books_balance(bank: Bank) -> None:
    assert Counter(bank).reconcile().problems == []
