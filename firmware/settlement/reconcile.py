"""Do a table and the bank tell the same story? Transfer by transfer, by their one id (REQ-R41)."""

from collections.abc import Iterable

from msgspec import Struct

from firmware.bank import ledger
from firmware.bank.bank import Bank
from firmware.bank.ledger import number
from firmware.bank.store import Row
from firmware.errors import Refused
from firmware.journal.frame import Entry
from firmware.journal.records import (
    HandPaid,
    Transfer,
    TransferAsked,
    TransferPosted,
    from_entry,
)
from firmware.money import show
from firmware.settlement import transfers
from firmware.settlement.transfers import Outbox


class Compared(Struct, frozen=True):
    transfers: int
    on_its_way: list[str]
    problems: list[str]


_ROWS = """SELECT t.id, t.place, t.document, t.kind, t.amount, COALESCE(o.state, 'pending')
    FROM transfer t LEFT JOIN outcome o ON o.transfer = t.id
    WHERE t.place = ? AND t.kind IN ('buy_in', 'cash_out', 'fees', 'jackpot_in', 'jackpot_out')
    OR t.debit = ? AND (t.kind = 'handpay' OR t.kind = 'park' AND t.id LIKE '%-park-%')"""


def compare_books(entries: Iterable[Entry], bank: Bank, table: str) -> Compared:
    posted, by_hand, outbox = _read(entries)
    rows, known = _rows(bank, table), posted | by_hand
    problems = [_missing(id_, transfer.amount, rows) for id_, transfer in known.items()]
    problems += [_unknown(row, known, outbox) for row in rows.values()]
    on_its_way = [f"{id_}: {transfers.words(parcel)}" for id_, parcel in outbox.parcels.items()]
    return Compared(len(known), on_its_way, [words for words in problems if words])


def missing(entries: Iterable[Entry], bank: Bank, table: str) -> list[Transfer]:
    """What the table saw posted and the bank has forgotten: after a restore, in order.

    What was paid by hand stands on the cage's own documents, and is paid there again.
    """
    posted, *_ = _read(entries)
    rows = _rows(bank, table)
    return [one for id_, one in posted.items() if id_ not in rows or rows[id_][5] == "pending"]


def asked_cash_out(entries: Iterable[Entry], transfer_id: str) -> Transfer:
    """As the table asked for it: for a table that the bank cannot hear."""
    found: Transfer | None = None
    for entry in entries:
        match from_entry(entry):
            case TransferAsked(one) if (one.id, one.kind) == (transfer_id, "cash_out"):
                found = one
            case TransferPosted(one) if one.id == transfer_id:
                raise Refused(f"The transfer {transfer_id} did not fail.", rule="REQ-R40")
    if found is None:
        raise Refused(f"The journal knows no cash-out {transfer_id}.", rule="REQ-R40")
    return found


def _read(entries: Iterable[Entry]) -> tuple[dict[str, Transfer], dict[str, Transfer], Outbox]:
    """What was posted, what was paid by hand, what is on its way; by the bank's ids."""
    posted: dict[str, Transfer] = {}
    by_hand: dict[str, Transfer] = {}
    outbox = Outbox()
    for entry in entries:
        told = from_entry(entry)
        if told is None:
            continue
        transfers.evolve(outbox, told)
        if isinstance(told, TransferPosted):
            posted[told.transfer.id] = told.transfer
        elif isinstance(told, HandPaid):
            by_hand[ledger.by_hand(told.transfer.id)] = told.transfer
    return posted, by_hand, outbox


def _rows(bank: Bank, table: str) -> dict[str, Row]:
    return {row[0]: row for row in bank.store.transact(lambda tx: tx.rows(_ROWS, table, table))}


def _missing(id_: str, cents: int, rows: dict[str, Row]) -> str:
    row = rows.get(id_)
    if row is None:
        return f"{id_}: the table counts {show(cents)}, the bank does not know of it."
    if (row[4], row[5]) != (cents, "posted"):
        return f"{id_}: the table counts {show(cents)}, the bank says {show(row[4])} {row[5]}."
    return ""


def _unknown(row: Row, known: dict[str, Transfer], outbox: Outbox) -> str:
    id_, place, document, kind, cents, state = row
    coming = {*outbox.parcels, *map(ledger.by_hand, outbox.parcels)}
    if state != "posted" or id_ in known or id_ in coming:
        return ""
    paper = number(place, document)
    return f"{id_}: the bank posted a {kind} of {show(cents)} ({paper}); the table knows nothing."
