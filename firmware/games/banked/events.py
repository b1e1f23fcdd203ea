"""What happened in a banked round. Journalled once, never edited."""

from msgspec import Struct


class BankTaken(Struct, frozen=True, tag=True, gc=False):
    """A player holds the bank; it wins or loses no more than this stake."""

    seat: int
    chips: int


class BankPassed(Struct, frozen=True, tag=True, gc=False):
    seat: int


class Wagered(Struct, frozen=True, tag=True, gc=False):
    seat: int
    ante: int  # 0: not in this round
    bonus: int = 0


class FeePaid(Struct, frozen=True, tag=True, gc=False):
    """Out of the stack, before any card (000 L3560)."""

    seat: int
    chips: int


class BetsClosed(Struct, frozen=True, tag=True, gc=False):
    pass


class CardsGiven(Struct, frozen=True, tag=True, gc=False):
    """In deal order. Hole cards are in here: never in the clear on disk or wire."""

    cards: tuple[int, ...]


class Stayed(Struct, frozen=True, tag=True, gc=False):
    """Plays on, for another ante."""

    seat: int
    chips: int


class GaveUp(Struct, frozen=True, tag=True, gc=False):
    seat: int


class HandTabled(Struct, frozen=True, tag=True, gc=False):
    seat: int
    cards: tuple[int, ...]


class WagerWon(Struct, frozen=True, tag=True, gc=False):
    seat: int
    wager: str
    back: int  # the wager itself
    chips: int  # from the bank


class WagerLost(Struct, frozen=True, tag=True, gc=False):
    seat: int
    wager: str
    back: int  # what the bank did not cover
    chips: int  # to the bank


class WagerReturned(Struct, frozen=True, tag=True, gc=False):
    seat: int
    wager: str
    back: int


class RoundEnded(Struct, frozen=True, tag=True, gc=False):
    """Every cent is paid out."""


BankedEvent = (
    BankTaken
    | BankPassed
    | Wagered
    | FeePaid
    | BetsClosed
    | CardsGiven
    | Stayed
    | GaveUp
    | HandTabled
    | WagerWon
    | WagerLost
    | WagerReturned
    | RoundEnded
)
