"""What happened at a table. Journalled once, never edited; the state is rebuilt from these alone.

New field: give it a default, so that last year's journal opens. New meaning: new name.
Hole cards are in `InHand` only, inside events of the play that are secret.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from firmware.games.engine import PlayEvent
from firmware.games.poker.commands import Post
from firmware.games.poker.kill import Leg
from firmware.games.poker.rules import Stakes
from firmware.table.commands import Away, Entry, Extra, Motion
from firmware.table.config import Config
from firmware.table.jackpot import Claim


class Event(Struct, frozen=True, tag=True, gc=False):
    at: int  # ms


# The table


class Opened(Event, frozen=True, tag=True, gc=False):
    by: str
    reason: str


class ClosingBegan(Event, frozen=True, tag=True, gc=False):
    by: str
    reason: str


class Closed(Event, frozen=True, tag=True, gc=False):
    pass


class Paused(Event, frozen=True, tag=True, gc=False):
    by: str
    reason: str


class Resumed(Event, frozen=True, tag=True, gc=False):
    by: str
    reason: str


class StopLifted(Event, frozen=True, tag=True, gc=False):
    """The doors are shut; the floor's own stop stands."""

    by: str
    reason: str


class BreakOrdered(Event, frozen=True, tag=True, gc=False):
    """From the end of the hand in play on; from now on, where none is."""

    ms: int
    by: str
    reason: str


class BreakEnded(Event, frozen=True, tag=True, gc=False):
    by: str
    reason: str


class GameChanged(Event, frozen=True, tag=True, gc=False):
    config: Config
    by: str
    reason: str


class RulesPosted(Event, frozen=True, tag=True, gc=False):
    """What the table plays by from now on: its own page, and the pages that it names as they are
    today, written out (rulebook.py). Before anything else is decided by them."""

    config: Config
    rules: dict[str, Any]


class ChangeProposed(Event, frozen=True, tag=True, gc=False):
    """Where new stakes need every player's yes."""

    config: Config
    by: str
    reason: str


# Coming in


class SeatReserved(Event, frozen=True, tag=True, gc=False):
    seat: int
    account: str
    name: str
    until: int
    by: str
    reason: str
    brings: int = 0


class SeatReleased(Event, frozen=True, tag=True, gc=False):
    seat: int
    by: str = ""
    reason: str = ""


class CardSwiped(Event, frozen=True, tag=True, gc=False):
    seat: int
    account: str
    name: str
    until: int = 0  # without an answer the card goes back then; 0: from before


class PinRefused(Event, frozen=True, tag=True, gc=False):
    seat: int
    left: int = -1  # tries at the bank; -1: it did not say


class CardLocked(Event, frozen=True, tag=True, gc=False):
    """By the bank, after too many wrong PINs."""

    seat: int
    account: str


class PinAccepted(Event, frozen=True, tag=True, gc=False):
    seat: int
    balance: int


class EntryApproved(Event, frozen=True, tag=True, gc=False):
    seat: int
    by: str
    reason: str
    until: int = 0


class BuyInAsked(Event, frozen=True, tag=True, gc=False):
    """The bank is asked for chips; `transfer` names it on both sides."""

    seat: int
    account: str
    transfer: str
    chips: int
    fee: int = 0  # of a tournament entry
    post: bool = False  # for a hand at once, when the chips have come


class BuyInRefused(Event, frozen=True, tag=True, gc=False):
    seat: int
    transfer: str
    words: str
    until: int = 0  # of somebody who has no chips here yet


class BoughtIn(Event, frozen=True, tag=True, gc=False):
    seat: int
    transfer: str
    chips: int
    fee: int = 0
    counters: int = 0  # a tournament's chips
    short_buys: int = -1  # of this seat by now; -1: from before events said it (evolve/before.py)
    bank_ms: int = 0  # time bank of somebody who sits down
    missed: bool = False  # he left owing blinds, and still does
    entry_fee: int = 0  # of a tournament: the house's when it begins (`fee`: at once, as before)
    kill: bool = False  # he left owing a kill, and still does


class EntryCancelled(Event, frozen=True, tag=True, gc=False):
    seat: int
    words: str
    by: str = ""  # of the floor, who turned him away
    reason: str = ""


class EntryChosen(Event, frozen=True, tag=True, gc=False):
    seat: int
    entry: Entry


class ExtraChosen(Event, frozen=True, tag=True, gc=False):
    seat: int
    extra: Extra
    chips: int = 0


class GameWished(Event, frozen=True, tag=True, gc=False):
    """For the hands in which this seat has the button."""

    seat: int
    spread: int


class Listed(Event, frozen=True, tag=True, gc=False):
    account: str
    name: str
    changing: bool


class Unlisted(Event, frozen=True, tag=True, gc=False):
    account: str


# In the seat


class SitOutChosen(Event, frozen=True, tag=True, gc=False):
    seat: int
    when: str
    late: str = ""  # chosen by nobody: the clock ran out, and this is what the seat did


class TimedOut(Event, frozen=True, tag=True, gc=False):
    """The clock ran out for a seat that plays on, as in a tournament; this is what it did."""

    seat: int
    did: str


class WentAway(Event, frozen=True, tag=True, gc=False):
    seat: int
    kind: Away
    until: int
    used: int = 0  # ms away before, in the same hour
    hour_at: int = 0  # when that hour began


class AwayWarned(Event, frozen=True, tag=True, gc=False):
    seat: int
    until: int = 0  # later than it was, so that the warning comes in time; 0: as it was


class AwayExtended(Event, frozen=True, tag=True, gc=False):
    seat: int
    until: int
    by: str
    reason: str


class CameBack(Event, frozen=True, tag=True, gc=False):
    seat: int
    used: int = 0  # ms away in this hour


class LeaveAsked(Event, frozen=True, tag=True, gc=False):
    seat: int
    by: str
    reason: str


class CashedOut(Event, frozen=True, tag=True, gc=False):
    """The whole stack is on its way to the account; the seat is empty."""

    seat: int
    account: str
    transfer: str
    chips: int
    why: str
    missed: bool = False  # blinds are still owed by whoever comes back
    remember_ms: int = -1  # how long that and the stack are remembered; -1: from before
    entry: int = 0  # of the chips, what the prizes give back: the tournament did not begin
    fee: int = 0  # and what the house does
    kill: bool = False  # a kill is still owed by whoever comes back
    antes: int = 0  # of the chips, what waited in a pot that nobody opened and nobody will play for


class PaidOut(Event, frozen=True, tag=True, gc=False):
    """It has arrived."""

    transfer: str


class PayOutRefused(Event, frozen=True, tag=True, gc=False):
    """It cannot reach the account: two people must pay it by hand."""

    transfer: str
    words: str


class PaidByHand(Event, frozen=True, tag=True, gc=False):
    """It could not reach the account, and two people paid it."""

    transfer: str
    by: str
    reason: str


class SweepOrdered(Event, frozen=True, tag=True, gc=False):
    """What the house earned leaves for its account: custody carries it, in the same batch."""

    by: str
    reason: str


class SweepReturned(Event, frozen=True, tag=True, gc=False):
    """A FeesSwept that nothing carried: its chips are fees again, and leave with the next sweep."""

    transfer: str


class FeesSwept(Event, frozen=True, tag=True, gc=False):
    """Told by earlier versions: off the books, and carried by nothing."""

    transfer: str
    chips: int
    by: str
    reason: str


class SeatAsked(Event, frozen=True, tag=True, gc=False):
    seat: int
    to: int


class SeatAskDropped(Event, frozen=True, tag=True, gc=False):
    seat: int


class Moved(Event, frozen=True, tag=True, gc=False):
    seat: int
    to: int
    by: str
    reason: str
    dealt_off: bool | None = None  # both blinds paid, left from the button; None: from before


class Traded(Event, frozen=True, tag=True, gc=False):
    """Two players in each other's seat."""

    seat: int
    to: int
    dealt_off: tuple[int, ...] = ()  # of both: seats whose player paid both blinds, from the button


class MoveOrdered(Event, frozen=True, tag=True, gc=False):
    """When this hand is over."""

    seat: int
    to: int
    by: str
    reason: str


class MoveDropped(Event, frozen=True, tag=True, gc=False):
    """It could not be done when the hand was over."""

    seat: int
    words: str


class LinkLost(Event, frozen=True, tag=True, gc=False):
    seat: int


class LinkRegained(Event, frozen=True, tag=True, gc=False):
    seat: int


class FloorCalled(Event, frozen=True, tag=True, gc=False):
    seat: int


class CallAnswered(Event, frozen=True, tag=True, gc=False):
    seat: int
    done: bool
    by: str
    reason: str


# The hand


class ButtonDrawn(Event, frozen=True, tag=True, gc=False):
    seat: int
    cards: tuple[int, ...]  # one for each ready seat, shown on the center screen


class Waits(Struct, frozen=True, gc=False):
    """How long the machine waits in a hand, in ms."""

    gather: int  # until the bets of a round are in the pot
    street: int  # between streets when nobody can bet any more
    run_twice: int  # for the answer whether the end is run twice; 0: nobody is asked
    link: int  # for a station that was lost when its seat is asked


class HandBegan(Event, frozen=True, tag=True, gc=False, omit_defaults=True):
    """Who has the button, who is dealt in, what is posted, and what the blinds left behind."""

    number: int
    spread: int  # game of the table
    button: int
    dealt: tuple[int, ...]
    posts: tuple[Post, ...]
    small: tuple[int, ...] = ()  # seats that pay the blinds of this hand
    big: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()  # owe both blinds from now on
    passed: tuple[int, ...] = ()  # let a blind go by that they were free to
    targets: tuple[tuple[int, int], ...] = ()  # seat changers: the place they gave up
    offers: tuple[int, ...] = ()  # banked games: who is offered the bank
    new_game: bool = False
    bomb: bool = False
    rules: str = ""  # hash of the rules it is played by: see RulesPosted; "": from before
    stakes: Stakes | None = None  # others than the posted ones: a tournament's level
    fee: int = 0  # option of the posted schedule, by the players dealt in; 0: none
    act_ms: int = 0  # for each decision
    time_banks: tuple[tuple[int, int], ...] = ()  # seat, ms: of those that gained some
    waits: Waits | None = None  # None: from before events said it
    leg: Leg = Leg()  # where the kill button lies in it
    excused: int = 0  # had less than half of the big blind: the next player took it
    new_from: int = 0  # a new game's first button, until a blind comes round to it


class InHand(Event, frozen=True, tag=True, gc=False, omit_defaults=True):
    """What happened in the hand, because of one command."""

    events: tuple[PlayEvent, ...]
    next_hand_at: int = 0  # when it ended the hand; 0: from before events said it
    bad_beat: int = 0  # and what of the jackpot's drop goes into that pool
    leg: Leg = Leg()  # and where the kill button lies after it


class FoulOrdered(Event, frozen=True, tag=True, gc=False):
    """The floor's name and reason; what it does to the hand is in the InHand that follows."""

    seat: int
    by: str
    reason: str


class HandVoided(Event, frozen=True, tag=True, gc=False):
    """Stacks as at its start; the button stays; nothing is collected."""

    by: str
    reason: str
    next_hand_at: int = 0  # 0: from before events said it
    again: bool = False  # its number is the next hand's: nobody was dealt a card


class ClockSet(Event, frozen=True, tag=True, gc=False):
    seat: int
    until: int
    stage: Literal["extra", "bank", "time", "link", "back", "floor"]
    by: str = ""
    reason: str = ""


class ClockWarned(Event, frozen=True, tag=True, gc=False):
    seat: int


class Voted(Event, frozen=True, tag=True, gc=False):
    seat: int
    motion: Motion
    yes: bool
    agreed: bool | None = None  # was this the last yes that it took? None: from before


class CardsShown(Event, frozen=True, tag=True, gc=False):
    """After the hand, to all."""

    seat: int
    cards: tuple[int, ...]
    numbers: tuple[int, ...] = ()  # as they were dealt; (): from before events said it


class RabbitShown(Event, frozen=True, tag=True, gc=False):
    cards: tuple[int, ...]


# The floor, fees and jackpots


class Barred(Event, frozen=True, tag=True, gc=False):
    account: str
    until: int
    by: str
    reason: str


class Unbarred(Event, frozen=True, tag=True, gc=False):
    account: str
    by: str
    reason: str


class KeptApart(Event, frozen=True, tag=True, gc=False):
    accounts: tuple[str, ...]
    table: bool
    by: str
    reason: str


class LetBeTogether(Event, frozen=True, tag=True, gc=False):
    accounts: tuple[str, ...]
    by: str
    reason: str


class TimeFeesTaken(Event, frozen=True, tag=True, gc=False):
    period: int  # half hours
    paid: tuple[tuple[int, int], ...]  # seat, chips
    owed: tuple[tuple[int, int], ...] = ()  # seat, what it owes by now


class JackpotHit(Event, frozen=True, tag=True, gc=False):
    """Waits for a floor person."""

    number: int
    hand: int
    claims: tuple[Claim, ...]


class HighHandHeld(Event, frozen=True, tag=True, gc=False):
    seat: int
    account: str
    strength: int
    words: str


class JackpotPaid(Event, frozen=True, tag=True, gc=False):
    number: int  # 0: the high hand
    claims: tuple[Claim, ...]
    transfers: tuple[str, ...]
    by: str
    reason: str


class JackpotDenied(Event, frozen=True, tag=True, gc=False):
    number: int
    by: str
    reason: str


# Sit-n-go


class TournamentStarted(Event, frozen=True, tag=True, gc=False):
    by: str
    reason: str
    until: int = 0  # of the first level; 0: from before events said it
    players: int = 0
    fees: int = 0  # of the entries: the house's from now on


class LevelRaised(Event, frozen=True, tag=True, gc=False):
    level: int
    until: int


class BreakBegan(Event, frozen=True, tag=True, gc=False):
    until: int


class EndAnswered(Event, frozen=True, tag=True, gc=False):
    """Of the floor; a yes is followed by the places and what they win."""

    by: str
    reason: str
    end: bool


class Eliminated(Event, frozen=True, tag=True, gc=False):
    """Out together, and what their places win: seat, place, cents, transfer."""

    out: tuple[tuple[int, int, int, str], ...]


AnyEvent = (
    Opened | ClosingBegan | Closed | Paused | Resumed | StopLifted | GameChanged | RulesPosted
    | ChangeProposed | BreakOrdered | BreakEnded
    | SeatReserved | SeatReleased | CardSwiped | PinRefused | CardLocked | PinAccepted
    | EntryApproved
    | BuyInAsked | BuyInRefused | BoughtIn | EntryCancelled | EntryChosen
    | ExtraChosen | GameWished | Listed | Unlisted
    | SitOutChosen | TimedOut | WentAway | AwayWarned | AwayExtended | CameBack | LeaveAsked
    | CashedOut | PaidOut | PayOutRefused | PaidByHand | FeesSwept | SweepOrdered | SweepReturned
    | SeatAsked | SeatAskDropped | Moved | Traded | MoveOrdered | MoveDropped
    | LinkLost | LinkRegained | FloorCalled | CallAnswered
    | ButtonDrawn | HandBegan | InHand | FoulOrdered | HandVoided | ClockSet | ClockWarned
    | Voted | CardsShown | RabbitShown | Barred | Unbarred | KeptApart
    | LetBeTogether | TimeFeesTaken
    | JackpotHit | HighHandHeld | JackpotPaid | JackpotDenied | TournamentStarted | LevelRaised
    | BreakBegan | EndAnswered | Eliminated
)  # fmt: skip

to_line = msgspec.json.Encoder().encode
from_line = msgspec.json.Decoder(AnyEvent).decode
