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
from typing import TypeVar

import psycopg
from psycopg import IsolationLevel, errors
from psycopg.conninfo import make_conninfo

from firmware.bank.postgres_messages import Messages
from firmware.bank.store import Row, Statement, Tx, bank_away, first_line

T = TypeVar("T")
TRIES_MAX = 100
CONNECT_S = 5
# A server whose cable was pulled says nothing at all: after so long it is away, and is asked again.
SILENCE = {
    "keepalives_idle": 3, "keepalives_interval": 1, "keepalives_count": 3, "tcp_user_timeout": 6000,
}  # fmt: skip
# 40001 another unit of work came between, 40P01 a knot of locks, 23505 the same id at once.
_AGAIN = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)


class PostgresStore:
    dialect = "postgresql"

    def __init__(
        self, url: str, isolation: IsolationLevel = IsolationLevel.REPEATABLE_READ
    ) -> None:
        self.url, self.isolation = url, isolation
        self._messages: Messages | None = None
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
        if self._messages is not None:
            self._messages.db.close()
            self._messages = None

    def _once(self, work: Callable[[Tx], T]) -> T:
        try:
            messages = self._connection()
            try:
                tx = _PostgresTx(messages)
                done = work(tx)
                tx.commit()
            except BaseException:
                messages.forget()
                with suppress(psycopg.Error):  # a connection that is gone has undone it by itself
                    messages.db.rollback()
                raise
            return done
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            if isinstance(error, _AGAIN):
                raise
            self.close()
            raise bank_away(first_line(error)) from error

    def _connection(self) -> Messages:
        if self._messages is None or self._messages.db.closed:
            where = make_conninfo(self.url, connect_timeout=CONNECT_S, **SILENCE)
            db = psycopg.connect(where, autocommit=True)
            level = self.isolation.name.replace("_", " ")  # said once, not with every BEGIN
            db.execute(f"SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL {level}")
            _wait_for_standbys(db)
            self._messages = Messages(db)
        return self._messages


def _wait_for_standbys(db: "psycopg.Connection[Row]") -> None:
    """A server that came back shows what it wrote before it fell, held by a standby or not; and a
    reader waits for none. So nothing is read there before a write of ours has reached the standby:
    what is behind it has, too. On a server without standbys there is nothing to wait for."""
    found = db.execute("SELECT current_setting('synchronous_standby_names', true)").fetchone()
    if found and found[0]:
        db.execute("SELECT pg_logical_emit_message(true, 'stormdeck', '')")


class _PostgresTx:
    def __init__(self, messages: Messages) -> None:
        self._messages, self._began = messages, False
        self.noted: list[Row] = []

    def rows(self, sql: str, *values: object) -> list[Row]:
        return self._ask(sql, values).fetchall()

    def row(self, sql: str, *values: object) -> Row | None:
        return self._ask(sql, values).fetchone()

    def run(self, sql: str, *values: object) -> int:
        return self._ask(sql, values).rowcount

    def run_all(self, statements: Sequence[Statement]) -> None:
        """As one statement: a server's time goes by statements more than by rows."""
        values = [value for _, values in statements for value in values]
        self._begin()
        self._messages.put(_together(tuple(sql for sql, _ in statements)), values)

    def commit(self) -> None:
        if self._began:
            self._messages.ask("COMMIT")

    def _ask(self, sql: str, values: Sequence[object]) -> "psycopg.Cursor[Row]":
        self._begin()
        return self._messages.ask(sql, values)

    def _begin(self) -> None:
        if not self._began:
            self._began = True
            self._messages.put("BEGIN")


@lru_cache(maxsize=64)
def _together(changes: tuple[str, ...]) -> str:
    *others, last = changes
    named = ", ".join(f"change_{n} AS ({sql})" for n, sql in enumerate(others))
    return f"WITH {named} {last}" if others else last
