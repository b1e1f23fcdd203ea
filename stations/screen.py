"""The station: views in, touches in, intents out, a picture whenever something changed.

Nothing here reads a clock: `now` is milliseconds, passed in, from any start. The program around it
carries frames and touches; see `next_wake` for when to come back.
"""

import math
from collections.abc import Iterator

from pygame import Rect, Surface

from firmware.screens.protocol import Close, Intent, Open, Public, Seat, View
from stations import cut, rehearsal, scene, table, taps
from stations.state import GUARD_MS, LOST_MS, SILENCE_MS, Finger, State, Touch, pre_act
from ui.amounts import counted
from ui.canvas import Report
from ui.cards import warm
from ui.flights import Chips
from ui.motion import (
    FLIP_MS,
    FLOP_STAGGER_MS,
    FRAME_MS,
    PEEK_MS,
    TURN_FADE_MS,
    TURN_PULSE_MS,
    WIN_MS,
    in_out,
    linear,
)
from ui.sound import Cue

__all__ = ["Screen", "Touch"]

CARD_SIZES = ((96, 134), (46, 64), (64, 90), (120, 168), (76, 106))
ANSWER_MS = 2000  # without a new view an answer counts as lost; the decision number guards it
HELD = ("peek", "balance", "past mine", "slider", "buy slider", "slide")
# The action row: a touch meant for one of these must not land on another that just appeared.
GUARDED = frozenset(
    [
        "fold",
        "call",
        "raise",
        "slide",
        "preset",
        "minus",
        "plus",
        "slider",
        "keypad",
        "pre",
        "place",
        "draw",
        "up",
        "down",
        "yes",
        "no",
        "show",
        "muck",
        "cut",
        "pick",
        "motion",
        "lobby",
        "history",
        "proof",
        "leave",
        "add",
        "sit",
        "back",
    ]
)


class Screen:
    def __init__(self) -> None:
        self.state = State()
        self._canvas = self.state.canvas()
        self._row: object = None
        self._still_until = 0.0  # till then only what flies moves

    # ---- what comes from the table

    def update(self, view: View, now: float, whole: bool = True) -> list[Intent]:
        """A new view. After a lost link only a whole one counts. May answer a turn by itself,
        with what the player ticked before."""
        s = self.state
        s.heard_at, self._still_until = now, 0.0
        if s.lost_at is not None and not whole:
            return []
        page = s.page, s.proof_of
        old, s.view, s.seen_at = s.view, view, now
        was_lost, s.lost_at = s.lost_at is not None, None
        first, s.began = not s.began, True
        if old.turn != view.turn or old.ask != view.ask or view.refused or was_lost:
            s.sent_decision = -1
        s.time.calm = view.prefs.calm
        if (old.prefs.large, old.prefs.contrast) != (
            view.prefs.large,
            view.prefs.contrast,
        ) or first:
            self._canvas = s.canvas()
        self._begin_motion(old, view, now)
        self._fresh_inputs(old, view, now)
        return [*taps.turned(s, page), *cut.opened(s), *self._answer_ahead(view, now)]

    def warm(self) -> None:
        """Draw once what every hand needs, before the first one waits for it."""
        table.warm()

    def heard(self, now: float) -> None:
        """The link said that all is well."""
        self.state.heard_at = now

    def silent(self, now: float) -> None:
        """The link is down: backs at once, and the whole screen says so if it stays down."""
        self.state.heard_at = min(self.state.heard_at, now - SILENCE_MS - 1)

    def lost(self, now: float) -> None:
        """The link is gone: hide everything until a whole view comes."""
        if self.state.lost_at is None and self.state.began:
            self.state.lost_at = now
            self._let_go()

    def release(self) -> None:
        """The touch panel went away: no finger is trusted any more."""
        self._let_go()

    def sounds(self) -> list[Cue]:
        """Cues to play since the last call, at the level of `view.prefs.volume`."""
        cues, self.state.cues = self.state.cues, []
        return cues  # type: ignore[return-value]

    @property
    def volume(self) -> int:
        return self.state.view.prefs.volume

    @property
    def report(self) -> Report:
        return self._canvas.report

    def _begin_motion(self, old: View, view: View, now: float) -> None:
        s, before, after = self.state, old.public, view.public
        for n in range(len(before.board), len(after.board)):
            if after.board[: len(before.board)] == before.board and before.hand == after.hand:
                s.time.start(
                    f"board {n}", now, FLIP_MS, in_out, (n - len(before.board)) * FLOP_STAGGER_MS
                )
                s.cues.append("card")
        if view.turn and not old.turn:
            s.time.start("turn", now, TURN_FADE_MS + TURN_PULSE_MS, linear)
            s.cues.append("your turn")
        won = s.me.won
        if won and not any(seat.won for seat in before.seats if seat.seat == view.seat):
            s.time.start("win", now, WIN_MS, in_out)
            s.cues.append("win")
        if old.mode == "seated" == view.mode:
            self._fly(before, after, now)
        last = after.last
        if last and last != before.last and after.hand == before.hand:
            cue = {"check": "check", "fold": "fold"}.get(last.did, "chips" if last.chips else "")
            if cue:
                s.cues.append(cue)
        if view.pin and view.pin.wrong and (not old.pin or old.pin.nonce != view.pin.nonce):
            s.cues.append("wrong pin")
        if (
            after.clock
            and after.clock.in_bank
            and not (before.clock and before.clock.in_bank)
            and view.turn
        ):
            s.cues.append("time bank")

    def _fly(self, before: Public, after: Public, now: float) -> None:
        s = self.state
        old = {seat.seat: seat for seat in before.seats}
        if s.time.calm or not old:
            return
        moved = []
        for seat in after.seats:
            was = old.get(seat.seat, Seat(seat.seat))
            moved.append(
                Chips(seat.seat, (was.bet, seat.bet), (was.won, seat.won), (was.down, seat.down))
            )
        s.flights.launch(moved, table.spots(s), now)

    def _fresh_inputs(self, old: View, view: View, now: float) -> None:
        """Drafts belong to one decision, digits to one try, ticks to one hand."""
        s = self.state
        if view.turn and view.turn != old.turn:
            s.draft = view.turn.raise_to.least if view.turn.raise_to else 0
            s.typed, s.fold_asked, s.slid = "", False, 0.0
            s.page = ""
        if view.ask and (not old.ask or old.ask.decision != view.ask.decision):
            s.chosen = frozenset()
            if not view.ask.vote and view.ask.kind != "cut":  # these wait until a page is read
                s.page = ""
        if not view.turn:
            s.fold_asked = False
            if s.page == "keypad":
                s.page = ""
        if not view.pin or not old.pin or view.pin.nonce != old.pin.nonce:
            s.pin = ""
        if view.buy_in and (not old.buy_in or old.buy_in.amounts != view.buy_in.amounts):
            s.buy, s.post = view.buy_in.start or view.buy_in.amounts.least, False
        if view.mode != old.mode or view.seat != old.seat:
            s.page = ""
            self._let_go()
        if old.public.hand != view.public.hand or old.public.board != view.public.board:
            s.pre = ""  # a new street asks anew
        if s.pre and s.pre not in view.pre and not view.turn:
            s.pre = ""
        if s.pre == "call" and view.owed > s.pre_price:
            s.pre = ""
        row = self._action_row(view)
        if row != self._row:
            self._row = row
            s.guard_until = now + GUARD_MS
            for n, finger in s.fingers.items():  # a press begun before does not count after
                if _guarded(finger.target):
                    s.fingers[n] = finger._replace(target="")

    def _action_row(self, view: View) -> object:
        """What lies in the lower block; when it changes, touches there wait."""
        t = view.turn
        return (
            view.mode,
            view.ask and (view.ask.decision, view.ask.kind),
            view.away,
            view.pre,
            view.owed,
            t and (t.decision, t.call, t.raise_to),
            view.public.result is not None,
            len(view.public.board),
            view.public.phase,
            self.state.me.life,
        )

    def _answer_ahead(self, view: View, now: float) -> list[Intent]:
        s = self.state
        if not view.turn or not s.pre:
            return []
        act = pre_act(s, view.turn)
        s.pre = ""
        return [taps.acted(s, act, now)] if act else []

    def _let_go(self) -> None:
        self.state.fingers.clear()
        self._still_until = 0.0

    # ---- touches

    def touch(self, event: Touch, now: float) -> list[Intent]:
        s, self._still_until = self.state, 0.0
        self._watch_link(now)
        if s.lost_at is not None or not s.began or s.view.mode == "out of service":
            s.fingers.clear()
            return []
        page = s.page, s.proof_of
        act = {"down": self._down, "move": self._move, "up": self._up}[event.kind]
        wishes = act(event, now)
        return [*taps.turned(s, page), *wishes]

    def _down(self, event: Touch, now: float) -> list[Intent]:
        s = self.state
        target = self._hit(event.x, event.y)
        if _guarded(target) and now < s.guard_until:
            target = ""
        s.fingers[event.finger] = Finger(event.x, event.y, target)
        if target == "peek":
            s.peek_at = now
        if target == "balance":
            return [Open("balance")]
        if target in ("slider", "buy slider"):
            taps.slide_to(s, target, event.x)
        return []

    def _move(self, event: Touch, now: float) -> list[Intent]:
        s = self.state
        finger = s.fingers.get(event.finger)
        if not finger:
            return []
        target = finger.target
        zone = self.report.targets.get(target)
        if (
            target in ("peek", "past mine", "balance")
            and zone
            and not zone.collidepoint(event.x, event.y)
        ):
            target = ""  # leaving the zone hides
        s.fingers[event.finger] = Finger(event.x, event.y, target)
        if target in ("slider", "buy slider"):
            taps.slide_to(s, target, event.x)
        if target == "slide" and zone:
            s.slid = min(1.0, max(0.0, (event.x - zone.x - 54) / (zone.w - 108)))
        if finger.target == "balance" and not target:
            return [Close("balance")]
        return []

    def _up(self, event: Touch, now: float) -> list[Intent]:
        s = self.state
        finger = s.fingers.pop(event.finger, None)
        if not finger or not finger.target:
            return []
        zone = self.report.targets.get(finger.target)
        if finger.target == "balance":
            return [Close("balance")]
        if finger.target == "slide":
            done, s.slid = s.slid > 0.92, 0.0
            return taps.confirm(s, now) if done else []
        if finger.target in HELD or not zone or not zone.collidepoint(event.x, event.y):
            return []
        if _guarded(finger.target) and now < s.guard_until:
            return []
        return taps.tapped(s, finger.target, event, now)

    def _hit(self, x: float, y: float) -> str:
        for name, rect in reversed(self.report.targets.items()):
            if rect.collidepoint(x, y):
                return name
        return ""

    # ---- the picture

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        """Bring the surface up to date; returns the areas that changed."""
        self._watch_link(now)
        self._tick(now)
        s = self.state
        s.silent_now = s.silent(now)
        c = self._canvas
        if now < self._still_until:
            c.fly_on(s.flights.pieces(now))
            return c.paint(surface)
        c.begin()
        with counted(s.public.facts.chips):
            scene.draw(c, s, now)
        self._still_until = self._changes_at(now)
        return c.paint(surface)

    def _changes_at(self, now: float) -> float:
        """When what lies still will be another picture; under a finger nothing is still."""
        s = self.state
        if s.fingers or s.time.moving(now):
            return 0.0
        return min(self._wakes(now), default=math.inf)

    def _watch_link(self, now: float) -> None:
        s = self.state
        if s.began and s.lost_at is None and now - s.heard_at > LOST_MS:
            self.lost(s.heard_at + LOST_MS)

    def _tick(self, now: float) -> None:
        """The last five seconds are heard; an answer that got lost may be given again."""
        s = self.state
        if s.sent_decision >= 0 and now - s.sent_at > ANSWER_MS:
            s.sent_decision = -1
        left = math.ceil(s.clock_left(now) / 1000)
        if s.turn and s.public.clock and 0 < left <= 5 and left != s.ticked:
            s.cues.append("tick")
        s.ticked = left

    # ---- when to come back

    def ahead(self) -> Iterator[None]:
        """What a later picture needs, a sprite a step, for whoever has nothing else to do."""
        yield from warm(CARD_SIZES, self.state.view.prefs.deck)
        yield from rehearsal.rehearse(self.state.view)

    def next_wake(self, now: float) -> float | None:
        """When the picture will change by itself, in milliseconds of `now`'s clock; None: not
        before a touch or a view."""
        s = self.state
        times = self._wakes(now)
        if s.time.moving(now) or s.flights.moving(now):
            times.append(now + FRAME_MS)
        if s.began and s.lost_at is None:  # the link must be watched while anything depends on it
            times.append(max(now + 1, s.heard_at + (SILENCE_MS if s.down("peek") else LOST_MS) + 1))
        return min(times, default=None)

    def _wakes(self, now: float) -> list[float]:
        s, view = self.state, self.state.view
        times: list[float] = []
        if s.lost_at is not None or not s.began:
            times.append(now + (1000 if view.prefs.calm else 50))
            return times
        if s.down("peek") and now - s.peek_at < PEEK_MS and s.may_peek(now):
            times.append(now + FRAME_MS)
        if s.sent_decision >= 0:
            times.append(max(now + 1, s.sent_at + ANSWER_MS + 1))
        if view.mode == "attract" and not s.page and not view.prefs.calm:
            times.append((now // 400 + 1) * 400)
        clock = view.public.clock
        if clock and clock.running and view.mode == "seated" and (view.public.actor or view.ask):
            step = clock.of_ms / 60  # the ring has 60 steps, the bar about twice as many
            step = min(1000.0, step / 2 if s.turn else step)
            left = s.clock_left(now)
            if left > 0:
                times.append(now + max(1.0, left % step or step))
        if view.public.result and view.public.result.next_of_ms and s.next_left(now) > 0:
            times.append(now + 100)
        if view.public.contest or any(seat.away_ms for seat in view.public.seats):
            times.append(now + 1000 - (now - s.seen_at) % 1000 + 1)
        return times


def _guarded(target: str) -> bool:
    return target.partition(" ")[0] in GUARDED
