"""Amounts as people at a desk type them."""

import re

from firmware.errors import Refused
from firmware.money import Cents

_MONEY = re.compile(r"^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?$", re.ASCII)


def cents(text: str) -> Cents:
    """As a person writes it: 20, $1,250 or 1250.50. Never a float."""
    match = _MONEY.match(text.strip())
    if match is None or len(text) > 20:
        raise Refused(f"{text!r} is not an amount: write 20, 1,250 or 1250.50.")
    return Cents(int(match[1].replace(",", "")) * 100 + int(match[2] or 0))
