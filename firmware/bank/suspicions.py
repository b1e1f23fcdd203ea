"""Suspicious activity, a record of its own (31 CFR 1021.320): anybody on duty writes it down, only
supervisors read it, and it is nowhere else: not in the change log, not on a patron's page."""

from msgspec import Struct

from firmware.bank.keys import BankKey
from firmware.bank.private import seal, unseal
from firmware.bank.store import Tx
from firmware.errors import Refused


class Suspicion(Struct, frozen=True):
    id: str
    patron: str  # or "": of somebody without an account
    words: str
    by: str
    at_ms: int


def note(tx: Tx, seen: Suspicion, key: BankKey) -> None:
    """Written once: sent twice it is one."""
    if not seen.words.strip():
        raise Refused("Write down what you saw.", rule="REQ-R45")
    tx.run(
        "INSERT INTO suspicion (id, patron, sealed, by_whom, at_ms) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (id) DO NOTHING",
        seen.id,
        seen.patron,
        seal(key, f"suspicion {seen.id}", seen.words.strip().encode()),
        seen.by,
        seen.at_ms,
    )


def read(tx: Tx, key: BankKey) -> list[Suspicion]:
    """The newest first."""
    rows = tx.rows("SELECT id, patron, sealed, by_whom, at_ms FROM suspicion ORDER BY at_ms DESC")
    return [
        Suspicion(id_, patron, unseal(key, f"suspicion {id_}", sealed).decode(), by, at_ms)
        for id_, patron, sealed, by, at_ms in rows
    ]
