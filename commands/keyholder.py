"""stormdeck keyholder TABLE.TOML manager FILE: a new key of somebody who may open past hands.

The key is made on FILE, a stick that its holder takes along, under a passphrase; its public half
goes into table.toml. A technician and a floor manager agree to it, each by card and PIN; the bank
keeps who did and why. Hands dealt from the table's next start on open by it; those before, by the
key that was there then.

stormdeck keyholder --new FILE, for a table that has no people yet: the key alone.
"""

import argparse
import re
import sys
from pathlib import Path

from commands import arguments
from commands.sign_on import ask, ordered
from drivers.fault import Fault
from firmware import durable
from firmware.bank.acts import TableOrder
from firmware.errors import Refused
from firmware.fairness import keyholder
from firmware.machine import equipment
from firmware.machine.own_memory import keep_private
from firmware.machine.plan import Holders, Plan, read_plan
from firmware.pages import BadPage

WHO = Holders.__struct_fields__


def main(argv: list[str]) -> int:
    parser = _parser()
    args = parser.parse_args(argv)
    keep_private()
    try:
        if args.new:
            print(keyholder.make(args.new, _passphrase()))
            return 0
        missing = [one for one in ("file", "who", "key", "reason") if not getattr(args, one)]
        if missing:
            parser.error(f"still missing: {', '.join(missing)}")
        return _enrol(read_plan(args.file), args.who, args.key, args.reason)
    except (BadPage, Refused, Fault, keyholder.NoKey) as no:
        print(f"stormdeck keyholder: {no}", file=sys.stderr)
    except OSError as no:
        print(f"stormdeck keyholder: {no.filename}: {no.strerror}.", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = arguments.parser("keyholder", __doc__)
    parser.add_argument("file", type=Path, nargs="?", metavar="TABLE.TOML", help="of the table")
    parser.add_argument("who", nargs="?", choices=WHO, help="whose key it is")
    parser.add_argument("key", type=Path, nargs="?", metavar="FILE", help="on the holder's stick")
    parser.add_argument("--reason")
    parser.add_argument("--new", type=Path, metavar="FILE", help="only make a key")
    return parser


def _passphrase() -> str:
    first, second = ask("Passphrase of the new key: "), ask("Again: ")
    if first != second:
        raise Refused("The two passphrases differ: no key was made.")
    return first


def _enrol(plan: Plan, who: str, file: Path, reason: str) -> int:
    if file.exists():
        raise keyholder.NoKey(f"{file} exists: a new key never replaces another.")
    words = _passphrase()
    order = TableOrder(plan.config.table, "ChangeKey", f"a new key of the {who}")
    by = ordered(equipment.bank(plan), order, reason)
    public = keyholder.make(file, words)
    _write(plan, who, public)
    print(f"The {who}'s key is {public[:8]}, by {by}. It is on {file}; put the stick in its safe.")
    print("Hands from the table's next start on open by it.")
    return 0


def _write(plan: Plan, who: str, public: str) -> None:
    """Its one line, and no other; a page that would not be read again is left as it was."""
    old = plan.path.read_text("utf-8")
    section, line = re.search(r"^\[keyholders\].*?(?=^\[|\Z)", old, re.M | re.S), rf"^{who}\s*=.*$"
    assert section is not None, "the page was read"
    told = re.sub(line, f'{who} = "{public}"', section[0], flags=re.M)
    new = old[: section.start()] + told + old[section.end() :]
    try:
        durable.replace(plan.path, new.encode())
        read_plan(plan.path)
    except BadPage:
        durable.replace(plan.path, old.encode())
        raise
