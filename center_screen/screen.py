"""The center screen: a public view in, a picture out. Nobody touches it.

Nothing here reads a clock: `now` is milliseconds, passed in.
"""

from collections.abc import Iterator
from functools import partial
from math import inf
from typing import TypeVar

from msgspec.structs import replace
from pygame import Rect, Surface

from center_screen import (
    band,
    bank,
    board,
    edge,
    felt,
    light,
    pan,
    plates,
    resting,
    sealed,
    sentences,
    shown_hand,
    strip,
    waiting,
    walk,
)
from center_screen.areas import MIDDLE
from center_screen.seats import PLACES
from firmware.screens.protocol import Alert, Contest, Intent, Public
from firmware.screens.protocol import bank_facts as facts
from ui.amounts import counted
from ui.canvas import Canvas, Report
from ui.cards import tile, warm
from ui.flights import Chips, Flights, Spots
from ui.motion import BANK_STAGGER_MS, FLIP_MS, FLOP_STAGGER_MS, FRAME_MS, Timeline, in_out
from ui.sound import Cue
from ui.sprites import MEGABYTE, SPRITES
from ui.theme import CENTER, CENTER_FLOOR
from ui.window import Touch

LOST_MS = 1500
KEPT_BYTES = 152 * MEGABYTE
CARD_SIZES = (board.CARD.size, shown_hand.PAIR, shown_hand.NARROW_PAIR)
FLYING_CHIP, FLYING_CARD = 46, (60, 84)
SPOTS = Spots(
    lambda seat: PLACES[seat][:2], lambda seat: PLACES[seat].slot(), MIDDLE, FLYING_CHIP,
    FLYING_CARD,
)  # fmt: skip
LINK = Alert("One moment", "Your cards and chips are kept. The table is coming back.", "C-LINK-03")

WAKING = Public(phase="fault", alert=Alert("One moment", "The table is waking up.", "C-LINK-01"))

Ticks = TypeVar("Ticks", Contest | None, Alert | None)


class Screen:
    def __init__(self) -> None:
        self.view = Public()
        self.seen_at = self.heard_at = 0.0
        self.began = False
        self.lost_at: float | None = None
        self.time = Timeline()
        self.flights = Flights()
        self._canvas = Canvas(CENTER, CENTER_FLOOR)
        self._still_until = 0.0  # till then only what flies moves
        self._settles_from: float | None = None  # the walk of a settlement, seat by seat
        self._settled = 0
        self._last_hand = ""  # in words: it stands under the next square, too
        self._ended_at = 0.0  # when the end of the last hand was first seen

    def update(self, view: Public, now: float) -> list[Intent]:
        """A new view. Asks for nothing, ever."""
        self.heard_at, self._still_until = now, 0.0
        shown, view = self._walked(), sealed.timed(view)
        old, self.view, self.seen_at = self.view, view, now
        with counted(view.placard.chips):
            self._last_hand = sentences.last_hand(view) or self._last_hand
        self.lost_at, self.began = None, True
        if view.result and (not old.result or old.hand != view.hand):
            self._ended_at = now
        if walk.begins(old, view):
            self._settles_from, self._settled = now + walk.OPENS_MS, 0
        elif not walk.seats(view) or old.hand != view.hand:
            self._settles_from = None
        self._fly(shown, self._walked(), now)
        if old.hand == view.hand and view.board[: len(old.board)] == old.board:
            for n in range(len(old.board), len(view.board)):
                wait = (n - len(old.board)) * FLOP_STAGGER_MS
                self.time.start(f"board {n}", now, FLIP_MS, in_out, wait)
        for wait, n in enumerate(facts.turned_over(old, view)):
            self.time.start(f"bank {n}", now, FLIP_MS, in_out, wait * BANK_STAGGER_MS)
        return []

    def _walked(self) -> Public:
        """As far as it has been settled on this glass."""
        return self.view if self._settles_from is None else walk.at(self.view, self._settled)

    def _walk_on(self, now: float) -> None:
        if self._settles_from is None:
            return
        before, steps = self._walked(), int((now - self._settles_from) // walk.SEAT_MS)
        if steps > self._settled:
            self._settled = steps
            self._fly(before, self._walked(), now)
        if self._settled >= len(walk.seats(self.view)):
            self._settles_from = None

    def _fly(self, old: Public, view: Public, now: float) -> None:
        before = {seat.seat: seat for seat in old.seats}
        moved = []
        for seat in view.seats:
            was = before.get(seat.seat)
            if was and seat.seat in PLACES:
                pairs = ((was.bet, seat.bet), (was.won, seat.won), (was.down, seat.down))
                moved.append(Chips(seat.seat, *pairs))
        self.flights.launch(moved, SPOTS, now)

    def _turning(self, now: float, whose: str, place: int) -> float:
        """How far a card is turned over."""
        return self.time.at(f"{whose} {place}", now)

    def warm(self) -> None:
        """How much is kept, and the ground that everything lies on."""
        SPRITES.allow(KEPT_BYTES)
        felt.ground()

    def heard(self, now: float) -> None:
        """All is well, and the view is the newest: also after this machine slept for a while."""
        if self.lost_at is not None and now > self.heard_at:
            self.lost_at, self._still_until = None, 0.0
        self.heard_at = now

    def silent(self, now: float) -> None:
        """The link is down. Nothing here is anybody's secret: it shows if it stays down."""

    def lost(self, now: float) -> None:
        if self.lost_at is None and self.began:
            self.lost_at, self._still_until = now, 0.0

    def touch(self, event: Touch, now: float) -> list[Intent]:
        """Nobody touches it; a sleeve on the glass asks for nothing."""
        return []

    def release(self) -> None:
        pass

    def sounds(self) -> list[Cue]:
        return []  # each player hears his own station, at his own level

    volume = 0

    @property
    def report(self) -> Report:
        return self._canvas.report

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        if self.began and now - self.heard_at > LOST_MS:
            self.lost(self.heard_at + LOST_MS)
        self._walk_on(now)
        view, c = self._shown(now), self._canvas
        if now < self._still_until:
            c.fly_on(self.flights.pieces(now))
            return c.paint(surface)
        c.begin()
        with counted(view.placard.chips):
            ticking = replace(
                view, contest=self._ticks(view.contest, now), alert=self._ticks(view.alert, now)
            )
            self._picture(c, ticking, now)
        self._still_until = 0.0 if self.time.moving(now) else min(self._changes(now), default=inf)
        return c.paint(surface)

    def _picture(self, c: Canvas, view: Public, now: float) -> None:
        c.blit(felt.ground(), 0, 0)
        light.draw(c, view)
        quiet = view.phase in ("waiting", "closed") and not view.alert
        if sealed.shows(view) and not view.alert:
            sealed.draw(c, view, self._last_hand)
            edge.draw(c, view.placard, edge.level(view))
        elif quiet:
            waiting.draw(c, view)
        else:
            if view.pan:
                pan.draw(c, view, view.pan, self.time, now)
            elif not (view.against and view.placard.layout and view.placard.layout.two_hands):
                board.draw(c, view, self.time, now)
            if view.against and view.placard.layout and not view.alert:
                turning = partial(self._turning, now)
                bank.draw(c, view, view.against, view.placard.layout, self._left(now), turning)
            else:
                band.draw(c, view)
                strip.draw(c, view)
            edge.draw(c, view.placard, edge.level(view))
        plates.draw(c, view, self._left(now), self._away(now))
        c.fly(self.flights.pieces(now))

    def _ticks(self, clock: Ticks, now: float) -> Ticks:
        """With what is left of its level or of the break, in whole seconds."""
        if clock is None or not clock.left_ms:
            return clock
        left = max(0.0, clock.left_ms - (now - self.seen_at))
        return replace(clock, left_ms=-(-int(left) // 1000) * 1000)

    def _shown(self, now: float) -> Public:
        """The last journalled state; without a link it says so and claims nothing new."""
        if not self.began:
            return WAKING
        if self.lost_at is None:
            rests = resting.follows(self.view) and now >= self._ended_at + resting.READ_MS
            return resting.picture(self.view) if rests else self._walked()
        clock = replace(self.view.clock, running=False) if self.view.clock else None
        return replace(self.view, phase="fault", alert=LINK, clock=clock)

    def _left(self, now: float) -> float:
        clock = self.view.clock
        if not clock:
            return 0.0
        until = self.lost_at if self.lost_at is not None else now
        return max(0.0, clock.left_ms - (until - self.seen_at if clock.running else 0.0))

    def _away(self, now: float) -> dict[int, int]:
        """What is left of each absence, in whole seconds: the picture changes once a second."""
        spent = now - self.seen_at
        found = {}
        for seat in self.view.seats:
            if seat.away_ms:
                found[seat.seat] = -(-int(max(0.0, seat.away_ms - spent)) // 1000) * 1000
        return found

    def ahead(self) -> Iterator[None]:
        """What a later picture needs, a sprite a step, for whoever has nothing else to do."""
        yield from warm(CARD_SIZES, "four", heads=True)
        for card in range(52):
            tile(card, strip.WIDE, strip.HIGH[1])
            yield

    def next_wake(self, now: float) -> float | None:
        """When the picture will change by itself; None: not before the next view."""
        times = self._changes(now)
        if self.began and self.lost_at is None:
            times.append(max(now + 1, self.heard_at + LOST_MS + 1))
        if self.time.moving(now) or self.flights.moving(now):
            times.append(now + FRAME_MS)
        return min(times, default=None)

    def _changes(self, now: float) -> list[float]:
        """When what lies still will be another picture."""
        times: list[float] = []
        if self._settles_from is not None:
            times.append(self._settles_from + (self._settled + 1) * walk.SEAT_MS)
        if resting.follows(self.view) and now < self._ended_at + resting.READ_MS:
            times.append(self._ended_at + resting.READ_MS)
        clock = self.view.clock
        if clock and clock.running and self.lost_at is None and self._left(now) > 0:
            step = min(1000.0, clock.of_ms / 60)
            times.append(now + max(1.0, self._left(now) % step or step))
        if (
            self.view.contest
            or (self.view.alert and self.view.alert.left_ms)
            or any(seat.away_ms for seat in self.view.seats)
        ):
            times.append(now + 1000 - (now - self.seen_at) % 1000 + 1)
        return times
