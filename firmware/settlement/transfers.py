"""Chips between a table and the bank: each transfer crosses exactly once, or not at all.

The table journals that it wants a transfer (asked) before the bank hears of it. Then it is carried
under its one id, as often as needed: hold, post. Posting at the bank is the one moment that
decides; the table journals what the bank decided and never decides itself. Chips of a cash-out
leave the stack when it is asked, chips of a buy-in arrive when it is posted: at no moment are they
in two places, and while they are in none the outbox says where they are going.

A cash-out that the bank refused is owed: two people pay it at the cage, in the bank's books, and
the table asks until it hears so (REQ-R40). A person cannot pay what is only slow: the cage makes
an end of the transfer first, and the table hears of that as a refusal.

Pure but for `carry`, which talks to the bank. It may be slow: run it beside the hand, never in it.
"""

from collections.abc import Collection
from typing import Literal, Protocol

from msgspec import Struct

from firmware.bank.ledger import Answer, HandPay, Order
from firmware.errors import Fault, Refused
from firmware.journal.records import (
    HandPaid,
    Told,
    Transfer,
    TransferAsked,
    TransferCancelled,
    TransferPosted,
    TransferRefused,
)
from firmware.money import show

Life = Literal["none", "asked", "cancelling", "owed", "done"]
MOVES: dict[tuple[Life, type[Struct]], Life] = {
    ("none", TransferAsked): "asked",
    ("asked", TransferCancelled): "cancelling",
    ("asked", TransferPosted): "done",
    ("asked", TransferRefused): "done",
    ("cancelling", TransferPosted): "done",  # it was too late to cancel
    ("cancelling", TransferRefused): "done",
    ("owed", HandPaid): "done",
}


class Parcel(Struct, frozen=True):
    transfer: Transfer
    life: Life


class Outbox(Struct):
    """All transfers that are not done. Part of the table's state, moved only by `evolve`."""

    parcels: dict[str, Parcel] = {}


class TableBank(Protocol):
    """What a transfer needs of a bank: firmware/bank/bank.py."""

    def hold(self, order: Order) -> Answer: ...

    def post(self, transfer: str) -> Answer: ...

    def void(self, transfer: str, words: str) -> Answer: ...

    def paid_by_hand(self, transfer: str) -> HandPay | None: ...


def evolve(outbox: Outbox, told: Told) -> None:
    """Move the parcel that this record speaks of; other records pass by."""
    if not isinstance(told, _SPEAKING):
        return
    transfer_id = told.id if isinstance(told, TransferCancelled) else told.transfer.id
    parcel = outbox.parcels.get(transfer_id)
    life = MOVES[parcel.life if parcel else "none", type(told)]
    if isinstance(told, TransferRefused) and told.transfer.kind == "cash_out":
        life = "owed"  # REQ-R40: the chips have left the stack, so a person must pay them
    if life == "done":
        del outbox.parcels[transfer_id]
    elif isinstance(told, TransferCancelled):
        assert parcel is not None
        outbox.parcels[transfer_id] = Parcel(parcel.transfer, life)
    else:
        outbox.parcels[transfer_id] = Parcel(told.transfer, life)


_SPEAKING = (
    TransferAsked,
    TransferCancelled,
    TransferPosted,
    TransferRefused,
    HandPaid,
)


def cancel(outbox: Outbox, transfer_id: str, by: str) -> TransferCancelled:
    """The player changed their mind. Only a buy-in can be called back: its money is not here."""
    parcel = outbox.parcels.get(transfer_id)
    if parcel is None or parcel.life != "asked" or parcel.transfer.kind != "buy_in":
        raise Refused("There is nothing on its way that could be called back.", rule="REQ-R40")
    return TransferCancelled(transfer_id, by)


def to_carry(outbox: Outbox, waiting: Collection[str] = ()) -> list[Parcel]:
    """Oldest first; what is owed waits for a person, not for the bank. A pool is fetched back when
    all that was sent to it has come there; whatever was asked later waits for that: it may be paid
    out of it. Not while the fetch itself is `waiting` for people: then all is refused, and owed."""
    found: list[Parcel] = []
    for parcel in outbox.parcels.values():
        if parcel.transfer.id in waiting:
            continue
        fetches = parcel.transfer.kind == "jackpot_out"
        if fetches and any(sent.transfer.kind == "jackpot_in" for sent in found):
            break
        if parcel.life != "owed":
            found.append(parcel)
        if fetches:
            break
    return found


def owed(outbox: Outbox) -> list[Parcel]:
    """Asked about now and then, until somebody has paid it."""
    return [parcel for parcel in outbox.parcels.values() if parcel.life == "owed"]


def carry(bank: TableBank, parcel: Parcel) -> TransferPosted | TransferRefused | HandPaid | None:
    """Ask the bank until it decides. A BANK_AWAY fault means: later, with the same parcel.

    None: what is owed is not paid yet.
    """
    transfer = parcel.transfer
    if parcel.life == "owed":
        paid = bank.paid_by_hand(transfer.id)
        return HandPaid(transfer, paid.by) if paid and _is_it(paid, transfer) else None
    if parcel.life == "cancelling":
        answer = bank.void(transfer.id, "cancelled by the player")
    else:
        try:
            answer = bank.hold(order_of(transfer))
        except Refused as no:  # the id is another transfer's: under it this one never moves
            return TransferRefused(transfer, str(no))
        if answer.state == "pending":
            answer = bank.post(transfer.id)
    assert answer.state != "pending", "a bank that posts without posting"
    if answer.state == "posted":
        return TransferPosted(transfer)
    return TransferRefused(transfer, answer.words)


def _is_it(paid: HandPay, owed: Transfer) -> bool:
    """This money, to this patron, out of this table: nothing else makes an end of it."""
    return (paid.amount, paid.account, paid.table) == (owed.amount, owed.credit, owed.debit)


def order_of(transfer: Transfer) -> Order:
    ends = (transfer.debit, transfer.credit)
    place = next(account for account in ends if account.startswith("table:"))
    patron = next((a.removeprefix("patron:") for a in ends if a.startswith("patron:")), "")
    return Order(
        transfer.id, transfer.kind, transfer.debit, transfer.credit, transfer.amount, place, patron
    )


def cash_out_refused(transfer: Transfer, why: str) -> Fault:
    """One is open for each transfer: the floor's list of what is owed."""
    return Fault(
        REFUSED,
        happened=f"Seat {transfer.seat}: {show(transfer.amount)} did not reach the card ({why}).",
        safe="The money is safe at the table, and owed to the player.",
        do=f"Two people pay it in cash at the cage: stormdeck bank handpay {transfer.id}",
    )


REFUSED = "CASH_OUT_REFUSED"


def words(parcel: Parcel) -> str:
    """The truth for the player, while it is under way."""
    amount = show(parcel.transfer.amount)
    match parcel.transfer.kind, parcel.life:
        case "cash_out", "owed":
            return f"Your {amount} could not reach your card. It is safe; the cage pays it."
        case "cash_out", _:
            return f"Your {amount} is on its way to your card."
        case "buy_in", "cancelling":
            return f"Calling your {amount} back to your card."
        case "buy_in", _:
            return f"Your {amount} is on its way to the table."
        case _:
            return f"{amount} is on its way to the bank."
