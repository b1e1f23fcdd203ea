"""What the floor may know of a table: all that everyone may, and who sits there, what waits for a
person, and what was ordered. There is no room in it for a card that is not public.

Where a name ends in `_at` it is the table's own clock in ms, 0: never; `Floor.now` is that clock
when the view was sent, so that a desk can count on from it.
"""

from typing import Literal

from msgspec import Struct

from firmware.screens.protocol.public_view import Public

# On the way to the chips: the PIN, the floor's yes, the buy-in, chips on their way.
Stage = Literal["", "held", "pin", "approve", "buy-in", "chips"]


class FloorSeat(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A seat beside its public plate, which has name, stack, cards shown and what it did."""

    seat: int
    account: str = ""
    tail: str = ""  # the card's last four digits
    stage: Stage = ""
    until_at: int = 0  # held, or its question open, or away, so long
    since_at: int = 0  # sat down
    bought: int = 0
    station: bool = True  # its screen answers
    called_at: int = 0  # for the floor
    answered: str = ""  # by whom of the floor
    leaves: str = ""  # why the seat is closed after this hand
    away: str = ""  # lobby, meal, sit out, no link, broke
    away_at: int = 0
    warned: bool = False  # that the seat is lost soon
    moves_to: int = 0  # by order of the floor, after this hand
    back: int = 0  # what it would get back if this hand were void


class Stop(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Who holds the table: a person of the floor, an open door, an order that waits for its second
    person, or a technician who tests its devices."""

    who: Literal["floor", "doors", "second", "service"]
    since_at: int
    by: str = ""
    reason: str = ""


class Owed(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A cash-out that the bank refused: paid by hand (REQ-R40)."""

    transfer: str
    seat: int
    chips: int
    account: str
    why: str


class Trouble(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A fault that is open: what happened, what is safe, what to do."""

    name: str
    words: str
    since_at: int
    do: str = ""  # the last of the words
    holds: bool = False  # no hand begins before it is over


class SeatWish(Struct, frozen=True, array_like=True, omit_defaults=True):
    """In the order of the queue."""

    seat: int
    to: int  # 0: any
    asked_at: int = 0
    open: bool = False  # it could be granted now


class Payee(Struct, frozen=True, array_like=True, omit_defaults=True):
    seat: int
    account: str
    chips: int
    words: str = ""


class Hit(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A bad beat that waits for the floor."""

    number: int
    hand: int
    payees: tuple[Payee, ...] = ()


class HighHand(Struct, frozen=True, array_like=True, omit_defaults=True):
    payee: Payee  # its chips: the whole pool


class Asked(Struct, frozen=True, array_like=True, omit_defaults=True):
    """An order of one person that waits for a second."""

    order: str  # its id
    what: str  # the order's name: VoidHand
    words: str  # what it does, for people
    by: str
    role: str
    reason: str
    asked_at: int
    until_at: int  # then nothing happens
    seconds: tuple[str, ...] = ()  # roles that may confirm it


class Answered(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One line of what was ordered here lately, done or not."""

    order: str
    what: str
    words: str
    by: str
    second: str
    reason: str
    done: bool
    at: int


class Dispute(Struct, frozen=True, array_like=True, omit_defaults=True):
    number: int
    hand: int
    seat: int  # 0: nobody's in particular
    about: str  # time, amount, winner, ...
    note: str
    by: str
    opened_at: int


class Barring(Struct, frozen=True, array_like=True, omit_defaults=True):
    account: str
    until_at: int = 0  # 0: for good


class Parted(Struct, frozen=True, array_like=True, omit_defaults=True):
    accounts: tuple[str, ...]
    table: bool = False  # not even at one table


class Hour(Struct, frozen=True, array_like=True, omit_defaults=True):
    """What one hour of the clock brought."""

    began_at: int
    hands: int = 0
    fees: int = 0
    jackpot: int = 0
    voids: int = 0


class Deals(Struct, frozen=True, array_like=True, omit_defaults=True):
    """How the last thousand hands were dealt; the same hand more than once, if it was so often."""

    last: int = 0  # the newest that is over
    hands: int = 0
    again: tuple[int, ...] = ()  # that took another set of decks
    voids: tuple[int, ...] = ()  # of which a deal was voided after its shares were sealed
    unwitnessed: int = 0  # the newest ones
    unsealed: int = 0  # since the journal began


class GameSpread(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A game of this table, as ChangeGame takes it."""

    game: str
    limit: str
    small: int
    big: int = 0
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int = 0
    chip: int = 1
    buy_in: tuple[int, int] = (0, 0)
    fees: tuple[int, ...] = ()


class Floor(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Everything that a floor desk shows of one table."""

    now: int = 0
    public: Public = Public()
    state: Literal["closed", "open", "closing"] = "closed"
    seats: tuple[FloorSeat, ...] = ()
    stops: tuple[Stop, ...] = ()
    break_until_at: int = 0
    break_after_hand: int = 0  # ms, ordered for when this hand is over
    hand_at: int = 0  # when the hand in play began
    fee: int = 0  # taken of it so far
    jackpot: int = 0
    owed: tuple[Owed, ...] = ()
    faults: tuple[Trouble, ...] = ()
    doors: tuple[str, ...] = ()  # open ones
    seat_changes: tuple[SeatWish, ...] = ()
    hits: tuple[Hit, ...] = ()
    high_hand: HighHand | None = None
    chop: tuple[Payee, ...] = ()  # all who are left agreed to end it so
    asked: tuple[Asked, ...] = ()
    answered: tuple[Answered, ...] = ()  # newest first
    disputes: tuple[Dispute, ...] = ()  # open ones
    barred: tuple[Barring, ...] = ()
    apart: tuple[Parted, ...] = ()
    hours: tuple[Hour, ...] = ()  # oldest first, a day of them
    freed_at: tuple[int, ...] = ()  # when seats came free, in the last two hours
    games: tuple[GameSpread, ...] = ()
    fees_here: int = 0  # the house's, not yet swept
    hands: tuple[int, int] = (0, 0)  # first and last that can be replayed
    tournament: bool = False  # it plays one, or waits to
    deals: Deals = Deals()
    beaten: str = ""  # the least hand whose defeat pays the jackpot
