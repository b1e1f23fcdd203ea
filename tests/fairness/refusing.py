"""Both checks of a receipt, and what they say."""

import re

from firmware.fairness import verify
from firmware.fairness.digest import canonical
from tests.fairness.second_check import problems

WRONG = verify.Wrong


def no_reason(data: bytes) -> str:
    """Empty when the receipt is good; else what the verifier says."""
    try:
        verify.Hand(data)
    except WRONG as no:
        return str(no)
    return ""


def both_refuse(made: dict, where: str) -> None:
    data = canonical(made)
    assert re.search(where, no_reason(data)), no_reason(data)
    assert problems(data)
