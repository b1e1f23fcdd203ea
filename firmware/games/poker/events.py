"""What happened in a hand. Journalled once, never edited.

New field: give it a default, so that last year's journal opens. New meaning: new name.
"""

from typing import Literal

import msgspec

from firmware.games.play import Happened

Forced = Literal[
    "ante",  # matched like a bet, counts for no bet
    "blind",
    "straddle",
    "post",  # a live bet to get a hand; speaks in turn
    "kill",
    "over",  # a bigger live blind from any seat (000 L847)
    "winner",  # a live blind of who won the last pot (000 L1506)
    "home",  # one of the button, beside the one under the gun (000 L1509)
    "dead",  # straight to the main pot
    "carried",  # paid in an earlier deal that nobody opened
    "forfeited",  # the same, by somebody who is not in this deal: straight to the main pot
    "bring-in",
]


class Posted(Happened, frozen=True):
    told = "act"

    seat: int
    chips: int  # leaving the stack now
    kind: Forced
    to: int = 0  # the bet that everyone faces because of it, even if the poster is short


class Started(Happened, frozen=True):
    """The forced bets are in; the deal may begin."""


class Dealt(Happened, frozen=True):
    """Cards in deal order. Hole cards are in here: never in the clear on disk or wire."""

    secret = True

    cards: tuple[int, ...]


class Folded(Happened, frozen=True):
    told = "act"

    seat: int


class Called(Happened, frozen=True):
    told = "act"

    seat: int
    chips: int  # 0 is a check


class Raised(Happened, frozen=True, omit_defaults=True):
    told = "act"

    seat: int
    chips: int
    to: int  # the bet that everyone now faces
    full: bool = True  # false: an all-in too short to count as a bet or raise
    raise_by: int = 0  # a full one: the next is measured by it; 0: a fixed limit, or from before
    # A full one at a fixed limit: was the upper chosen, where either is open? None: from before.
    upper: bool | None = None


class Drew(Happened, frozen=True):
    """Cards given up, for as many new ones or for none."""

    told = "act"
    secret = True

    seat: int
    cards: tuple[int, ...]


class Rolled(Happened, frozen=True):
    secret = True

    seat: int
    card: int | None  # the down card turned up; None: kept down


class Killed(Happened, frozen=True):
    """A voluntary kill, and the limits that the pot plays at from here on."""

    seat: int
    chips: int
    to: int
    small: int = 0  # 0: from before events said it
    big: int = 0
    raise_by: int = 0


class Declined(Happened, frozen=True):
    seat: int


class TurnedLow(Happened, frozen=True):
    """Nobody opened; the same cards are played for low (Jacks Back, 004 L208)."""


class PassedOut(Happened, frozen=True):
    """Nobody opened; the pot stays for the next deal (002 L504)."""

    ends = True


class Returned(Happened, frozen=True):
    seat: int
    chips: int


class Dropped(Happened, frozen=True):
    """Out of the pot, for the house or a jackpot."""

    chips: int
    kind: str = "fee"


class Fouled(Happened, frozen=True):
    told = "act"

    seat: int


class RanAgain(Happened, frozen=True):
    cards: tuple[int, ...]


class Shown(Happened, frozen=True):
    told = "shown"

    seat: int
    cards: tuple[int, ...]


class Won(Happened, frozen=True):
    told = "won"

    seat: int
    chips: int
    pot: int = 0  # 0 is the main pot
    side: int = 0  # which ranking of the game won it: 0 high, 1 low
    run: int = 0  # 1: on the second end of the board


class Ended(Happened, frozen=True):
    """Every cent is paid out."""

    ends = True


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
