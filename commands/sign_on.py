"""Signing on at a terminal: a card and a PIN for each person that an act needs.

On a terminal neither is echoed; from a pipe they are lines, in the order they are asked for.
"""

import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from firmware.bank.acts import Act, TableOrder
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.done import Done
from firmware.bank.identity import FirstPin, Identity
from firmware.errors import Refused

PLACE = "terminal"


class AtDesk(Struct):
    """A signed-on person, and the PIN that they typed for this one command."""

    counter: Counter
    pin: str
    person: str


@contextmanager
def signed_on(bank: Bank, who: str = "") -> Iterator[AtDesk]:
    """Until the command is over: nobody finds an open session at this terminal."""
    identity = Identity(bank)
    track, pin = ask(f"{who}Card: "), ask("PIN: ")
    try:
        session = identity.sign_on(track, pin, PLACE)
    except FirstPin:
        pin, first = new_pin("Your own PIN, six digits: "), pin
        session = identity.sign_on(track, first, PLACE, pin)
    try:
        yield AtDesk(Counter(bank, session.token), pin, session.person)
    finally:
        identity.sign_off(session.token)


def agree(bank: Bank, act: Act, reason: str) -> Done:
    """Two people, one after the other, each by card and PIN."""
    with signed_on(bank, "First person. ") as first:
        asked = first.counter.propose(act, first.pin, reason)
        with signed_on(bank, "Second person. ") as second:
            return second.counter.confirm(asked.id, second.pin)


def ordered(bank: Bank, order: TableOrder, reason: str) -> str:
    """An order to a table that does not run: the names of the two who gave it."""
    with signed_on(bank, "First person. ") as first:
        asked = first.counter.propose(order, first.pin, reason)
        with signed_on(bank, "Second person. ") as second:
            second.counter.confirm(asked.id, second.pin)
            agreed = Identity(bank).agreed(asked.id)
    return f"{agreed.first}, {agreed.second}"


def new_pin(words: str) -> str:
    """Never on the command line, where the next user of this terminal could read it."""
    first, second = ask(words), ask("Again: ")
    if first != second:
        raise Refused("The two PINs differ: nothing was changed.")
    return first


def ask(words: str, hidden: bool = True) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    return (getpass.getpass if hidden else input)(words).strip()
