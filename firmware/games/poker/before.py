"""What events did not say before: for journals written then, and for nothing else.

As table/evolve/before.py: amounts that older events left to be derived are derived here as they
were then, for ever. Nothing in this file may follow a rule that changes.
"""

from msgspec.structs import replace

from firmware.games.poker.events import Killed
from firmware.games.poker.hand import Hand


def before_kills_said_it(hand: Hand, event: Killed) -> Killed:
    betting = hand.betting
    return replace(
        event, small=2 * betting.small, big=2 * betting.big, raise_by=2 * betting.raise_by
    )


def before_raises_said_it(hand: Hand, to: int) -> int:
    betting = hand.betting
    if hand.rules.limit == "spread":
        return max(betting.raise_by, to - betting.base)
    return to - betting.level


def before_uppers_were_said(hand: Hand, to: int) -> bool:
    betting = hand.betting
    return to - betting.base == betting.big > hand.size
