"""A table's own book held against ours (REQ-R41), each time the table tells what it holds while
nothing is on its way: in that unit of work, so that neither a clock nor a transfer comes between.

Where they differ no money crosses at that table until two people have looked: a buy-in is refused,
a cash-out is owed and paid at the cage by two people, what the table sweeps stays there, a prize
waits in its pool. The hand goes on. That the books agree again by themselves ends nothing: somebody
says what it was. Two people who clear it answer for what it differs by then; what differs from that
is new.
"""

from msgspec import Struct

from firmware.bank.change_book import last_lines
from firmware.bank.changes import note_change
from firmware.bank.keys import BankKey
from firmware.bank.store import Tx
from firmware.bank.witness import Head, short
from firmware.errors import Fault, Refused
from firmware.money import Cents, show

APART, CLEARED = "BOOKS_APART", "cleared"


class Apart(Struct, frozen=True):
    journal: str
    since_ms: int
    cents: int  # ours less theirs, when the table last told


def compare(tx: Tx, head: Head, now_ms: int) -> None:
    """What a table told, if nothing of it was on its way."""
    if head.cents is None:
        return
    gap = _posted(tx, head) - head.cents - _answered_for(tx, head)
    _keep(tx, head.place, head.journal, gap)
    known = stopped(tx, head.place)
    if known is None and gap:
        tx.run(
            "INSERT INTO books_apart (place, journal, since_ms, cents) VALUES (?, ?, ?, ?)",
            head.place, head.journal, now_ms, gap,
        )  # fmt: skip
        note_change(tx, _name(head.place), head.place, "books", "agree", f"differ by {_show(gap)}",
                    "no money crosses there", now_ms)  # fmt: skip
    elif known is not None and gap != known.cents:
        tx.run(
            "UPDATE books_apart SET cents = ?, journal = ? WHERE place = ? AND cleared_ms IS NULL",
            gap, head.journal, head.place,
        )  # fmt: skip


def stopped(tx: Tx, place: str) -> Apart | None:
    row = tx.row(
        "SELECT journal, since_ms, cents FROM books_apart WHERE place = ? AND cleared_ms IS NULL",
        place,
    )
    return Apart(*row) if row else None


def check(tx: Tx, place: str) -> None:
    """Before money crosses at this table."""
    if stopped(tx, place):
        words = f"The cage is checking the money of table {_name(place)}: nothing moves until then."
        raise Refused(words, rule="REQ-R41")


def check_prize(tx: Tx, place: str) -> None:
    """A prize is not refused meanwhile: it waits, by itself."""
    if stopped(tx, place):
        raise Fault(
            APART,
            happened=f"The books of table {_name(place)} and of the bank differ: a prize waits.",
            safe="It is counted in its pool; the hand goes on.",
            do="Two people look at it at the cage: stormdeck bank clear-table. Then it comes.",
        )


def at_table(tx: Tx, table: str) -> Apart:
    found = stopped(tx, f"table:{table}")
    if found is None:
        raise Refused(f"Nothing is stopped at table {table}.", rule="REQ-R41")
    return found


def clear(tx: Tx, table: str, cents: int, both: str, reason: str, now_ms: int) -> None:
    """Two people have looked, and answer for what is left of it: just for that."""
    place, found = f"table:{table}", at_table(tx, table)
    if found.cents != cents:
        words = f"Table {table} differs by {_show(found.cents)} by now: look again."
        raise Refused(words, rule="REQ-R41")
    tx.run(
        "UPDATE books_apart SET cleared_ms = ?, cleared_by = ? "
        "WHERE place = ? AND cleared_ms IS NULL",
        now_ms, both, place,
    )  # fmt: skip
    _keep(tx, place, found.journal, 0)
    note_change(tx, both, place, "books", f"differ by {_show(cents)}", CLEARED, reason, now_ms)


def problems(tx: Tx, key: BankKey) -> list[str]:
    """Stops that are gone, and that nobody cleared."""
    lines = last_lines(tx, key, ("books",))
    stops = [place for (place, _), last in sorted(lines.items())
             if all(line.after != CLEARED for line in last)]  # fmt: skip
    return [
        f"Table {_name(place)}: its books differed, and nobody has cleared it."
        for place in stops
        if not stopped(tx, place)
    ]


# An id begins with its journal's short name.
_POSTED = """SELECT COALESCE(SUM(CASE WHEN t.credit = ? THEN t.amount ELSE -t.amount END), 0)
    FROM transfer t JOIN outcome o ON o.transfer = t.id AND o.state = 'posted'
    WHERE (t.credit = ? OR t.debit = ?) AND t.id LIKE ?"""


def _posted(tx: Tx, head: Head) -> int:
    place = head.place
    row = tx.row(_POSTED, place, place, place, f"{short(head.journal)}-%")
    return int(row[0]) if row else 0


def _answered_for(tx: Tx, head: Head) -> int:
    row = tx.row(
        "SELECT COALESCE(SUM(cents), 0) FROM books_apart "
        "WHERE place = ? AND journal = ? AND cleared_ms IS NOT NULL",
        head.place,
        head.journal,
    )
    return int(row[0]) if row else 0


def _keep(tx: Tx, place: str, journal: str, gap: int) -> None:
    tx.run(
        "UPDATE witness SET gap = ?, gap_ms = cents_ms WHERE place = ? AND journal = ?",
        gap,
        place,
        journal,
    )


def _name(place: str) -> str:
    return place.partition(":")[2]


def _show(gap: int) -> str:
    return show(Cents(abs(gap)))
