"""What can be asked of a table. Each carries the time; a refusal changes nothing.

Four kinds of people and things ask: the seat, the station and the bank, the machine (time, cards,
the draw for the button), and the floor, whose orders carry a name and a reason.
"""

from typing import Literal

from msgspec import Struct

from firmware.games.banked.commands import Choose, PassBank, TakeBank, Wager
from firmware.games.poker.commands import Call, Draw, Fold, Kill, Raise, Roll
from firmware.table.config import Config

Entry = Literal["wait", "post", "pass", "buy the button", "straddle", "over", "kill"]
Extra = Literal["", "straddle", "over"]
Away = Literal["lobby", "meal", "sit out", "no link", "broke"]
Motion = Literal["run it twice", "rabbit", "straddle", "bomb pot", "stakes", "chop", "kill"]
Move = Fold | Call | Raise | Draw | Roll | Kill | TakeBank | PassBank | Wager | Choose


DOORS = "doors"  # who stops the table while one of them is open
SECOND = "an order that waits for its second person"  # and while nobody has confirmed it
SERVICE = "service"  # and while its devices are tested (REQ-R27)
TABLE = "table"
BY_THE_POWER = TABLE, "the power came back"  # who orders what follows from that, and why
STOPPERS: dict[str, Literal["doors", "second", "service"]] = {
    DOORS: "doors", SECOND: "second", SERVICE: "service",
}  # fmt: skip


class Command(Struct, frozen=True, gc=False):
    now: int  # ms


class Order(Command, frozen=True, gc=False):
    """Of the floor: who, and why."""

    by: str
    reason: str


# The seat


class Play(Command, frozen=True, gc=False):
    """One touch: an answer to the decision with this number, and to no other."""

    decision: int
    move: Move


class BuyIn(Command, frozen=True, gc=False):
    """Chips from the account: the first ones, or more of them."""

    seat: int
    chips: int
    post: bool = False  # and pays for a hand at once, when they have come


class ChooseEntry(Command, frozen=True, gc=False):
    """Wait for the big blind, post, let the blind pass, buy the button, straddle, do the overs, or
    kill the pot."""

    seat: int
    entry: Entry


class AskTime(Command, frozen=True, gc=False):
    seat: int


class CallFloor(Command, frozen=True, gc=False):
    seat: int


class SitOut(Command, frozen=True, gc=False):
    """At the next hand, or when the big blind comes; "": not after all."""

    seat: int
    when: Literal["", "next hand", "next big blind"] = "next hand"


class GoAway(Command, frozen=True, gc=False):
    seat: int
    kind: Literal["lobby", "meal"] = "lobby"


class ComeBack(Command, frozen=True, gc=False):
    seat: int


class Leave(Command, frozen=True, gc=False):
    """Leave Table / Cash Out: the whole stack, at the end of the hand."""

    seat: int


class AskSeat(Command, frozen=True, gc=False):
    """Another seat; 0 is any."""

    seat: int
    to: int = 0


class DropAskSeat(Command, frozen=True, gc=False):
    seat: int


class TakeSeat(Command, frozen=True, gc=False):
    """The first of the queue takes an open seat."""

    seat: int
    to: int


class Propose(Command, frozen=True, gc=False):
    """A yes to something that needs everybody's yes; or the no that ends it."""

    seat: int
    motion: Motion
    yes: bool = True


class ChooseExtra(Command, frozen=True, gc=False):
    """A straddle or an over in the next hand, if the place allows it; "": not after all."""

    seat: int
    extra: Extra
    chips: int = 0  # of an over


class ChooseGame(Command, frozen=True, gc=False):
    """Which game of the table this player deals when he has the button."""

    seat: int
    spread: int


class ShowCards(Command, frozen=True, gc=False):
    seat: int
    numbers: tuple[int, ...]  # as the cards were dealt


# The station and the bank


class SwipeCard(Command, frozen=True, gc=False):
    seat: int
    account: str
    name: str


class PinChecked(Command, frozen=True, gc=False):
    """What the bank said about the PIN."""

    seat: int
    good: bool
    balance: int = 0
    left: int = -1  # tries, as the bank counts them; 0: it has locked the card; -1: not said


class CancelEntry(Command, frozen=True, gc=False):
    """Back to the swipe screen, before any chips are asked for."""

    seat: int


class BankAnswered(Command, frozen=True, gc=False):
    """About one transfer. Answered twice is answered once."""

    transfer: str
    done: bool
    words: str = ""


class LoseLink(Command, frozen=True, gc=False):
    seat: int


class RegainLink(Command, frozen=True, gc=False):
    seat: int


class JoinList(Command, frozen=True, gc=False):
    account: str
    name: str
    changing: bool = False  # from another table of the same game: before the list (000 L206)


class LeaveList(Command, frozen=True, gc=False):
    account: str


# The machine


class Tick(Command, frozen=True, gc=False):
    """It is now so late: whatever time brings."""


class Wake(Command, frozen=True, gc=False):
    """It was dark since the last event: that time is on nobody's clock."""


class Deal(Command, frozen=True, gc=False):
    cards: tuple[int, ...]
    dice: tuple[int, ...] = ()


class DrawButton(Command, frozen=True, gc=False):
    """The draw for the first button: a seat, or a card for each seat that wants() names."""

    seat: int = 0
    cards: tuple[int, ...] = ()


class ShowRabbit(Command, frozen=True, gc=False):
    """The cards that would have come."""

    cards: tuple[int, ...]


# The floor


class OpenTable(Order, frozen=True, gc=False):
    pass


class CloseTable(Order, frozen=True, gc=False):
    """After this hand; everybody is cashed out. A tournament that has not begun is cancelled."""

    at_once: bool = False  # the hand in play is void


class Pause(Order, frozen=True, gc=False):
    """Of the floor; or of the doors, one of which is open."""


class Resume(Order, frozen=True, gc=False):
    pass


class TakeBreak(Order, frozen=True, gc=False):
    """No hand begins for so long, once this one is over."""

    ms: int


class Approve(Order, frozen=True, gc=False):
    seat: int


class TurnAway(Order, frozen=True, gc=False):
    """No seat for somebody who waits for the floor's yes."""

    seat: int


class AnswerCall(Order, frozen=True, gc=False):
    """Somebody is on the way to the seat that calls; or was there."""

    seat: int
    done: bool = False


class Reserve(Order, frozen=True, gc=False):
    """Hold a seat for somebody: of the list, or called by the floor."""

    seat: int
    account: str
    name: str
    brings: int = 0  # moved here by the house, with this stack, however small


class Release(Order, frozen=True, gc=False):
    seat: int


class FoulHand(Order, frozen=True, gc=False):
    seat: int


class VoidHand(Order, frozen=True, gc=False):
    again: bool = False  # nobody was dealt a card: the same hand is dealt at once from new decks


class MovePlayer(Order, frozen=True, gc=False):
    """At the end of the hand."""

    seat: int
    to: int


class GrantSeat(Order, frozen=True, gc=False):
    """The seat change that a player asked for, in the order of the queue; at the end of the
    hand."""

    seat: int
    to: int


class CashIn(Order, frozen=True, gc=False):
    """A player is cashed in and leaves, at the end of the hand."""

    seat: int


class Bar(Order, frozen=True, gc=False):
    account: str
    until: int = 0  # ms; 0: for good


class Unbar(Order, frozen=True, gc=False):
    account: str


class KeepApart(Order, frozen=True, gc=False):
    accounts: tuple[str, ...]
    table: bool = False  # true: not even at one table


class LetTogether(Order, frozen=True, gc=False):
    """Lifts every order that keeps these accounts apart."""

    accounts: tuple[str, ...]


class ExtendClock(Order, frozen=True, gc=False):
    """The clock of the seat to act, or the time that a seat is away."""

    seat: int
    ms: int


class ChangeGame(Order, frozen=True, gc=False):
    """New games or stakes, from the next hand on."""

    config: Config


class ConfirmJackpot(Order, frozen=True, gc=False):
    """Pay what a hit is worth."""

    number: int
    pay: bool = True


class PayHighHand(Order, frozen=True, gc=False):
    """The high hand of the period wins its pool."""


class HandPay(Order, frozen=True, gc=False):
    """A cash-out that the bank refused was paid at the cage, by the two who are named (REQ-R40)."""

    transfer: str
    in_books: bool = False  # of the bank, which says so; cash of which it does not know is no pay


class SweepFees(Order, frozen=True, gc=False):
    """What the house earned leaves the table for the bank. Pools stay: they are the players'."""


class StartTournament(Order, frozen=True, gc=False):
    pass


class EndTournament(Order, frozen=True, gc=False):
    """Everybody left has said yes: the floor ends the tournament, or lets it go on."""

    end: bool


AnyCommand = (
    Play | BuyIn | ChooseEntry | AskTime | CallFloor | SitOut | GoAway | ComeBack | Leave
    | AskSeat | DropAskSeat | TakeSeat | Propose | ChooseExtra | ChooseGame | ShowCards
    | SwipeCard | PinChecked | CancelEntry | BankAnswered | LoseLink | RegainLink | JoinList
    | LeaveList | Tick | Wake | Deal | DrawButton | ShowRabbit | OpenTable | CloseTable | Pause
    | Resume | TakeBreak | Approve | TurnAway | AnswerCall | GrantSeat
    | Reserve | Release | FoulHand | VoidHand | MovePlayer | CashIn | Bar | Unbar
    | KeepApart | LetTogether | ExtendClock | ChangeGame | ConfirmJackpot | PayHighHand | HandPay
    | SweepFees | StartTournament | EndTournament
)  # fmt: skip
