"""A place that keeps rows and keeps its word: one unit of work, serialisable, all or nothing."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from firmware.errors import Fault

T = TypeVar("T")
Row = tuple[Any, ...]
Statement = tuple[str, tuple[object, ...]]


class Tx(Protocol):
    """Inside one unit of work. Question marks stand for values, on every database."""

    noted: list[Row]  # lines of the change log that it wrote: whoever ends it links them

    def rows(self, sql: str, *values: object) -> list[Row]: ...

    def row(self, sql: str, *values: object) -> Row | None: ...

    def run(self, sql: str, *values: object) -> int:
        """How many rows it touched."""

    def run_all(self, statements: Sequence[Statement]) -> None:
        """Several changes at once, each to rows of its own: none sees what another did."""


class Store(Protocol):
    dialect: str

    def transact(self, work: Callable[[Tx], T]) -> T:
        """Run it as if alone; run it again when another unit of work came between.

        Raises `bank_away` when nobody can say whether it happened: ask again with the same id.
        """

    def close(self) -> None: ...


AWAY = "BANK_AWAY"


def bank_away(detail: str) -> Fault:
    return Fault(
        AWAY,
        happened=f"The bank does not answer ({detail}).",
        safe="The hand in play goes on; no money is lost and none moves twice.",
        do="Nothing at the table: it asks again by itself. If it lasts, check the bank's server.",
    )


def first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
