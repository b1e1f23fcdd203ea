"""When the picture changes by itself: clocks, countdowns, a spinner, an answer that got lost."""

import math

from stations.hand import won_pots
from stations.state import LOST_MS, SILENCE_MS, State
from ui.motion import FRAME_MS, PEEK_MS

ANSWER_MS = 2000  # without a new view an answer counts as lost; the decision number guards it
BEAT_MS = 400  # of the arrows that invite to swipe
SPINNER_MS, SPINNER_CALM_MS = 50, 1000
COUNTDOWN_MS = 100
MOMENT_MS = 900  # a step of a hand that is looked at again
SECOND_MS = 1000.0
HEARD_S = 5  # the last seconds of a turn are heard


def link_is_gone(s: State) -> bool:
    """Is the link gone since the last look?"""
    link = s.link
    return link.began and link.lost_at is None and s.now - link.heard_at > LOST_MS


def tick(s: State) -> None:
    """The last seconds are heard; an answer that got lost may be given again."""
    if s.sent.decision >= 0 and s.now - s.sent.at > ANSWER_MS:
        s.sent.decision = -1
    left = math.ceil(s.clock_left / SECOND_MS)
    if (s.turn or s.asks) and s.public.clock and 0 < left <= HEARD_S and left != s.ticked:
        s.cues.append("tick")
    s.ticked = left
    _replay_on(s)


def _replay_on(s: State) -> None:
    """A hand that is looked at again goes on to its end, and rests there."""
    reading = s.reading
    if reading.page != "history" or reading.plays_since is None:
        reading.plays_since = None
    elif s.now - reading.plays_since >= MOMENT_MS:
        last = reading.step + 1 >= reading.plays_to
        reading.step = -1 if last else reading.step + 1
        reading.plays_since = None if last else s.now


def changes_at(s: State) -> float:
    """When what lies still will be another picture; under a finger nothing is still."""
    if s.fingers or s.time.moving(s.now):
        return 0.0
    return min(_changes(s), default=math.inf)


def next_wake(s: State) -> float | None:
    times = _changes(s)
    if s.time.moving(s.now) or s.flights.moving(s.now):
        times.append(s.now + FRAME_MS)
    link = s.link
    if link.began and link.lost_at is None:  # it must be watched while anything depends on it
        patience = SILENCE_MS if s.down("peek") else LOST_MS
        times.append(max(s.now + 1, link.heard_at + patience + 1))
    return min(times, default=None)


def _changes(s: State) -> list[float]:
    view, now = s.view, s.now
    if s.link.lost_at is not None or not s.link.began:
        return [now + (SPINNER_CALM_MS if view.prefs.calm else SPINNER_MS)]
    times: list[float] = []
    if s.down("peek") and now - s.peek_at < PEEK_MS and s.may_peek:
        times.append(now + FRAME_MS)
    if s.sent.decision >= 0:
        times.append(max(now + 1, s.sent.at + ANSWER_MS + 1))
    if s.end_left and (view.buy_in or view.public.alert):
        times.append(now + s.end_left + 1)
    if 0 < s.result_left < math.inf:
        times.append(now + s.result_left + 1)
    if s.reading.plays_since is not None:
        times.append(max(now + 1, s.reading.plays_since + MOMENT_MS))
    if s.slip_left > 0:
        times.append(now + s.slip_left + 1)
    if s.answer_left > 0:
        times.append(now + s.answer_left + 1)
    if view.mode == "attract" and not s.reading.page and not view.prefs.calm:
        times.append((now // BEAT_MS + 1) * BEAT_MS)
    if view.public.result and view.public.result.next_of_ms and s.next_left > 0:
        times.append(now + COUNTDOWN_MS)
    elif view.public.result and len(view.public.result.shares) > won_pots.MANY:
        times.append(now + won_pots.LEAF_MS - (now - s.result_at) % won_pots.LEAF_MS + 1)
    if view.ask and view.ask.kind == "cut":
        times.append(now + COUNTDOWN_MS)
    stops = view.public.alert
    if (
        view.public.contest
        or (stops and stops.left_ms)
        or any(seat.away_ms for seat in view.public.seats)
    ):
        times.append(now + SECOND_MS - s.since_view % SECOND_MS + 1)
    return times + _clock_steps(s)


def _clock_steps(s: State) -> list[float]:
    """The ring around a seat has 60 steps, the bar over a turn about twice as many."""
    view, clock, left = s.view, s.view.public.clock, s.clock_left
    asked = view.public.actor or view.ask
    if not clock or not clock.running or view.mode != "seated" or not asked or left <= 0:
        return []
    step = clock.of_ms / 60
    step = min(SECOND_MS, step / 2 if s.turn else step)
    return [s.now + max(1.0, left % step or step)]
