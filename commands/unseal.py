"""stormdeck unseal TABLE.TOML --hand N --seats 3,8: folded cards of a hand that is over, seen once.

Two people stand here: an auditor, and a floor manager. Each signs on by card and PIN and types the
hand's number; the running table writes down who asked, for which seats and why. Then the keys that
they bring open the hand: the manager's half and the house auditor's, or the key of the auditor
outside. No key of the machine does. The cards are on this screen for a minute, and nowhere else.

stormdeck keyholder makes such keys.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from commands import arguments, opening, shown_once
from commands.order import ask as asked
from commands.sign_on import ask, at_table
from console.opening import Face
from drivers.fault import Fault
from firmware.errors import Refused
from firmware.fairness import keyholder
from firmware.fairness.opened import Alone, Together
from firmware.fairness.seal import Unopened
from firmware.fairness.verify import Wrong
from firmware.machine import equipment
from firmware.machine.own_memory import keep_private
from firmware.machine.plan import Plan, read_plan
from firmware.pages import BadPage
from firmware.screens.protocol import orders as o
from firmware.settlement.window import TableWindow


def main(argv: list[str]) -> int:
    parser = _parser()
    args = parser.parse_args(argv)
    keep_private()
    try:
        missing = [one for one in ("file", "book", "hand", "seats", "case", "reason")
                   if not getattr(args, one)]  # fmt: skip
        if missing:
            parser.error(f"still missing: {', '.join(missing)}")
        return _unseal(read_plan(args.file), args)
    except (BadPage, Refused, Fault, keyholder.NoKey) as no:
        print(f"stormdeck unseal: {no}", file=sys.stderr)
    except (Unopened, Wrong) as no:
        print(f"stormdeck unseal: NOT OPENED  {no}", file=sys.stderr)
    except OSError as no:
        print(f"stormdeck unseal: {no.filename or 'terminal'}: {no.strerror}.", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = arguments.parser("unseal", __doc__)
    parser.add_argument("file", type=Path, nargs="?", metavar="TABLE.TOML", help="of the table")
    parser.add_argument("--book", type=Path, help="own key and the paired table")
    parser.add_argument("--hand", type=int, metavar="N")
    parser.add_argument("--seats", type=_seats, metavar="3,8", help="these, and no others")
    parser.add_argument("--case", metavar="PAPER", help="the number of the paper it is for")
    parser.add_argument("--reason")
    parser.add_argument("--manager-key", type=Path, metavar="FILE")
    parser.add_argument("--auditor-key", type=Path, metavar="FILE", help="the house auditor's half")
    words = "of the auditor outside the house, in place of both"
    parser.add_argument("--outside-key", type=Path, metavar="FILE", help=words)
    return parser


def _seats(text: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() and 1 <= int(part[:4]) <= 99 for part in parts):
        raise argparse.ArgumentTypeError("seats are numbers, with commas: 3,8")
    return tuple(dict.fromkeys(map(int, parts)))


def _unseal(plan: Plan, args: argparse.Namespace) -> int:
    shown_once.check()
    keys = _keys(args)
    by = _two_people(equipment.bank(plan), plan, args)
    journal = equipment.journal_to_read(plan).journal
    found = [_line(one) for one in opening.faces(journal, args.hand, args.seats, keys)]
    return shown_once.show([*_page(args, by), *found])


def _keys(args: argparse.Namespace) -> Together | Alone:
    """Before anybody is asked: who brought the wrong stick has unsealed nothing."""
    if args.outside_key:
        return Alone(_key(args.outside_key, "outside auditor"))
    if not args.manager_key or not args.auditor_key:
        raise Refused("Two halves open a hand: --manager-key and --auditor-key.", rule="REQ-R47")
    halves = _key(args.manager_key, "manager"), _key(args.auditor_key, "house auditor")
    return Together(*halves)


def _key(path: Path, whose: str) -> X25519PrivateKey:
    return keyholder.read(path, ask(f"Passphrase of the {whose}'s key: "))


def _two_people(bank: TableWindow, plan: Plan, args: argparse.Namespace) -> list[str]:
    """The table has written it down when this returns."""
    table = plan.config.table
    with at_table(bank, "First person, auditor. ") as first:
        _typed(args.hand)
        order = o.Unseal(
            id=os.urandom(8).hex(), token=first.token, reason=args.reason, hand=args.hand,
            seats=args.seats, case=args.case, table=table, sure=True,
        )  # fmt: skip
        waits = asked(bank, plan, args.book, order)
        if not isinstance(waits, o.WantsSecond):
            raise Refused(waits.words)
        with at_table(bank, "Second person, manager. ") as second:
            _typed(args.hand)
            confirm = o.Confirm(
                id=os.urandom(8).hex(), token=second.token, order=order.id, table=table,
                sure=True,
            )  # fmt: skip
            done = asked(bank, plan, args.book, confirm)
            if not isinstance(done, o.Done):
                raise Refused(done.words)
            return [first.name, second.name]


def _typed(hand: int) -> None:
    if ask("Type the hand's number: ", hidden=False).replace(",", "") != str(hand):
        raise Refused("That is another hand: nothing was opened.", rule="REQ-R47")


def _page(args: argparse.Namespace, by: list[str]) -> Iterator[str]:
    seats = " and ".join(map(str, args.seats))
    yield f"Hand        {args.hand:,}"
    yield f"Asked for   cards of seats {seats}, and no others"
    yield f"Reason      {args.reason}"
    yield f"Case paper  {args.case}"
    yield f"Two people  {by[0]}, {by[1]}"
    yield ""


def _line(face: Face) -> str:
    if not face.cards:
        return f"seat {face.seat:<3} was dealt no card"
    return (
        f"seat {face.seat:<3} {face.cards:<24} cards {face.numbers} of the deal; open to the seal"
    )
