"""What happened in a banked round. Journalled once, never edited."""

from firmware.games.banked.commands import Bets
from firmware.games.play import Happened


class BankTaken(Happened, frozen=True):
    """A player holds the bank; it wins or loses no more than this stake."""

    told = "bank"

    seat: int
    chips: int


class BankJoined(Happened, frozen=True):
    """Another player puts his stake behind those who hold it: his covers what theirs does not."""

    seat: int
    chips: int


class BankPassed(Happened, frozen=True):
    seat: int


class BetsPlaced(Happened, frozen=True):
    """In place of what the seat had placed; none: not in this round."""

    told = "act"

    seat: int
    bets: Bets


class FeePaid(Happened, frozen=True):
    """Out of the stack, before any card (000 L3560) or before any choice (003 L2945)."""

    seat: int
    chips: int


class FeeReturned(Happened, frozen=True):
    """Of wagers without action, where the house gives it back."""

    seat: int
    chips: int


class BetsClosed(Happened, frozen=True):
    pass


class BetsOpened(Happened, frozen=True):
    """Again: what the draw did not decide lies on."""


class WagerMoved(Happened, frozen=True):
    """To the number that came."""

    seat: int
    circle: str
    to: str


class DiceRolled(Happened, frozen=True):
    dice: tuple[int, ...]


class CardsDealt(Happened, frozen=True):
    """In deal order, to the seats, the bank and the board. Hole cards and the bank's hidden ones
    are in here: never in the clear on disk or wire."""

    secret = True

    cards: tuple[int, ...]


class CardsTurned(Happened, frozen=True):
    """For all to see: cards of these deal numbers."""

    numbers: tuple[int, ...]
    cards: tuple[int, ...]


class Chosen(Happened, frozen=True):
    told = "act"

    seat: int
    verb: str
    circle: str = ""  # where its chips lie
    chips: int = 0
    given: tuple[int, ...] = ()  # cards given up, by deal number
    laid: tuple[int, ...] = ()  # all of them as they are set, the weakest hand first


class HandFouled(Happened, frozen=True):
    """By order of the floor: its wagers are lost, as far as the bank covers them."""

    told = "act"

    seat: int


class HandTabled(Happened, frozen=True):
    told = "shown"

    seat: int
    cards: tuple[int, ...]


class WagerSettled(Happened, frozen=True):
    """One circle of one seat, and why: the mark that decided and what it pays."""

    told = "act"

    seat: int
    circle: str
    bet: int
    mark: str
    result: str  # as on the page: "3:2", "push", "lose"
    back: int  # of the wager itself
    chips: int = 0  # from the bank; less than none: to it
    uncovered: int = 0  # what the bank's stake did not reach for
    banks: tuple[tuple[int, int], ...] = ()  # who paid it, and how much; or took it


class AwardPaid(Happened, frozen=True):
    """From the bank, for a hand that another player holds (000 L2630-2632)."""

    told = "act"

    seat: int
    of: int  # whose hand it is
    circle: str
    mark: str
    chips: int
    uncovered: int = 0  # what the bank's stake did not reach for: it lapses
    banks: tuple[tuple[int, int], ...] = ()  # who paid it, and how much


class PointsPaid(Happened, frozen=True):
    """From one player to another, out of what each has at risk (004 L107)."""

    told = "act"

    seat: int
    to: int
    circle: str
    points: int
    mark: str
    chips: int
    uncovered: int = 0  # what one of the two did not have at the start


class PoolWon(Happened, frozen=True):
    """Everybody's wagers on one circle, by the strongest hand."""

    told = "act"

    seat: int
    circle: str
    chips: int


class RoundEnded(Happened, frozen=True):
    """Every cent is paid out. What it came to feeds the result board."""

    ends = True

    marks: tuple[str, ...] = ()


# What earlier versions wrote: before.py reads it.


class Wagered(Happened, frozen=True):
    told = "act"

    seat: int
    ante: int  # 0: not in this round
    bonus: int = 0


class CardsGiven(Happened, frozen=True):
    """The bank's cards to its seat, none of them turned up."""

    secret = True

    cards: tuple[int, ...]


class BankCardTurned(Happened, frozen=True):
    card: int


class Stayed(Happened, frozen=True):
    told = "act"

    seat: int
    chips: int


class GaveUp(Happened, frozen=True):
    told = "act"

    seat: int


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


Before = (
    Wagered | CardsGiven | BankCardTurned | Stayed | GaveUp | WagerWon | WagerLost | WagerReturned
)
Now = (
    BankTaken
    | BankJoined
    | BankPassed
    | BetsPlaced
    | FeePaid
    | FeeReturned
    | BetsClosed
    | BetsOpened
    | WagerMoved
    | DiceRolled
    | CardsDealt
    | CardsTurned
    | Chosen
    | HandFouled
    | HandTabled
    | WagerSettled
    | AwardPaid
    | PointsPaid
    | PoolWon
    | RoundEnded
)
BankedEvent = Now | Before
