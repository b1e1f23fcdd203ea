"""The bank as a witness of each table's log of deals: what it has seen stands in its books, and is
held there under its key (firmware/bank/testimony.py)."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.bank import testimony
from firmware.bank.keys import BankKey
from firmware.bank.store import Tx
from firmware.bank.testimony import Word
from firmware.fairness.witness import Known, News, heard, statement

NAME = "bank"


def known(tx: Tx, table_key: bytes) -> Known:
    row = tx.row("SELECT size, peaks FROM log_seen WHERE table_key = ?", table_key.hex())
    if row is None:
        return Known()
    size, peaks = row
    return Known(size, tuple(bytes.fromhex(peak) for peak in peaks.split()))


def witness(tx: Tx, key: BankKey, news: News) -> dict[str, Any]:
    """Only ever further on; what it signs it has computed from the leaves."""
    about = testimony.of_deals(news.table, news.key.hex())
    testimony.check(tx, key, about)
    after = heard(known(tx, news.key), news)
    peaks = " ".join(peak.hex() for peak in after.peaks)
    tx.run(
        "INSERT INTO log_seen (table_key, name, size, peaks) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (table_key) DO UPDATE SET size = excluded.size, peaks = excluded.peaks",
        news.key.hex(), news.table, after.size, peaks,
    )  # fmt: skip
    testimony.write(tx, key, about, Word(f"{news.key.hex()} {news.table}", after.size, peaks))
    signs = Ed25519PrivateKey.from_private_bytes(key.tag("witness", "log of deals"))
    return statement(NAME, signs, news.key, after)
