"""The state of a table. One owner; only evolve moves it. Plain data: msgspec can carry it.

During a hand `seat.chips.stack` is what the seat began it with: the hand holds the chips that
move. So a voided hand is simply forgotten, and the books are right at every moment.
"""

from typing import Literal

import msgspec
from msgspec import Struct, field

from firmware.games.banked.board import Roads
from firmware.games.engine import AnyPlay, PlayEvent
from firmware.games.poker.commands import Post
from firmware.games.poker.events import Won
from firmware.games.poker.kill import Leg
from firmware.games.state import moves
from firmware.table.commands import Motion
from firmware.table.config import Config
from firmware.table.events import Waits
from firmware.table.fee import NO_FEE, Fee
from firmware.table.jackpot import Claim
from firmware.table.seat import Blinds, Seat, SeatChange


class Transfer(Struct, frozen=True):
    """Chips between an account and the table; one id on both sides."""

    seat: int
    account: str
    chips: int
    fee: int = 0
    post: bool = False  # for a hand at once, when they have come


class Departed(Struct, frozen=True):
    """What the return rule remembers of somebody who left."""

    at: int
    stack: int
    missed: bool
    kill: bool = False


class Apart(Struct, frozen=True):
    accounts: tuple[str, ...]
    table: bool


class Waiting(Struct, frozen=True):
    account: str
    name: str


class Wish(Struct, frozen=True):
    """For another seat; 0 is any."""

    seat: int
    to: int
    first: bool = True  # request of this player
    at: int = 0


class Stop(Struct, frozen=True):
    """Who holds the table, while it is paused."""

    who: Literal["floor", "doors", "second", "service"]
    at: int
    by: str
    reason: str


class BadBeat(Struct, frozen=True):
    """A hit that waits for the floor."""

    number: int
    hand: int
    claims: tuple[Claim, ...]


class HighHand(Struct, frozen=True):
    """The best of the period so far."""

    seat: int
    account: str
    strength: int
    words: str


class Marks(Struct, frozen=True):
    """A seat's blinds before a hand."""

    number: int
    account: str
    blinds: Blinds
    change: SeatChange
    name: str = ""


class Before(Struct, frozen=True):
    """What a hand that is voided must give back besides the chips."""

    button: int
    small: tuple[int, ...]
    big: tuple[int, ...]
    seats: tuple[Marks, ...]
    level_left: int = 0  # ms, in a tournament
    small_at: int = 0
    big_at: int = 0
    leg: Leg = Leg()
    excused: int = 0
    spread: int = -1  # -1: from before voids gave the rotation back
    orbit_from: int = 0
    new_from: int = 0
    drawn: int = 0  # the first button, of the first hand


@moves
class Books(Struct):
    """All cents that came in are somewhere."""

    bought_in: int = 0
    cashed_out: int = 0
    fees: int = 0  # the house's
    bad_beat: int = 0  # the players', in pools
    high_hand: int = 0
    prizes: int = 0  # of a tournament
    entry_fees: int = 0  # of one that has not begun: the house's when it does
    # A pot that nobody opened, by seat, until the hand that is played for it ends; 0: who paid it
    # has left.
    carried: dict[int, int] = {}
    unopened: int = 0  # deals in a row that nobody opened
    half_hour: int = 0  # the last one that was paid, where time is paid for


@moves
class Result(Struct):
    """How the last hand ended; on the center screen until the next one begins."""

    number: int
    shown: dict[int, list[int]] = {}  # the numbers of the cards that a seat turned up
    won: list[Won] = []
    rabbit: tuple[int, ...] = ()


@moves
class Clock(Struct):
    seat: int = 0  # 0: everybody who still owes a choice
    until: int = 0  # 0: no clock runs
    give: int = 0  # ms a decision
    stage: str = "action"
    began: int = 0  # the stage
    warned: bool = False
    left: int = 0  # while the table is paused, or the link is lost


@moves
class Pace(Struct):
    """When the machine may go on, at the earliest."""

    next_hand_at: int = 0
    deal_at: int = 0  # the next cards, or the showdown
    waits: Waits = Waits(0, 0, 0, 0)  # of this hand


@moves
class Position(Struct):
    """The button, and who pays the blinds of this hand."""

    button: int = 0
    drawn: int = 0  # for the first button, and with which cards
    small: tuple[int, ...] = ()
    big: tuple[int, ...] = ()
    orbit_from: int = 0  # the button when this game began
    excused: int = 0  # had less than half of the big blind: owes it if he has chips again
    new_from: int = 0  # the first button of a new game, until a blind has come round to it


@moves
class ThisHand(Struct):
    """The hand in play, or the last one: what the table keeps beside the play itself."""

    number: int = 0
    at: int = 0  # when it began
    last: list[PlayEvent | None] = []  # each seat's last action on this street
    fee: Fee = NO_FEE  # what the house takes of it, by the schedule
    result: Result | None = None
    before: Before | None = None  # button and blinds as they were
    posts: tuple[Post, ...] = ()  # that it began with
    voided: int = 0  # the hand that was voided, until the next one begins


@moves
class Banker(Struct):
    """Banked games: who held the bank last, and for how many hands in a row."""

    seat: int = 0
    hands: int = 0


@moves
class Consent(Struct):
    """What needs everybody's yes, and how it stands."""

    votes: dict[Motion, list[int]] = {}
    vetoed: list[Motion] = []
    run_from: int = -1  # board cards when running it twice was agreed
    proposed: Config | None = None


@moves
class Transit(Struct):
    """Chips between the table and the bank."""

    flying: dict[str, Transfer] = {}  # out, not yet confirmed
    owed: dict[str, str] = {}  # of these, what the bank refused, and why: the cage pays it
    asked: dict[str, Transfer] = {}  # in, not yet answered
    transfers: int = 0  # so far: each has a name of its own


@moves
class People(Struct):
    """Who waits, who asked for what, who may not play here."""

    waiting: list[Waiting] = []
    changing: list[Waiting] = []
    wishes: list[Wish] = []
    barred: dict[str, int] = {}
    apart: list[Apart] = []
    departed: dict[str, Departed] = {}


@moves
class Recess(Struct):
    """A break that the floor ordered: no hand begins until it is over."""

    until: int = 0
    after_hand: int = 0  # ms, from the end of the hand in play on


@moves
class Jackpots(Struct):
    bad_beats: list[BadBeat] = []
    hit_number: int = 0
    high_hand: HighHand | None = None


@moves
class SitNGo(Struct):
    """How far the tournament is."""

    running: bool = False
    level: int = 0
    until: int = 0  # of the level, or of the break
    left: int = 0  # of it, while the table is paused
    on_break: bool = False
    players: int = 0
    small_at: int = 0  # places of the blinds; the small one's may be an empty seat
    big_at: int = 0
    began: dict[int, int] = {}  # chips of each seat when the hand began
    agreed: bool = False  # the finalists ended it
    ended: tuple[tuple[str, int], ...] = ()  # who was left at last, and the cents that each won


@moves
class Table(Struct):
    config: Config
    seats: list[Seat]  # by number; [0] is nobody
    now: int = 0
    phase: Literal["closed", "open", "closing"] = "closed"
    paused: bool = False
    stops: list[Stop] = []
    spread: int = 0  # which game of the table
    decision: int = 0
    play: AnyPlay | None = None  # what is on the table, finished or not
    this_hand: ThisHand = field(default_factory=ThisHand)
    position: Position = field(default_factory=Position)
    clock: Clock = field(default_factory=Clock)
    pace: Pace = field(default_factory=Pace)
    banker: Banker = field(default_factory=Banker)
    consent: Consent = field(default_factory=Consent)
    books: Books = field(default_factory=Books)
    transit: Transit = field(default_factory=Transit)
    people: People = field(default_factory=People)
    jackpots: Jackpots = field(default_factory=Jackpots)
    sit_n_go: SitNGo = field(default_factory=SitNGo)
    recess: Recess = field(default_factory=Recess)
    leg: Leg = Leg()  # kill games: who won last, who had to kill the pot after it
    roads: Roads = field(default_factory=Roads)  # the result board

    @property
    def live(self) -> AnyPlay | None:
        """The hand in play."""
        play = self.play
        return play if play is not None and play.due != "over" else None

    @property
    def called(self) -> str:
        """What is played here, in a word."""
        return "round" if self.config.law(self.spread).banked else "hand"

    def at(self, account: str) -> Seat | None:
        return next(
            (s for s in self.seats if s.person.account == account and s.life != "empty"), None
        )

    def stopped_by(self, who: str) -> bool:
        return any(stop.who == who for stop in self.stops)

    def in_hand(self, seat: int) -> bool:
        live = self.live
        return live is not None and seat in live.seats


def new_table(config: Config, now: int = 0) -> Table:
    seats = [Seat(number) for number in range(config.seats + 1)]
    return Table(config, seats, now, this_hand=ThisHand(last=[None] * len(seats)))


def where_money_lies(table: Table) -> dict[str, int]:
    """Every cent that is here, under the name that people know its place by."""
    books, flying, stacks = table.books, table.transit.flying, 0
    if table.config.tournament is None:
        for seat in table.seats:  # after every hand: three times as quick as a sum
            chips = seat.chips
            stacks += chips.stack + chips.pending
    return {
        "Stacks and pots": stacks,
        "On the way to cards": sum([one.chips for one in flying.values()]) if flying else 0,
        "Fees": books.fees + books.entry_fees,
        "Jackpots": books.bad_beat + books.high_hand,
        "Prizes": books.prizes,
        "Carried to the next hand": sum(books.carried.values()),
    }


def balance(table: Table) -> tuple[int, int]:
    """(what is here, what should be): equal after every event, in production too."""
    books = table.books
    return sum(where_money_lies(table).values()), books.bought_in - books.cashed_out


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Table).decode
