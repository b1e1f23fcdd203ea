"""The customer's pad of a window: one browser at a time, paired by somebody who is signed on. The
books keep what its token hashes to, so it stays paired through a restart."""

import hmac

from firmware.bank.changes import note_change
from firmware.bank.keys import BankKey
from firmware.bank.store import Tx

_SET = (
    "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) "
    "DO UPDATE SET value = excluded.value"
)


def pair(tx: Tx, drawer: str, token: str, key: BankKey, by: str, now_ms: int) -> None:
    """From now on this is the pad; the one before is none."""
    tx.run(_SET, _name(drawer), _tag(drawer, token, key))
    note_change(tx, by, drawer, "pad", "", "paired", "", now_ms)


def is_paired(tx: Tx, drawer: str, token: str, key: BankKey) -> bool:
    row = tx.row("SELECT value FROM setting WHERE name = ?", _name(drawer))
    return row is not None and hmac.compare_digest(str(row[0]), _tag(drawer, token, key))


def _name(drawer: str) -> str:
    return f"pad of {drawer}"


def _tag(drawer: str, token: str, key: BankKey) -> str:
    return key.tag("pad", f"{drawer}\0{token}").hex()
