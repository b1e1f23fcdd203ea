"""Which documents of a shift could explain what its count differs by: told once it is signed."""

from msgspec import Struct

from firmware.bank.ledger import number
from firmware.bank.store import Row, Tx
from firmware.bank.windows import DENOMINATIONS, difference
from firmware.errors import Refused

NOTES = tuple(worth for worth in DENOMINATIONS if worth >= 100)
_NOTES_MOST = 100  # more are a strap, and straps are not miscounted by one


class Document(Struct, frozen=True):
    """Of the drawer, as it was booked."""

    transfer: str
    number: str
    kind: str
    cents: int  # that came into the drawer; what left it is less than nought
    at_ms: int
    name: str  # of the customer; "": money of the house
    agent: str
    approver: str
    reason: str
    corrected: str  # the number of what turned it round; "": nothing did


class Clue(Struct, frozen=True):
    """What to look for in one document."""

    rank: int
    what: str = ""  # same, half, notes, corrected; "": nothing
    notes: int = 0  # of what it differs by, in that document


def explanations(tx: Tx, id_: str) -> list[Document]:
    """Those first that alone would explain the difference: by amount, notes and time."""
    found, sheet = difference(tx, id_)
    rows = tx.rows(_DOCUMENTS + "AND t.at_ms >= ?", found.drawer, found.drawer, found.opened_ms)
    gap = sheet.difference
    documents = sorted((_document(row) for row in rows), key=lambda one: (one.at_ms, one.number))
    return sorted(documents, key=lambda one: (clue(one, gap).rank, _distance(one.cents, gap)))


def document(tx: Tx, id_: str, transfer: str) -> Document:
    """One of them."""
    found = next((one for one in explanations(tx, id_) if one.transfer == transfer), None)
    if found is None:
        raise Refused("That is no document of this shift.", rule="REQ-R41")
    return found


_DOCUMENTS = """SELECT t.id, t.place, t.document, t.kind,
    CASE WHEN t.debit = ? THEN t.amount ELSE -t.amount END, t.at_ms, COALESCE(p.name, ''),
    t.agent, t.approver, t.reason, c.place, c.document
    FROM transfer t LEFT JOIN patron p ON p.id = t.patron LEFT JOIN transfer c ON c.corrects = t.id
    WHERE t.place = ? """


def _document(row: Row) -> Document:
    id_, place, document_, kind, cents, at_ms, name, agent, approver, reason, *other = row
    named, corrected = number(place, document_), number(*other) if other[0] else ""
    return Document(id_, named, kind, cents, at_ms, name, agent, approver, reason, corrected)


def clue(one: Document, gap: int) -> Clue:
    """Entered for nothing or forgotten: the amount. The wrong way round: half of it. A note more or
    fewer than was meant. Turned round: was the cash handed back?"""
    cents, apart = abs(one.cents), abs(gap)
    if cents == apart:
        return Clue(0, "same")
    if 2 * cents == apart:
        return Clue(1, "half")
    if one.corrected:
        return Clue(2, "corrected")
    if apart in NOTES and cents % apart == 0 and cents // apart <= _NOTES_MOST:
        return Clue(3, "notes", cents // apart)
    return Clue(4)


def _distance(cents: int, gap: int) -> int:
    return min(abs(abs(cents) - abs(gap)), abs(2 * abs(cents) - abs(gap)))
