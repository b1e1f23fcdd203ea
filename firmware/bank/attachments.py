"""Scans and pictures of a patron: a document, a face, a signature. Sealed; each look is logged."""

from typing import Literal, get_args

from firmware.bank.changes import note_change
from firmware.bank.keys import BankKey
from firmware.bank.private import seal, unseal
from firmware.bank.store import Row, Tx
from firmware.errors import Refused

Kind = Literal["document", "photo", "signature", "report"]
MEDIA = {"image/jpeg": b"\xff\xd8\xff", "image/png": b"\x89PNG", "application/pdf": b"%PDF"}
BYTES_MAX = 4_000_000


def attach(
    tx: Tx, id_: str, patron: str, kind: Kind, media: str, data: bytes, by: str,
    key: BankKey, now_ms: int,
) -> None:  # fmt: skip
    """Attached twice under one id is attached once."""
    check(kind, media, data)
    done = tx.run(
        "INSERT INTO attachment (id, patron, kind, media, sealed, added_ms, by_whom) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
        id_,
        patron,
        kind,
        media,
        seal(key, f"attachment {id_} of {patron}", data),
        now_ms,
        by,
    )
    if done:
        note_change(tx, by, patron, f"attachment {kind}", "", id_, "", now_ms)


def check(kind: str, media: str, data: bytes) -> None:
    if kind not in get_args(Kind) or media not in MEDIA or not data.startswith(MEDIA[media]):
        raise Refused(f"Attach a picture or a PDF: {', '.join(MEDIA)}.", rule="REQ-R34")
    if len(data) > BYTES_MAX:
        raise Refused(f"A scan has at most {BYTES_MAX // 1_000_000} megabytes.", rule="REQ-R34")


def of_patron(tx: Tx, patron: str) -> list[Row]:
    """Id, kind, media, when, by whom."""
    return tx.rows(
        "SELECT id, kind, media, added_ms, by_whom FROM attachment WHERE patron = ? "
        "ORDER BY added_ms, id",
        patron,
    )


def look_at(
    tx: Tx, id_: str, by: str, key: BankKey, now_ms: int, whose: str = ""
) -> tuple[str, bytes]:
    row = tx.row("SELECT patron, media, sealed, kind FROM attachment WHERE id = ?", id_)
    if row is None or (whose and row[0] != whose):
        raise Refused("There is no such attachment.", rule="REQ-R34")
    patron, media, sealed, kind = row
    note_change(tx, by, patron, f"attachment {kind}", "", "seen", "", now_ms)
    return media, unseal(key, f"attachment {id_} of {patron}", sealed)
