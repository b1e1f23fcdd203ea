"""The records that meters, recall and sessions are folded from. The table writes them.

Journalled once, never edited. New field: give it a default, so that last year's journal opens.
New meaning: new name. Other kinds may stand between them; the folds pass them by.
"""

from typing import Literal

from msgspec import Struct, json

from firmware.journal.frame import Entry, Record
from firmware.money import Cents

TransferKind = Literal["buy_in", "cash_out", "fees", "jackpot_in", "jackpot_out"]


class PoweredUp(Struct, frozen=True):
    software: str = ""


class FaultOpened(Struct, frozen=True):
    name: str
    words: str
    do: str = ""  # the last of the words: what mends it


class FaultCleared(Struct, frozen=True):
    name: str


class Noticed(Struct, frozen=True):
    """No fault, but somebody may ask about it one day: a station moved, a bad swipe, a stranger."""

    name: str
    words: str


class DoorOpened(Struct, frozen=True):
    door: str
    unseen: bool = False  # it was open and shut again while its wire was out
    openings: int = 0  # by the board's own count, which goes on while the table is dark


class DoorShut(Struct, frozen=True):
    door: str


class ServiceTestEntered(Struct, frozen=True):
    by: str
    meters: str = ""  # their hash; the same when the test is over (REQ-R27)


class ServiceTestLeft(Struct, frozen=True):
    by: str
    meters: str = ""


class SessionOpened(Struct, frozen=True):
    session: str
    patron: str
    seat: int


class PlayUntil(Struct, frozen=True):
    """The player's own limit, as the bank told it: then the seat is cashed out after the hand."""

    session: str
    until_ms: int


class SessionClosed(Struct, frozen=True):
    """Over at the table; the bank is told until it has heard it."""

    session: str


class SignedOff(Struct, frozen=True):
    """The bank has heard it: the card may sit down elsewhere."""

    session: str


class PreferencesKept(Struct, frozen=True):
    """How a player wants his glass, at whichever seat he sits down next."""

    patron: str
    chosen: dict[str, str | int | bool]


class Transfer(Struct, frozen=True):
    """Money between the bank and this table. One id on both sides, so that it happens once."""

    id: str
    kind: TransferKind
    debit: str  # the bank account it leaves
    credit: str  # the bank account it reaches
    amount: Cents
    seat: int = 0
    session: str = ""


class TransferAsked(Struct, frozen=True):
    """From here settlement/ carries it to the bank, however often that takes."""

    transfer: Transfer


class TransferCancelled(Struct, frozen=True):
    """The player no longer wants it; whether it is still in time only the bank can say."""

    id: str
    by: str


class TransferPosted(Struct, frozen=True):
    transfer: Transfer


class TransferRefused(Struct, frozen=True):
    transfer: Transfer
    words: str


class HandPaid(Struct, frozen=True):
    """REQ-R40: the bank could not take a cash-out, and a person paid it from a drawer."""

    transfer: Transfer
    by: str


class BooksAccepted(Struct, frozen=True):
    """Two people answer for it that the bank counts so much more, by kind (settlement/at_start)."""

    by: str
    reason: str
    more: dict[str, int]


class HandStarted(Struct, frozen=True):
    hand: int
    game: str = ""
    seats: tuple[int, ...] = ()


class SeatResult(Struct, frozen=True):
    seat: int
    session: str
    wagered: Cents
    won: Cents


class HandEnded(Struct, frozen=True):
    hand: int
    results: tuple[SeatResult, ...]
    fees: Cents = Cents(0)
    jackpot: Cents = Cents(0)  # taken from the pot for the pool
    in_chips: bool = False  # a tournament's: what was wagered and won is no money


class FeesTaken(Struct, frozen=True):
    """The house's, and not out of a pot: time, or the entry to a tournament."""

    amount: Cents
    why: str


class HandVoided(Struct, frozen=True):
    """REQ-R19: every wager went back; the hand counts nowhere, but it is recalled."""

    hand: int
    reason: str
    by: str


class OrderAsked(Struct, frozen=True):
    """Of one person of the floor. It waits for a second until then; else nothing happens."""

    id: str
    what: str  # the order's name
    order: str  # all of it but the person's token, as JSON
    words: str
    by: str
    role: str
    reason: str
    desk: str
    until_ms: int
    slip_until_ms: int = 0  # its slip was good, by the bank's clock


class OrderAnswered(Struct, frozen=True):
    """What became of an order, refusals too. What was done stands in the same batch."""

    id: str
    what: str
    order: str
    words: str  # the answer
    done: bool
    by: str = ""  # "": nobody who was signed on
    role: str = ""
    reason: str = ""
    desk: str = ""
    second: str = ""
    rule: str = ""  # that refused it
    slip_until_ms: int = 0


class DisputeOpened(Struct, frozen=True):
    number: int
    hand: int
    seat: int
    about: str
    note: str
    by: str


class DisputeSettled(Struct, frozen=True):
    number: int
    decision: str
    note: str
    by: str


Told = (
    PoweredUp
    | FaultOpened
    | FaultCleared
    | Noticed
    | DoorOpened
    | DoorShut
    | ServiceTestEntered
    | ServiceTestLeft
    | SessionOpened
    | PlayUntil
    | SessionClosed
    | SignedOff
    | PreferencesKept
    | TransferAsked
    | TransferCancelled
    | TransferPosted
    | TransferRefused
    | HandPaid
    | BooksAccepted
    | HandStarted
    | HandEnded
    | FeesTaken
    | HandVoided
    | OrderAsked
    | OrderAnswered
    | DisputeOpened
    | DisputeSettled
)
_DECODERS = {kind.__name__: json.Decoder(kind) for kind in Told.__args__}
_encode = json.Encoder().encode


def to_record(told: Told) -> Record:
    return Record(type(told).__name__, _encode(told))


def from_entry(entry: Entry) -> Told | None:
    """None when it is a record of someone else's kind."""
    decoder = _DECODERS.get(entry.kind)
    return decoder.decode(entry.body) if decoder else None
