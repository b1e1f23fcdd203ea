"""Screens of paper at the far ends of a table's real wires, and somebody who sits at one.

The table is the real program; nothing is drawn.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from drivers.link.happenings import Arrived, Down
from drivers.link.keys import open_book
from drivers.link.link import Link, screen_link
from drivers.link.port import Port, SerialPort
from firmware.fairness.station import StationLog
from firmware.screens import protocol as g
from firmware.screens import screen_end
from firmware.screens.schema import screen_codec
from lab.live.home import Home
from lab.simulation.demo_cage import PIN
from lab.simulation.view_bots import calls
from lab.twins.card_reader import FifoCardReader
from lab.twins.pty_wire import PtyWire
from stations.shares import share_intents


class PaperScreen:
    """The far end of one wire: keeps the view it was last sent, and can say what a finger wants."""

    def __init__(self, home: Home, seat: int) -> None:
        book = open_book(home.book(seat))
        now_s = asyncio.get_running_loop().time()
        self.seat, self.home = seat, home
        self.link: Link[g.ToController, g.ToScreen] = screen_link(
            book.me, book.peers()[0], screen_codec("paper"), now_s
        )
        self.follower: screen_end.Follower[Any] = screen_end.Follower(
            screen_end.STATION if seat else screen_end.CENTER
        )
        self.log = StationLog(seat)  # its own half of the shuffle
        self.wholes = self.changes = 0
        self.told: list[Any] = []
        self.look: Callable[[], None] = _nothing
        self._port: Port | None = None

    @property
    def view(self) -> g.View | None:
        return self.follower.view if self.seat else None

    @property
    def public(self) -> g.Public | None:
        return None if self.seat else self.follower.view

    def on(self, path: str) -> None:
        self._port = SerialPort(path, self.link, self._hear)

    def on_port(self, port: Callable[[Any, Callable[[Any], None]], Port]) -> None:
        self._port = port(self.link, self._hear)

    def _hear(self, happening: Any) -> None:
        self.told.append(happening)
        if isinstance(happening, Down):
            self.follower.forget()  # REQ-R33
            self.log.unheard()
            self.look()
        elif isinstance(happening, Arrived):
            self._show(happening.message)

    def _show(self, message: g.ToScreen) -> None:
        had, view = self.follower.view is not None, self.follower.follow(message)
        if isinstance(message, g.Whole):
            self.wholes += 1
        elif had:
            assert view is not None, "a difference to something we never had"
            self.changes += 1
        if self.seat and view is not None:
            for intent in share_intents(self.log, view):
                self.send(intent)
        self.look()

    def send(self, intent: g.Intent) -> None:
        self.link.send(intent)
        if self._port is not None:
            asyncio.get_running_loop().call_soon(self._port.pump)

    def close(self) -> None:
        if self._port is not None:
            self._port.close()


SWIPES_APART_S = 2.0  # a reader takes a swipe within half a second for the same one


class PaperPlayer:
    """Somebody at a station: sits down with a card, and plays when it is his turn."""

    def __init__(self, screen: PaperScreen, swipe: Callable[[], None], seed: int = 1) -> None:
        self.screen, self._swipe, self._rng = screen, swipe, Random(f"{seed} {screen.seat}")
        self._policy, self._done = calls, object()  # nobody is broke before the test is over
        self.plays = True  # False: lets his clock run
        self._swipes: asyncio.TimerHandle | None = None
        screen.look = self.look

    def look(self) -> None:
        view = self.screen.view
        if view is None:
            self._done = object()  # what was done may have been lost with the link
            return
        key = _occasion(view)
        if key == self._done:
            return
        wish = self._wants(view)
        if wish is not None:
            self._done = key
            wish()

    def _wants(self, view: g.View) -> Callable[[], None] | None:
        say = self.screen.send
        match view.mode:
            case "attract":
                return self._swipe_on
            case "pin":
                return lambda: say(g.EnterPin(PIN))
            case "buy-in" if view.buy_in:
                start = view.buy_in.start
                return lambda: say(g.Buy(start, post=bool(view.buy_in and view.buy_in.post)))
            case "seated" if view.turn is not None and self.plays:
                act = self._policy(view, self._rng)
                return lambda: say(act)
        return None

    def _swipe_on(self) -> None:
        """As people do: once more, until another screen comes."""
        if self._swipes is not None:
            self._swipes.cancel()
        view = self.screen.view
        if view is not None and view.mode == "attract":
            self._swipe()
            loop = asyncio.get_running_loop()
            self._swipes = loop.call_later(SWIPES_APART_S, self._swipe_on)

    @property
    def thinking(self) -> bool:
        """His turn, and he has not answered."""
        view = self.screen.view
        return view is not None and view.turn is not None and _occasion(view) != self._done

    def again(self) -> None:
        """What was done may have been lost with the power."""
        self._done = object()
        self.look()


def _occasion(view: g.View) -> object:
    """What a person answers once."""
    if view.turn is not None:
        return "turn", view.public.hand, view.turn.decision, view.refused
    return view.mode, view.refused if view.mode != "attract" else ""


class PaperScreens:
    """Every screen on its own wire of ptys, every reader a FIFO; pulled and put back at will."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.wires: dict[int, PtyWire] = {}
        self.screens = {seat: PaperScreen(home, seat) for seat in range(home.seats + 1)}
        self.readers = {n: FifoCardReader(home.reader(n)) for n in range(1, home.seats + 1)}
        for seat in self.screens:
            self.plug(seat)

    def plug(self, seat: int) -> None:
        wire = self.wires[seat] = PtyWire()
        self.screens[seat].on(wire.path_a)
        self.home.lead(seat, wire.path_b)

    def pull(self, seat: int) -> None:
        self.home.socket(seat).unlink()
        self.wires.pop(seat).pull()

    def close(self) -> None:
        for screen in self.screens.values():
            screen.close()
        for wire in self.wires.values():
            wire.close()
        for reader in self.readers.values():
            reader.unplug()


def _nothing() -> None:
    pass
