"""A seat and its small life, as a table that a test can walk: every seat can become empty again."""

from typing import Literal

from msgspec import Struct, field

from firmware.games.state import moves
from firmware.table import events as e
from firmware.table.commands import Entry, Extra

Life = Literal["empty", "reserved", "pin", "asking", "choosing", "funding", "playing", "away"]

MOVES: dict[tuple[Life, type], Life] = {
    ("empty", e.SeatReserved): "reserved",
    ("reserved", e.SeatReleased): "empty",
    ("empty", e.CardSwiped): "pin",
    ("reserved", e.CardSwiped): "pin",
    ("pin", e.PinRefused): "pin",
    ("pin", e.CardLocked): "empty",
    ("pin", e.PinAccepted): "asking",
    ("pin", e.EntryCancelled): "empty",
    ("asking", e.EntryApproved): "choosing",
    ("asking", e.EntryCancelled): "empty",
    ("choosing", e.BuyInAsked): "funding",
    ("choosing", e.EntryCancelled): "empty",
    ("funding", e.BuyInRefused): "choosing",
    ("funding", e.BoughtIn): "playing",
    ("playing", e.BuyInAsked): "playing",
    ("playing", e.BuyInRefused): "playing",
    ("playing", e.BoughtIn): "playing",
    ("playing", e.WentAway): "away",
    ("playing", e.CashedOut): "empty",
    ("away", e.BuyInAsked): "away",
    ("away", e.BuyInRefused): "away",
    ("away", e.BoughtIn): "away",
    ("away", e.CameBack): "playing",
    ("away", e.CashedOut): "empty",
}

SEATED: tuple[Life, ...] = ("playing", "away")
COMING: tuple[Life, ...] = ("pin", "asking", "choosing")

WORDS: dict[Life, str] = {
    "empty": "nobody sits there",
    "reserved": "it is held for somebody",
    "pin": "the PIN comes first",
    "asking": "the floor has to approve",
    "choosing": "the buy-in comes first",
    "funding": "the buy-in is on its way",
    "playing": "a player sits there",
    "away": "the player is away",
}

YOURS: dict[Life, str] = {
    "empty": "Please sit down first.",
    "reserved": "This seat is held for somebody.",
    "pin": "Your PIN comes first.",
    "asking": "The floor has to approve your seat.",
    "choosing": "Your buy-in comes first.",
    "funding": "Your buy-in is on its way.",
    "playing": "You are in the game.",
    "away": "You are sitting out: touch I am back first.",
}
SWIPED: dict[Life, str] = {
    "playing": "A player sits here: no card is needed.",
    "away": "This seat is taken. If it is yours, touch I am back.",
}


@moves
class Person(Struct):
    """Who sits there, as the card and the bank told."""

    account: str = ""
    name: str = ""
    held: bool = False  # the seat was reserved for this account: no further approval
    brings: int = 0  # the house moved this player here, with so many chips
    balance: int = 0  # of the account, as the bank told last
    tries: int = 0  # wrong PINs
    tries_left: int = -1  # at the bank; -1: it did not say
    since: int = 0  # in this game, ms
    requests: int = 0  # for another seat


@moves
class Chips(Struct):
    """In cents; in a tournament the stack is counters."""

    stack: int = 0  # as at the start of the hand, until it ends
    pending: int = 0  # bought during a hand: plays from the next one
    asked: int = 0  # on the way from the bank
    bought: int = 0  # in this session
    short_buys: int = 0  # since sitting down, or since the last full buy
    owes: int = 0  # of fees for time: comes off what is bought next


@moves
class Blinds(Struct):
    """What this seat paid of the blinds, what it owes, and how it comes in."""

    core: bool = False  # was dealt in when the last hand was dealt, and has been ready since
    entry: Entry = "wait"
    newcomer: bool = True
    passes: int = 0  # big blinds that a newcomer let go by
    missed: bool = False  # owes both blinds
    paid_big: bool = False  # since the button was last here
    paid_small: bool = False
    game: int = -1  # of the table's, when he has the button and it chooses
    extra: Extra = ""  # wished for the next hand
    over: int = 0  # so many chips
    kill: bool = False  # owes a kill: not in the game again without it (002 L272, 003 L313)


class SeatChange(Struct, frozen=True):
    moved_from: int = 0  # the first seat that was left; 0: nobody moved here
    target: int = 0  # and how far from the button it was
    free_pass: bool = False  # dealt off: the blinds may pass once
    at: int = 0  # when
    traded: bool = False  # with another player


@moves
class Absence(Struct):
    sit_out: str = ""  # when: at the next hand, at the next big blind
    kind: str = ""
    warned: bool = False
    lobby_at: int = -(1 << 60)  # when the last lobby absence began
    began: int = 0
    used: int = 0  # ms away before, in the hour that began at hour_at
    hour_at: int = 0
    late: str = ""  # the clock ran out: what the seat did, in which hand, when
    late_hand: int = 0
    late_at: int = 0
    late_unlinked: bool = False  # the link was gone when it ran out
    cut_at: int = 0  # when the link was lost that sat him out, after which hand,
    cut_hand: int = 0
    linked_hand: int = 0  # and in which one it was there again


@moves
class OwnTime(Struct):
    """What a seat has of the clock besides the time to act."""

    bank_ms: int = 0
    times: int = 0  # touches on Time in this hand
    link_used: bool = False  # the pause of this hand


@moves
class Seat(Struct):
    number: int
    life: Life = "empty"
    link: bool = True
    called_at: int = 0  # for the floor; 0: not
    answered: str = ""  # by whom of the floor, who is on the way
    moves_to: int = 0  # another seat, by order of the floor, when this hand is over
    leave: str = ""  # why the seat is closed after this hand
    until: int = 0  # away, reserved, or asked for a PIN or a buy-in
    person: Person = field(default_factory=Person)
    chips: Chips = field(default_factory=Chips)
    blinds: Blinds = field(default_factory=Blinds)
    change: SeatChange = SeatChange()
    absence: Absence = field(default_factory=Absence)
    time: OwnTime = field(default_factory=OwnTime)

    @property
    def called(self) -> bool:
        return self.called_at > 0

    @property
    def seated(self) -> bool:
        return self.life in SEATED

    @property
    def ready(self) -> bool:
        """To be dealt a hand."""
        return self.there() and self.chips.stack > 0

    def there(self) -> bool:
        return (
            self.life == "playing"
            and self.link
            and not self.leave
            and self.absence.sit_out != "next hand"
        )
