"""Before a table runs: does the bank know the same journal, and the same money?

The head that the bank has seen last must stand in the journal; and what crossed between the two,
kind by kind, must be the same in both books. Sums are compared, which costs the same after ten
years; where they differ the transfers are told one by one (reconcile.py).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from firmware.bank.store import Tx
from firmware.bank.witness import Seen, newest
from firmware.errors import Fault
from firmware.journal import faults
from firmware.journal.frame import Entry
from firmware.money import show
from firmware.settlement.transfers import Outbox

HANDPAY = "handpay"
NAMES_MOST = 200  # asked for at once


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


class AtBank(Struct, frozen=True):
    """The bank's side of it."""

    seen: Seen | None  # of the table's journal
    posted: dict[str, int]  # cents by kind


class Window(Protocol):
    """The table's, at the bank."""

    def at_start(self, place: str, journal: str) -> AtBank: ...
    def crossed(self, names: list[str]) -> list[str]: ...


def at_bank(tx: Tx, place: str, journal: str) -> AtBank:
    rows = tx.rows(_SUMS, place, place, f"{journal}-%")
    return AtBank(newest(tx, place), {kind: int(cents) for kind, cents in rows})


def crossed(tx: Tx, names: list[str]) -> list[str]:
    """Which of these the bank has posted."""
    posted = "SELECT 1 FROM outcome WHERE transfer = ? AND state = 'posted'"
    return [name for name in names if tx.row(posted, name)]


def compare(bank: Window, books: Books) -> tuple[Seen | None, dict[str, int]]:
    """The journal's head that the bank knows; and by kind what it has posted, less what the table
    counts. Nothing moves meanwhile: the table carries nothing before this is done."""
    there, outbox = bank.at_start(books.place, books.journal), books.outbox.parcels
    kinds: dict[str, str] = {name: parcel.transfer.kind for name, parcel in outbox.items()}
    kinds |= {_by_hand(name): HANDPAY for name in outbox}
    names = [*kinds]
    posted = dict(there.posted)
    for at in range(0, len(names), NAMES_MOST):  # posted there, and not heard of here yet
        for name in bank.crossed(names[at : at + NAMES_MOST]):
            amount = outbox[name.removesuffix(f"-{HANDPAY}")].transfer.amount
            posted[kinds[name]] = posted.get(kinds[name], 0) - amount
    return there.seen, _more(posted, books)


def _by_hand(name: str) -> str:
    return f"{name}-{HANDPAY}"


def _more(posted: Mapping[str, int], books: Books) -> dict[str, int]:
    kinds = {*posted, *books.posted, *books.accepted}
    found = {
        kind: posted.get(kind, 0) - books.posted.get(kind, 0) - books.accepted.get(kind, 0)
        for kind in sorted(kinds)
    }
    return {kind: cents for kind, cents in found.items() if cents}


_SUMS = """SELECT t.kind, SUM(t.amount) FROM transfer t
    JOIN outcome o ON o.transfer = t.id AND o.state = 'posted'
    WHERE (t.place = ? OR t.debit = ? AND t.kind = 'handpay') AND t.id LIKE ? GROUP BY t.kind"""


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
