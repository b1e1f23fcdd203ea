"""stormdeck table FILE: run a table, as its table.toml says, until it is told to stop.

Exit status: 0 stopped; 75 a fault that a restart may mend; 78 a person has to mend it first.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from firmware.controller import no_floor
from firmware.controller.void import void_hand
from firmware.errors import Fault, Refused
from firmware.journal.faults import OF_MEMORY
from firmware.machine import equipment
from firmware.machine.own_memory import keep_private
from firmware.machine.plan import Plan, read_plan
from firmware.machine.program import start
from firmware.pages import BadPage

STOPPED, AGAIN, A_PERSON = 0, os.EX_TEMPFAIL, os.EX_CONFIG
# A restart finds the same again: systemd leaves these alone (RestartPreventExitStatus).
FOR_A_PERSON = OF_MEMORY | {
    "MEMORY_FAULT", "JOURNAL_KEY", "BANK_KEY", "DEAL_KEY", "BOOK_UNSAFE", "COUNTER_DAMAGED",
    "VAULT_CLOSED",
}  # fmt: skip


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="stormdeck table",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the table's page, table.toml")
    parser.add_argument("--check", action="store_true", help="only read the page")
    parser.add_argument("--void-hand", nargs=2, metavar=("NAME", "REASON"),
                        help="a hand whose deck cannot be opened any more: each player gets back"
                        " what was put in; only while the table does not run")  # fmt: skip
    args = parser.parse_args(argv)
    keep_private()
    try:
        plan = read_plan(args.file)
        if args.void_hand:
            return _void(plan, *args.void_hand)
        if args.check:
            print(f"{args.file} is good: table {plan.config.table}, {plan.config.seats} seats")
            print(no_floor.says(no_floor.players(plan.config, plan.machine.opens_with)))
            return STOPPED
        asyncio.run(start(plan, say).run())
    except (BadPage, Refused) as bad:
        return _no(str(bad), A_PERSON)
    except Fault as fault:
        code = A_PERSON if fault.name in FOR_A_PERSON else AGAIN
        return _no(f"{fault.name}: {fault}", code)
    say("stopped; everything is on the disk")
    return STOPPED


def _void(plan: Plan, by: str, reason: str) -> int:
    opened = equipment.journal(plan)
    try:
        number = void_hand(
            plan.config, opened, equipment.vault(plan), equipment.wall_clock_ms(), by, reason
        )
    finally:
        opened.journal.close()
    say(f"hand {number} is void; everybody has what he began it with. Start the table again.")
    return STOPPED


def say(words: str) -> None:
    print(words, flush=True)


def _no(words: str, code: int) -> int:
    print(f"stormdeck table: {words}", file=sys.stderr, flush=True)
    return code
