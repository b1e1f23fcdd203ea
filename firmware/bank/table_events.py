"""What happened at the tables, as the house heard it (REQ-R26): numbered, each once, none left out.

A table sends what the bank has not acknowledged, as often as it takes; the number of the last line
here is the acknowledgement. A line that comes again changes nothing; one with a gap before it, or
another story under a number that is known, is refused.
"""

from collections.abc import Sequence

from msgspec import Struct

from firmware.bank.store import Tx
from firmware.errors import Refused


class TableEvent(Struct, frozen=True):
    number: int  # from 1, of this journal
    record: int  # of the table's journal
    at_ms: int  # by the table's clock
    kind: str
    words: str


class Heard(Struct, frozen=True):
    """How far the house has heard."""

    number: int = 0
    record: int = 0


class Line(Struct, frozen=True):
    table: str
    at_ms: int
    heard_ms: int
    kind: str
    words: str


def heard(tx: Tx, table: str, journal: str) -> Heard:
    """A journal is one table's: another's story is not told under its name."""
    row = tx.row(
        "SELECT number, record FROM table_event WHERE table_name = ? AND journal = ? "
        "ORDER BY number DESC LIMIT 1",
        table, journal,
    )  # fmt: skip
    return Heard(*row) if row else Heard()


def receive(tx: Tx, table: str, journal: str, events: Sequence[TableEvent], now_ms: int) -> Heard:
    """In the order in which they happened."""
    last = heard(tx, table, journal)
    for one in events:
        if one.number <= last.number:
            _the_same(tx, table, journal, one)
            continue
        if one.number != last.number + 1 or one.record <= last.record:
            words = f"Event {one.number} of table {table} does not follow {last.number}."
            raise Refused(words, rule="REQ-R26")
        tx.run(
            "INSERT INTO table_event (journal, number, record, table_name, at_ms, heard_ms, kind, "
            "words) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            journal, one.number, one.record, table, one.at_ms, now_ms, one.kind, one.words,
        )  # fmt: skip
        last = Heard(one.number, one.record)
    return last


def _the_same(tx: Tx, table: str, journal: str, one: TableEvent) -> None:
    row = tx.row(
        "SELECT record, kind, words FROM table_event "
        "WHERE table_name = ? AND journal = ? AND number = ?",
        table, journal, one.number,
    )  # fmt: skip
    if row != (one.record, one.kind, one.words):
        raise Refused(f"Event {one.number} was another one before.", rule="REQ-R26")


def since(tx: Tx, at_ms: int, most: int) -> list[Line]:
    """Heard from then on, the newest first."""
    rows = tx.rows(
        "SELECT table_name, at_ms, heard_ms, kind, words FROM table_event WHERE heard_ms >= ? "
        "ORDER BY heard_ms DESC, number DESC LIMIT ?",
        at_ms, most,
    )  # fmt: skip
    return [Line(*row) for row in rows]
