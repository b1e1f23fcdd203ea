"""The change log (REQ-R37): who changed what, when, from what to what, and why. It only grows, and
each line is a link of one chain (change_book.py)."""

from msgspec import Struct

from firmware.bank.store import Tx

READ_MAX = 200
LINE = "at_ms, agent, about, what, before, after, reason"


class Change(Struct, frozen=True):
    at_ms: int
    agent: str
    about: str
    what: str
    before: str
    after: str
    reason: str


def note_change(
    tx: Tx, agent: str, about: str, what: str, before: str, after: str, reason: str, now_ms: int
) -> None:
    line = (now_ms, agent, about, what, before, after, reason)
    tx.run(f"INSERT INTO change ({LINE}) VALUES (?, ?, ?, ?, ?, ?, ?)", *line)
    tx.noted.append(line)


def changes(tx: Tx, about: str = "", most: int = READ_MAX) -> list[Change]:
    """The newest first: all of them, or those of one person, patron or account."""
    rows = tx.rows(
        f"SELECT {LINE} FROM change "
        "WHERE ? = '' OR about = ? OR agent = ? ORDER BY at_ms DESC LIMIT ?",
        about,
        about,
        about,
        most,
    )
    return [Change(*row) for row in rows]
