"""Signing on at a terminal: a card and a PIN for each person that an act needs.

On a terminal neither is echoed; from a pipe they are lines, in the order they are asked for.
"""

import getpass
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from firmware.bank.acts import Act, TableOrder
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.done import Done
from firmware.bank.identity import Agreed, FirstPin, Identity
from firmware.bank.staff_sessions import Session
from firmware.errors import Refused
from firmware.settlement.window import TableWindow

PLACE = "terminal"


class Person(Struct, frozen=True):
    """Signed on, and the PIN that they typed for this one command."""

    token: str
    pin: str
    name: str


class AtDesk(Struct, frozen=True):
    """At the bank's own terminal."""

    counter: Counter
    pin: str


@contextmanager
def signed_on(bank: Bank, who: str = "") -> Iterator[AtDesk]:
    identity = Identity(bank)
    with _until_over(identity.sign_on, identity.sign_off, who) as one:
        yield AtDesk(Counter(bank, one.token), one.pin)


@contextmanager
def at_table(window: TableWindow, who: str = "") -> Iterator[Person]:
    """At a table's terminal: who somebody is its bank says, wherever that is."""
    with _until_over(window.begin_shift, window.end_shift, who) as one:
        yield one


@contextmanager
def _until_over(
    begin: Callable[[str, str, str, str], Session], end: Callable[[str], None], who: str
) -> Iterator[Person]:
    """Until the command is over: nobody finds an open session at this terminal."""
    track, pin = ask(f"{who}Card: "), ask("PIN: ")
    try:
        session = begin(track, pin, PLACE, "")
    except FirstPin:
        pin, first = new_pin("Your own PIN, six digits: "), pin
        session = begin(track, first, PLACE, pin)
    try:
        yield Person(session.token, pin, session.person)
    finally:
        end(session.token)


def agree(bank: Bank, act: Act, reason: str) -> Done:
    """Two people, one after the other, each by card and PIN."""
    with signed_on(bank, "First person. ") as first:
        asked = first.counter.propose(act, first.pin, reason)
        with signed_on(bank, "Second person. ") as second:
            return second.counter.confirm(asked.id, second.pin)


def ordered(window: TableWindow, order: TableOrder, reason: str) -> Agreed:
    """An order of two people to a table that does not run."""
    with at_table(window, "First person. ") as first:
        asked = window.propose(first.token, first.pin, order, reason)
        with at_table(window, "Second person. ") as second:
            return window.confirm(second.token, second.pin, asked)


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
