"""Twenty cashiers at one PostgreSQL, each window a process of its own as in a house: how long a
page and a deposit take, beside a bare transaction of the same server in the same run, and what
of it is the window's own processor. Run it alone: python -m lab.bench.cage"""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import quantiles

import psycopg

from firmware.bank import staff
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
    for what in ("page", "deposit"):
        used = spent[f"{what}, processor"]
        yield figure(f"cage: processor of a {what}", "ms", sum(used) / len(used))


def _percentile(spent: list[float], percent: int) -> float:
    return quantiles(spent, n=100)[percent - 1]


def _evening(url: str) -> dict[str, list[float]]:
    bank, _ = demo_books(PostgresStore(url), KEY, wall_clock_ms)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE TABLE bare (at DOUBLE PRECISION)")
    for number in range(CASHIERS):
        _window(bank, number)
    context = get_context("forkserver")
    context.set_forkserver_preload(["lab.bench.cage"])
    with ProcessPoolExecutor(CASHIERS, context) as house:
        shifts = [house.submit(_cashier, url, number) for number in range(CASHIERS)]
        told = [one.result() for one in shifts]
    return {what: [ms for one in told for ms in one[what]] for what in told[0]}


def _window(bank: Bank, number: int) -> None:
    name, drawer = f"cashier {number}", f"drawer:b{number}"
    bank.open_account(drawer, "drawer")
    fill = Order(f"fill-b{number}", "fill", drawer, "vault", Cents(1_000_00), drawer)
    together(bank, MoveHouseMoney(fill))
    bank.do(lambda tx, now: staff.enrol(tx, name, "cashier", "set-up", bank.key, now))
    open_window(bank, name, drawer)


def _cashier(url: str, number: int) -> dict[str, list[float]]:
    luck, bank = Random(number), Bank(PostgresStore(url), KEY)
    way = f"/cage/customer/{100001 + number % 10}"
    spent: dict[str, list[float]] = {}
    with asyncio.Runner() as loop, psycopg.connect(url) as db:
        app, name = cage_of(bank, f"drawer:b{number}"), f"cashier {number}"
        caller = Caller(app, bank, name, loop.run)
        caller.get(way)  # its pages are compiled, and it has its connection
        for turn in range(EACH):
            time.sleep(luck.uniform(*PAUSE_S))
            form = {"amount": "5", "form_id": f"b{number}t{turn}"}
            _spends(spent, "page", partial(caller.get, way))
            _spends(spent, "deposit", partial(caller.post, f"{way}/deposit", **form))
            _spends(spent, "bare", partial(_bare, db))
    return spent


def _spends(spent: dict[str, list[float]], what: str, work: Callable[[], object]) -> None:
    start, used = time.perf_counter(), time.process_time()
    work()
    spent.setdefault(f"{what}, processor", []).append((time.process_time() - used) * 1000)
    spent.setdefault(what, []).append((time.perf_counter() - start) * 1000)


def _bare(db: psycopg.Connection[tuple[object, ...]]) -> None:
    db.execute("INSERT INTO bare VALUES (1)")
    db.commit()


if __name__ == "__main__":
    for one in figures():
        print(one)
