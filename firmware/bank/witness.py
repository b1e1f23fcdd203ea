"""The head of each table's journal, as the table last told it: a journal that ends before it, or
tells another story there, was rolled back. And the key that each table is known by.

The first key of a table is believed; another one only when two people have said so. Each row is
held under the bank's key (testimony.py): who can write the database takes none away unseen.
"""

from msgspec import Struct

from firmware.bank import testimony
from firmware.bank.change_book import lines_of
from firmware.bank.changes import note_change
from firmware.bank.keys import BankKey
from firmware.bank.store import Tx
from firmware.bank.testimony import Word
from firmware.errors import Refused


class Seen(Struct, frozen=True):
    record: int
    chain: str
    journal: str


class Head(Struct, frozen=True):
    """What a table says of its journal."""

    place: str  # its account, as table:T1
    journal: str
    public_key: str
    record: int
    chain: str
    cents: int | None = None  # what it holds by its own book; None: some of it is on its way


def short(journal: str) -> str:
    """So much of a journal's name begins the ids of its transfers."""
    return journal[:8]


def newest(tx: Tx, place: str) -> Seen | None:
    """Of the journal that this table told of last: one that begins anew is another story, too."""
    row = tx.row(
        "SELECT record, chain, journal FROM witness WHERE place = ? AND record > 0 "
        "ORDER BY at_ms DESC, record DESC LIMIT 1",
        place,
    )
    return Seen(*row) if row else None


_KEY_IS_TOLD = "SELECT 1 FROM change WHERE about = ? AND what = 'key' AND after = ?"


def _name(place: str) -> str:
    return place.partition(":")[2]


def keys_of(tx: Tx, key: BankKey, place: str) -> set[str]:
    """As the change log tells; of a table that only older programs heard it tells of none."""
    if told := {line.after for line in lines_of(tx, key, _name(place), "key")}:
        return told
    return {row[0] for row in tx.rows("SELECT public_key FROM witness WHERE place = ?", place)}


def tell(tx: Tx, key: BankKey, head: Head, now_ms: int) -> bool:
    """Only ever further on; whether it was."""
    check_key(tx, key, head.place, head.public_key)
    testimony.check(tx, key, testimony.of_journal(head.place))
    row = tx.row(
        "SELECT record FROM witness WHERE place = ? AND journal = ?", head.place, head.journal
    )
    further = row is None or head.record >= row[0]
    if further:
        keep(tx, key, head, now_ms)
    return bool(further)


def check_key(tx: Tx, key: BankKey, place: str, public_key: str) -> None:
    known = keys_of(tx, key, place)
    if known and public_key not in known:
        name = _name(place)
        raise Refused(
            f"Table {name} is known by another key. If it is a new one, two people say so: "
            f"stormdeck bank know {name} {public_key} --reason …",
            rule="REQ-R47",
        )


def keep(
    tx: Tx, key: BankKey, head: Head, now_ms: int, by: str = "", reason: str = "first seen"
) -> None:
    """The newest of this table from now on, whatever the clock says. `by`: who vouches for its
    key; nobody, when the table calls for the first time."""
    name = _name(head.place)
    if not tx.row(_KEY_IS_TOLD, name, head.public_key):
        note_change(tx, by or name, name, "key", "", head.public_key, reason, now_ms)
    row = tx.row("SELECT MAX(at_ms) FROM witness WHERE place = ?", head.place)
    last = row[0] if row and row[0] else 0
    tx.run(
        "INSERT INTO witness (place, journal, public_key, record, chain, at_ms, cents, cents_ms) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (place, journal) DO UPDATE SET "
        "public_key = excluded.public_key, record = excluded.record, chain = excluded.chain, "
        "at_ms = excluded.at_ms, cents = COALESCE(excluded.cents, witness.cents), "
        "cents_ms = COALESCE(excluded.cents_ms, witness.cents_ms)",
        head.place,
        head.journal,
        head.public_key,
        head.record,
        head.chain,
        max(now_ms, last + 1),
        head.cents,
        None if head.cents is None else now_ms,
    )
    if head.record:
        word = Word(f"{head.journal} {head.public_key}", head.record, head.chain)
        testimony.write(tx, key, testimony.of_journal(head.place), word)
