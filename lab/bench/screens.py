"""How fast the glass is: whole changed frames, small ones, and a screen with nothing to do.

The peer is the plain way, everything painted again on every frame.
"""

from collections.abc import Callable, Iterator
from time import process_time

from msgspec.structs import replace
from pygame import Surface

from center_screen.screen import Screen as Center
from firmware.screens.protocol import Public, View
from firmware.screens.sending import changed, whole
from lab.bench.all import Figure, figure, rates
from lab.scenes import CENTERS, VIEWS
from lab.scenes.pictures import NOW
from stations.screen import Screen, Touch
from ui.theme import CENTER, STATION

WALK = (
    "waiting",
    "your-turn-nolimit",
    "waiting-facing-bet",
    "your-turn-limit",
    "showdown",
    "folded",
)


def _amounts(base: View, n: int) -> View:
    """The same state with stacks and pot never seen before: no text of them is in a cache."""
    seats = tuple(
        replace(seat, stack=seat.stack + 137 * n) if seat.name else seat
        for seat in base.public.seats
    )
    pots = tuple(replace(pot, chips=pot.chips + 300 * n) for pot in base.public.pots)
    return replace(
        base, public=replace(base.public, seats=seats, pots=pots, hand=base.public.hand + n)
    )


def changed_frames(whole: bool) -> Callable[[], int]:
    """Each frame another state with other amounts."""
    screen, surface, at = Screen(), Surface(STATION, 0, 32), [0]
    for name in WALK:
        screen.update(VIEWS[name], NOW)
        screen.draw(surface, NOW)

    def run() -> int:
        at[0] += 1
        n = at[0]
        screen.update(_amounts(VIEWS[WALK[n % len(WALK)]], n), NOW + n * 1000)
        screen.state.time.clear()
        if whole:
            screen._canvas.forget()
        screen.draw(surface, NOW + n * 1000 + 900)
        return 1

    return run


def center_frames() -> Callable[[], int]:
    screen, surface, at = Center(), Surface(CENTER, 0, 32), [0]
    names = ("preflop", "flop-sidepots", "showdown")
    for name in names:
        screen.update(CENTERS[name], NOW)
        screen.draw(surface, NOW)

    def run() -> int:
        at[0] += 1
        n = at[0]
        public: Public = CENTERS[names[n % 3]]
        screen.update(replace(public, hand=public.hand + n), NOW + n * 1000)
        screen.time.clear()
        screen.draw(surface, NOW + n * 1000 + 900)
        return 1

    return run


def slider_frames(whole: bool) -> Callable[[], int]:
    """A finger drags the slider: every frame another draft."""
    screen, surface = Screen(), Surface(STATION, 0, 32)
    screen.update(VIEWS["your-turn-nolimit"], NOW)
    screen.draw(surface, NOW + 900)
    row = screen.report.targets["slider"]
    screen.touch(Touch("down", row.x + 40, row.centery), NOW + 1000)
    at = [0]

    def run() -> int:
        at[0] += 1
        x = row.x + 40 + at[0] * 7 % (row.w - 80)
        screen.touch(Touch("move", x, row.centery), NOW + 1000)
        if whole:
            screen._canvas.forget()
        screen.draw(surface, NOW + 1000)
        return 1

    return run


def idle_share(name: str, seconds: int = 20) -> float:
    """Percent of a core that a screen needs when it only wakes as it asks to, beats included."""
    screen, surface = Screen(), Surface(STATION, 0, 32)
    screen.update(VIEWS[name], NOW)
    screen.draw(surface, NOW + 900)
    start, now, beat = process_time(), NOW + 900, NOW + 900
    end = now + seconds * 1000
    while now < end:
        wake = screen.next_wake(now)
        now = min(wake if wake is not None else end, beat + 200)
        if now >= beat + 200:
            beat = now
            screen.heard(now)
        if wake is not None and now >= wake:
            screen.draw(surface, now)
    return 100 * (process_time() - start) / seconds


def _wire() -> tuple[float, float]:
    old, new = VIEWS["waiting"], VIEWS["your-turn-nolimit"]
    change, all_of_it = changed(2, old, new), whole(1, new)
    return len(change.body) + len(change.own), len(all_of_it.body) + len(all_of_it.own)


def figures() -> Iterator[Figure]:
    found = rates({"ours": changed_frames(False), "all": changed_frames(True)})
    yield _ms("station: another state, new amounts", found)
    found = rates({"ours": slider_frames(False), "all": slider_frames(True)})
    yield _ms("station: slider dragged", found)
    rate = rates({"ours": center_frames()})["ours"]
    yield figure("center: another state", "ms a frame", 1000 / rate)
    for name in ("leaving", "waiting", "your-turn-nolimit"):
        yield figure(f"station at rest: {name}", "% of a core", idle_share(name))
    small, large = _wire()
    yield figure("turn on the wire, as a change", "bytes", small, large, "whole view") | {
        "ratio": large / small
    }


def _ms(bench: str, found: dict[str, float]) -> Figure:
    """Rates to milliseconds; the ratio says how many times faster than painting all."""
    ours, peer = 1000 / found["ours"], 1000 / found["all"]
    return figure(bench, "ms a frame", ours, peer, "paint all") | {"ratio": peer / ours}
