"""Do a table and the bank tell the same story? Transfer by transfer, by their one id (R41)."""

from collections.abc import Iterable

from msgspec import Struct

from firmware import border
from firmware.bank.bank import Bank
from firmware.bank.ledger import number
from firmware.bank.store import Row
from firmware.border import Outbox
from firmware.journal.frame import Entry
from firmware.journal.records import Told, TransferPosted, from_entry
from firmware.money import show


class Agreed(Struct, frozen=True):
    transfers: int
    on_its_way: list[str]
    problems: list[str]


_ROWS = """SELECT t.id, t.place, t.document, t.kind, t.amount, COALESCE(o.state, 'pending')
    FROM transfer t LEFT JOIN outcome o ON o.transfer = t.id
    WHERE t.place = ? AND t.kind IN ('buy_in', 'cash_out', 'fees', 'jackpot_in', 'jackpot_out')"""


def agree(entries: Iterable[Entry], bank: Bank, table: str) -> Agreed:
    posted: dict[str, int] = {}
    outbox = Outbox()
    for entry in entries:
        told = from_entry(entry)
        if told is not None:
            _hear(told, posted, outbox)
    rows = {row[0]: row for row in bank.store.transact(lambda tx: tx.rows(_ROWS, table))}
    problems = [_missing(id_, cents, rows) for id_, cents in posted.items()]
    problems += [_unknown(row, posted, outbox) for row in rows.values()]
    on_its_way = [f"{id_}: {border.words(parcel)}" for id_, parcel in outbox.parcels.items()]
    return Agreed(len(posted), on_its_way, [words for words in problems if words])


def _hear(told: Told, posted: dict[str, int], outbox: Outbox) -> None:
    border.evolve(outbox, told)
    if isinstance(told, TransferPosted):
        posted[told.transfer.id] = told.transfer.amount


def _missing(id_: str, cents: int, rows: dict[str, Row]) -> str:
    row = rows.get(id_)
    if row is None:
        return f"{id_}: the table counts {show(cents)}, the bank does not know of it."
    if (row[4], row[5]) != (cents, "posted"):
        return f"{id_}: the table counts {show(cents)}, the bank says {show(row[4])} {row[5]}."
    return ""


def _unknown(row: Row, posted: dict[str, int], outbox: Outbox) -> str:
    id_, place, document, kind, cents, state = row
    if state != "posted" or id_ in posted or id_ in outbox.parcels:
        return ""
    paper = number(place, document)
    return f"{id_}: the bank posted a {kind} of {show(cents)} ({paper}); the table knows nothing."
