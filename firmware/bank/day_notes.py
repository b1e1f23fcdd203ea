"""What the floor writes down for whoever has the next shift: of the house, not of a table.

A line is written once; what was wrong in it is put right by the next one.
"""

from msgspec import Struct

from firmware.bank.store import Tx
from firmware.errors import Refused

WORDS_MOST = 400


class Note(Struct, frozen=True):
    id: str
    at_ms: int
    by: str
    words: str


def write(tx: Tx, id_: str, words: str, by: str, now_ms: int) -> None:
    """`id_` is born with the form: sent twice, one line stands there."""
    if not words.strip():
        raise Refused("Write down what happened.", rule="REQ-R46")
    known = tx.row("SELECT words FROM day_note WHERE id = ?", id_)
    if known is None:
        tx.run(
            "INSERT INTO day_note (id, at_ms, by_whom, words) VALUES (?, ?, ?, ?)",
            id_, now_ms, by, words.strip()[:WORDS_MOST],
        )  # fmt: skip
    elif known[0] != words.strip()[:WORDS_MOST]:
        raise Refused("This page was not drawn anew. Press again.", rule="REQ-R36")


def since(tx: Tx, at_ms: int) -> list[Note]:
    """The newest first."""
    rows = tx.rows(
        "SELECT id, at_ms, by_whom, words FROM day_note WHERE at_ms >= ? ORDER BY at_ms DESC, id",
        at_ms,
    )
    return [Note(*row) for row in rows]
