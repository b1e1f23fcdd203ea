"""The bank on PostgreSQL by psycopg's own means, a pipeline and its prepared statements.

Only to be measured: it is what firmware/bank/postgres_messages.py has to be quicker than.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import psycopg

from firmware.bank.store import Row, Statement, Tx

T = TypeVar("T")


class PipelinedStore:
    dialect = "postgresql"

    def __init__(self, url: str) -> None:
        self._db = psycopg.connect(url, autocommit=True, prepare_threshold=0)
        self._db.execute(
            "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ"
        )

    def transact(self, work: Callable[[Tx], T]) -> T:
        with self._db.pipeline():
            self._db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ", prepare=False)
            done = work(_PipelinedTx(self._db))
            self._db.execute("COMMIT", prepare=False)
        return done

    def close(self) -> None:
        self._db.close()


class _PipelinedTx:
    def __init__(self, db: psycopg.Connection[Row]) -> None:
        self._db = db
        self.noted: list[Row] = []

    def rows(self, sql: str, *values: object) -> list[Row]:
        return self._execute(sql, values).fetchall()

    def row(self, sql: str, *values: object) -> Row | None:
        return self._execute(sql, values).fetchone()

    def run(self, sql: str, *values: object) -> int:
        return self._execute(sql, values).rowcount

    def run_all(self, statements: Sequence[Statement]) -> None:
        for sql, values in statements:
            self._execute(sql, values)

    def _execute(self, sql: str, values: Sequence[object]) -> psycopg.Cursor[Row]:
        return self._db.execute(sql.replace("?", "%s").encode(), values)
