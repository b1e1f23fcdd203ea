"""How near the raw limit of the disk and of the database are the journal and the bank?

Every figure stands beside the limit measured in the same run, in turns of a few milliseconds, so
that a busy machine slows both alike. Run it alone: python -m lab.bench.money
"""

import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

import psycopg

from firmware.bank import ledger, schema
from firmware.bank.bank import Bank
from firmware.bank.keys import BankKey
from firmware.bank.ledger import Order
from firmware.bank.postgres_store import PostgresStore
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.store import Store
from firmware.journal import folds
from firmware.journal.disk import Disk, RealDisk
from firmware.journal.frame import Record
from firmware.journal.journal import open_journal
from firmware.journal.keys import Keys
from firmware.journal.records import HandEnded, HandStarted, SeatResult, to_record
from firmware.money import Cents
from lab.bench.pipelined_store import PipelinedStore
from lab.twins.postgres_server import Server

Figure = dict[str, object]
KEYS = Keys(bytes(32), bytes(range(32)))
BODY = b'{"seat":3,"amount":2500,"to":5000,"decision":1234567,"clock_ms":18250}' * 2
TURNS, EACH = 40, 25


def figures() -> Iterator[Figure]:
    Path("build").mkdir(exist_ok=True)
    # Beside the work, not in /tmp: memory that calls itself a disk would flatter everyone.
    with tempfile.TemporaryDirectory(dir="build", prefix="bench-") as place:
        home = Path(place).resolve()
        yield appends(home, 1)
        yield appends(home, 10)
        yield sqlite_transfers(home)
        yield from start_up(home)
    with Server() as server:
        yield from postgres_transfers(server)
        yield from fifty_tables(server)


def figure(bench: str, ours: float, peer: float, peer_name: str, unit: str) -> Figure:
    ratio = round(ours / peer, 3)
    return {
        "bench": bench,
        "ours": round(ours, 1),
        "peer": round(peer, 1),
        "peer_name": peer_name,
        "ratio": ratio,
        "unit": unit,
    }


def in_turns(ours: Callable[[], object], peer: Callable[[], object]) -> tuple[float, float]:
    """How often a second each of them can be done, taking turns."""
    spent = [0.0, 0.0]
    for work in (ours, peer):
        work()
    for _ in range(TURNS):
        for which, work in enumerate((ours, peer)):
            start = time.perf_counter()
            for _ in range(EACH):
                work()
            spent[which] += time.perf_counter() - start
    return TURNS * EACH / spent[0], TURNS * EACH / spent[1]


def appends(home: Path, batch: int) -> Figure:
    place = home / f"append-{batch}"
    disks = (RealDisk(place / "a"), RealDisk(place / "b"))
    journal = open_journal(disks, KEYS, table="B").journal
    journal.segment_bytes = 1 << 40  # rotation is measured by the start-up journal
    records = [Record("bench", BODY)] * batch
    before = disks[0].size(disks[0].list()[0])
    journal.append(records)
    data = os.urandom(disks[0].size(next(n for n in disks[0].list() if n != "lock")) - before)
    bare = [os.open(place / n, os.O_CREAT | os.O_WRONLY | os.O_APPEND) for n in ("x", "y")]

    def raw() -> None:
        for descriptor in bare:
            os.write(descriptor, data)
            os.fsync(descriptor)

    ours, peer = in_turns(lambda: journal.append(records), raw)
    journal.close()
    name = f"durable appends/s, batch of {batch}"
    return figure(name, ours, peer, "write+fsync of the same bytes, twice", "1/s")


def open_books(store: Store) -> Bank:
    schema.found(store)
    bank = Bank(store, BankKey(bytes(32)))
    for n in range(60):
        bank.open_account(f"table:{n}", "table")
        bank.open_account(f"patron:{n}", "patron")
    bank.open_account("vault", "vault")
    bank.open_account("promotion:x", "promotion")
    big, share = Cents(9_000_000_00), Cents(90_000_00)
    fund = Order("fund", "promotion_in", "vault", "promotion:x", big, "vault")
    store.transact(lambda tx: ledger.transfer(tx, fund, bank.clock(), bank.pen))
    for n in range(60):
        gift = Order(f"g{n}", "promotion_out", "promotion:x", f"patron:{n}", share, "vault")
        store.transact(partial(ledger.transfer, order=gift, now_ms=bank.clock(), pen=bank.pen))
    return bank


def one_transfer(bank: Bank, n: int, id_: str) -> None:
    card, home = f"patron:{n}", f"table:{n}"
    order = Order(id_, "buy_in", card, home, Cents(1), home, str(n))
    bank.store.transact(lambda tx: ledger.transfer(tx, order, bank.clock(), bank.pen))


def sqlite_transfers(home: Path) -> Figure:
    bank = open_books(SqliteStore(home / "bank.db"))
    bare = sqlite3.connect(home / "bare.db", isolation_level=None)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER)")
    ids = iter(range(10**9))
    ours, peer = in_turns(
        lambda: one_transfer(bank, 1, str(next(ids))),
        lambda: bare.execute("INSERT INTO t (x) VALUES (1)"),
    )
    bank.store.close()
    return figure("bank transfers/s, SQLite", ours, peer, "bare single-row SQLite commit", "1/s")


def postgres_transfers(server: Server) -> Iterator[Figure]:
    """Beside a transaction of one row, as pgbench's scripts write it; and beside a lone statement,
    which asks the server once instead of three times (a transfer asks four times)."""
    bank = open_books(PostgresStore(server.url))
    bare = psycopg.connect(server.url)
    bare.execute("CREATE TABLE bare (id BIGINT PRIMARY KEY, x BIGINT)")
    bare.execute("INSERT INTO bare VALUES (1, 0)")
    bare.commit()
    ids = iter(range(10**9))

    def row() -> None:
        bare.execute("UPDATE bare SET x = x + 1 WHERE id = 1")
        bare.commit()  # does nothing more where each statement is its own transaction

    for alone, name in ((False, "BEGIN, UPDATE one row, COMMIT"), (True, "one UPDATE by itself")):
        bare.autocommit = alone
        ours, peer = in_turns(lambda: one_transfer(bank, 1, str(next(ids))), row)
        yield figure("bank transfers/s, PostgreSQL", ours, peer, name, "1/s")
    pipelined = Bank(PipelinedStore(server.url), BankKey(bytes(32)))
    ours, peer = in_turns(
        lambda: one_transfer(bank, 1, str(next(ids))),
        lambda: one_transfer(pipelined, 1, str(next(ids))),
    )
    yield figure("bank transfers/s, PostgreSQL", ours, peer, "through psycopg's pipeline()", "1/s")


def start_up(home: Path) -> Iterator[Figure]:
    small, big = (long_history(home / str(events), events) for events in (10_000, 1_000_000))
    spent: tuple[list[float], list[float]] = ([], [])
    waited = []
    for _ in range(25):
        for times, disks in zip(spent, (small, big), strict=True):
            wall_ms, processor_ms = wake_ms(disks)
            times.append(processor_ms)
        waited.append(wall_ms)
    name = "start-up, 1,000,000 events"
    yield figure(name, median(spent[1]), median(spent[0]), "with 10,000 events", "ms of processor")
    yield figure(f"{name}, wall", median(waited), 2000, "the limit we set", "ms")


def long_history(home: Path, events: int) -> tuple[Disk, Disk]:
    """Hands of ten events, a snapshot every hundred; then a very long hand that was cut off."""
    disks = (RealDisk(home / "a"), RealDisk(home / "b"))
    journal, told = open_journal(disks, KEYS, table="B").journal, folds.Folds()
    result = (SeatResult(3, "s", Cents(100), Cents(0)), SeatResult(4, "t", Cents(100), Cents(190)))
    acts = [Record("bench", BODY)] * 8
    for hundred in range(events // 1000):
        batch: list[Record] = []
        for hand in range(hundred * 100, hundred * 100 + 100):
            ends = to_record(HandEnded(hand, result, Cents(10)))
            batch += [to_record(HandStarted(hand)), *acts, ends]
        folds.fold(told, journal.append(batch))
        journal.snapshot(folds.to_bytes(told))
    journal.append([Record("bench", BODY)] * 900)
    journal.close()
    return disks


def wake_ms(disks: tuple[Disk, Disk]) -> tuple[float, float]:
    """By the clock on the wall and by the processor's: others may be using this machine."""
    wall, processor = time.perf_counter(), time.process_time()
    opened = open_journal(disks, KEYS, table="B")
    woken = folds.from_bytes(opened.state or b"")
    folds.fold(woken, opened.entries)
    spent = (time.perf_counter() - wall) * 1000, (time.process_time() - processor) * 1000
    assert len(opened.entries) == 900
    opened.journal.close()
    return spent


def fifty_tables(server: Server, seconds: float = 10) -> Iterator[Figure]:
    """Each table with its own connection, transferring as fast as it can."""
    banks = [Bank(PostgresStore(server.url), BankKey(bytes(32))) for _ in range(50)]
    waits: list[float] = []
    stop = time.perf_counter() + seconds

    def play(n: int) -> None:
        rng, count = Random(n), 0
        while time.perf_counter() < stop:
            start = time.perf_counter()
            one_transfer(banks[n], n, f"fifty-{n}-{count}")
            waits.append((time.perf_counter() - start) * 1000)
            count += 1
            time.sleep(rng.uniform(0, 0.001))

    threads = [threading.Thread(target=play, args=[n]) for n in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    waits.sort()
    alone = postgres_commits(server, seconds / 5)
    per_second = len(waits) / seconds
    peer = "50 bare single-row connections"
    yield figure("50 tables, one PostgreSQL: transfers/s", per_second, alone[0], peer, "1/s")
    p99 = waits[int(len(waits) * 0.99)]
    yield figure("50 tables, one PostgreSQL: p99", p99, alone[1], peer, "ms")


def postgres_commits(server: Server, seconds: float) -> tuple[float, float]:
    wires = [psycopg.connect(server.url, autocommit=True) for _ in range(50)]
    wires[0].execute("INSERT INTO bare SELECT n + 10, 0 FROM generate_series(1, 50) n")
    waits: list[float] = []
    stop = time.perf_counter() + seconds

    def play(n: int) -> None:
        while time.perf_counter() < stop:
            start = time.perf_counter()
            wires[n].execute("UPDATE bare SET x = x + 1 WHERE id = %s", [n + 11])
            waits.append((time.perf_counter() - start) * 1000)

    threads = [threading.Thread(target=play, args=[n]) for n in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    waits.sort()
    return len(waits) / seconds, waits[int(len(waits) * 0.99)]


if __name__ == "__main__":
    for each in figures():
        print(
            "{bench:<42} {ours:>10} {unit:<4} vs {peer:>10}  {ratio:>6}  {peer_name}".format(**each)
        )
