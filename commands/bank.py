"""stormdeck bank …: the cage's and the office's work from a terminal; stormdeck cage has the pages.

The bank is a SQLite file or a PostgreSQL address: --db, or STORMDECK_BANK, or ./bank.db.
Its key is a file: --key, or STORMDECK_BANK_KEY, or ./bank.key. `create` makes both, once.
What touches money, cards or people asks for a card and a PIN, of one person or of two.
"""

import argparse
import functools
import os
import sys
from pathlib import Path
from typing import NoReturn

from commands import bank_verbs as verbs
from commands import cage_verbs as cage
from commands.bank_serve import serve
from drivers.link.address import is_socket
from firmware.bank import schema
from firmware.bank.address import store_of
from firmware.bank.bank import Bank
from firmware.bank.clock import is_synchronised
from firmware.bank.counter import Counter
from firmware.bank.identity import Identity
from firmware.bank.keys import heads_beside, load_bank_key, make_bank_key
from firmware.errors import Fault, Refused


class Parser(argparse.ArgumentParser):
    """One line a person can act on, not a page of usage."""

    def error(self, message: str) -> NoReturn:
        name = " ".join(self.prog.split()[:2])
        print(f"{name}: {message} (try {self.prog} --help)", file=sys.stderr)
        raise SystemExit(2)


REASON, DRAWER = "--reason", "--drawer"
DOCUMENT = ["--id-type", "--id-number", "--id-expiry"]
ADDRESS = ["--born", "--street", "--city", "--region", "--postcode"]
# name: (what it does, arguments, options that must be given, function)
VERBS: dict[str, tuple[str, list[str], list[str], verbs.Verb]] = {
    "add": ("open an account of the house", ["kind", "name"], [], verbs.add),
    "open": (
        "open a patron's account",
        [],
        ["--name", *DOCUMENT, *ADDRESS],
        verbs.open_patron,
    ),
    "card": ("issue a card; prints its track", ["patron"], [], verbs.card),
    "lost": ("report a card lost", ["number"], [], verbs.lost),
    "pin": ("set a PIN, asked for twice", ["patron"], [], verbs.pin),
    "deposit": ("take cash", ["patron", "amount"], [DRAWER], verbs.deposit),
    "withdraw": ("pay cash", ["patron", "amount"], [DRAWER], verbs.withdraw),
    "fill": (
        "cash from the vault to a drawer",
        ["drawer", "amount"],
        [],
        verbs.fill,
    ),
    "vault-in": ("cash from the house's bank", ["amount"], [REASON], verbs.vault_in),
    "vault-out": ("cash to the house's bank", ["amount"], [REASON], verbs.vault_out),
    "balance": ("of a patron or an account", ["account"], [], verbs.balance),
    "statement": ("every line of an account", ["account"], [], verbs.statement),
    "lock": ("stop an account", ["patron"], [REASON], verbs.lock),
    "unlock": ("open it again", ["patron"], [REASON], verbs.unlock),
    "unbar": ("let a barred patron in again", ["patron"], [REASON], verbs.unbar),
    "bar": ("bar a patron", ["patron"], [REASON], verbs.bar),
    "exclude": ("self-exclusion, in days", ["patron", "days"], [], verbs.exclude),
    "limit": ("own limit a day, or none", ["patron", "amount"], [], verbs.limit),
    "time-limit": (
        "own minutes at tables a day, or none",
        ["patron", "minutes"],
        [],
        verbs.time_limit,
    ),
    "report": ("the gaming day, or another", ["day?"], [], verbs.report),
    "pending": ("transfers that wait too long, and what is owed by hand", [], [], verbs.pending),
    "settle": (
        "post or void one that waits",
        ["transfer", "how"],
        [REASON],
        verbs.settle,
    ),
    "correct": (
        "a compensating entry",
        ["transfer"],
        [REASON],
        verbs.correct,
    ),
    "comp": (
        "pay a comp or a promotion to a card",
        ["patron", "amount"],
        ["--promotion", REASON],
        verbs.comp,
    ),
    "handpay": (
        "pay in cash what did not reach a card",
        ["transfer"],
        [DRAWER],
        verbs.handpay,
    ),
    "receipt": ("print it again", ["transfer"], [], verbs.receipt),
    "end-session": ("free an account", ["patron"], [REASON], verbs.end_session),
    "backup": ("copy the books to a second disk", ["folder"], [], verbs.backup),
    "catch-up": (
        "after a restore: enter what a table's journal proves",
        [],
        ["--journal", "--table", REASON],
        verbs.catch_up,
    ),
    "open-window": ("count the float, begin a shift", ["drawer"], [], cage.open_window),
    "count": ("the drawer, at the end of a shift", [], [], cage.count),
    "close-window": ("after a count that is even", [], [], cage.close_window),
    "explain": ("documents that could explain a difference", ["window"], [], cage.explain),
    "post-difference": ("to over/short", ["window"], [REASON], cage.post_difference),
    "patron": ("what is known of a patron", ["patron"], [], cage.patron),
    "complete": ("address, birth date, tax number", ["patron"], ADDRESS, cage.complete),
    "document": ("a new document was seen", ["patron"], DOCUMENT, cage.document),
    "attach": ("a scan: document, photo, signature", ["patron", "kind", "file"], [], cage.attach),
    "look-at": ("a scan, into a new file", ["attachment", "file"], [], cage.look_at),
    "tax-number": ("all of it; the log says who looked", ["patron"], [REASON], cage.tax_number),
    "would-cross": (
        "what a deposit or withdraw would make of today",
        ["patron", "kind", "amount"],
        [],
        cage.would_cross,
    ),
    "replace-card": ("a new card; the old ones are dead", ["patron"], [], cage.replace_card),
    "reset-pin": ("the patron chooses a first PIN again", ["patron"], [REASON], cage.reset_pin),
    "pay-without-pin": (
        "pay cash by the document",
        ["patron", "amount"],
        [DRAWER, "--document", REASON],
        cage.pay_without_pin,
    ),
    "close-account": ("pay the balance and close", ["patron"], [DRAWER], cage.close_account),
    "complete-report": (
        "what a currency report asks the patron",
        ["patron"],
        ["--occupation", "--on-behalf"],
        cage.complete_report,
    ),
    "reports": ("currency reports that are due", [], [], cage.reports),
    "report-data": (
        "of one currency report, for its form",
        ["patron", "day"],
        [],
        cage.report_data,
    ),
    "file-report": ("it was sent", ["patron", "day", "reference"], [], cage.file_report),
    "suspect": ("write down what is suspicious", ["patron", "words"], [], cage.suspect),
    "suspicions": ("read it; supervisors only", [], [], cage.suspicions),
    "reconcile": ("do the books agree?", [], [], verbs.reconcile),
    "restored": ("older books were put back: accept them", [], [REASON], verbs.restored),
    "know": ("a table has a new key", ["table", "public_key"], [REASON], verbs.know),
    "clear-table": (
        "its books differed: money crosses again",
        ["table"],
        [REASON],
        verbs.clear_table,
    ),
    "updated": ("no table runs the version before", [], [REASON], verbs.updated),
    "clock": ("this machine's clock is right", [], [REASON], verbs.clock),
}


def where_is_the_bank(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--db", default=os.environ.get("STORMDECK_BANK", "bank.db"))
    parser.add_argument(
        "--key", type=Path, default=Path(os.environ.get("STORMDECK_BANK_KEY", "bank.key"))
    )


@functools.cache
def parser() -> Parser:
    top = Parser(
        prog="stormdeck bank",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    where_is_the_bank(top)
    chooser = top.add_subparsers(dest="verb", required=True, metavar="VERB", parser_class=Parser)
    chooser.add_parser("create", help="make a new bank and its key", description=_CREATE)
    service = chooser.add_parser("serve", help="the bank for tables without its key")
    service.add_argument("--links", type=Path, required=True, help="the key book of this end")
    service.add_argument("listen", nargs="+", metavar="ADDRESS", type=_address)
    for name, (words, arguments, options, _) in VERBS.items():
        verb = chooser.add_parser(name, help=words, description=words)
        for argument in arguments:
            verb.add_argument(argument.rstrip("?"), nargs="?" if argument.endswith("?") else None)
        for option in options:
            verb.add_argument(option, required=True, type=Path if option == "--journal" else str)
        if ADDRESS[0] in options:
            verb.add_argument("--country", default="US")
            verb.add_argument("--passport", action="store_true", help="no social security number")
        _extras(name, verb)
    return top


def _extras(name: str, verb: argparse.ArgumentParser) -> None:
    match name:
        case "open":
            verb.add_argument("--signed", action="store_true", help="the patron has signed")
            verb.add_argument("--not-same", default="", help="why who looks alike is another")
        case "deposit" | "withdraw":
            verb.add_argument("--id", default="", help="ask again after a doubt: same id, once")
            verb.add_argument("--reason", default="")
        case "pay-without-pin" | "close-account":
            verb.add_argument("--id", default="", help="ask again after a doubt: same id, once")
        case "complete-report":
            verb.add_argument("--employer", default="", help="or own business")
        case "backup":
            verb.add_argument("--journal", type=Path, help="a table's journal to copy as well")
        case "fill":
            verb.add_argument("--reason", default="fill")
        case "handpay":
            verb.add_argument("--reason", default="hand pay")
            verb.add_argument("--journal", type=Path, help="of a table that the bank cannot hear")
        case "reconcile":
            verb.add_argument("--journal", type=Path, help="a table's journal to compare with")
            verb.add_argument("--table", help="that table's name, as T1")


def _address(words: str) -> str:
    if not is_socket(words):
        raise argparse.ArgumentTypeError("unix:/path or tcp:10.0.0.4:7411, please")
    return words


_CREATE = "New books and a new key, and the code by which the first person of the house enrols."


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv)
    try:
        if args.verb == "create":
            return _create(args.db, args.key)
        counter = Counter(open_bank(args.db, args.key))
        if args.verb not in ("reconcile", "restored"):
            counter.bank.check_books()
        if args.verb == "serve":
            return serve(counter.bank, args.links, args.listen)
        return VERBS[args.verb][3](counter, args)
    except (Refused, Fault) as no:
        print(f"stormdeck bank: {no}", file=sys.stderr)
    except OSError as error:
        print(f"stormdeck bank: {error.filename}: {error.strerror}", file=sys.stderr)
    return 1


def open_bank(db: str, key: Path) -> Bank:
    return Bank(store_of(db), load_bank_key(key), heads=heads_beside(key),
                synchronised=is_synchronised)  # fmt: skip


def _create(db: str, key: Path) -> int:
    made = make_bank_key(key)
    try:
        store = store_of(db, new=True)
        schema.found(store)
    except BaseException:
        key.unlink()  # it opens nothing
        raise
    code = Identity(Bank(store, made)).first_code()
    store.close()
    print(f"A new bank: {db}. Its key: {key}: keep it apart, and in your backups.")
    print(f"The first person enrols with this code, once: stormdeck staff first NAME\n{code}")
    return 0
