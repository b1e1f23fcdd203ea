"""Amounts as a table counts them: money, or the chips of a tournament, which are no money.

One screen draws one table: what it counts in holds while a frame is drawn.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from firmware.money import show as dollars

_chips: ContextVar[bool] = ContextVar("chips", default=False)


@contextmanager
def counted(in_chips: bool) -> Iterator[None]:
    token = _chips.set(in_chips)
    try:
        yield
    finally:
        _chips.reset(token)


def price(entry: int, fee: int) -> str:
    """Of a tournament: what goes into the prizes, and what the house takes on top."""
    return f"{dollars(entry)} + {dollars(fee)} fee" if fee else dollars(entry)


def show(amount: int) -> str:
    return f"{amount:,}" if _chips.get() else dollars(amount)
