"""The table in a browser: real controller, real screens drawn off-screen, bots, and your finger.

One page shows the table from above. Each picture is a frame of the real station or center screen;
a touch on the page is a touch on that glass. Nothing else is sent: what a screen does not show, the
browser does not get.
"""

import asyncio
import io
import os
import socket
import time
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Literal

import msgspec
from msgspec import Struct

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import uvicorn
from pygame import Surface
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from center_screen.screen import Screen as Center
from firmware import protocol as g
from firmware.errors import Fault
from lab.desk import NAMES, PIN, Desk, Player
from lab.view_bots import holdem
from stations.screen import Screen, Touch
from ui.theme import CENTER, STATION

BEAT_S = 0.2
FRAME_S = 0.03
SMALL_S = 0.25  # between two small pictures of one screen
SMALL, MIDDLE = (400, 250), (960, 540)
DARK_S = 2.0  # how long the power is away


# ---- What the page says


class Look(Struct, tag="look", forbid_unknown_fields=True):
    """Enlarge this station; 0: none."""

    seat: int


class Finger(Struct, tag="finger", forbid_unknown_fields=True):
    kind: Literal["down", "move", "up"]
    x: float
    y: float


class Swipe(Struct, tag="swipe", forbid_unknown_fields=True):
    seat: int


class Cable(Struct, tag="cable", forbid_unknown_fields=True):
    seat: int
    plugged: bool


class Power(Struct, tag="power", forbid_unknown_fields=True):
    pass


read = msgspec.json.Decoder(Look | Finger | Swipe | Cable | Power).decode


# ---- The screens


class Picture:
    """A screen's surface, and its last frame as the page wants it."""

    def __init__(self, size: tuple[int, int], small: tuple[int, int]) -> None:
        self.surface, self._small = Surface(size, 0, 32), small
        self.frame = 0
        self._kept: dict[bool, tuple[int, float, bytes]] = {}

    def take(self, large: bool, now_s: float) -> tuple[int, bytes]:
        """The newest frame; a small one is made a few times a second at most."""
        frame, at, body = self._kept.get(large, (-1, -1.0, b""))
        if frame == self.frame or (not large and now_s - at < SMALL_S):
            return frame, body
        surface = self.surface
        if not large:
            surface = pygame.transform.smoothscale(surface, self._small)
        out = io.BytesIO()
        pygame.image.save(surface, out, "frame.jpg")
        self._kept[large] = self.frame, now_s, out.getvalue()
        return self.frame, out.getvalue()


class Station:
    """One station of the desk: glass, reader and cable; perhaps with a bot in front of it."""

    def __init__(self, live: "Live", seat: int) -> None:
        self.live, self.seat = live, seat
        self.screen = Screen()
        self.picture = Picture(STATION, SMALL)
        self.player: Player | None = None
        self.plugged = True
        self._wake = 0.0

    def show(self, view: g.View | g.Public) -> None:
        body = g.pack(view)
        if not self.plugged:
            return
        seen = g.view(body)
        for intent in self.screen.update(seen, self.live.ms()):
            self.live.desk.touch(self.seat, intent)
        self._wake = 0.0
        if self.player is not None:
            self.player.view = seen
            self.player.think()

    def beat(self) -> None:
        if self.plugged and self.live.powered:
            self.screen.heard(self.live.ms())

    def touch(self, finger: Finger) -> None:
        now = self.live.ms()
        event = Touch(finger.kind, finger.x, finger.y)
        for intent in self.screen.touch(event, now):
            if self.plugged and self.live.powered:
                self.live.desk.touch(self.seat, intent)
        self._wake = 0.0

    def draw(self) -> None:
        now = self.live.ms()
        if now < self._wake:
            return
        if self.screen.draw(self.picture.surface, now):
            self.picture.frame += 1
        wake = self.screen.next_wake(now)
        self._wake = min(now + 500, wake if wake is not None else now + 500)


class Middle:
    """The center screen."""

    def __init__(self, live: "Live") -> None:
        self.live, self.screen = live, Center()
        self.picture = Picture(CENTER, MIDDLE)
        self._wake = 0.0

    def show(self, view: g.View | g.Public) -> None:
        self.screen.update(g.public(g.pack(view)), self.live.ms())
        self._wake = 0.0

    def beat(self) -> None:
        if self.live.powered:
            self.screen.heard(self.live.ms())

    def draw(self) -> None:
        now = self.live.ms()
        if now < self._wake:
            return
        if self.screen.draw(self.picture.surface, now):
            self.picture.frame += 1
        wake = self.screen.next_wake(now)
        self._wake = min(now + 500, wake if wake is not None else now + 500)


# ---- The table


class LiveDesk(Desk):
    """The desk in real time: what is due later is due on the loop."""

    def at(self, ms: int, work: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(max(0, ms - self.now) / 1000, work)


class Live:
    def __init__(self, home: Path, seed: int, bots: int) -> None:
        self.desk = LiveDesk(home, seed, clock=lambda: time.time_ns() // 1_000_000)
        self.stations = {seat: Station(self, seat) for seat in range(1, self.desk.config.seats + 1)}
        self.middle = Middle(self)
        self.powered = False
        for seat in bot_seats(self.desk.config.seats, bots):
            rng = Random(f"{seed} {seat}")
            self.stations[seat].player = Player(self.desk, seat, holdem(), rng)
        self.desk.players = max(2, min(bots, self.desk.config.seats))
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: asyncio.Task[None] | None = None
        self.trouble: BaseException | None = None
        self.stopped = asyncio.Event()

    def ms(self) -> float:
        return time.monotonic() * 1000

    def start(self) -> None:
        self.desk.errands = ThreadPoolExecutor(1, "errand")
        self._power_on()
        for work in (self._beat(), self._draw()):
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    def _power_on(self) -> None:
        controller = self.desk.power_on()
        controller.attach(0, self.middle)
        for seat, station in self.stations.items():
            if station.plugged:
                controller.attach(seat, station)
            else:
                controller.detach(seat)
        self.powered = True
        self._running = asyncio.create_task(controller.run())
        self._running.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        problem = None if task.cancelled() else task.exception()
        if problem is not None:
            self.trouble = self.trouble or problem
            self.stopped.set()

    async def power_cut(self) -> None:
        """The controller dies where it stands; the same disks wake it again."""
        if not self.powered or self._running is None:
            return
        self.powered = False
        self.desk.controller.stop()
        await self._running
        self.desk.power_off()
        await asyncio.sleep(DARK_S)
        self._power_on()

    def cable(self, seat: int, plugged: bool) -> None:
        station = self.stations[seat]
        if station.plugged == plugged:
            return
        station.plugged = plugged
        if self.powered and plugged:
            self.desk.controller.attach(seat, station)
        elif self.powered:
            self.desk.controller.detach(seat)

    def swipe(self, seat: int) -> None:
        if self.powered and self.stations[seat].plugged:
            self.desk.controller.swipe(seat, self.desk.tracks[seat - 1])

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self.powered and self._running is not None:
            self.desk.controller.stop()
            with suppress(Fault):
                await self._running
            self.desk.power_off()
        assert isinstance(self.desk.errands, ThreadPoolExecutor)
        self.desk.errands.shutdown()

    async def _beat(self) -> None:
        while True:
            self.middle.beat()
            for station in self.stations.values():
                station.beat()
            await asyncio.sleep(BEAT_S)

    async def _draw(self) -> None:
        while True:
            for screen in (self.middle, *self.stations.values()):
                screen.draw()
                await asyncio.sleep(0)
            await asyncio.sleep(FRAME_S)


def bot_seats(seats: int, bots: int) -> list[int]:
    """Spread around the table, and one next to the free seat 1."""
    order = [2, 7, 4, 9, 6, 3, 8, 5, 10, 1]
    return sorted(seat for seat in order[:bots] if seat <= seats)


# ---- The page


class Page:
    """One open browser page: what it has seen, and which station it holds in its hands."""

    def __init__(self, live: Live, socket: WebSocket) -> None:
        self.live, self.socket = live, socket
        self.large = 0
        self.sent: dict[tuple[int, bool], int] = {}

    async def run(self) -> None:
        await self.socket.accept()
        sender = asyncio.create_task(self._send())
        try:
            while True:
                await self._said(read(await self.socket.receive_text()))
        except (WebSocketDisconnect, KeyError):
            pass
        except msgspec.DecodeError:
            await self.socket.close(1003)
        finally:
            sender.cancel()
            self._let_go()

    async def _said(self, said: Look | Finger | Swipe | Cable | Power) -> None:
        live = self.live
        match said:
            case Look(seat):
                self._let_go()
                self.large = seat if seat in live.stations else 0
                self.sent.pop((self.large, True), None)
            case Finger() if self.large:
                live.stations[self.large].touch(said)
            case Swipe(seat) if seat in live.stations:
                live.swipe(seat)
            case Cable(seat, plugged) if seat in live.stations:
                live.cable(seat, plugged)
            case Power():
                await live.power_cut()

    def _let_go(self) -> None:
        """A hand that leaves the glass hides the cards."""
        if self.large:
            self.live.stations[self.large].touch(Finger("up", -1, -1))

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the page is gone
            while True:
                for seat in range(len(self.live.stations) + 1):
                    await self._picture(seat, large=False)
                    if self.large:
                        await self._picture(self.large, large=True)
                await asyncio.sleep(FRAME_S)

    async def _picture(self, seat: int, large: bool) -> None:
        screen = self.live.stations[seat] if seat else self.live.middle
        frame, body = screen.picture.take(large, time.monotonic())
        if body and self.sent.get((seat, large)) != frame:
            self.sent[seat, large] = frame
            await self.socket.send_bytes(bytes([seat, large]) + body)


def application(live: Live) -> Starlette:
    text = files("lab").joinpath("browser.html").read_text()
    bots = [seat for seat, station in live.stations.items() if station.player]
    setup = {"bots": bots, "names": NAMES, "pin": PIN}
    page = text.replace("/*SETUP*/null", msgspec.json.encode(setup).decode())

    async def home(request: Request) -> HTMLResponse:
        return HTMLResponse(page)

    async def wire(socket: WebSocket) -> None:
        origin = socket.headers.get("origin", "")
        if origin.partition("://")[2] != socket.headers.get("host"):
            await socket.close(1008)  # a page from elsewhere has no business at this table
            return
        await Page(live, socket).run()

    return Starlette(routes=[Route("/", home), WebSocketRoute("/wire", wire)])


async def serve(home: Path, seed: int, bots: int, listener: socket.socket, opens: bool) -> None:
    pygame.display.init()
    live = Live(home, seed, bots)
    live.start()
    config = uvicorn.Config(application(live), log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)

    async def watch() -> None:
        await live.stopped.wait()
        server.should_exit = True

    watcher = asyncio.create_task(watch())
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    free = next((s for s in sorted(live.stations) if live.stations[s].player is None), 0)
    print(f"The table is at {address}")
    if free:
        print(f"Click seat {free}, swipe its card, type PIN {PIN}, post, sit down. Ctrl-C ends it.")
    if opens:
        webbrowser.open(address)
    try:
        await server.serve(sockets=[listener])
    finally:
        watcher.cancel()
        await live.stop()
    if live.trouble is not None:
        raise live.trouble


def main(home: Path, seed: int, bots: int, port: int, opens: bool) -> int:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as no:
        no.filename = f"port {port}"
        raise
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(home, seed, bots, listener, opens))
    return 0
