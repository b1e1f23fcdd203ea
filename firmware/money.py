"""Cents as a type: how they are shown and how they are split. Integers, never floats."""

from typing import NewType

Cents = NewType("Cents", int)


def show(amount: int) -> str:
    """As a person writes it: $1,250 or $1,250.50; cents only where there are any."""
    dollars, cents = divmod(abs(amount), 100)
    sign = "-" if amount < 0 else ""
    return f"{sign}${dollars:,}.{cents:02d}" if cents else f"{sign}${dollars:,}"


def split(amount: int, ways: int, chip: int = 1) -> list[int]:
    """Even shares in whole chips; the odd chips go one each to the first shares.

    What is smaller than a chip cannot be split: it stays with the first share.
    """
    chips, dust = divmod(amount, chip)
    each, odd = divmod(chips, ways)
    shares = [chip * (each + (n < odd)) for n in range(ways)]
    shares[0] += dust
    return shares
