"""Accounts on a PostgreSQL server, or on one of its distributed kin: for a floor of tables.

Every unit of work is SERIALIZABLE and is run again when the server says that another came
between; that is all that distributed databases ask of their clients too.
"""

import random
import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import LiteralString, TypeVar

import psycopg
from psycopg import errors

from firmware.bank.store import Row, Statement, Tx, bank_away, first_line

T = TypeVar("T")
TRIES_MAX = 100
CONNECT_S = 5
# 40001 another unit of work came between, 40P01 a knot of locks, 23505 the same id at once.
_AGAIN = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)


class PostgresStore:
    dialect = "postgresql"

    def __init__(self, url: str) -> None:
        self.url = url
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
                if not db.closed:
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
            db.isolation_level = psycopg.IsolationLevel.SERIALIZABLE
            self._db = db
        return self._db


class _PostgresTx:
    def __init__(self, db: "psycopg.Connection[Row]") -> None:
        self._db = db

    def rows(self, sql: str, *values: object) -> list[Row]:
        return self._db.execute(_native(sql), values).fetchall()

    def row(self, sql: str, *values: object) -> Row | None:
        return self._db.execute(_native(sql), values).fetchone()

    def run(self, sql: str, *values: object) -> int:
        return self._db.execute(_native(sql), values).rowcount

    def read_all(self, statements: Sequence[Statement]) -> list[list[Row]]:
        with self._db.pipeline():
            cursors = [self._db.execute(_native(sql), values) for sql, values in statements]
            return [cursor.fetchall() for cursor in cursors]

    def run_all(self, statements: Sequence[Statement]) -> None:
        with self._db.pipeline():
            for sql, values in statements:
                self._db.execute(_native(sql), values)


@lru_cache(maxsize=512)
def _native(sql: str) -> LiteralString:
    return sql.replace("?", "%s")  # our own texts, never a user's
