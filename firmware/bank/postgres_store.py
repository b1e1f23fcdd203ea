"""Accounts on a PostgreSQL server, or on one of its distributed kin: for a floor of tables.

A unit of work sees one snapshot and is run again when the server says that another came between.
Every rule of the bank is guarded by a row that both rivals write or by a unique index, so
REPEATABLE READ is enough; SERIALIZABLE gives the same answers (the tests run on both) and is what
distributed databases use, but on one server it mistakes neighbours on a page for rivals.
"""

import random
import re
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
        self._wire: _Wire | None = None
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
        if self._wire is not None:
            self._wire.db.close()
            self._wire = None

    def _once(self, work: Callable[[Tx], T]) -> T:
        try:
            wire = self._connection()
            try:
                tx = _PostgresTx(wire)
                done = work(tx)
                tx.commit()
            except BaseException:
                with suppress(psycopg.Error):  # a connection that is gone has undone it by itself
                    wire.db.rollback()
                raise
            return done
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            if isinstance(error, _AGAIN):
                raise
            self.close()
            raise bank_away(first_line(error)) from error

    def _connection(self) -> "_Wire":
        if self._wire is None or self._wire.db.closed:
            self._wire = _Wire(self.url, self.isolation)
        return self._wire


class _Wire:
    """A connection, and the statements that its server keeps ready for it."""

    def __init__(self, url: str, isolation: IsolationLevel) -> None:
        # BEGIN and COMMIT are ours to say: see _PostgresTx.
        self.db = psycopg.connect(url, connect_timeout=CONNECT_S, autocommit=True)
        self.cursor = psycopg.ClientCursor(self.db)
        level = isolation.name.replace("_", " ")  # said once, not with every BEGIN
        self.cursor.execute(f"SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL {level}")
        self._ready: dict[str, LiteralString] = {}

    def bind(self, sql: str, values: Sequence[object]) -> str:
        """As the server is told it, with its values. What has values is planned only once."""
        if not values:
            return sql
        if sql not in self._ready:
            name, numbers = f"s{len(self._ready)}", iter(range(1, len(values) + 1))
            numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", sql)  # ours, never a user's
            self.cursor.execute(f"PREPARE {name} AS {numbered}")
            self._ready[sql] = f"EXECUTE {name} ({', '.join(['%s'] * len(values))})"
        return self.cursor.mogrify(self._ready[sql], values)


class _PostgresTx:
    """An answer costs more time than the work that it is about: what needs none waits and goes
    along with the next question. So a transfer asks twice: BEGIN and what the books say; what
    changes and COMMIT."""

    def __init__(self, wire: _Wire) -> None:
        self._wire, self._unsaid = wire, ["BEGIN"]

    def rows(self, sql: str, *values: object) -> list[Row]:
        return self._ask(self._wire.bind(sql, values)).fetchall()

    def row(self, sql: str, *values: object) -> Row | None:
        return self._ask(self._wire.bind(sql, values)).fetchone()

    def run(self, sql: str, *values: object) -> int:
        return self._ask(self._wire.bind(sql, values)).rowcount

    def run_all(self, statements: Sequence[Statement]) -> None:
        """As one statement: a server's time goes by statements more than by rows."""
        values = [value for _, values in statements for value in values]
        together = _together(tuple(sql for sql, _ in statements))
        self._unsaid.append(self._wire.bind(together, values))

    def commit(self) -> None:
        if self._unsaid != ["BEGIN"]:
            self._ask("COMMIT")

    def _ask(self, statement: str) -> "psycopg.Cursor[Row]":
        """The answer to the last of them."""
        cursor = self._wire.cursor.execute("; ".join((*self._unsaid, statement)))
        for _ in self._unsaid:
            cursor.nextset()
        self._unsaid = []
        return cursor


@lru_cache(maxsize=64)
def _together(changes: tuple[str, ...]) -> str:
    *others, last = changes
    named = ", ".join(f"change_{n} AS ({sql})" for n, sql in enumerate(others))
    return f"WITH {named} {last}" if others else last
