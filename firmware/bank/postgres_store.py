"""Accounts on a PostgreSQL server, or on one of its distributed kin: for a floor of tables.

A unit of work sees one snapshot and is run again when the server says that another came between.
Every rule of the bank is guarded by a row that both rivals write or by a unique index, so
REPEATABLE READ is enough; SERIALIZABLE gives the same answers (the tests run on both) and is what
distributed databases use, but on one server it mistakes neighbours on a page for rivals.
"""

import random
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import LiteralString, TypeVar

import psycopg
from psycopg import IsolationLevel, errors

from firmware.bank.store import Row, Statement, Tx, bank_away, first_line

T = TypeVar("T")
TRIES_MAX = 100
CONNECT_S = 5
# 40001 another unit of work came between, 40P01 a knot of locks, 23505 the same id at once.
_AGAIN = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)


class PostgresStore:
    dialect = "postgresql"

    def __init__(
        self, url: str, isolation: IsolationLevel = IsolationLevel.REPEATABLE_READ
    ) -> None:
        self.url, self.isolation = url, isolation
        self._db: psycopg.Connection[Row] | None = None
        self._jitter = random.Random()
        self._mutex = threading.Lock()  # one unit of work at a time on this connection

    def transact(self, work: Callable[[Tx], T]) -> T:
        for attempt in range(TRIES_MAX):
            try:
                with self._mutex:
                    return self._once(work)
            except _AGAIN as error:
                last = error
                time.sleep(self._jitter.uniform(0, min(0.1, 0.002 * 2**attempt)))
        raise bank_away(f"too busy: {first_line(last)}") from last

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _once(self, work: Callable[[Tx], T]) -> T:
        try:
            db = self._connection()
            try:
                done = work(_PostgresTx(db))
                db.commit()
            except BaseException:
                with suppress(psycopg.Error):  # a connection that is gone has undone it by itself
                    db.rollback()
                raise
            return done
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            if isinstance(error, _AGAIN):
                raise
            self.close()
            raise bank_away(first_line(error)) from error

    def _connection(self) -> "psycopg.Connection[Row]":
        if self._db is None or self._db.closed:
            db = psycopg.connect(self.url, connect_timeout=CONNECT_S)
            level = self.isolation.name.replace("_", " ")  # said once, not with every BEGIN
            db.execute(f"SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL {level}")
            db.commit()
            self._db = db
        return self._db


class _PostgresTx:
    def __init__(self, db: "psycopg.Connection[Row]") -> None:
        self._cursor = db.cursor()

    def rows(self, sql: str, *values: object) -> list[Row]:
        return self._cursor.execute(_native(sql), values).fetchall()

    def row(self, sql: str, *values: object) -> Row | None:
        return self._cursor.execute(_native(sql), values).fetchone()

    def run(self, sql: str, *values: object) -> int:
        return self._cursor.execute(_native(sql), values).rowcount

    def run_all(self, statements: Sequence[Statement]) -> None:
        """As one statement: a server's time goes by statements more than by rows."""
        values = [value for _, values in statements for value in values]
        self._cursor.execute(_together(tuple(sql for sql, _ in statements)), values)


@lru_cache(maxsize=512)
def _native(sql: str) -> LiteralString:
    return sql.replace("?", "%s")  # our own texts, never a user's


@lru_cache(maxsize=64)
def _together(changes: tuple[str, ...]) -> LiteralString:
    *others, last = changes
    named = ", ".join(f"change_{n} AS ({sql})" for n, sql in enumerate(others))
    return _native(f"WITH {named} {last}" if others else last)
