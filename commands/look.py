"""stormdeck look TABLE.TOML: a table as its disks tell it, as JSON, whether it runs or not.

Nothing is written, locked or mended: looking is not powering up. The console looks by it.
"""

import argparse
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from commands import looking
from console.look import Copy, Look, Wrong
from firmware.errors import Fault, Refused
from firmware.machine.equipment import wall_clock_ms
from firmware.machine.plan import Plan, read_plan
from firmware.pages import BadPage

UNIT = "stormdeck-table"
LOG_LINES = 12
NO_PAGE = "Mend that line of table.toml; stormdeck table --check says whether it is good."
NEVER_RAN = "Start it: systemctl start stormdeck-table. The first start makes its keys."


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="stormdeck look",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="TABLE.TOML")
    parser.add_argument("--hand", type=int, default=0, help="one of the last hands, step by step")
    parser.add_argument("--log", type=Path, help="the program's log; else systemd's is asked")
    args = parser.parse_args(argv)
    sys.stdout.buffer.write(msgspec.json.encode(look(args.file, args.hand, args.log)) + b"\n")
    return 0


def look(file: Path, hand: int = 0, log: Path | None = None) -> Look:
    """Whatever is broken, there is an answer."""
    try:
        plan = read_plan(file)
    except BadPage as bad:
        wrong = Wrong("PAGE", str(bad), "Nothing was opened.", NO_PAGE)
        return Look(wall_clock_ms(), wrong=wrong, last_words=_last_words(log))
    seen = Look(
        wall_clock_ms(), plan.config.table, tuple(plan.desks), _bank(plan), str(plan.bank_key),
        looking.parts(plan), _runs(plan), None, _last_words(log), _copies(plan),
    )  # fmt: skip
    try:
        table, steps = looking.table(plan, hand)
        return msgspec.structs.replace(seen, table=table, steps=steps)
    except Fault as fault:
        wrong = Wrong(fault.name, fault.happened, fault.safe, fault.do)
    except Refused as no:
        wrong = Wrong("NOTHING_TO_READ", str(no), "Nothing was changed.", NEVER_RAN)
    except OSError as no:
        where = f"{no.filename}: " if no.filename else ""
        wrong = Wrong("DISK_FAILED", f"{where}{no.strerror or no}.", "Nothing was changed.",
                      "Check both disks of the journal and who may read them.")  # fmt: skip
    return msgspec.structs.replace(seen, wrong=wrong)


def _bank(plan: Plan) -> str:
    address = plan.machine.bank
    return address if "://" in address else str(plan.beside(address))


def _runs(plan: Plan) -> bool:
    """Whether some program holds the journal: read from the kernel's list, so that no start of the
    table ever meets a lock of ours."""
    held: set[str] = set()
    with suppress(OSError):
        lines = Path("/proc/locks").read_text().splitlines()
        held = {line.split()[5].rsplit(":", 1)[1] for line in lines if "->" not in line}
    for name in plan.machine.journal:
        with suppress(OSError):
            if str((plan.beside(name) / "lock").stat().st_ino) in held:
                return True
    return False


def _copies(plan: Plan) -> tuple[Copy, ...]:
    """Each by itself, and whether they go equally far."""
    found = [_copy(plan.beside(name)) for name in plan.machine.journal]
    sizes = {size for size, _ in found}
    if len(sizes) > 1 and all(copy.good for _, copy in found):
        short = min(found, key=lambda one: one[0])[1]
        found = [
            (size, msgspec.structs.replace(copy, words="behind the other", good=False))
            if copy is short
            else (size, copy)
            for size, copy in found
        ]
    return tuple(copy for _, copy in found)


def _copy(where: Path) -> tuple[int, Copy]:
    try:
        logs = [one for one in where.iterdir() if one.suffix == ".log"]
        size = sum(one.stat().st_size for one in logs)
        free = os.statvfs(where)
    except OSError as no:
        return 0, Copy(str(where), no.strerror or "it cannot be read", False)
    room = free.f_bavail * free.f_frsize // 2**20
    words = f"{size / 2**20:,.1f} MB, {room:,} MB free" if logs else "no journal on it"
    return size, Copy(str(where), words, bool(logs))


def _last_words(log: Path | None) -> tuple[str, ...]:
    """Of the table's program: its own log, or what systemd kept of it."""
    if log is not None:
        with suppress(OSError):
            return tuple(log.read_text(errors="replace").splitlines()[-LOG_LINES:])
        return ()
    ask = ["journalctl", "-u", UNIT, "-n", str(LOG_LINES), "-o", "cat", "--no-pager", "-q"]
    try:
        said = subprocess.run(ask, capture_output=True, text=True, errors="replace", timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(said.stdout.splitlines())
