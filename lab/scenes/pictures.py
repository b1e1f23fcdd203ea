"""The scripted views of scenes.py, played to real screens: for screenshots, tests, benchmarks."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from pygame import Surface

from center_screen.screen import Screen as Center
from firmware.screens.protocol import Intent, Prefs, Public, Result, View
from lab.scenes import CENTERS, VIEWS
from lab.scenes.looking_back import MINE
from lab.scenes.sealed import proof_for
from stations.screen import Screen, Touch
from ui.theme import CENTER, STATION

NOW = 100_000.0  # milliseconds; any start will do


class Step(NamedTuple):
    """What happens between the view and the picture."""

    taps: tuple[str, ...] = ()
    hold: str = ""  # a target to keep a finger on
    silence_ms: int = 0
    wait_ms: int = 1500
    before: tuple[str, ...] = ()  # what was touched in the round before


STEPS: dict[str, Step] = {
    "pin": Step(("key 1", "key 2")),
    "waiting": Step(("pre check",)),
    "your-turn-nolimit": Step(("preset 7600",)),
    "left-hand": Step(("preset 7600",)),
    "refused": Step(("preset 7600",)),
    "peek": Step(("preset 1200",), "peek"),
    "menu": Step(("menu",)),
    "menu-coming": Step(("menu",)),
    "menu-refused": Step(("menu",)),
    "history": Step(("menu", "tile history", "step back", "step back")),
    "history-all-show": Step(("menu", "tile history")),
    "history-twice": Step(("menu", "tile history")),
    "history-words": Step(("menu", "tile history")),
    "history-banked": Step(("menu", "tile history")),
    "history-pan": Step(("menu", "tile history")),
    "history-baccarat": Step(("menu", "tile history")),
    "fairness": Step(("menu", "tile proof")),
    "rules": Step(("menu", "tile rules")),
    "rules-play": Step(("menu", "tile rules", "tab Play", "leaf next")),
    "rules-fees": Step(("menu", "tile rules", "tab Fees")),
    "rules-stud": Step(("menu", "tile rules", "tab Play")),
    "banked-rules-play": Step(("menu", "tile rules", "tab Play")),
    "banked-rules-fees": Step(("menu", "tile rules", "tab Fees")),
    "limits": Step(("menu", "tile limits", "money minus", "money minus")),
    "motions": Step(("menu", "tile motions")),
    "display": Step(("menu", "tile display")),
    "sound": Step(("menu", "tile sound")),
    "leave": Step(("menu", "tile leave")),
    "lobby-page": Step(("lobby",)),
    "seats": Step(("menu", "tile seats")),
    "draw": Step(("place 3", "place 4")),
    "cut": Step(tuple(f"cut {digit}" for digit in "483920")),
    "discard": Step(("place 2",)),
    "fault": Step(silence_ms=9500),
    "omaha-turn": Step((), "peek"),
    "set-hand-peek": Step((), "peek"),
    "set-thirteen": Step((), "peek"),
    "tiles": Step((), "peek"),
    "bank-offer": Step(("stake plus",)),
    "bets": Step(
        (
            "chip 2500",
            "circle ante",
            "chip 500",
            "circle pair plus",
            "circle pair plus",
            "circle 6 card bonus",
        ),
        before=(
            "chip 2500",
            "circle ante",
            "chip 500",
            "circle pair plus",
            "circle 6 card bonus",
            "place",
        ),
    ),
    "bets-baccarat": Step(
        (
            "chip 2500",
            "circle banker",
            "circle banker",
            "chip 500",
            "circle tie",
            "circle dragon 7",
        ),
        before=("chip 2500", "circle banker", "circle banker", "chip 500", "circle tie", "place"),
    ),
    "choice-pokara": Step(("place 2",)),
    "twentyone-less-typed": Step(("for less", "digit 1", "digit 5")),
    "banked-rules": Step(("menu", "tile rules")),
    "craps-rules": Step(("menu", "tile rules")),
    "pan": Step(("place 0", "place 1")),
    "pan-peek": Step(("place 0",), "peek"),
    "pan-hit": Step(("place 1",)),
    "pan-rules": Step(("menu", "tile rules")),
    "craps": Step(("chip 500", "circle field", "circle hard 6")),
}


def keypad() -> tuple[View, Step]:
    return VIEWS["your-turn-nolimit"], Step(("keypad", "digit 7", "digit 6"))


def fold_free() -> tuple[View, Step]:
    return VIEWS["your-turn-check"], Step(("fold",))


def _with_address() -> View:
    view = VIEWS["fairness"]
    placard = replace(view.public.placard, verify="https://floor.example/verify")
    return replace(view, public=replace(view.public, placard=placard))


EXTRA: dict[str, Callable[[], tuple[View, Step]]] = {
    "keypad": keypad,
    "fold-when-free": fold_free,
    "menu-on-turn": lambda: (VIEWS["your-turn-check"], Step(("menu",))),
    "code": lambda: (VIEWS["fairness"], Step(("menu", "tile proof", "code", "code next"))),
    "code-phone": lambda: (_with_address(), Step(("menu", "tile proof", "code"))),
    "your-turn-allin": lambda: (
        replace(VIEWS["your-turn-nolimit"], prefs=Prefs(slide=True)),
        Step(("preset 41200",)),
    ),
}


def tap(screen: Screen, name: str, now: float, finger: int = 0) -> list[Intent]:
    """A finger where the target is drawn, down and up."""
    x, y = screen.report.targets[name].center
    found = [*screen.touch(Touch("down", x, y, finger), now)]
    return [*found, *screen.touch(Touch("up", x, y, finger), now + 40)]


def stations() -> Iterator[tuple[str, View, Step]]:
    for name, view in VIEWS.items():
        yield name, view, STEPS.get(name, Step())
    for name, make in EXTRA.items():
        yield name, *make()


def played(view: View, step: Step, surface: Surface) -> tuple[Screen, float]:
    """A station that was sent `view` and touched as the step says, drawn on the surface."""
    screen = Screen()
    now = NOW
    still = replace(view, public=_stopped(view.public))
    if step.before and view.ask:
        earlier = replace(view.ask, decision=view.ask.decision - 1)
        screen.update(replace(still, ask=earlier), now)
        now = _touched(screen, step.before, surface, now)
        screen.update(replace(still, ask=None), now)
    screen.update(still, now)
    keep(screen, now)
    now = _touched(screen, step.taps, surface, now)
    if step.hold:
        x, y = screen.report.targets[step.hold].center
        screen.touch(Touch("down", x, y + 44), now)
    now += step.wait_ms
    screen.heard(now)
    now += step.silence_ms
    screen.draw(surface, now)
    return screen, now


def _touched(screen: Screen, taps: tuple[str, ...], surface: Surface, now: float) -> float:
    screen.draw(surface, now)
    now += 500
    for name in taps:
        screen.heard(now)
        tap(screen, name, now)
        now += 100
        screen.draw(surface, now)
    return now


def keep(screen: Screen, now: float) -> None:
    """As after some hands: it knows its player's cards, and his receipt is boxed for it."""
    view, own = screen.state.view, screen.state.log.own_receipts
    for hand, mine in MINE.items():
        own.see(hand, mine)
    if view.proof:
        screen.update(replace(view, proof=proof_for(own.key)), now)


LAST_HAND = Result(6, 86_00)


def _stopped(public: Public) -> Public:
    """Clocks held, so that a picture is the same however long it took to get there."""
    clock = replace(public.clock, running=False) if public.clock else None
    return replace(public, clock=clock)


def centered(view: Public, surface: Surface) -> Center:
    screen = Center()
    if view.deal:  # the hand before it is over; the cutter's clock cannot be held
        screen.update(replace(view, deal=None, result=LAST_HAND), NOW)
    screen.update(_stopped(view), NOW + 2000 if view.deal else NOW)
    screen.heard(NOW + 2000)
    screen.draw(surface, NOW + 2000)
    return screen


def pictures() -> Iterator[tuple[str, Callable[[], Surface]]]:
    for name, view, step in stations():
        yield f"station-{name}", partial(_station_picture, view, step)
    for name, public in CENTERS.items():
        yield f"center-{name}", partial(_center_picture, public)


def _station_picture(view: View, step: Step) -> Surface:
    surface = Surface(STATION, 0, 32)
    played(view, step, surface)
    return surface


def _center_picture(view: Public) -> Surface:
    surface = Surface(CENTER, 0, 32)
    centered(view, surface)
    return surface
