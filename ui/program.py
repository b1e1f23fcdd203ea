"""The loop of a screen program: draws when something changed or moves, sleeps when nothing does.

Here, and nowhere else in this room, is the clock of the machine: the loop's, in milliseconds.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from pygame import Rect, Surface

from ui.canvas import Report
from ui.door import Door
from ui.motion import FRAME_MS
from ui.sound import Cue, Speaker
from ui.watchdog import BEAT_MS
from ui.window import Touch, Window

NEWS_MS = 8  # what follows from an act comes right after it, and is drawn with it
WARM_MS = 4  # between two sprites that are made ahead
INPUT_MS = 8  # SDL has nothing to wait for: a window is asked so often
REST_MS = 2000  # at most, so that whoever listens to the loop hears that it lives


class Glass(Protocol):
    """A screen: views come in elsewhere, touches and the time here."""

    @property
    def report(self) -> Report: ...
    @property
    def volume(self) -> int: ...
    def touch(self, event: Any, now: float) -> Sequence[Any]: ...
    def release(self) -> None: ...
    def heard(self, now: float) -> None: ...
    def draw(self, surface: Surface, now: float) -> list[Rect]: ...
    def next_wake(self, now: float) -> float | None: ...
    def sounds(self) -> list[Cue]: ...
    def ahead(self) -> Iterator[None]: ...


class Program:
    """`heard_ms`: when the link was last heard; `send`: where intents go."""

    def __init__(
        self,
        glass: Glass,
        window: Window,
        heard_ms: Callable[[], float | None],
        send: Callable[[Any], None],
        door: Door | None = None,
    ) -> None:
        self._glass, self._window, self._door = glass, window, door
        self._heard_ms, self._send = heard_ms, send
        self._speaker = Speaker() if window.seen else None
        self._loop = asyncio.get_running_loop()
        self._news, self._urgent, self._pulse = True, False, asyncio.Event()
        self._asked, self._born_ms = False, self.now  # has a finger asked for something?
        self._drawn_ms = 0.0
        self._cards = False  # private ones are on the glass
        self.watch: Callable[[bool], bool] = _unwatched  # hears of each frame whether they are
        self.beat: Callable[[], None] = _nothing  # each frame, changed or not
        self._ahead: Iterator[None] | None = glass.ahead()  # what can be made before it is wanted
        if door is not None:
            door.open(window.surface, glass, self.touch)

    @property
    def now(self) -> float:
        return self._loop.time() * 1000

    def wake(self) -> None:
        """Something is new: draw, when the next frame is due."""
        self._news = True
        self._pulse.set()

    def seen(self) -> None:
        """The table has news. The answer to a finger is drawn at once, whatever moves meanwhile;
        what others did, a moment later, with a tick of this screen's own frames: so eleven screens
        do not draw at once, and none of them while the finger waits for its own."""
        if self._asked:
            self._asked = False
            self.at_once()
        else:
            tick_ms = FRAME_MS - (self.now - self._born_ms) % FRAME_MS
            if tick_ms < NEWS_MS:
                tick_ms += FRAME_MS
            self._loop.call_later(tick_ms / 1000, self.wake)

    def at_once(self) -> None:
        self._urgent = True
        self.wake()

    def stop(self) -> None:
        self._window.closed = True
        self.wake()

    def touch(self, event: Touch) -> None:
        self._listen()
        self.send(self._glass.touch(event, self.now))
        self.wake()

    def send(self, intents: Sequence[Any]) -> None:
        for intent in intents:
            self._asked = True
            self._send(intent)
            if self._door is not None:
                self._door.sent()

    def _listen(self) -> None:
        heard = self._heard_ms()
        if heard is not None:
            self._glass.heard(heard)

    async def run(self) -> None:
        """Until the window is closed."""
        while not self._window.closed:
            self._news = self._urgent = False
            self._draw()
            self.beat()
            await self._rest()

    def _draw(self) -> None:
        self._listen()
        began = self._drawn_ms = self.now
        rects = self._glass.draw(self._window.surface, began)
        if rects:
            self._window.show(rects)
        cues = self._glass.sounds()
        if self._speaker is not None:
            for cue in cues:
                self._speaker.play(cue, self._glass.volume)
        if self._door is not None:
            self._door.drawn(bool(rects), int(began * 1e6))
        self._cards = any(face.private for face in self._glass.report.faces)
        if not self.watch(self._cards):
            self._window.closed = True  # whoever would make it dark is gone

    async def _rest(self) -> None:
        """Until the picture changes: by itself, by a touch, by a view. What moves, and what fingers
        move, moves in frames."""
        self._listen()
        latest = self._drawn_ms + (BEAT_MS if self._cards else REST_MS)
        wake = self._glass.next_wake(self._drawn_ms)
        wake = latest if wake is None else min(wake, latest)
        frame = self._drawn_ms + FRAME_MS
        while self.now < frame and not self._urgent:
            await self._pause(frame)
        while not self._news and not self._window.closed and self.now < wake:
            if self._window.seen:
                self._fingers()
            if self._ahead is not None:
                self._ahead = self._ahead if next(self._ahead, self) is None else None
                await self._pause(self.now + WARM_MS)
            elif not self._news:
                await self._pause(min(wake, self.now + INPUT_MS) if self._window.seen else wake)

    async def _pause(self, until_ms: float) -> None:
        """A plain timer: a screen at rest must not pay for a task and an exception each time."""
        self._pulse.clear()
        timer = self._loop.call_later(max(0.0, until_ms - self.now) / 1000, self._pulse.set)
        await self._pulse.wait()
        timer.cancel()

    def _fingers(self) -> None:
        for event in self._window.touches():
            self.touch(event)
        if self._window.let_go:
            self._window.let_go = False
            self._glass.release()
            self.wake()


def _nothing() -> None:
    pass


def _unwatched(cards: bool) -> bool:
    return True
