"""The name of a hand where there is little room."""

import re

from ui.cards import RANKS

WORDS = (
    "Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen",
    "King", "Ace",
)  # fmt: skip
SIGNS = dict(zip(WORDS, RANKS, strict=True)) | {"One": "1", "Two": "2"}
_RANKS = re.compile("|".join((*WORDS, "(?:One|Two)(?=-card)")))


def in_signs(hand: str) -> str:
    """Queen-Seven low as Q-7 low, Three-card badugi as 3-card badugi; what has no dash stays."""
    return _RANKS.sub(lambda found: SIGNS[found[0]], hand) if "-" in hand else hand
