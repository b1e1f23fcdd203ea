"""Amounts as people at a desk type them."""

import re

from firmware.bank.ledger import CENTS_MAX
from firmware.errors import Refused
from firmware.money import Cents, show

_MONEY = re.compile(r"^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?$", re.ASCII)


def cents(text: str) -> Cents:
    """As a person writes it: 20, $1,250 or 1250.50. Never a float."""
    match = _MONEY.match(text.strip())
    if match is None or len(text) > 20:
        raise Refused(f"{text!r} is not an amount: write 20, 1,250 or 1250.50.")
    amount = Cents(int(match[1].replace(",", "")) * 100 + int(match[2] or 0))
    if amount > CENTS_MAX:
        raise Refused(f"{show(amount)} is more than {show(CENTS_MAX)}: look at what you typed.")
    return amount
