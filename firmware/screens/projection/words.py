"""Words for a screen, shorter than the rules need them."""

import re

_KICKERS = re.compile(r", [^,]* kickers?$")


def plain(hand: str) -> str:
    """A hand without its kickers: Two Pair, Kings and Nines."""
    return _KICKERS.sub("", hand)
