"""stormdeck update TABLE.TOML: takes an approved bundle from its folder to the slot that does not
run, tries it once when the floor has closed the table, and keeps it if it proves itself.

Started by stormdeck-update.service, as root. `--take FOLDER` brings a bundle in, from a stick say:
bundle.raucb with approved.json, in which house and lab have signed (stormdeck approve). `--ask` is
the console's, while the table is down: start it, or go back to the version before.
"""

import os
import shutil
import sys
import time
from pathlib import Path

from commands import arguments
from firmware.errors import Fault, Refused
from firmware.machine import offer, slots
from firmware.machine.plan import read_plan
from firmware.machine.this_machine import (
    APPROVED,
    BUNDLE,
    ThisMachine,
    Wish,
    digest_of,
    remembered,
)
from firmware.machine.updating import begun, carry_out, refused, take_back
from firmware.pages import BadPage

LOOK_S = 2.0


def main(argv: list[str]) -> int:
    parser = arguments.parser("update", __doc__)
    parser.add_argument("file", type=Path, metavar="TABLE.TOML")
    parser.add_argument("--take", type=Path, metavar="FOLDER", help="bring this bundle in")
    parser.add_argument("--ask", choices=("start", "back"), help="of the machine of a dead table")
    parser.add_argument("--who", default="", help="who asks")
    parser.add_argument("--why", default="", help="the reason is kept with it")
    args = parser.parse_args(argv)
    try:
        machine = ThisMachine(read_plan(args.file))
        if args.ask is not None:
            return _ask(machine, Wish(args.ask, args.who, args.why))
        if args.take is not None:
            return _take(machine, args.take)
        while True:
            turn(machine)
            time.sleep(LOOK_S)
    except (BadPage, Fault, Refused) as no:
        print(f"stormdeck update: {no}", file=sys.stderr)
    except OSError as no:
        print(f"stormdeck update: {no.filename or ''}: {no.strerror}", file=sys.stderr)
    return 1


def turn(machine: ThisMachine) -> None:
    """One look, and what is to be done."""
    update, wish = remembered(machine.memory), machine.wish()
    if wish is not None:
        _grant(machine, wish, update)
    elif update is not None and (act := slots.next_act(update, machine.now(update))) is not None:
        carry_out(act, update, machine)
    elif update is None or update.over:
        _check(machine, update)


def _not_back(machine: ThisMachine) -> str:
    return slots.not_taken_back(remembered(machine.memory), machine.runs(), machine.table_runs)


def _grant(machine: ThisMachine, wish: Wish, update: slots.Update | None) -> None:
    print(f"{wish.what}: {wish.who} asked for it: {wish.why}", flush=True)
    match wish.what:
        case "start":
            machine.start_table()
        case "back" if update is not None and not _not_back(machine):
            take_back(update, machine, f"{wish.who} took it back: {wish.why}")


def _ask(machine: ThisMachine, wish: Wish) -> int:
    """By whoever may leave a wish: the console. The updater does it."""
    if wish.what == "back" and (no := _not_back(machine)):
        raise Refused(no)
    machine.ask(wish)
    words = {
        "start": "It is started. The hand goes on as it stood, same cards.",
        "back": "The version before starts: the machine is back in some minutes.",
    }
    print(words[wish.what])
    return 0


def _check(machine: ThisMachine, before: slots.Update | None) -> None:
    """What is offered, once: it is on its way then, or refused by name."""
    try:
        approved = machine.offered()
    except ValueError:
        return  # half of it, or no page of ours
    if approved is None or (before is not None and before.approved == approved):
        return
    boot, at_ms = machine.boot(), machine.now_ms()
    machine.tell(f"version {approved.offer.version} is offered; its bytes are read")
    try:
        offer.check(approved, machine.here(), digest_of(machine.bundle))
        machine.remember(begun(approved, boot, at_ms))
    except Refused as no:
        name = no.rule.removeprefix("update ")
        machine.remember(refused(approved, boot, at_ms, f"{name}: {no}"))


def _take(machine: ThisMachine, folder: Path) -> int:
    """The page last: a bundle is offered when it is all there."""
    size = (folder / BUNDLE).stat().st_size
    here = machine.folder
    here.mkdir(mode=0o700, exist_ok=True)
    (here / APPROVED).unlink(missing_ok=True)
    (here / BUNDLE).unlink(missing_ok=True)
    offer.check_room(size, machine.here())
    for name in (BUNDLE, APPROVED):
        shutil.copyfile(folder / name, here / f"{name}.new")
        with (here / f"{name}.new").open("rb") as copied:
            os.fsync(copied.fileno())
        (here / f"{name}.new").replace(here / name)
    print(
        f"The bundle is here, {size >> 20:,} MB. It is checked and written while the table plays."
    )
    return 0
