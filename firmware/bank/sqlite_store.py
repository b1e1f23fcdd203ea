"""Accounts in one file: the embedded default. WAL, and every commit is on the disk (FULL)."""

import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from firmware.bank.store import Row, Statement, Tx, bank_away, first_line

T = TypeVar("T")
BUSY_S = 10.0
MEMORY = ":memory:"


class SqliteStore:
    dialect = "sqlite"

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self._mutex = threading.Lock()  # one unit of work at a time on this connection
        try:
            if self.path != MEMORY:
                _own(Path(self.path))
            self._db = sqlite3.connect(
                self.path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
            )
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
        except (sqlite3.Error, OSError) as error:
            raise bank_away(f"{self.path}: {first_line(error)}") from error

    def transact(self, work: Callable[[Tx], T]) -> T:
        with self._mutex:
            try:
                # IMMEDIATE takes the writer's place before the first read: serialisable, no retry.
                self._db.execute("BEGIN IMMEDIATE")
                done = work(_SqliteTx(self._db))
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                self._undo()
                if isinstance(error, sqlite3.IntegrityError):
                    raise  # a constraint of the books: our own mistake, never the world's
                raise bank_away(first_line(error)) from error
            except BaseException:
                self._undo()
                raise
            return done

    def copy_into(self, other: sqlite3.Connection) -> None:
        """All of it as it is at one moment; others may read and write meanwhile."""
        source = sqlite3.connect(f"file:{quote(self.path)}?mode=ro", uri=True, timeout=BUSY_S)
        try:
            source.backup(other)
        finally:
            source.close()

    def close(self) -> None:
        self._db.close()

    def _undo(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")


def _own(path: Path) -> None:
    """Nobody but its owner reads the books; what SQLite lays beside them has the same mode."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
    if path.stat().st_uid == os.geteuid():
        path.chmod(0o600)


def tx_on(db: sqlite3.Connection) -> Tx:
    """For whoever reads a copy of the books by a connection of their own."""
    return _SqliteTx(db)


class _SqliteTx:
    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.noted: list[Row] = []

    def rows(self, sql: str, *values: object) -> list[Row]:
        return self._db.execute(sql, values).fetchall()

    def row(self, sql: str, *values: object) -> Row | None:
        found: Row | None = self._db.execute(sql, values).fetchone()
        return found

    def run(self, sql: str, *values: object) -> int:
        return self._db.execute(sql, values).rowcount

    def run_all(self, statements: Sequence[Statement]) -> None:
        for sql, values in statements:
            self._db.execute(sql, values)
