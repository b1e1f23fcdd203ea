"""Twenty cashiers at one PostgreSQL: how long a page and a deposit take, beside a bare transaction
of the same server in the same run. Run it alone: python -m lab.bench.cage"""

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import quantiles

import psycopg

from firmware.bank.acts import MoveHouseMoney
from firmware.bank.bank import Bank, wall_clock_ms
from firmware.bank.keys import BankKey
from firmware.bank.ledger import Order
from firmware.bank.postgres_store import PostgresStore
from firmware.money import Cents
from lab.bench.all import Figure, figure
from lab.simulation.cashier import Caller, cage_of
from lab.simulation.demo_cage import demo_books
from lab.simulation.demo_people import open_window, together
from lab.twins.postgres_server import Server

KEY = BankKey(bytes(range(32)))
CASHIERS, EACH = 20, 15
PAUSE_S = 0.3, 1.2  # between two customers, at a busy window


def figures() -> Iterator[Figure]:
    with Server() as server:
        spent = _evening(server.url)
    for percent in (95, 99):
        bare = _percentile(spent["bare"], percent)
        for what in ("page", "deposit"):
            name = f"cage, {CASHIERS} cashiers: {what}, p{percent}"
            yield figure(name, "ms", _percentile(spent[what], percent), bare, "bare transaction")


def _percentile(spent: list[float], percent: int) -> float:
    return quantiles(spent, n=100)[percent - 1]


def _evening(url: str) -> dict[str, list[float]]:
    bank, _ = demo_books(PostgresStore(url), KEY, wall_clock_ms)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE TABLE bare (at DOUBLE PRECISION)")
    spent: dict[str, list[float]] = {"page": [], "deposit": [], "bare": []}
    at_work_now = [
        threading.Thread(target=_cashier, args=(url, number, spent)) for number in range(CASHIERS)
    ]
    for number in range(CASHIERS):
        _window(bank, number)
    for one in at_work_now:
        one.start()
    for one in at_work_now:
        one.join()
    return spent


def _window(bank: Bank, number: int) -> None:
    name, drawer = f"cashier {number}", f"drawer:b{number}"
    bank.open_account(drawer, "drawer")
    fill = Order(f"fill-b{number}", "fill", drawer, "vault", Cents(1_000_00), drawer)
    together(bank, MoveHouseMoney(fill))
    bank.do(
        lambda tx, now: tx.run(
            "INSERT INTO person (id, role, active, enrolled_ms, pin_hash, pin_is_first) "
            "VALUES (?, 'cashier', 1, ?, '', 0)",
            name,
            now,
        )
    )
    open_window(bank, name, drawer)


def _cashier(url: str, number: int, spent: dict[str, list[float]]) -> None:
    luck, bank = Random(number), Bank(PostgresStore(url), KEY)
    caller = Caller(cage_of(bank, f"drawer:b{number}"), bank, f"cashier {number}")
    way = f"/cage/customer/{100001 + number % 10}"
    with psycopg.connect(url) as db:
        for turn in range(EACH):
            time.sleep(luck.uniform(*PAUSE_S))
            spent["page"].append(_ms(partial(caller.get, way)))
            form = {"amount": "5", "form_id": f"b{number}t{turn}"}
            spent["deposit"].append(_ms(partial(caller.post, f"{way}/deposit", **form)))
            spent["bare"].append(_ms(partial(_bare, db)))


def _bare(db: psycopg.Connection[tuple[object, ...]]) -> None:
    db.execute("INSERT INTO bare VALUES (1)")
    db.commit()


def _ms(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    for one in figures():
        print(one)
