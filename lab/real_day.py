"""One process, one table, real files: `python -m lab.real_day HOME STEPS`, made to be killed.

It plays random hands against a SQLite bank in HOME until it has taken STEPS steps, then cashes
everyone out, checks every cent and prints "home".
"""

import os
import sys
from pathlib import Path
from random import Random

from firmware.bank.bank import Bank
from firmware.bank.keys import load_bank_key
from firmware.bank.sqlite_store import SqliteStore
from firmware.journal.disk import RealDisk
from firmware.journal.keys import load_keys
from lab.small_table import BuyIn, CashOut, Command, Deal, Put, Sit, Sweep
from lab.table_day import ALL_IN, Day


def script(steps: int) -> list[Command]:
    rng = Random(1)
    out: list[Command] = [Sit(seat, f"s{seat}", f"patron:10000{seat + 1}") for seat in range(3)]
    while len(out) < steps:
        out += [BuyIn(rng.randrange(3), 20_00), Deal()]
        out += [Put(rng.choice((-1, 0, 5_00, ALL_IN))) for _ in range(6)]
    return [*out, *[Put(0)] * 8, Sweep(), *(CashOut(seat) for seat in range(3))]


def main(home: Path, steps: int) -> None:
    bank = Bank(SqliteStore(home / "bank.db"), load_bank_key(home / "bank.key"))
    disks = (RealDisk(home / "a"), RealDisk(home / "b"))
    seed = int.from_bytes(os.urandom(4))
    day = Day(bank, load_keys(home / "table.key"), script(steps), seed, disks)
    day.stranger = True
    day.run()
    assert bank.balance("table:T1").balance == 0
    print("home", day.folds.meters.power_ups)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
