"""A database connection that is lost at a chosen step: before any statement, at the commit, or
after the commit and before its answer."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import psycopg

from firmware.bank.postgres_store import PostgresStore
from firmware.bank.store import Row, Statement, Store, Tx, bank_away

T = TypeVar("T")


class BreakingStore:
    """Steps are counted over the store's whole life; `breaks_at` chooses one."""

    def __init__(self, inner: Store) -> None:
        self.inner, self.dialect = inner, inner.dialect
        self.step, self.breaks_at = 0, 0

    def transact(self, work: Callable[[Tx], T]) -> T:
        done = self.inner.transact(lambda tx: self._work(tx, work))
        self.step += 1
        if self.step == self.breaks_at:
            raise bank_away("the answer was lost")
        return done

    def close(self) -> None:
        self.inner.close()

    def _work(self, tx: Tx, work: Callable[[Tx], T]) -> T:
        done = work(_BreakingTx(tx, self))
        self.burn()  # the commit
        return done

    def burn(self) -> None:
        self.step += 1
        if self.step != self.breaks_at:
            return
        if isinstance(self.inner, PostgresStore) and self.inner._messages is not None:
            cut_wire(self.inner)
        else:
            raise bank_away("the file's disk was pulled out")


def cut_wire(store: PostgresStore) -> None:
    """The server ends our session: the next word we send finds nobody."""
    assert store._messages is not None
    with psycopg.connect(store.url, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(%s, 5000)", [store._messages.db.info.backend_pid]
        )


class _BreakingTx:
    def __init__(self, inner: Tx, store: BreakingStore) -> None:
        self._inner, self._store, self.noted = inner, store, inner.noted

    def rows(self, sql: str, *values: object) -> list[Row]:
        self._store.burn()
        return self._inner.rows(sql, *values)

    def row(self, sql: str, *values: object) -> Row | None:
        self._store.burn()
        return self._inner.row(sql, *values)

    def run(self, sql: str, *values: object) -> int:
        self._store.burn()
        return self._inner.run(sql, *values)

    def run_all(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            self._store.burn()
            self._inner.run_all([statement])
