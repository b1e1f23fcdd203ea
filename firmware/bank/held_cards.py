"""Patrons' cards held against the change log, as people are (standing.py): one that was reported
lost and made good again in the database, or laid into another account, opens nothing.

A card's lines stand under its whole number; the version before wrote the last four of it. A card
without a line is older than such lines, and was never lost.
"""

from collections import Counter
from collections.abc import Iterator

from firmware.bank.change_book import Lines, last_lines, not_as_written
from firmware.bank.changes import note_change
from firmware.bank.keys import BankKey
from firmware.bank.store import Row, Tx

GOOD, ENDED = "active", "retired"
ANYBODYS = "another's, or not the bank's"
_EVERY = "card %"


def what(number: str) -> str:
    """What a line of the log is about."""
    return f"card {number}"


def check(tx: Tx, key: BankKey, patron: str, number: str) -> None:
    """Before a card that is good by its row lets anybody in."""
    kinds = (what(number), what(number[-4:]))
    rows = tx.rows("SELECT number, patron, status FROM card WHERE patron = ?", patron)
    if any(one == number for one, *_ in _others(rows, last_lines(tx, key, kinds))):
        raise not_as_written()


def problems(tx: Tx, key: BankKey) -> list[str]:
    return [
        f"card {number} of {patron} is {status}, the change log says {told}."
        for number, patron, status, told in _all(tx, key)
    ]


def put_back(tx: Tx, key: BankKey, by: str, reason: str, now_ms: int) -> None:
    """As the log says; whose it is nobody knows is nobody's."""
    for number, patron, status, told in [*_all(tx, key)]:
        right = ENDED if told == ANYBODYS else told
        tx.run("UPDATE card SET status = ? WHERE number = ?", right, number)
        note_change(tx, by, patron, what(number), status, right, reason, now_ms)


def _all(tx: Tx, key: BankKey) -> Iterator[Row]:
    rows = tx.rows("SELECT number, patron, status FROM card ORDER BY number")
    return _others(rows, last_lines(tx, key, (_EVERY,)))


def _others(rows: list[Row], lines: Lines) -> Iterator[Row]:
    """Number, patron, status, and what the log says instead."""
    known = {kind for _, kind in lines}
    endings = Counter((patron, number[-4:]) for number, patron, _ in rows)
    for number, patron, status in rows:
        told = lines.get((patron, what(number)))
        if told is None and what(number) in known:
            told = []
        elif told is None and endings[patron, number[-4:]] == 1:
            told = lines.get((patron, what(number[-4:])))
        says = [line.after for line in told] if told is not None else [status]
        if status not in says:
            yield number, patron, status, says[-1] if says else ANYBODYS
