"""One process, one table, real files, made to be killed.

    python -m lab.simulation.killed_day HOME LINES

It plays random hands against a SQLite bank in HOME until it has played LINES lines, then cashes
everyone out, checks every cent and prints "home". Until then it prints a line at every write and
sync of its journal: whoever kills it counts them.
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
from lab.simulation.day_script import EVENING, Act, Buy, Leave, Line, Open, Sweep, sits
from lab.simulation.power_cut_day import Day


class ToldDisk(RealDisk):
    def append(self, file: str, data: bytes) -> None:
        super().append(file, data)
        print("write", flush=True)

    def sync(self, file: str) -> None:
        super().sync(file)
        print("sync", flush=True)


def script(lines: int) -> list[Line]:
    rng = Random(1)
    out = [line for seat in (1, 2, 3) for line in sits(seat, 60_00)]
    while len(out) < lines:
        seat = rng.randint(1, 3)
        out += [Open(), *(Act(rng.choice(("fold", "call", "raise", "most"))) for _ in range(6))]
        out += rng.choice(([Buy(seat, 40_00)], [Leave(seat)], [Sweep()], sits(seat, 60_00)))
    return [*out, *EVENING]


def main(home: Path, lines: int) -> None:
    bank = Bank(SqliteStore(home / "bank.db"), load_bank_key(home / "bank.key"))
    disks = (ToldDisk(home / "a"), ToldDisk(home / "b"))
    tracks = (home / "tracks").read_text().split()
    seed = int.from_bytes(os.urandom(4))
    day = Day(bank, load_keys(home / "table.key"), tracks, script(lines), seed, disks)
    day.stranger = True
    day.run()
    assert bank.balance("table:T1").balance == 0
    print("home", day.folds.meters.power_ups)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
