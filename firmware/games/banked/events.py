"""What happened in a banked round. Journalled once, never edited."""

from firmware.games.play import Happened


class BankTaken(Happened, frozen=True):
    """A player holds the bank; it wins or loses no more than this stake."""

    told = "bank"

    seat: int
    chips: int


class BankPassed(Happened, frozen=True):
    seat: int


class Wagered(Happened, frozen=True):
    told = "act"

    seat: int
    ante: int  # 0: not in this round
    bonus: int = 0


class FeePaid(Happened, frozen=True):
    """Out of the stack, before any card (000 L3560)."""

    seat: int
    chips: int


class BetsClosed(Happened, frozen=True):
    pass


class CardsDealt(Happened, frozen=True):
    """In deal order, to the seats and to the bank. Hole cards and the bank's hidden ones are in
    here: never in the clear on disk or wire."""

    secret = True

    cards: tuple[int, ...]


class BankCardTurned(Happened, frozen=True):
    """For all to see, before anybody decides."""

    card: int


class CardsGiven(Happened, frozen=True):
    """As rounds were dealt once: the bank's cards to its seat, none of them turned up. No longer
    written."""

    secret = True

    cards: tuple[int, ...]


class Stayed(Happened, frozen=True):
    """Plays on, for another ante."""

    told = "act"

    seat: int
    chips: int


class GaveUp(Happened, frozen=True):
    told = "act"

    seat: int


class HandTabled(Happened, frozen=True):
    told = "shown"

    seat: int
    cards: tuple[int, ...]


class WagerWon(Happened, frozen=True):
    told = "act"

    seat: int
    wager: str
    back: int  # the wager itself
    chips: int  # from the bank


class WagerLost(Happened, frozen=True):
    told = "act"

    seat: int
    wager: str
    back: int  # what the bank did not cover
    chips: int  # to the bank


class WagerReturned(Happened, frozen=True):
    seat: int
    wager: str
    back: int


class RoundEnded(Happened, frozen=True):
    """Every cent is paid out."""

    ends = True


BankedEvent = (
    BankTaken
    | BankPassed
    | Wagered
    | FeePaid
    | BetsClosed
    | CardsGiven
    | CardsDealt
    | BankCardTurned
    | Stayed
    | GaveUp
    | HandTabled
    | WagerWon
    | WagerLost
    | WagerReturned
    | RoundEnded
)
