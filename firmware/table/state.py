"""The state of a table. One owner; only evolve moves it. Plain data: msgspec can carry it.

During a hand `seat.stack` is what the seat began it with: the hand holds the chips that move. So
a voided hand is simply forgotten, and the books are right at every moment.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from firmware.games.banked.events import BankedEvent
from firmware.games.banked.round import Round
from firmware.games.poker.events import Event as PokerEvent
from firmware.games.poker.events import Won
from firmware.games.poker.hand import Hand
from firmware.table.commands import Motion
from firmware.table.config import Config
from firmware.table.fee import NO_FEE, Fee
from firmware.table.jackpot import Claim
from firmware.table.seat import Seat


class Transfer(Struct, frozen=True):
    """Chips between an account and the table; one id on both sides."""

    seat: int
    account: str
    chips: int
    fee: int = 0


class Left(Struct, frozen=True):
    """What the return rule remembers of somebody who left."""

    at: int
    stack: int
    missed: bool


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


class Hit(Struct, frozen=True):
    number: int
    hand: int
    claims: tuple[Claim, ...]


class High(Struct, frozen=True):
    seat: int
    account: str
    strength: int
    words: str


class Before(Struct, frozen=True):
    """What a hand that is voided must give back besides the chips."""

    button: int
    small: tuple[int, ...]
    big: tuple[int, ...]
    seats: tuple[Seat, ...]
    carried: dict[int, int]


class Books(Struct):
    """All cents that came in are somewhere."""

    bought_in: int = 0
    cashed_out: int = 0
    fees: int = 0  # the house's
    bad_beat: int = 0  # the players', in pools
    high_hand: int = 0
    prizes: int = 0  # of a tournament


class Result(Struct):
    """How the last hand ended; on the center screen until the next one begins."""

    number: int
    shown: dict[int, tuple[int, ...]] = {}
    won: list[Won] = []
    fee: int = 0
    jackpot: int = 0
    rabbit: tuple[int, ...] = ()
    paid: dict[int, int] = {}  # banked: what the bank paid each seat; less than none: what it took


class Clock(Struct):
    seat: int = 0  # 0: everybody who still owes a choice
    until: int = 0  # 0: no clock runs
    give: int = 0  # ms a decision
    stage: str = "action"
    began: int = 0  # the stage
    warned: bool = False
    left: int = 0  # while the table is paused, or the link is lost


class Show(Struct):
    """A tournament's state."""

    running: bool = False
    level: int = 0
    until: int = 0  # of the level, or of the break
    on_break: bool = False
    players: int = 0
    small_at: int = 0  # places of the blinds; the small one's may be an empty seat
    big_at: int = 0
    began: dict[int, int] = {}  # chips of each seat when the hand began


class Table(Struct):
    config: Config
    seats: list[Seat]  # by number; [0] is nobody
    now: int = 0
    phase: Literal["closed", "open", "closing"] = "closed"
    paused: bool = False

    # The hand
    hand: Hand | None = None
    round: Round | None = None  # a banked game's
    number: int = 0
    spread: int = 0  # which game of the table
    orbit_from: int = 0  # the button when this game began
    button: int = 0
    drawn: int = 0
    draw_cards: tuple[int, ...] = ()
    small: tuple[int, ...] = ()
    big: tuple[int, ...] = ()
    before: Before | None = None  # button and blinds as they were before this hand
    bomb: bool = False
    decision: int = 0
    clock: Clock = msgspec.field(default_factory=Clock)
    next_at: int = 0  # the next hand, at the earliest
    deal_at: int = 0  # the next cards, or the showdown
    last: list[PokerEvent | BankedEvent | None] = []  # each seat's last action on this street
    result: Result | None = None
    carried: dict[int, int] = {}  # pot that nobody opened: by seat; 0: who paid it has left
    fee: Fee = NO_FEE
    fee_due: int = 0
    fee_taken: int = 0
    jackpot_taken: int = 0
    bank_seat: int = 0  # banked games
    bank_hands: int = 0

    # By consent
    votes: dict[Motion, list[int]] = {}
    vetoed: list[Motion] = []
    run_from: int = -1  # board cards when running it twice was agreed
    proposed: Config | None = None

    # Money
    books: Books = msgspec.field(default_factory=Books)
    flying: dict[str, Transfer] = {}  # out, not yet confirmed
    asked: dict[str, Transfer] = {}  # in, not yet answered
    transfers: int = 0
    period: int = 0  # half hours, the last one that was paid

    # People
    waiting: list[Waiting] = []
    changing: list[Waiting] = []
    wishes: list[Wish] = []
    barred: dict[str, int] = {}
    apart: list[Apart] = []
    left: dict[str, Left] = {}
    hits: list[Hit] = []
    hit_number: int = 0
    high: High | None = None
    show: Show = msgspec.field(default_factory=Show)

    @property
    def play(self) -> Hand | Round | None:
        """What is on the table, finished or not."""
        return self.hand or self.round

    @property
    def live(self) -> Hand | Round | None:
        """The hand in play."""
        play = self.hand or self.round
        return play if play is not None and play.due != "over" else None

    def at(self, account: str) -> Seat | None:
        return next((s for s in self.seats if s.account == account and s.life != "empty"), None)

    def in_hand(self, seat: int) -> bool:
        live = self.live
        return live is not None and seat in live.seats


def new_table(config: Config, now: int = 0) -> Table:
    seats = [Seat(number) for number in range(config.seats + 1)]
    return Table(config, seats, now, last=[None] * len(seats))


def balance(table: Table) -> tuple[int, int]:
    """(what is here, what should be): equal after every event, in production too."""
    books = table.books
    stacks = 0
    if table.config.tournament is None:
        for seat in table.seats:
            stacks += seat.stack + seat.pending
    here = stacks + books.fees + books.bad_beat + books.high_hand + books.prizes
    if table.flying:
        here += sum(transfer.chips for transfer in table.flying.values())
    if table.carried:
        here += sum(table.carried.values())
    return here, books.bought_in - books.cashed_out


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Table).decode
