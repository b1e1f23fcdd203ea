"""What a station knows besides its view: fingers, drafts, open pages. None of it ever leaves."""

from typing import Literal, NamedTuple

from pygame import Rect

from firmware.screens.protocol import Act, Cut, Pre, Public, Seat, Turn, View
from ui.canvas import Canvas
from ui.flights import Flights
from ui.motion import Timeline
from ui.theme import LARGE, STATION, STATION_FLOOR, STATION_FLOOR_LARGE
from ui.window import Touch as Touch

SILENCE_MS = 500  # then the cards are backs
LOST_MS = 1500  # then the whole screen says so
GUARD_MS = 400  # touches ignored after the action row changed
BLOCK_Y = 448  # below it the left hand mirrors

Page = Literal[
    "", "menu", "history", "proof", "rules", "display", "sound", "leave", "limits", "seats",
    "keypad", "floor", "code", "motions",
]  # fmt: skip
Ticked = Pre | Literal[""]


class Finger(NamedTuple):
    x: float
    y: float
    target: str  # what it went down on; "" when that no longer counts


class State:
    def __init__(self) -> None:
        self.view = View(0, "attract")
        self.seen_at = 0.0  # when the view came
        self.heard_at = 0.0
        self.lost_at: float | None = None  # waiting for a full snapshot since
        self.began = False  # a view was ever seen
        self.page: Page = ""
        self.fingers: dict[int, Finger] = {}
        self.guard_until = 0.0
        self.draft = 0
        self.typed = ""  # keypad of the draft
        self.fold_asked = False  # "Check is free. Fold anyway?"
        self.slid = 0.0  # of an all-in that must be slid
        self.pre: Ticked = ""
        self.pre_price = 0  # the call that "call" was ticked for
        self.pin = ""
        self.buy = 0
        self.post = False
        self.chosen: frozenset[int] = frozenset()  # places of own cards to give up
        self.past_at = 0
        self.proof_of = 0  # the hand whose proof is looked at; 0: the last one
        self.code_at = 0
        self.own_cut: Cut | None = None  # sealed, not opened yet
        self.peek_at = 0.0  # when the cards began to lift
        self.time = Timeline()
        self.flights = Flights()
        self.cues: list[str] = []
        self.ticked = -1
        self.sent_at = 0.0
        self.sent_decision = -1  # answered: the row rests until the next view

    # ---- who and where

    @property
    def public(self) -> Public:
        return self.view.public

    @property
    def me(self) -> Seat:
        return self.seat(self.view.seat)

    def seat(self, number: int) -> Seat:
        for seat in self.public.seats:
            if seat.seat == number:
                return seat
        return Seat(number)

    def name(self, number: int) -> str:
        return "You" if number == self.view.seat else self.seat(number).name or f"Seat {number}"

    @property
    def turn(self) -> Turn | None:
        turn = self.view.turn
        return None if turn and turn.decision == self.sent_decision else turn

    @property
    def left_hand(self) -> bool:
        return self.view.prefs.left

    def side(self, rect: Rect) -> Rect:
        """Where a block of the lower half lies for this player's hand."""
        if self.left_hand and rect.y >= BLOCK_Y - 4:
            return Rect(STATION[0] - rect.right, rect.y, rect.w, rect.h)
        return rect

    def down(self, target: str) -> bool:
        """Is a finger holding this target right now?"""
        return any(f.target == target for f in self.fingers.values())

    # ---- time

    def clock_left(self, now: float) -> float:
        clock = self.public.clock
        if not clock:
            return 0.0
        spent = now - self.seen_at if clock.running else 0.0
        return max(0.0, clock.left_ms - spent)

    def away_left(self, now: float, seat: Seat) -> float:
        return max(0.0, seat.away_ms - (now - self.seen_at))

    def next_left(self, now: float) -> float:
        result = self.public.result
        return max(0.0, result.next_ms - (now - self.seen_at)) if result else 0.0

    # ---- the link and the peek

    silent_now = True  # as of the frame being drawn

    def silent(self, now: float) -> bool:
        return self.lost_at is not None or now - self.heard_at > SILENCE_MS

    def may_peek(self, now: float) -> bool:
        """A live finger in the zone, a healthy link, a live hand. In doubt: backs."""
        view = self.view
        live = view.public.phase in ("in hand", "paused") and view.mode == "seated"
        return bool(
            live and view.hole and self.me.life == "in" and not self.silent(now)
            and not self.page and self.down("peek")
        )  # fmt: skip

    # ---- canvas

    def canvas(self) -> Canvas:
        large = self.view.prefs.large
        return Canvas(
            STATION, STATION_FLOOR_LARGE if large else STATION_FLOOR, LARGE if large else 1.0
        )


def pre_act(state: State, turn: Turn) -> Act | None:
    """The answer that was ticked before, if it still means what it said."""
    call, d = turn.call, turn.decision
    match state.pre:
        case "check/fold" if call == 0:  # never folds what may be checked
            return Act(d, "call")
        case "check/fold" if turn.fold:
            return Act(d, "fold")
        case "check" if call == 0:
            return Act(d, "call")
        case "call any" if call is not None:
            return Act(d, "call")
        case "call" if call is not None and call <= state.pre_price:
            return Act(d, "call")
    return None
