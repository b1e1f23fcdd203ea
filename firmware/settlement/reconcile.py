"""Do a table and the bank tell the same story? Transfer by transfer, by their one id (REQ-R41)."""

from collections.abc import Iterable

from msgspec import Struct

from firmware.bank.bank import Bank
from firmware.bank.ledger import number
from firmware.bank.store import Row
from firmware.journal.frame import Entry
from firmware.journal.records import Transfer, TransferPosted, from_entry
from firmware.money import show
from firmware.settlement import transfers
from firmware.settlement.transfers import Outbox


class Agreed(Struct, frozen=True):
    transfers: int
    on_its_way: list[str]
    problems: list[str]


_ROWS = """SELECT t.id, t.place, t.document, t.kind, t.amount, COALESCE(o.state, 'pending')
    FROM transfer t LEFT JOIN outcome o ON o.transfer = t.id
    WHERE t.place = ? AND t.kind IN ('buy_in', 'cash_out', 'fees', 'jackpot_in', 'jackpot_out')"""


def agree(entries: Iterable[Entry], bank: Bank, table: str) -> Agreed:
    posted, outbox = _read(entries)
    rows = _rows(bank, table)
    problems = [_missing(id_, transfer.amount, rows) for id_, transfer in posted.items()]
    problems += [_unknown(row, posted, outbox) for row in rows.values()]
    on_its_way = [f"{id_}: {transfers.words(parcel)}" for id_, parcel in outbox.parcels.items()]
    return Agreed(len(posted), on_its_way, [words for words in problems if words])


def missing(entries: Iterable[Entry], bank: Bank, table: str) -> list[Transfer]:
    """What the table saw posted and the bank has forgotten: after a restore, in order."""
    posted, _ = _read(entries)
    rows = _rows(bank, table)
    return [one for id_, one in posted.items() if id_ not in rows or rows[id_][5] == "pending"]


def _read(entries: Iterable[Entry]) -> tuple[dict[str, Transfer], Outbox]:
    posted: dict[str, Transfer] = {}
    outbox = Outbox()
    for entry in entries:
        told = from_entry(entry)
        if told is None:
            continue
        transfers.evolve(outbox, told)
        if isinstance(told, TransferPosted):
            posted[told.transfer.id] = told.transfer
    return posted, outbox


def _rows(bank: Bank, table: str) -> dict[str, Row]:
    return {row[0]: row for row in bank.store.transact(lambda tx: tx.rows(_ROWS, table))}


def _missing(id_: str, cents: int, rows: dict[str, Row]) -> str:
    row = rows.get(id_)
    if row is None:
        return f"{id_}: the table counts {show(cents)}, the bank does not know of it."
    if (row[4], row[5]) != (cents, "posted"):
        return f"{id_}: the table counts {show(cents)}, the bank says {show(row[4])} {row[5]}."
    return ""


def _unknown(row: Row, posted: dict[str, Transfer], outbox: Outbox) -> str:
    id_, place, document, kind, cents, state = row
    if state != "posted" or id_ in posted or id_ in outbox.parcels:
        return ""
    paper = number(place, document)
    return f"{id_}: the bank posted a {kind} of {show(cents)} ({paper}); the table knows nothing."
