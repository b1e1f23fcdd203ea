"""What happened in a hand of pan, beside what every hand knows: antes, fee, deal, tops won."""

from firmware.games.play import Happened
from firmware.games.poker.events import Dealt, Dropped, Ended, Fouled, Posted, Started, Won


class Declared(Happened, frozen=True):
    """In: to the end, or until he is broke. Out: his ante stays in the tops."""

    told = "act"

    seat: int
    plays: bool


class CardTurned(Happened, frozen=True):
    """Off the block, for all to see."""

    told = "act"

    seat: int
    card: int


class CardLeft(Happened, frozen=True):
    """Not used by who drew it: the next may use it, or turn another one."""

    told = "act"

    seat: int


class DrawAsked(Happened, frozen=True):
    """The card that was left is dead; the next comes off the block."""

    seat: int


class Melded(Happened, frozen=True):
    """On the board: three cards as a new meld, or one more to a meld of his."""

    told = "act"

    seat: int
    numbers: tuple[int, ...]
    cards: tuple[int, ...]
    to: int  # which of his melds; -1: a new one


class Collected(Happened, frozen=True):
    """By who melded a pay condition, claimed one that he could not ask for, or went out."""

    told = "act"

    seat: int
    why: str
    each: int  # that was due from every player
    paid: tuple[tuple[int, int], ...]  # by whom, and how much
    unasked: int = 0  # of it: more than his own chips, to be claimed when he is hit again


class WentBroke(Happened, frozen=True):
    """No chips are left: out of the hand."""

    seat: int


class Discarded(Happened, frozen=True):
    """Dead: nobody may use a card out of a hand."""

    told = "act"

    seat: int
    number: int
    card: int


class SplitOffered(Happened, frozen=True):
    told = "act"

    seat: int


class SplitRefused(Happened, frozen=True):
    seat: int


class TopsSplit(Happened, frozen=True):
    """Two agreed. `seat` has fewer chips and is called the winner."""

    seat: int
    other: int


class WentOut(Happened, frozen=True):
    """All eleven cards are on the board."""

    told = "act"

    seat: int


class BlockUsedUp(Happened, frozen=True):
    """Nobody went out; the tops are shared by who is still in."""


Own = (
    Declared
    | CardTurned
    | CardLeft
    | DrawAsked
    | Melded
    | Collected
    | WentBroke
    | Discarded
    | SplitOffered
    | SplitRefused
    | TopsSplit
    | WentOut
    | BlockUsedUp
)
PanEvent = Own | Posted | Started | Dropped | Dealt | Fouled | Won | Ended
