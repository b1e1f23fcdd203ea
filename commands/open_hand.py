"""stormdeck open-hand TABLE.TOML: the process behind the console's page of unsealing.

It hears the keys of the holders on its standard input, then the order of two people; it opens what
that order names, if the table's journal says that they gave it just now, and nothing else. Lines of
JSON (console/opening.py), to a console only.
"""

import sys
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from commands import arguments, opening
from console.opening import Agreed, Said, Stick, Sticks
from firmware.controller.restore import what_opens
from firmware.errors import Fault, Refused
from firmware.fairness import keyholder
from firmware.fairness.opened import Alone, Together
from firmware.fairness.seal import Unopened
from firmware.fairness.verify import Wrong
from firmware.journal.orders import Given
from firmware.machine import equipment
from firmware.machine.equipment import wall_clock_ms
from firmware.machine.own_memory import keep_private
from firmware.machine.plan import Plan, read_plan
from firmware.pages import BadPage
from firmware.screens.protocol import orders as o

AGREED_MS = 300_000  # an order opens its hand so long, and then another is given
_order = msgspec.json.Decoder(o.AnyOrder).decode


def main(argv: list[str]) -> int:
    parser = arguments.parser("open-hand", __doc__)
    parser.add_argument("file", type=Path, metavar="TABLE.TOML")
    args = parser.parse_args(argv)
    keep_private()
    try:
        keys = _keys(msgspec.json.decode(sys.stdin.buffer.readline(), type=Sticks))
        _say(Said())
        agreed = msgspec.json.decode(sys.stdin.buffer.readline(), type=Agreed)
        _say(_open(read_plan(args.file), agreed, keys))
    except (BadPage, Refused, Fault, keyholder.NoKey) as no:
        _say(Said(no=str(no)))
    except (Unopened, Wrong) as no:
        _say(Said(no=f"NOT OPENED  {no}"))
    except OSError as no:
        _say(Said(no=f"{no.filename or 'It'}: {no.strerror}."))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return 1  # nobody waits for an answer any more
    return 0


def _say(said: Said) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


def _keys(sticks: Sticks) -> Together | Alone:
    if sticks.outside is not None:
        return Alone(_key(sticks.outside))
    if sticks.manager is None or sticks.house_auditor is None:
        raise Refused("Two halves open a hand: the manager's and the house auditor's.", "REQ-R47")
    return Together(_key(sticks.manager), _key(sticks.house_auditor))


def _key(stick: Stick) -> X25519PrivateKey:
    return keyholder.read(Path(stick.file), stick.words)


def _open(plan: Plan, agreed: Agreed, keys: Together | Alone) -> Said:
    opened = equipment.journal_to_read(plan)
    given = what_opens(plan.config, opened).folds.orders.given.get(agreed.order)
    order = _unseal(given)
    assert given is not None
    faces = opening.faces(opened.journal, order.hand, order.seats, keys)
    return Said(by=(given.answer.by, given.answer.second), faces=tuple(faces))


def _unseal(given: Given | None) -> o.Unseal:
    """As two people gave it: no console can ask for more."""
    order = _order(given.answer.order.encode()) if given is not None else None
    if given is None or not isinstance(order, o.Unseal):
        raise Refused("The journal knows no such order of two people.", "REQ-R47")
    if not given.answer.done or not given.answer.second:
        raise Refused(f"Two people did not agree: {given.answer.words}", "REQ-R47")
    if wall_clock_ms() - given.at_ms > AGREED_MS:
        raise Refused("That order is old: both give a new one.", "REQ-R47")
    return order
