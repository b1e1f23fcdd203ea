"""The name of a hand, shorter than the rules need it: kickers are told only where they decide."""

import re

_KICKERS = re.compile(r", [^,]* kickers?$")


def without_kickers(hand: str) -> str:
    """Two Pair, Kings and Nines."""
    return _KICKERS.sub("", hand)
