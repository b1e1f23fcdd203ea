"""What can be asked of a hand. A refusal changes nothing."""

from msgspec import Struct

from firmware.games.poker.events import Forced


class Post(Struct, frozen=True, gc=False):
    """A forced bet that the table found due."""

    seat: int
    chips: int
    kind: Forced = "blind"


class Start(Struct, frozen=True, gc=False):
    """Take the forced bets. None: the regular ones of these stakes."""

    posts: tuple[Post, ...] | None = None


class Deal(Struct, frozen=True, gc=False):
    """The next cards of the deck, as many as the hand wants; dice where it wants them."""

    cards: tuple[int, ...]
    dice: tuple[int, ...] = ()


class Fold(Struct, frozen=True, gc=False):
    seat: int


class Call(Struct, frozen=True, gc=False):
    """Match the bet; check where there is none; post the bring-in where it is forced."""

    seat: int


class Raise(Struct, frozen=True, gc=False):
    """Bet, raise or complete, to so many chips in all on this round."""

    seat: int
    to: int


class Draw(Struct, frozen=True, gc=False):
    """Give up these cards for new ones (draw) or for none (pineapple)."""

    seat: int
    cards: tuple[int, ...] = ()


class Roll(Struct, frozen=True, gc=False):
    """Turn the down card up, so that the next one comes down; or keep it."""

    seat: int
    up: bool


class Kill(Struct, frozen=True, gc=False):
    """Kill the pot, or let it be."""

    seat: int
    kill: bool


class Timeout(Struct, frozen=True, gc=False):
    """The clock of this seat ran out."""

    seat: int


class Settle(Struct, frozen=True, gc=False):
    """Show, compare and pay. Seats that threw their hand away unseen are `mucked`. The house's
    last fee comes first, as much of it as the pot holds."""

    mucked: tuple[int, ...] = ()
    fee: int = 0
    split_fee: int = 0  # more, if identical hands share a pot
    jackpot: int = 0  # what the first bets were too small for


class Drop(Struct, frozen=True, gc=False):
    """A fee or a jackpot share out of the pot: as much of it as the pot holds."""

    chips: int
    kind: str = "fee"


class Foul(Struct, frozen=True, gc=False):
    """The floor kills this hand: it is dead, its wagers stay (000 L1817)."""

    seat: int


class RunAgain(Struct, frozen=True, gc=False):
    """A second end of the board, for half of every pot."""

    cards: tuple[int, ...]


Command = (
    Start
    | Deal
    | Fold
    | Call
    | Raise
    | Draw
    | Roll
    | Kill
    | Timeout
    | Settle
    | Drop
    | Foul
    | RunAgain
)
