"""stormdeck staff …: who works here, and who may do what.

The first person enrols by the code that `stormdeck bank create` printed, and brings in the second
alone; from then on two people enrol, each by card and PIN.
"""

import argparse
import sys
from collections.abc import Callable

from commands.bank import Parser, open_bank, where_is_the_bank
from commands.sign_on import agree, ask, signed_on
from firmware.bank import acts, roles
from firmware.bank.bank import Bank
from firmware.bank.changes import as_read
from firmware.bank.gaming_day import local_text
from firmware.bank.identity import Identity
from firmware.bank.staff import Credentials, people
from firmware.errors import Fault, Refused

Verb = Callable[[Bank, argparse.Namespace], None]


def _first(bank: Bank, args: argparse.Namespace) -> None:
    given = Identity(bank).first_person(ask("Code: "), args.person)
    _hand_over(f"{args.person} is enrolled as {roles.MANAGER}.", given)


def _enrol(bank: Bank, args: argparse.Namespace) -> None:
    done = agree(bank, acts.Enrol(args.person, args.role), args.reason)
    _hand_over(done.words, done.credentials)


def _second(bank: Bank, args: argparse.Namespace) -> None:
    with signed_on(bank) as desk:
        given = desk.counter.enrol_alone(args.person, args.role)
    _hand_over(f"{args.person} is enrolled as {args.role}.", given)


def _card(bank: Bank, args: argparse.Namespace) -> None:
    done = agree(bank, acts.NewCredentials(args.person), args.reason)
    _hand_over(done.words, done.credentials)


def _role(bank: Bank, args: argparse.Namespace) -> None:
    print(agree(bank, acts.ChangeRole(args.person, args.role), args.reason).words)


def _dismiss(bank: Bank, args: argparse.Namespace) -> None:
    with signed_on(bank) as desk:
        desk.counter.dismiss(args.person, args.reason)
    print(f"{args.person} is dismissed and signed off everywhere.")


def _list(bank: Bank, args: argparse.Namespace) -> None:
    for each in bank.do(lambda tx, now: people(tx)):
        state = "first PIN" if each.pin_is_first else ""
        state = state if each.active else "dismissed"
        print(f"{each.id:<20} {each.role:<16} {state}".rstrip())


def _log(bank: Bank, args: argparse.Namespace) -> None:
    with signed_on(bank) as desk:
        found = desk.counter.changes(args.about or "")
    for one in reversed([as_read(each, bank.house) for each in found]):
        when = local_text(one.at_ms, bank.house)
        change = f"{one.before or '-'} -> {one.after or '-'}"
        print(
            f"{when}  {one.agent:<14} {one.about:<14} {one.what}: {change}  {one.reason}".rstrip()
        )


def _hand_over(words: str, given: Credentials | None) -> None:
    print(words)
    if given:
        print(f"Encode this track, then clear this screen:\n{given.track}")
        print(f"First PIN, good only for choosing another: {given.first_pin}")


# name: (what it does, arguments, function)
VERBS: dict[str, tuple[str, list[str], Verb]] = {
    "first": ("the first person of a house, by the code of its set-up", ["person"], _first),
    "second": ("the first person brings in another, alone", ["person", "role"], _second),
    "enrol": ("a new person, by two people", ["person", "role", "--reason"], _enrol),
    "card": ("a new card and a first PIN, by two people", ["person", "--reason"], _card),
    "role": ("another role, by two people", ["person", "role", "--reason"], _role),
    "dismiss": ("signed off everywhere at once", ["person", "--reason"], _dismiss),
    "list": ("everybody", [], _list),
    "log": ("the change log, or what is in it about one name", ["about?"], _log),
}


def main(argv: list[str]) -> int:
    args = _parser().parse_args(argv)
    if args.verb == "roles":
        print(roles.page())
        return 0
    try:
        VERBS[args.verb][2](open_bank(args.db, args.key), args)
    except (Refused, Fault) as no:
        print(f"stormdeck staff: {no}", file=sys.stderr)
        return 1
    return 0


def _parser() -> Parser:
    top = Parser(
        prog="stormdeck staff",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    where_is_the_bank(top)
    chooser = top.add_subparsers(dest="verb", required=True, metavar="VERB", parser_class=Parser)
    chooser.add_parser("roles", help="what each role may do; docs/roles.md has it, too")
    for name, (words, arguments, _) in VERBS.items():
        verb = chooser.add_parser(name, help=words, description=words)
        for each in arguments:
            if each.startswith("--"):
                verb.add_argument(each, required=True)
            else:
                verb.add_argument(each.rstrip("?"), nargs="?" if each.endswith("?") else None)
    return top
