"""A round against a bank: what lies on the layout, what it pays and costs, what became of it."""

from msgspec import Struct

from firmware.houses.wager_fees import BankedFee
from firmware.houses.wager_fees import tier_of as tier_of


class Pays(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A circle of the layout: its rows in the order in which they are looked at."""

    name: str
    rows: tuple[tuple[str, str], ...] = ()  # what must have come, in words; and "3:2", "push"
    base: bool = False  # a wager of the game itself, no bonus
    free: bool = False  # of the house's fee
    later: bool = False  # laid down with a choice, after the first cards
    note: str = ""  # with what it goes: as big as the ante


class Layout(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A game against a bank, as it is posted."""

    circles: tuple[Pays, ...]
    fees: BankedFee
    bank_hands: int = 2  # in a row; 0: nobody holds a bank, the wagers are a pool
    bank_cards: int = 0  # places for the bank's hand
    two_hands: bool = False  # a player's and a banker's, for everybody
    streets: tuple[tuple[str, ...], ...] = ()  # what is asked, one after the other
    played: str = ""  # the circle that prices a choice
    reserve: int = 0  # of it, times that must be left to go on with
    order: tuple[str, ...] = ()  # of settlement
    first: str = ""  # who is settled first, in words
    cover: str = ""  # what the stake is for, in words
    ways: tuple[tuple[str, str], ...] = ()  # what must and may be done here, in words
    setting: str = ""  # the hands that cards are set into, by name
    points: bool = False  # bets are open between draws: a point, and tiles in the place of circles
    tiles: bool = False  # are dealt, no cards


class Wagered(Struct, frozen=True, array_like=True, omit_defaults=True):
    """What lies on one circle of one seat; afterwards what became of it, and why."""

    seat: int
    circle: str
    chips: int
    result: str = ""  # as on the page: "3:2", "push", "lose"
    mark: str = ""  # what decided, in words to its player
    won: int = 0  # from the bank; less than none: to it
    uncovered: int = 0
    to_bank: str = ""  # what decided, in words to the bank; "": in the same


class Bank(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One stake of the bank, in the order in which they cover."""

    seat: int
    stake: int  # when the bets were closed
    left: int  # in it now


class Lying(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One hand of a seat, face up, where a seat may have several."""

    seat: int
    cards: tuple[int, ...]
    words: str  # what it comes to
    chips: int = 0
    note: str = ""  # "To play", "Stands"


class Against(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A round against a bank. Its cards lie at the banker's seat, the player's hand of baccarat on
    the board; a card that nobody may see is nowhere."""

    due: str  # bank, wager, deal, choose, settle, over
    banks: tuple[Bank, ...] = ()
    turn: int = 0  # of the banker: his first or second in a row
    wagers: tuple[Wagered, ...] = ()
    placed: tuple[int, ...] = ()  # seats that have said what they wager or choose, or no bank
    offers: tuple[int, ...] = ()  # who is offered the bank, one after the other
    dice: tuple[int, ...] = ()
    first: int = 0  # the seat that is settled first, once that is known
    bank_hand: str = ""  # in words, once it lies open
    player_hand: str = ""
    hands: tuple[Lying, ...] = ()  # in games in which hands are split or set
    point: int = 0  # of craps; 0: a come-out
    covers: bool = False  # the bank, the hardway section
    drawn: tuple[Wagered, ...] = ()  # what the last draw decided, while the round goes on


class Board(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The result board: sides as P, B and T, with 7 and 8 for the three-card ones and n for a
    natural; the big road as (column, row, side, ties); counts and percents."""

    beads: tuple[str, ...] = ()
    road: tuple[tuple[int, int, str, int], ...] = ()
    counts: tuple[tuple[str, int, int], ...] = ()
    last: tuple[tuple[str, int, int], ...] = ()  # of the page before
