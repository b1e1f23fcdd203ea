"""stormdeck bank …: what the cage needs until its web app exists.

The bank is a SQLite file or a PostgreSQL address: --db, or STORMDECK_BANK, or ./bank.db.
Its key is a file: --key, or STORMDECK_BANK_KEY, or ./bank.key; it is made at first use.
"""

import argparse
import os
import sys
from pathlib import Path
from typing import NoReturn

from commands import bank_verbs as verbs
from firmware.bank.address import store_of
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.keys import load_bank_key
from firmware.errors import Fault, Refused


class Parser(argparse.ArgumentParser):
    """One line a person can act on, not a page of usage."""

    def error(self, message: str) -> NoReturn:
        print(f"stormdeck bank: {message} (try {self.prog} --help)", file=sys.stderr)
        raise SystemExit(2)


AGENT, APPROVER, REASON, DRAWER = "--agent", "--approver", "--reason", "--drawer"
# name: (what it does, arguments, options that must be given, function)
VERBS: dict[str, tuple[str, list[str], list[str], verbs.Verb]] = {
    "staff": ("enrol a person (the first one is a manager)", ["person", "role"], [], verbs.staff),
    "add": ("open an account of the house", ["kind", "name"], [], verbs.add),
    "open": (
        "open a patron's account",
        [],
        ["--name", "--id-type", "--id-number", "--id-expiry", AGENT],
        verbs.open_patron,
    ),
    "card": ("issue a card; prints its track", ["patron"], [AGENT], verbs.card),
    "lost": ("report a card lost", ["number"], [AGENT], verbs.lost),
    "pin": ("set a PIN, asked for twice", ["patron"], [AGENT], verbs.pin),
    "deposit": ("take cash", ["patron", "amount"], [DRAWER, AGENT], verbs.deposit),
    "withdraw": ("pay cash", ["patron", "amount"], [DRAWER, AGENT], verbs.withdraw),
    "fill": (
        "cash from the vault to a drawer",
        ["drawer", "amount"],
        [AGENT, APPROVER],
        verbs.fill,
    ),
    "balance": ("of a patron or an account", ["account"], [], verbs.balance),
    "statement": ("every line of an account", ["account"], [], verbs.statement),
    "lock": ("stop an account", ["patron"], [AGENT, REASON], verbs.lock),
    "unlock": ("open it again", ["patron"], [AGENT, REASON], verbs.unlock),
    "bar": ("bar a patron", ["patron"], [AGENT, REASON], verbs.bar),
    "exclude": ("self-exclusion, in days", ["patron", "days"], [AGENT], verbs.exclude),
    "limit": ("own limit a day, or none", ["patron", "amount"], [AGENT], verbs.limit),
    "time-limit": (
        "own minutes at tables a day, or none",
        ["patron", "minutes"],
        [AGENT],
        verbs.time_limit,
    ),
    "report": ("the gaming day, or another", ["day?"], [], verbs.report),
    "pending": ("transfers that wait too long, and what is owed by hand", [], [], verbs.pending),
    "settle": (
        "post or void one that waits",
        ["transfer", "how"],
        [AGENT, APPROVER, REASON],
        verbs.settle,
    ),
    "correct": (
        "a compensating entry",
        ["transfer"],
        [AGENT, APPROVER, REASON],
        verbs.correct,
    ),
    "handpay": (
        "pay in cash what did not reach a card",
        ["transfer"],
        [DRAWER, AGENT, APPROVER],
        verbs.handpay,
    ),
    "receipt": ("print it again", ["transfer"], [], verbs.receipt),
    "end-session": ("free an account", ["patron"], [AGENT, APPROVER], verbs.end_session),
    "backup": ("copy the books to a second disk", ["folder"], [], verbs.backup),
    "catch-up": (
        "after a restore: enter what a table's journal proves",
        [],
        ["--journal", "--table", AGENT, APPROVER, REASON],
        verbs.catch_up,
    ),
    "reconcile": ("do the books agree?", [], [], verbs.reconcile),
}


def parser() -> Parser:
    top = Parser(
        prog="stormdeck bank",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--db", default=os.environ.get("STORMDECK_BANK", "bank.db"))
    top.add_argument(
        "--key", type=Path, default=Path(os.environ.get("STORMDECK_BANK_KEY", "bank.key"))
    )
    chooser = top.add_subparsers(dest="verb", required=True, metavar="VERB", parser_class=Parser)
    for name, (words, arguments, options, _) in VERBS.items():
        verb = chooser.add_parser(name, help=words, description=words)
        for argument in arguments:
            verb.add_argument(argument.rstrip("?"), nargs="?" if argument.endswith("?") else None)
        for option in options:
            verb.add_argument(option, required=True, type=Path if option == "--journal" else str)
        _extras(name, verb)
    return top


def _extras(name: str, verb: argparse.ArgumentParser) -> None:
    match name:
        case "staff":
            verb.add_argument("--agent", default="", help="the manager who enrols them")
        case "open":
            verb.add_argument("--signed", action="store_true", help="the patron has signed")
        case "deposit" | "withdraw":
            verb.add_argument("--id", default="", help="ask again after a doubt: same id, once")
            verb.add_argument("--reason", default="")
        case "backup":
            verb.add_argument("--journal", type=Path, help="a table's journal to copy as well")
        case "handpay":
            verb.add_argument("--journal", type=Path, help="of a table that the bank cannot hear")
        case "reconcile":
            verb.add_argument("--journal", type=Path, help="a table's journal to compare with")
            verb.add_argument("--table", help="that table's name, as T1")


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv)
    try:
        counter = Counter(Bank(store_of(args.db), load_bank_key(args.key)))
        return VERBS[args.verb][3](counter, args)
    except (Refused, Fault) as no:
        print(f"stormdeck bank: {no}", file=sys.stderr)
    except OSError as error:
        print(f"stormdeck bank: {error.filename}: {error.strerror}", file=sys.stderr)
    return 1
