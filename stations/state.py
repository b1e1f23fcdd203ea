"""What a station knows besides its view: fingers, drafts, the open page. None of it ever leaves."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct
from pygame import Rect

from firmware.fairness.station import StationLog
from firmware.screens.protocol import Act, Against, Layout, Pre, Public, Seat, Turn, View
from stations.areas import GLASS, MIRRORED_FROM
from ui.canvas import Canvas
from ui.flights import Flights
from ui.motion import Timeline
from ui.sound import Cue
from ui.theme import LARGE, STATION, STATION_FLOOR, STATION_FLOOR_LARGE
from ui.touch import Touchable

SILENCE_MS = 500  # then the cards are backs
LOST_MS = 1500  # then the whole screen says so
READ_MS = 8000  # then an answer at an open seat is not for the next guest
SHOWDOWN_MS = 6000  # everybody looks so long before he is asked for chips, or told of a break


class Finger(NamedTuple):
    x: float
    y: float
    thing: Touchable | None = None  # what it went down on; None when that no longer counts

    @property
    def target(self) -> str:
        return self.thing.name if self.thing else ""


class Link(Struct):
    seen_at: float = 0.0  # when the view came
    heard_at: float = 0.0
    lost_at: float | None = None  # nothing heard since
    began: bool = False  # a view was ever seen


class Reading(Struct):
    """The page that is open, and where in it."""

    page: str = ""
    past_of: int = 0  # the past hand that is looked at; 0: the last one
    past_from: int = 0  # the first of the list
    step: int = -1  # of it; -1: its end
    plays_since: float | None = None  # the replay runs: when it came to this step
    plays_to: int = 0
    proof_of: int = 0  # the hand whose proof is looked at; 0: the last one
    code_at: int = 0
    tab: int = 0
    leaf: int = 0  # of a text that takes more than one
    wanted: dict[str, int] = {}  # a limit of his own that is about to be lowered


class Bet(Struct):
    """What a turn is about to answer."""

    to: int = 0
    typed: str = ""  # on the keypad
    fold_asked: bool = False  # "Check is free. Fold anyway?"
    slid: float = 0.0  # of an all-in that must be slid


class Ahead(Struct):
    """The answer that was ticked before the turn."""

    act: Pre | Literal[""] = ""
    price: int = 0  # the call that "call" was ticked for


class Wagers(Struct):
    """Against a bank: what is about to be placed or staked, and what was last."""

    draft: dict[str, int] = {}
    chip: int = 0  # that a touch adds, in cents; 0: not chosen yet
    stake: int = 0
    pressed_at: float = 0.0  # a circle that is held gives a chip back
    last: dict[str, int] = {}  # what this player placed before
    placed_in: int = -1  # the decision that it was placed for
    action: int = 0  # what all wagered last
    pass_on: bool = False  # the bank, when it is offered next
    closed: bool = False  # a draft lay here when the bets were closed
    less: bool = False  # a verb is about to cost less: how much is typed
    turned: int = 0  # how often the second row of craps was turned to other bets


class Laying(Struct):
    """A hand as it is about to be set: places of the own cards, the weakest hand first."""

    order: tuple[int, ...] = ()
    before: tuple[tuple[int, ...], ...] = ()  # what undo goes back to
    picked: int = -1  # the card to be swapped: where it lies
    foul: bool = False  # it was to be declared, and may not lie so


class Entry(Struct):
    pin: str = ""
    buy: int = 0
    post: bool = False
    wanted: bool = False  # he asked for chips himself


class LastHand(Struct, frozen=True):
    """As it was told on this glass."""

    number: int
    words: str


class Sent(Struct):
    """The decision that was answered: its row rests until the next view."""

    decision: int = -1
    at: float = 0.0


class State:
    def __init__(self) -> None:
        self.view = View(0, "attract")
        self.now = 0.0  # milliseconds, as last told
        self.link, self.sent = Link(), Sent()
        self.fingers: dict[int, Finger] = {}
        self.guard_until = 0.0
        self.reading = Reading()
        self.bet, self.ahead, self.entry, self.wagers = Bet(), Ahead(), Entry(), Wagers()
        self.laying = Laying()
        self.chosen: frozenset[int] = frozenset()  # places of own cards to give up
        self.log = StationLog(0)  # what this station knows of the deals, and its share of them
        self.digits = ""  # of the cut that is being typed
        self.result_at = 0.0  # when the hand was over
        self.last_hand: LastHand | None = None
        self.answer_at = 0.0  # when the table's last word to this seat came
        self.slip_at = 0.0  # when the slip of who left came
        self.peek_at = 0.0  # when the cards began to lift
        self.time, self.flights = Timeline(), Flights()
        self.cues: list[Cue] = []
        self.ticked = -1  # the second that was heard last

    # ---- who and where

    @property
    def public(self) -> Public:
        return self.view.public

    @property
    def me(self) -> Seat:
        return self.seat(self.view.seat)

    def seat(self, number: int) -> Seat:
        seats = self.view.public.seats
        if 0 < number <= len(seats) and seats[number - 1].seat == number:  # as they mostly are
            return seats[number - 1]
        return next((seat for seat in seats if seat.seat == number), Seat(number))

    def name(self, number: int) -> str:
        """One is you, unless it was somebody who sat here before."""
        result = self.public.result
        before = result is not None and number in dict(result.names)
        return "You" if number == self.view.seat and not before else self.public.name(number)

    @property
    def round(self) -> tuple[Against, Layout] | None:
        """A round against a bank, with the layout that it is played on."""
        against, layout = self.view.public.against, self.view.public.placard.layout
        return (against, layout) if against and layout else None

    @property
    def play(self) -> str:
        """What is played here, in a word."""
        return self.public.placard.play

    @property
    def lays(self) -> bool:
        """Are hands set in this game?"""
        layout = self.view.public.placard.layout
        return layout is not None and bool(layout.setting)

    @property
    def turn(self) -> Turn | None:
        turn = self.view.turn
        return None if turn and turn.decision == self.sent.decision else turn

    @property
    def calls_may_come(self) -> bool:
        """Can more chips come against his bet? The pot is what was matched so far."""
        return self.me.bet > 0 and self.public.actor > 0

    @property
    def asks(self) -> bool:
        """Is something asked that has no answer yet?"""
        ask = self.view.ask
        return ask is not None and ask.decision != self.sent.decision

    @property
    def pin_asked(self) -> bool:
        """The bank looks at the PIN, or has it in a moment; without any answer it got lost."""
        pin = self.view.pin
        return pin is not None and (pin.asked or self.sent.decision == pin.nonce)

    @property
    def left_hand(self) -> bool:
        return self.view.prefs.left

    def side(self, rect: Rect) -> Rect:
        """Where a block of the lower half lies for this player's hand."""
        if self.left_hand and rect.y >= MIRRORED_FROM:
            return Rect(GLASS.w - rect.right, rect.y, rect.w, rect.h)
        return rect

    def together(self, rects: Sequence[Rect]) -> list[Rect]:
        """Of things that are read in their order: all of them change the side, none its place among
        them. Cards are counted from the left, as they lie under the finger."""
        if not rects:
            return []
        whole = rects[0].unionall(rects[1:])
        return [rect.move(self.side(whole).x - whole.x, 0) for rect in rects]

    def down(self, target: str) -> bool:
        """Is a finger holding this right now?"""
        return any(f.target == target for f in self.fingers.values())

    # ---- time

    @property
    def since_view(self) -> float:
        return self.now - self.link.seen_at

    @property
    def clock_left(self) -> float:
        clock = self.public.clock
        if not clock:
            return 0.0
        return max(0.0, clock.left_ms - (self.since_view if clock.running else 0.0))

    def away_left(self, seat: Seat) -> float:
        return max(0.0, seat.away_ms - self.since_view)

    @property
    def answer_left(self) -> float:
        """How long what was said at an open seat stays there."""
        said = self.view.mode == "attract" and (self.view.refused or self.view.said)
        return max(0.0, READ_MS - (self.now - self.answer_at)) if said else 0.0

    @property
    def slip_left(self) -> float:
        slip = self.view.slip
        return max(0.0, slip.keep_ms - (self.now - self.slip_at)) if slip else 0.0

    @property
    def next_left(self) -> float:
        result = self.public.result
        return max(0.0, result.next_ms - self.since_view) if result else 0.0

    @property
    def buys(self) -> bool:
        """Chips are chosen now; who has lost all of his sees the showdown first."""
        view = self.view
        if not view.buy_in or self.turn:
            return False
        return self.entry.wanted or not self.end_left

    @property
    def end_left(self) -> float:
        """How long the end of a hand is read before anything else takes its place."""
        left = SHOWDOWN_MS - (self.now - self.result_at)
        return max(0.0, left) if self.public.result else 0.0

    @property
    def result_left(self) -> float:
        """How long who sits out is shown how the hand ended, where no next one comes."""
        result = self.public.result
        waits = result and not result.next_of_ms and self.view.away in ("sit out", "lobby")
        return self.end_left if waits else math.inf

    # ---- the link and the peek

    @property
    def silent(self) -> bool:
        return self.link.lost_at is not None or self.now - self.link.heard_at > SILENCE_MS

    @property
    def dark(self) -> bool:
        """Nothing can be shown or touched: no link, no view yet, or out of service."""
        link = self.link
        return link.lost_at is not None or not link.began or self.view.mode == "out of service"

    @property
    def may_peek(self) -> bool:
        """A live finger in the zone, a healthy link, a live hand. In doubt: backs."""
        view = self.view
        live = view.public.phase in ("in hand", "paused") and view.mode == "seated"
        return bool(
            live and view.hole and self.me.life == "in" and not self.silent
            and not self.reading.page and self.down("peek")
        )  # fmt: skip

    # ---- canvas

    def canvas(self) -> Canvas:
        large = self.view.prefs.large
        floor = STATION_FLOOR_LARGE if large else STATION_FLOOR
        return Canvas(STATION, floor, LARGE if large else 1.0)


def act_ahead(ahead: Ahead, turn: Turn) -> Act | None:
    """The answer that was ticked before, if it still means what it said."""
    call = turn.call
    match ahead.act:
        case "check" | "check/fold" if call == 0:  # never folds what may be checked
            return Act(turn.decision, "call")
        case "check/fold" if turn.fold:
            return Act(turn.decision, "fold")
        case "call any" if call is not None:
            return Act(turn.decision, "call")
        case "call" if call is not None and call <= ahead.price:
            return Act(turn.decision, "call")
    return None
