"""The station: views in, touches in, intents out, a picture whenever something changed.

Nothing here reads a clock: `now` is milliseconds, passed in, from any start. The program around it
carries frames and touches; see `next_wake` for when to come back.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from pygame import Rect, Surface

from firmware.fairness.station import StationLog
from firmware.screens.protocol import Close, Intent, OfASitting, Open, Pick, View
from stations import arrivals, fingers, rehearsal, scene, wakes
from stations.answers import answered
from stations.hand import board, slots, table
from stations.page import Wire
from stations.pages import PAGES
from stations.shares import share_intents
from stations.state import LOST_MS, SILENCE_MS, Ahead, State, act_ahead
from ui.amounts import counted
from ui.canvas import Report
from ui.cards import warm
from ui.sound import Cue
from ui.sprites import MEGABYTE, SPRITES
from ui.window import Touch

__all__ = ["Screen", "Touch"]

NO_PAGE: tuple[Wire, int] = "", 0
KEPT_BYTES = 80 * MEGABYTE
CARD_SIZES = (board.CARD, slots.SMALL_CARD, slots.CARD)  # of which a winner's is framed


class Screen:
    def __init__(self) -> None:
        self.state = State()
        self._canvas = self.state.canvas()
        self._row: object = None
        self._still_until = 0.0  # till then only what flies moves

    # ---- what comes from the table

    def update(self, view: View, now: float) -> list[Intent]:
        """A new view. May answer a turn by itself, with what the player ticked before."""
        s, link = self.state, self.state.link
        s.now = link.heard_at = now
        self._still_until = 0.0
        wire = self._wire()
        old, s.view, link.seen_at = s.view, view, now
        was_lost, link.lost_at = link.lost_at is not None, None
        first, link.began = not link.began, True
        if old.turn != view.turn or old.ask != view.ask or view.refused or was_lost:
            s.sent.decision = -1
        s.time.calm = view.prefs.calm
        if first or _type(old) != _type(view):
            self._canvas = s.canvas()
        arrivals.begin_motion(s, old)
        arrivals.drop_drafts(s, old)
        self._guard_row()
        wire = NO_PAGE if was_lost else wire  # the table may have been started anew
        return self._his([*self._page_turned(wire), *self._shares(), *self._answer_ahead()])

    def _shares(self) -> list[Intent]:
        """What no finger asks for: this station's part of the shuffle."""
        s = self.state
        if s.log.seat != s.view.seat:
            s.log = StationLog(s.view.seat)
        return share_intents(s.log, s.view)

    def warm(self) -> None:
        """How much is kept, and the grounds that everything lies on."""
        SPRITES.allow(KEPT_BYTES)
        table.warm()

    def heard(self, now: float) -> None:
        """The link said that all is well, and the view is the newest. If this machine slept for a
        while and the link did not notice, nothing else will come to say so."""
        link = self.state.link
        if link.lost_at is not None and now > link.heard_at:
            link.lost_at, self.state.sent.decision, self._still_until = None, -1, 0.0
        link.heard_at = now

    def silent(self, now: float) -> None:
        """The link is down: backs at once, and the whole screen says so if it stays down."""
        link = self.state.link
        link.heard_at = min(link.heard_at, now - SILENCE_MS - 1)
        self.state.log.unheard()

    def lost(self, now: float) -> None:
        """The link is gone: hide everything until it is heard again."""
        link = self.state.link
        if link.lost_at is None and link.began:
            link.lost_at = now
            self.release()

    def release(self) -> None:
        """The touch panel went away: no finger is trusted any more."""
        self.state.fingers.clear()
        self._still_until = 0.0

    def sounds(self) -> list[Cue]:
        """Cues to play since the last call, at the level of `view.prefs.volume`."""
        cues, self.state.cues = self.state.cues, []
        return cues

    @property
    def volume(self) -> int:
        return self.state.view.prefs.volume

    @property
    def report(self) -> Report:
        return self._canvas.report

    def _guard_row(self) -> None:
        row = arrivals.action_row(self.state)
        if row != self._row:
            self._row = row
            fingers.guard(self.state)

    def _answer_ahead(self) -> list[Intent]:
        s, turn, ask = self.state, self.state.view.turn, self.state.view.ask
        if ask and ask.kind == "bank" and s.wagers.pass_on:
            s.wagers.pass_on = False
            return [*answered(s, Pick(ask.decision, "pass"))]
        if not turn or not s.ahead.act:
            return []
        act = act_ahead(s.ahead, turn)
        s.ahead = Ahead()
        return [*answered(s, act)] if act else []

    # ---- pages that need more than the table

    def _wire(self) -> tuple[Wire, int]:
        reading = self.state.reading
        page = PAGES.get(reading.page)
        wire = page.wire if page else ""
        hand = {"proof": reading.proof_of, "history": reading.past_of}.get(wire, 0)
        return wire, hand

    def _page_turned(self, before: tuple[Wire, int]) -> list[Intent]:
        """Such a page was opened, or is not looked at any more."""
        after = self._wire()
        if before == after:
            return []
        (was, _), (now, hand) = before, after
        closed: list[Intent] = [Close(was)] if was and was != now else []
        return [*closed, *([Open(now, hand)] if now else [])]

    # ---- touches

    def touch(self, event: Touch, now: float) -> list[Intent]:
        s, s.now, self._still_until = self.state, now, 0.0
        self._watch_link()
        if s.dark:
            s.fingers.clear()
            return []
        wire = self._wire()
        wishes = fingers.touched(self._canvas, s, event)
        return self._his([*self._page_turned(wire), *wishes])

    def _his(self, wishes: Sequence[Intent]) -> list[Intent]:
        """Whose glass it was: what is on its way when another one sits here is not his."""
        sitting = self.state.view.sitting
        return [
            replace(one, sitting=sitting) if isinstance(one, OfASitting) else one for one in wishes
        ]

    # ---- the picture

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        """Bring the surface up to date; returns the areas that changed."""
        s, c, s.now = self.state, self._canvas, now
        self._watch_link()
        wakes.tick(s)
        if now < self._still_until:
            c.fly_on(s.flights.pieces(now))
            return c.paint(surface)
        c.begin({finger.target for finger in s.fingers.values()})
        with counted(s.public.placard.chips):
            scene.draw(c, s)
        self._still_until = wakes.changes_at(s)
        return c.paint(surface)

    def _watch_link(self) -> None:
        if wakes.link_is_gone(self.state):
            self.lost(self.state.link.heard_at + LOST_MS)

    # ---- when to come back

    def ahead(self) -> Iterator[None]:
        """What a later picture needs, a sprite a step, for whoever has nothing else to do."""
        yield from warm(CARD_SIZES, self.state.view.prefs.deck)
        yield from rehearsal.rehearse(self.state.view)

    def next_wake(self, now: float) -> float | None:
        """When the picture will change by itself, in milliseconds of `now`'s clock; None: not
        before a touch or a view."""
        self.state.now = now
        return wakes.next_wake(self.state)


def _type(view: View) -> tuple[bool, bool]:
    return view.prefs.large, view.prefs.contrast
