"""What the floor can order of a table, and what the table answers. One class each.

An order's `id` is born at the desk when its form is drawn: sent twice it happens once, and the
answer is the first one. `token` says whose it is: on its way, a slip for this one order
(firmware/bank/order_slips.py), never the session of who gives it. The
same order with `sure` false asks only: it is looked at as if it were meant, and what it would do to
the hand in play is said. What each role may order, and what takes two, is firmware/bank/roles.py's:
it knows these by their names.
"""

from typing import Annotated

from msgspec import Meta, Struct

from firmware.screens.protocol.floor_view import GameSpread
from firmware.screens.protocol.public_view import Public

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Note = Annotated[str, Meta(max_length=200)]
Seat = Annotated[int, Meta(ge=1, le=99)]
SeatOrCenter = Annotated[int, Meta(ge=0, le=99)]
Accounts = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=20)]


class Order(Struct, frozen=True, array_like=True, kw_only=True):
    id: Name
    table: Name  # whose it is: an order for another table is refused by name
    token: Annotated[str, Meta(max_length=200)]  # a secret: in no log and in no journal
    reason: Note = ""
    sure: bool = False

    @property
    def named(self) -> str:
        """Which one it is, on a slip."""
        return f"{type(self).__name__} {self.id}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id})"


# The table


class OpenTable(Order, frozen=True, tag=True, kw_only=True):
    pass


class CloseTable(Order, frozen=True, tag=True, kw_only=True):
    """After this hand; or now: the hand in play is void, which takes two people."""

    now: bool = False


class Pause(Order, frozen=True, tag=True, kw_only=True):
    pass


class TakeBreak(Order, frozen=True, tag=True, kw_only=True):
    """When this hand is over, so long."""

    minutes: Annotated[int, Meta(ge=1, le=120)]


class Resume(Order, frozen=True, tag=True, kw_only=True):
    """Also ends a break."""


class ChangeGame(Order, frozen=True, tag=True, kw_only=True):
    game: GameSpread


class ReadPage(Order, frozen=True, tag=True, kw_only=True):
    """table.toml was changed: it is read and checked now, and played from the next hand on."""


class SweepFees(Order, frozen=True, tag=True, kw_only=True):
    pass


# A seat


class Approve(Order, frozen=True, tag=True, kw_only=True):
    seat: Seat


class TurnAway(Order, frozen=True, tag=True, kw_only=True):
    """No seat for who asks for the floor's yes."""

    seat: Seat


class Reserve(Order, frozen=True, tag=True, kw_only=True):
    """Hold a seat for somebody: of the list, or moved here by the house with this stack."""

    seat: Seat
    account: Name
    name: Name
    brings: int = 0


class Release(Order, frozen=True, tag=True, kw_only=True):
    seat: Seat


class MovePlayer(Order, frozen=True, tag=True, kw_only=True):
    """When this hand is over."""

    seat: Seat
    to: Seat


class GrantSeat(Order, frozen=True, tag=True, kw_only=True):
    """The seat change that this player asked for; `to` where he asked for any."""

    seat: Seat
    to: Seat


class ExtendClock(Order, frozen=True, tag=True, kw_only=True):
    """To act, or to be away."""

    seat: Seat
    seconds: Annotated[int, Meta(ge=1, le=7200)]


class AnswerCall(Order, frozen=True, tag=True, kw_only=True):
    """I am on my way; and, asked again, I was there."""

    seat: Seat
    done: bool = False


class FoulHand(Order, frozen=True, tag=True, kw_only=True):
    seat: Seat
    hand: int


class CashIn(Order, frozen=True, tag=True, kw_only=True):
    seat: Seat


# Accounts


class Bar(Order, frozen=True, tag=True, kw_only=True):
    account: Name
    until_at: int = 0  # 0: for good


class Unbar(Order, frozen=True, tag=True, kw_only=True):
    account: Name


class KeepApart(Order, frozen=True, tag=True, kw_only=True):
    accounts: Accounts
    whole: bool = False  # true: not even at one table


class LetTogether(Order, frozen=True, tag=True, kw_only=True):
    accounts: Accounts


class JoinList(Order, frozen=True, tag=True, kw_only=True):
    """Somebody of the house's list waits for this table: nobody sits down before him."""

    account: Name
    name: Name
    changing: bool = False  # from another table of the same game: before the list


class LeaveList(Order, frozen=True, tag=True, kw_only=True):
    account: Name


# Money


class VoidHand(Order, frozen=True, tag=True, kw_only=True):
    """This very hand: what is played meanwhile is another."""

    hand: int


class ConfirmJackpot(Order, frozen=True, tag=True, kw_only=True):
    number: int
    pay: bool = True


class PayHighHand(Order, frozen=True, tag=True, kw_only=True):
    pass


# A tournament


class StartTournament(Order, frozen=True, tag=True, kw_only=True):
    pass


class CancelTournament(Order, frozen=True, tag=True, kw_only=True):
    """Before it begins; everybody gets everything back."""


class EndTournament(Order, frozen=True, tag=True, kw_only=True):
    """As all who are left agreed; or it goes on."""

    end: bool


# A dispute


class OpenDispute(Order, frozen=True, tag=True, kw_only=True):
    hand: int
    about: Name
    note: Note
    seat: int = 0


class SettleDispute(Order, frozen=True, tag=True, kw_only=True):
    number: int
    decision: Name  # hand stands, ...
    note: Note


class Unseal(Order, frozen=True, tag=True, kw_only=True):
    """The folded cards of these seats in a hand that is over. The table writes down that two people
    asked; what opens them are the keys that both of them bring (firmware/fairness/opened.py)."""

    hand: int
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=10)]
    case: Name  # the number of the paper that it is for


# The devices


class EnterTests(Order, frozen=True, tag=True, kw_only=True):
    """When this hand is over the table stops and says so; nothing moves a meter until it goes on
    (REQ-R27)."""


class LeaveTests(Order, frozen=True, tag=True, kw_only=True):
    """As it was before."""


class OpenPairing(Order, frozen=True, tag=True, kw_only=True):
    """A new screen is at this cable; seat 0: the center's. For two minutes it may say who it is."""

    seat: SeatOrCenter


class SayPaired(Order, frozen=True, tag=True, kw_only=True):
    """Who gives it has compared: these digits are on the new screen's glass too."""

    seat: SeatOrCenter
    digits: Annotated[str, Meta(max_length=6)]


class AtConsole(Order, frozen=True, tag=True, kw_only=True):
    """What somebody typed at the table's console, and why it was refused there: it moves nothing,
    and stands in the journal with a name."""

    typed: Note
    no: Note = ""


# The second person


class Confirm(Order, frozen=True, tag=True, kw_only=True):
    """What another person ordered: his `id` is `order`."""

    order: Name


class TakeBack(Order, frozen=True, tag=True, kw_only=True):
    order: Name


AnyOrder = (
    OpenTable | CloseTable | Pause | TakeBreak | Resume | ChangeGame | ReadPage | SweepFees
    | Approve | TurnAway | Reserve | Release | MovePlayer | GrantSeat | ExtendClock | AnswerCall
    | FoulHand | CashIn | Bar | Unbar | KeepApart | LetTogether | JoinList | LeaveList
    | VoidHand | ConfirmJackpot | PayHighHand
    | StartTournament | CancelTournament | EndTournament | OpenDispute | SettleDispute | Unseal
    | EnterTests | LeaveTests | OpenPairing | SayPaired | AtConsole | Confirm | TakeBack
)  # fmt: skip


# To look at, which is no order: every paired desk may, as it may see the table


class ShowHand(Struct, frozen=True, array_like=True, tag=True):
    """One of the last hands again, as everyone saw it."""

    id: Name
    hand: int


# What the table answers; 0 and 1 are its views


class Would(Struct, frozen=True, array_like=True, tag=2):
    """To an order that is not sure yet: what it would do to the hand in play."""

    id: str
    words: str
    second: bool = False  # it takes two people


class Done(Struct, frozen=True, array_like=True, tag=3):
    id: str
    words: str


class No(Struct, frozen=True, array_like=True, tag=4):
    """Nothing happened, and why."""

    id: str
    words: str
    rule: str = ""
    again: bool = False  # it was not looked at: the same order may be sent again


class WantsSecond(Struct, frozen=True, array_like=True, tag=5):
    """It waits for another person, who confirms it in a session of his own."""

    id: str
    words: str
    until_at: int
    roles: tuple[str, ...] = ()  # who may


class Step(Struct, frozen=True, array_like=True, tag=6):
    """Of a hand that is shown again: what happened, and the table as everyone saw it then."""

    id: str
    number: int  # from 1
    of: int
    at: int  # the table's clock
    words: str
    public: Public


Answer = Would | Done | No | WantsSecond
