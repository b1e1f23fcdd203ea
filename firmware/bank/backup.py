"""REQ-R50: the books copied to a second medium while the tables play, and read again from there.

A copy counts when it is whole, balanced and on the disk; until then it has another name.
"""

import os
import sqlite3
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from firmware.bank.keys import BankKey
from firmware.bank.reports import reconcile
from firmware.bank.sqlite_store import SqliteStore, tx_on
from firmware.bank.store import first_line
from firmware.errors import Fault, Refused


class Backup(Struct, frozen=True):
    path: Path
    transfers: int
    sha256: str


def backup(store: SqliteStore, to: Path, key: BankKey) -> Backup:
    """One file, readable by its owner alone. The tables are not kept waiting."""
    if to.exists():
        raise Refused(f"{to} exists: a backup never replaces another.", rule="REQ-R50")
    if not to.parent.is_dir():
        raise Refused(f"There is no directory {to.parent}: is the backup disk in?", rule="REQ-R50")
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)  # of a backup that was cut off
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        transfers = _copy(store, part, key)
    except sqlite3.Error as error:
        raise backup_failed(to, first_line(error)) from error
    _make_durable(part, to)
    return Backup(to, transfers, sha256(to.read_bytes()).hexdigest())


def _copy(store: SqliteStore, part: Path, key: BankKey) -> int:
    copy = sqlite3.connect(part, isolation_level=None)
    try:
        store.copy_into(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, not three
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        books = reconcile(tx_on(copy), key)
    finally:
        copy.close()
    problems = [*([] if verdict == "ok" else [verdict]), *books.problems]
    if problems:
        raise backup_failed(part, problems[0])
    return books.transfers


def _make_durable(part: Path, to: Path) -> None:
    for path in (part, part.parent):
        descriptor = os.open(path, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
    os.replace(part, to)
    descriptor = os.open(to.parent, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


def backup_failed(to: Path, why: str) -> Fault:
    return Fault(
        "BACKUP_FAILED",
        happened=f"The backup {to} is not good: {why}.",
        safe="The books themselves were only read.",
        do="Run stormdeck bank reconcile, check the backup disk, then back up again.",
    )
