"""Amounts of a file as integers: exact, whatever the number of decimals.

Amounts are scaled to cents, so that people read them as the file has them; to finer units if the
file is finer than that.
"""

from collections.abc import Iterable
from decimal import Decimal
from math import gcd

from firmware.history.malformed import Malformed, brief

Number = int | Decimal

LARGEST = 10**15  # more chips than any table ever saw; nothing here can grow without bound
PLACES_MAX = 6
CENTS = 2


def number(raw: object, field: str) -> Number:
    """`raw` if it is a number that can be chips, else Malformed."""
    if type(raw) is int:
        if -LARGEST < raw < LARGEST:
            return raw
    elif type(raw) is Decimal:
        if raw.is_nan() or raw.is_infinite():
            raise Malformed(field, f"{raw} is no amount of chips")
        if raw.adjusted() < 15 and places(raw) <= PLACES_MAX and len(raw.as_tuple().digits) < 28:
            return raw
    else:
        raise Malformed(field, f"should be a number, not {brief(raw)}")
    raise Malformed(field, f"beyond {LARGEST:.0e} or finer than {PLACES_MAX} decimals")


def places(amount: Number) -> int:
    """Decimals that the amount needs: 2.50 needs one."""
    if type(amount) is int:
        return 0
    exponent = amount.normalize().as_tuple().exponent  # type: ignore[union-attr]
    assert isinstance(exponent, int)
    return max(0, -exponent)


def scale(amount: Number, decimals: int) -> int:
    return int(amount * 10**decimals)


def common_chip(amounts: Iterable[int]) -> int:
    """The largest chip in which all of these can be paid."""
    return gcd(*amounts) or 1


def unscale(amount: int, decimals: int) -> str:
    """As the file would write it: 1050 cents are 10.5."""
    whole, part = divmod(abs(amount), 10**decimals)
    tail = f".{part:0{decimals}d}".rstrip("0") if part else ""
    return f"{'-' if amount < 0 else ''}{whole}{tail}"
