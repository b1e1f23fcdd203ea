"""Before a table runs: does the bank know the same journal, and the same money?

The head that the bank has seen last must stand in the journal; and what crossed between the two,
kind by kind, must be the same in both books. Sums are compared, which costs the same after ten
years; where they differ the transfers are told one by one (reconcile.py).
"""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from firmware.bank.store import Tx
from firmware.bank.witness import Seen
from firmware.errors import Fault
from firmware.journal import faults
from firmware.journal.frame import Entry
from firmware.money import show
from firmware.settlement.transfers import Outbox

HANDPAY = "handpay"


class Books(Struct, frozen=True):
    """A table's side of it."""

    place: str  # its account at the bank
    journal: str  # the beginning of every name that it gave the bank
    posted: Mapping[str, int]  # cents by kind
    accepted: Mapping[str, int]  # differences that two people have answered for
    outbox: Outbox


def check_head(
    seen: Seen | None, journal: str, end: int, read: Callable[[int, int], Iterable[Entry]]
) -> None:
    if seen is None:
        return
    if seen.journal != journal or seen.record > end:
        raise faults.rolled_back(seen.record, end)
    (entry,) = read(seen.record, seen.record)
    if entry.chain.hex() != seen.chain:
        raise faults.rolled_back(seen.record, end)


def differences(tx: Tx, books: Books) -> dict[str, int]:
    """By kind: what the bank has posted, less what the table counts."""
    at_bank = _posted(tx, books)
    for id_, parcel in books.outbox.parcels.items():  # posted there, and not heard of here yet
        kind, amount = parcel.transfer.kind, parcel.transfer.amount
        for name, its_kind in ((id_, kind), (f"{id_}-{HANDPAY}", HANDPAY)):
            if _is_posted(tx, name):
                at_bank[its_kind] = at_bank.get(its_kind, 0) - amount
    kinds = {*at_bank, *books.posted, *books.accepted}
    found = {
        kind: at_bank.get(kind, 0) - books.posted.get(kind, 0) - books.accepted.get(kind, 0)
        for kind in sorted(kinds)
    }
    return {kind: cents for kind, cents in found.items() if cents}


_SUMS = """SELECT t.kind, SUM(t.amount) FROM transfer t
    JOIN outcome o ON o.transfer = t.id AND o.state = 'posted'
    WHERE (t.place = ? OR t.debit = ? AND t.kind = 'handpay') AND t.id LIKE ? GROUP BY t.kind"""


def _posted(tx: Tx, books: Books) -> dict[str, int]:
    rows = tx.rows(_SUMS, books.place, books.place, f"{books.journal}-%")
    return {kind: int(cents) for kind, cents in rows}


def _is_posted(tx: Tx, name: str) -> bool:
    row = tx.row("SELECT 1 FROM outcome WHERE transfer = ? AND state = 'posted'", name)
    return row is not None


def books_differ(found: Mapping[str, int]) -> Fault:
    words = ", ".join(f"{kind} {show(cents)}" for kind, cents in found.items())
    return Fault(
        "BOOKS_DIFFER",
        happened=f"The bank and the table's journal do not count the same money: {words} more at"
        " the bank.",
        safe="Nothing was changed, no hand can start and no money moves.",
        do="Find out why: stormdeck bank reconcile --journal … --table …. Then put back what is"
        " right, or two people answer for it: stormdeck table FILE --accept-journal REASON",
    )
