"""The bank's connection is lost at each step; the database and the processes are killed with -9."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

from firmware import durable
from firmware.bank.bank import Bank, wall_clock_ms
from firmware.bank.postgres_store import PostgresStore
from firmware.bank.sqlite_store import SqliteStore
from firmware.errors import Fault
from firmware.journal.records import Transfer, TransferPosted
from firmware.settlement.transfers import Parcel, carry
from lab.faults.breaking_store import BreakingStore
from lab.simulation.demo_people import at_work
from tests.bank.conftest import (
    KEY,
    KEY_BYTES,
    Clock,
    another,
    books_balance,
    connect,
    fresh_schema,
    make_bank,
    server,
    sit,
)
from tests.settlement.conftest import HOUSE

__all__ = ["connect", "server"]  # fixtures


def both_ways(n: int, patron: str = "100001", table: str = "T1") -> list[Transfer]:
    home, card = f"table:{table}", f"patron:{patron}"
    return [
        Transfer(f"{table}-{n}-in", "buy_in", card, home, 2_00),
        Transfer(f"{table}-{n}-out", "cash_out", home, card, 1_00),
    ]


def carry_until_decided(bank: Bank, transfer: Transfer, patience_s: float = 30) -> object:
    for _ in range(int(patience_s * 50)):
        try:
            return carry(bank, Parcel(transfer, "asked"))
        except Fault as away:
            if away.name != "BANK_AWAY":
                raise
            time.sleep(0.02)
    raise AssertionError("the bank never came back")


def test_the_connection_is_lost_at_each_step_of_a_transfer(connect):
    """Before each statement, at the commit, after it: on both sides once."""
    bank = make_bank(connect(), Clock())
    at_work(bank, "ann").deposit("100001", 1000_00, "drawer:1")
    sit(bank)
    wire = BreakingStore(connect())
    remote = Bank(wire, KEY, Clock())
    broke, n = 0, 0
    while True:
        n += 1
        first_step = wire.step
        wire.breaks_at = first_step + n
        for transfer in both_ways(n):
            assert carry_until_decided(remote, transfer) == TransferPosted(transfer)
        if wire.step < wire.breaks_at:
            break  # this time nothing was left to break
        broke += 1
    assert broke > 20
    assert bank.balance("table:T1").balance == n * 1_00
    assert bank.balance("patron:100001").balance == 1000_00 - n * 1_00
    books_balance(bank)


def test_the_database_is_killed_under_load_and_no_answer_was_a_lie(server):
    url = fresh_schema(server)
    bank = make_bank(PostgresStore(url), Clock())
    tables = [f"K{n}" for n in range(4)]
    for n, table in enumerate(tables, 2):
        prepare(bank, table, f"10000{n}", f"doc{n}")
    stop, done = threading.Event(), dict.fromkeys(tables, 0)

    def play(table: str, patron: str) -> None:
        mine = Bank(PostgresStore(url), KEY, Clock())
        while not stop.is_set():
            for transfer in both_ways(done[table], patron, table):
                decided = carry_until_decided(mine, transfer)
                assert decided == TransferPosted(transfer)
            done[table] += 1

    threads = [
        threading.Thread(target=play, args=(table, f"10000{n}"))
        for n, table in enumerate(tables, 2)
    ]
    for thread in threads:
        thread.start()
    for _ in range(2):
        wait_for(lambda: min(done.values()), more=3)
        server.kill()
        server.start()
    wait_for(lambda: min(done.values()), more=2)
    stop.set()
    for thread in threads:
        thread.join()
    bank.store.close()
    for table in tables:
        assert bank.balance(f"table:{table}").balance == done[table] * 1_00
    books_balance(bank)


def prepare(bank: Bank, table: str, patron: str, document: str) -> None:
    counter = at_work(bank, "ann")
    bank.open_account(f"table:{table}", "table")
    counter.open_patron(another(document))
    counter.set_pin(patron, "2468")
    counter.deposit(patron, 9000_00, "drawer:1")
    sit(bank, f"session-{table}", table, patron)


def wait_for(count, more: int) -> None:
    """Until the load has gone on by so much, however slow this machine is."""
    start = count()
    for _ in range(3000):
        if count() >= start + more:
            return
        time.sleep(0.02)
    raise AssertionError("the load does not move")


def prepare_home(home: Path) -> Bank:
    bank = make_bank(SqliteStore(home / "bank.db"), wall_clock_ms)
    durable.replace(home / "bank.key", KEY_BYTES)
    counter = at_work(bank, "ann")
    for n in (2, 3):
        counter.open_patron(another(str(n)))
        counter.set_pin(f"10000{n}", "2468")
    for n in (1, 2, 3):
        counter.deposit(f"10000{n}", 3000_00, "drawer:1")
    tracks = [counter.issue_card(f"10000{n}") for n in (1, 2, 3)]
    (home / "tracks").write_text("\n".join(tracks))
    bank.open_account("jackpot:high-hand", "jackpot")
    return bank


KILLS = 6


def kill_after(command: list[str], steps: int) -> None:
    """So many writes and syncs of its journal, however quick this machine is; then -9."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(steps):
            assert process.stdout.readline() in ("write\n", "sync\n"), "it ended by itself"
        process.kill()
    assert process.returncode == -signal.SIGKILL


def test_a_table_process_is_killed_again_and_again_and_every_cent_comes_home(tmp_path):
    """Real files, real kill -9, journal and SQLite bank in one process."""
    bank, rng = prepare_home(tmp_path), Random(7)
    command = [sys.executable, "-m", "lab.simulation.killed_day", str(tmp_path), "300"]
    for _ in range(KILLS):
        kill_after(command, steps=rng.randint(20, 400))
    last = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (last.returncode, last.stderr) == (0, "")
    home, power_ups = last.stdout.splitlines()[-1].split()
    assert (home, int(power_ups)) == ("home", KILLS + 1)
    assert bank.balance("table:T1").balance == 0
    people = [bank.balance(f"patron:10000{n}").balance for n in (1, 2, 3)]
    house = [bank.balance(name).balance for name in HOUSE]
    assert sum(people) + sum(house) == 9000_00
    books_balance(bank)
