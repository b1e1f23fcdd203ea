"""The name of a hand as every screen says it: "Pair of Nines", "Two pair, Queens and Jacks",
"Ace high, Jack next", "Eight-Five low". Shorter than the rules need it: kickers are told only where
they decide."""

import re

_KICKERS = re.compile(r", [^,]* kickers?(, low)?$")
_LOW = re.compile(r"^(\w+)-(\w+)-[-\w]+ low$")
_HIGH_CARD = re.compile(r"^(\w+)-(\w+)[-\w]* high$")
_FLUSH = re.compile(r"^Flush, (\w+)-[-\w]+$")
_CLASSES = (
    "Two Pair", "Three of a Kind", "Full House", "Four of a Kind", "Straight Flush", "Royal Flush",
)  # fmt: skip


def spoken(hand: str) -> str:
    """Without kickers."""
    if not hand:
        return ""
    short = _LOW.sub(r"\1-\2 low", _KICKERS.sub(r"\1", hand))
    short = _HIGH_CARD.sub(r"\1 high, \2 next", short)
    return with_kickers(_FLUSH.sub(r"Flush, \1 high", short))


def with_kickers(hand: str) -> str:
    """All five cards count: as the rules name them."""
    for name in _CLASSES:
        if hand.startswith(name):
            return name.capitalize() + hand[len(name) :]
    return hand
