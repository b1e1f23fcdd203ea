"""stormdeck table FILE: run a table, as its table.toml says, until it is told to stop.

Exit status: 0 stopped; 75 a fault that a restart may mend; 78 a person has to mend it first.
"""

import asyncio
import os
import sys
from pathlib import Path

from commands import arguments
from commands.sign_on import ordered
from firmware.bank.acts import TableOrder
from firmware.bank.identity import Agreed
from firmware.controller import no_floor
from firmware.controller.accept import accept_journal
from firmware.controller.void import check_reason, lost_hand, void_hand
from firmware.errors import Fault, Refused
from firmware.journal.faults import OF_MEMORY
from firmware.machine import equipment, logic_door
from firmware.machine.open_files import make_room
from firmware.machine.own_memory import keep_private
from firmware.machine.plan import Plan, check_new, read_plan
from firmware.machine.program import start
from firmware.machine.software import CHANGED, UNSIGNED
from firmware.money import Cents, show
from firmware.pages import BadPage
from firmware.settlement.window import ACCEPT

STOPPED, AGAIN, A_PERSON = 0, os.EX_TEMPFAIL, os.EX_CONFIG
# A restart finds the same again: systemd leaves these alone (RestartPreventExitStatus).
FOR_A_PERSON = OF_MEMORY | {
    "MEMORY_FAULT", "JOURNAL_KEY", "BANK_KEY", "DEAL_KEY", "BOOK_UNSAFE", "COUNTER_DAMAGED",
    "VAULT_CLOSED", "HAND_IS_OVER", "LEDGER_ALTERED", "FEW_FILES", "ANOTHER_TABLE",
    "NO_BANK_PAIRED", "NO_SISTER_PAIRED", CHANGED, UNSIGNED,
}  # fmt: skip


def main(argv: list[str]) -> int:
    parser = arguments.parser("table", __doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="the table's page, table.toml")
    parser.add_argument("--check", action="store_true", help="only read the page")
    for option, words in ORDERS.items():
        names = ("COPY", "REASON") if option == "--keep-copy" else ("REASON",)
        parser.add_argument(option, nargs=len(names), metavar=names, help=words)
    args = parser.parse_args(argv)
    keep_private()
    try:
        make_room()
        plan = read_plan(args.file)
        if args.void_hand:
            return _void(plan, *args.void_hand)
        if args.keep_copy:
            return _keep(plan, *args.keep_copy)
        if args.accept_journal:
            return _accept(plan, *args.accept_journal)
        if args.clear_journal:
            return _clear(plan, *args.clear_journal)
        if args.check:
            check_new(plan)
            print(f"{args.file} is good: table {plan.config.table}, {plan.config.seats} seats")
            print(no_floor.says(no_floor.players(plan.config, plan.machine.opens_with)))
            return STOPPED
        asyncio.run(start(plan, say).run())
    except (BadPage, Refused) as bad:
        return _no(str(bad), A_PERSON)
    except OSError as no:  # of the machine: files, memory, sockets
        what = f"{no.filename}: " if no.filename else ""
        return _no(f"{what}{no.strerror or no}. Nothing was lost; it is tried again.", AGAIN)
    except Fault as fault:
        code = A_PERSON if fault.name in FOR_A_PERSON else AGAIN
        return _no(f"{fault.name}: {fault}", code)
    say("stopped; everything is on the disk")
    return STOPPED


# Only while the table does not run, and by two people: each by card and PIN, asked for here.
ORDERS = {
    "--void-hand": "a hand whose deck cannot be opened any more: each player gets back what was put"
    " in",
    "--keep-copy": "the journal's disks tell two stories, or somebody wrote on one: keep the first"
    " (1) or the second (2); the other is set aside and filled again",
    "--accept-journal": "the bank knows of more than the journal: go on with what is here",
    "--clear-journal": "it is damaged on both disks and no copy is left: set it aside, begin anew",
}


def _void(plan: Plan, reason: str) -> int:
    opened, vault = equipment.journal(plan), equipment.vault(plan)
    try:
        check_reason(reason)
        number = lost_hand(plan.config, opened, vault)
        by = _two(plan, "VoidHand", f"hand {number}", reason).names
        void_hand(plan.config, opened, vault, equipment.wall_clock_ms(), by, reason)
    finally:
        opened.journal.close()
    say(f"hand {number} is void; everybody has what he began it with. Start the table again.")
    return STOPPED


def _keep(plan: Plan, copy: str, reason: str) -> int:
    if copy not in ("1", "2"):
        raise Refused("Name the copy that is right: 1 or 2.")
    by = _two(plan, "KeepCopy", copy, reason).names
    equipment.keep_copy(plan, int(copy) - 1, by, reason)
    say(f"copy {copy} is kept, the other is set aside. Start the table again.")
    return STOPPED


def _accept(plan: Plan, reason: str) -> int:
    bank = equipment.bank(plan)
    agreed = ordered(bank, TableOrder(plan.config.table, ACCEPT, "as it is"), reason)
    opened = equipment.journal(plan)
    try:
        more = accept_journal(plan.config, opened, bank, agreed)
    finally:
        opened.journal.close()
    for kind, cents in more.items():
        say(f"the bank counts {show(Cents(cents))} more: {kind}")
    say("the journal is accepted as it is. Settle it at the cage, and start the table again.")
    return STOPPED


def _clear(plan: Plan, reason: str) -> int:
    door = logic_door.demand_open(plan, equipment.link_book(plan))
    by = _two(plan, "ClearJournal", "all of it", reason).names
    equipment.clear_journal(plan, by, f"{reason} ({door})")
    say("the old journal is set aside on both disks. Start every station and the table again.")
    say("What the bank counts for the table is told then: settle it at the cage.")
    return STOPPED


def _two(plan: Plan, order: str, what: str, reason: str) -> Agreed:
    return ordered(equipment.bank(plan), TableOrder(plan.config.table, order, what), reason)


def say(words: str) -> None:
    print(words, flush=True)


def _no(words: str, code: int) -> int:
    print(f"stormdeck table: {words}", file=sys.stderr, flush=True)
    return code
