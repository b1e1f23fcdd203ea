"""stormdeck look TABLE.TOML: a table as its disks tell it, as JSON, whether it runs or not.

Nothing is written, locked or mended: looking is not powering up. The console looks by it.
"""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from commands import arguments, looking
from console.look import Copy, Look, Software, Update, Wrong
from firmware.errors import Fault, Refused
from firmware.machine import equipment, software
from firmware.machine.equipment import wall_clock_ms
from firmware.machine.plan import Holders, Plan, read_plan
from firmware.machine.this_machine import release, remembered
from firmware.pages import BadPage

UNIT = "stormdeck-table"
LOG_LINES = 12
NO_PAGE = "Mend that line of table.toml; stormdeck table --check says whether it is good."
NEVER_RAN = "Start it: systemctl start stormdeck-table. The first start makes its keys."


def main(argv: list[str]) -> int:
    parser = arguments.parser("look", __doc__)
    parser.add_argument("file", type=Path, metavar="TABLE.TOML")
    parser.add_argument("--hand", type=int, help="one of the last hands, step by step")
    parser.add_argument("--since", type=int, default=0, metavar="MS", help="events from then on")
    parser.add_argument("--log", type=Path, help="the program's log; else systemd's is asked")
    args = parser.parse_args(argv)
    seen = look(args.file, args.hand, args.since, args.log)
    sys.stdout.buffer.write(msgspec.json.encode(seen) + b"\n")
    return 0


def look(file: Path, hand: int | None = None, since_ms: int = 0, log: Path | None = None) -> Look:
    """Whatever is broken, there is an answer."""
    try:
        plan = read_plan(file)
    except BadPage as bad:
        wrong = Wrong("PAGE", str(bad), "Nothing was opened.", NO_PAGE)
        return Look(wall_clock_ms(), wrong=wrong, last_words=_last_words(log))
    seen = Look(
        wall_clock_ms(), plan.config.table, tuple(plan.desks), looking.parts(plan), _runs(plan),
        None, _last_words(log), _copies(plan),
        software=_software(plan), holders=_holders(plan),
        release=release().get("VERSION", ""), update=_update(plan),
    )  # fmt: skip
    try:
        found = looking.Found(plan.config, equipment.journal_to_read(plan))
        steps, no = found.hand_again(hand) if hand is not None else ((), "")
        return msgspec.structs.replace(seen, table=found.table(since_ms), steps=steps, no_hand=no)
    except Fault as fault:
        wrong = Wrong(fault.name, fault.happened, fault.safe, fault.do)
    except Refused as no:
        wrong = Wrong("NOTHING_TO_READ", str(no), "Nothing was changed.", NEVER_RAN)
    except OSError as no:
        where = f"{no.filename}: " if no.filename else ""
        wrong = Wrong("DISK_FAILED", f"{where}{no.strerror or no}.", "Nothing was changed.",
                      "Check both disks of the journal and who may read them.")  # fmt: skip
    return msgspec.structs.replace(seen, wrong=wrong)


def _software(plan: Plan) -> Software:
    """Every file, read now."""
    here, signed = software.found(), bool(plan.machine.software)
    told = Software(here.hash, len(here.files), signed)
    try:
        software.check(plan, here)
    except Fault as fault:
        wrong = Wrong(fault.name, fault.happened, fault.safe, fault.do)
        return msgspec.structs.replace(told, wrong=wrong)
    return told


def _update(plan: Plan) -> Update | None:
    update = remembered(plan.beside(plan.updates.memory))
    if update is None:
        return None
    offer, signed = update.approved.offer, update.approved.approvals
    return Update(
        offer.version, offer.digest, offer.made_ms, offer.changes,
        tuple((one.side, one.name, one.at_ms) for one in signed),
        update.step, update.at_ms, update.slot, update.reason,
    )  # fmt: skip


def _holders(plan: Plan) -> dict[str, str]:
    keys = ((name, getattr(plan.keyholders, name)) for name in Holders.__struct_fields__)
    return {name: key.public_bytes_raw().hex() for name, key in keys}


def _runs(plan: Plan) -> bool:
    """Whether some program holds the journal: read from the kernel's list, so that no start of the
    table ever meets a lock of ours."""
    held: set[str] = set()
    with suppress(OSError):
        held = {line.split()[5] for line in _lines("/proc/locks") if "->" not in line}
    for name in plan.machine.journal:
        with suppress(OSError):
            if file_as_locked(plan.beside(name) / "lock") in held:
                return True
    return False


def file_as_locked(file: Path) -> str:
    """A file as the kernel's list of locks names it: by the device of its mount and its inode. What
    stat calls its device may be another, and every disk has an inode of that number."""
    there = os.open(file, os.O_PATH)
    try:
        told = dict(
            line.split(":\t", 1) for line in _lines(f"/proc/self/fdinfo/{there}") if ":\t" in line
        )
        inode = os.fstat(there).st_ino
    finally:
        os.close(there)
    mounts = {fields[0]: fields[2] for line in _lines("/proc/self/mountinfo")
              if (fields := line.split())}  # fmt: skip
    major, minor = map(int, mounts[told["mnt_id"].strip()].split(":"))
    return f"{major:02x}:{minor:02x}:{inode}"


def _lines(file: str) -> list[str]:
    return Path(file).read_text().splitlines()


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
