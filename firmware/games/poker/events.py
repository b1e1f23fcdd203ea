"""What happened in a hand. Journalled once, never edited.

New field: give it a default, so that last year's journal opens. New meaning: new name.
"""

from typing import Literal

import msgspec
from msgspec import Struct

Forced = Literal[
    "ante",  # matched like a bet, counts for no bet
    "blind",
    "straddle",
    "post",  # a live bet to get a hand; speaks in turn
    "kill",
    "over",  # a bigger live blind from any seat (000 L847)
    "dead",  # straight to the main pot
    "carried",  # paid in an earlier deal that nobody opened
    "forfeited",  # the same, by somebody who is not in this deal: straight to the main pot
    "bring-in",
]


class Posted(Struct, frozen=True, tag=True, gc=False):
    seat: int
    chips: int  # leaving the stack now
    kind: Forced
    to: int = 0  # the bet that everyone faces because of it, even if the poster is short


class Started(Struct, frozen=True, tag=True, gc=False):
    """The forced bets are in; the deal may begin."""


class Dealt(Struct, frozen=True, tag=True, gc=False):
    """Cards in deal order. Hole cards are in here: never in the clear on disk or wire."""

    cards: tuple[int, ...]


class Folded(Struct, frozen=True, tag=True, gc=False):
    seat: int


class Called(Struct, frozen=True, tag=True, gc=False):
    seat: int
    chips: int  # 0 is a check


class Raised(Struct, frozen=True, tag=True, gc=False):
    seat: int
    chips: int
    to: int  # the bet that everyone now faces
    full: bool = True  # false: an all-in too short to count as a bet or raise


class Drew(Struct, frozen=True, tag=True, gc=False):
    """Cards given up, for as many new ones or for none."""

    seat: int
    cards: tuple[int, ...]


class Rolled(Struct, frozen=True, tag=True, gc=False):
    seat: int
    card: int | None  # the down card turned up; None: kept down


class Killed(Struct, frozen=True, tag=True, gc=False):
    """A voluntary kill: the pot plays at twice the limit."""

    seat: int
    chips: int
    to: int


class Declined(Struct, frozen=True, tag=True, gc=False):
    seat: int


class TurnedLow(Struct, frozen=True, tag=True, gc=False):
    """Nobody opened; the same cards are played for low (Jacks Back, 004 L208)."""


class PassedOut(Struct, frozen=True, tag=True, gc=False):
    """Nobody opened; the pot stays for the next deal (002 L504)."""


class Returned(Struct, frozen=True, tag=True, gc=False):
    seat: int
    chips: int


class Dropped(Struct, frozen=True, tag=True, gc=False):
    """Out of the pot, for the house or a jackpot."""

    chips: int
    kind: str = "fee"


class Fouled(Struct, frozen=True, tag=True, gc=False):
    seat: int


class RanAgain(Struct, frozen=True, tag=True, gc=False):
    cards: tuple[int, ...]


class Shown(Struct, frozen=True, tag=True, gc=False):
    seat: int
    cards: tuple[int, ...]


class Won(Struct, frozen=True, tag=True, gc=False):
    seat: int
    chips: int
    pot: int = 0  # 0 is the main pot
    side: int = 0  # which ranking of the game won it: 0 high, 1 low
    run: int = 0  # 1: on the second end of the board


class Ended(Struct, frozen=True, tag=True, gc=False):
    """Every cent is paid out."""


Event = (
    Posted
    | Started
    | Dealt
    | Folded
    | Called
    | Raised
    | Drew
    | Rolled
    | Killed
    | Declined
    | TurnedLow
    | PassedOut
    | Returned
    | Dropped
    | Fouled
    | RanAgain
    | Shown
    | Won
    | Ended
)

to_line = msgspec.json.Encoder().encode
from_line = msgspec.json.Decoder(Event).decode
