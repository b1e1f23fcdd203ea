"""Acts that take two people, as data: one person proposes an act, another confirms just that one.

Their names are the rows of roles.ACTS.
"""

from typing import Literal

from msgspec import Struct

from firmware.bank.ledger import Order
from firmware.money import Cents


class MoveHouseMoney(Struct, frozen=True, tag=True):
    """Fills, pools, fees, suspense."""

    order: Order


class Correct(Struct, frozen=True, tag=True):
    """REQ-R37: never an edit; a compensating entry."""

    transfer: str


class PayByHand(Struct, frozen=True, tag=True):
    """REQ-R40: what did not reach the card is paid in cash, under the failed way's id."""

    transfer: str
    patron: str
    table: str
    amount: Cents
    drawer: str


class Settle(Struct, frozen=True, tag=True):
    """A promise that timed out is kept or let go. The table hears it later."""

    transfer: str
    to: Literal["posted", "voided"]


class EndSession(Struct, frozen=True, tag=True):
    """For a table that will never come back: the account is free again."""

    patron: str


class EnterAgain(Struct, frozen=True, tag=True):
    """After a restore: what a table's journal proves. Known: nothing moves."""

    orders: tuple[Order, ...]


class UnlockAccount(Struct, frozen=True, tag=True):
    patron: str


class UnbarPatron(Struct, frozen=True, tag=True):
    patron: str


class PostDifference(Struct, frozen=True, tag=True):
    """What a signed count has more or less than the books: to over/short."""

    window: str


class ResetPin(Struct, frozen=True, tag=True):
    """For a patron who forgot it, or locked it: both have seen who it is."""

    patron: str


class PayWithoutPin(Struct, frozen=True, tag=True):
    """A withdrawal by the document instead of the PIN."""

    id: str
    patron: str
    amount: Cents
    drawer: str
    document: str  # its number, as it was shown


class PayComp(Struct, frozen=True, tag=True):
    """To a patron's card, out of the promotion that it is for (REQ-R43)."""

    id: str
    patron: str
    amount: Cents
    promotion: str


class Enrol(Struct, frozen=True, tag=True):
    person: str
    role: str


class ChangeRole(Struct, frozen=True, tag=True):
    person: str
    role: str


class NewCredentials(Struct, frozen=True, tag=True):
    person: str


class ConfirmClock(Struct, frozen=True, tag=True):
    """The clock of the machine that this is done at is right (cage_clock.py)."""


class AcceptBooks(Struct, frozen=True, tag=True):
    """After a restore: the books know less than was known before, and are right (heads.py)."""


class KnowTable(Struct, frozen=True, tag=True):
    """A table has a new key: a new machine, or a new disk for its secrets (witness.py)."""

    table: str
    public_key: str


class ClearTable(Struct, frozen=True, tag=True):
    """A table's book and ours differed: both have looked, answer for so much, and money may cross
    again (apart.py)."""

    table: str
    cents: int  # ours less theirs; nought: they agree again


class AllUpdated(Struct, frozen=True, tag=True):
    """No table runs the version before any more: lines without a chain are no longer excused."""


class TableOrder(Struct, frozen=True, tag=True):
    """An order to a table that does not run: the bank keeps who agreed to it, and the table carries
    it out when it is started. What waits at a running table stands in its journal."""

    table: str
    order: str  # as firmware/table/commands.py calls it
    what: str  # all of it, as its table will read it


Act = (
    MoveHouseMoney | Correct | PayByHand | Settle | EndSession | EnterAgain | UnlockAccount
    | UnbarPatron | ResetPin | PayWithoutPin | PayComp | PostDifference | Enrol | ChangeRole
    | NewCredentials | ConfirmClock | AcceptBooks | KnowTable | ClearTable | AllUpdated
    | TableOrder
)  # fmt: skip


def name_of(act: Act) -> str:
    return act.order if isinstance(act, TableOrder) else type(act).__name__
