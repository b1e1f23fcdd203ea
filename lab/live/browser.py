"""The table in a browser: one page, the table from above, every picture a real screen's frame.

A touch on the page is a touch on that glass. Nothing else is sent: what a screen does not show,
the browser does not get.
"""

import asyncio
import io
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache, partial
from importlib.resources import files
from typing import Literal

import msgspec
import pygame
import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from desks.sign_on import cookie_of
from firmware.bank.identity import Identity
from firmware.pages import BadPage
from lab.live.live_table import LiveTable
from lab.live.room import Room
from lab.live.visitor import Visitor
from lab.simulation.any_game import FAVORITES, house_names, menu
from lab.simulation.demo_cage import NAMES, PIN
from lab.simulation.demo_people import STAFF, STAFF_PIN, staff_track

SMALL_S = 0.25  # between two small pictures of one screen
LARGE_S = 0.03


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


class Noise(Struct, tag="noise", forbid_unknown_fields=True):
    seat: int
    on: bool


class Power(Struct, tag="power", forbid_unknown_fields=True):
    on: bool


class Play(Struct, tag="play", forbid_unknown_fields=True):
    """A table for this game, as this house spreads it; "": the first that does."""

    game: str
    house: str = ""


Said = Look | Finger | Swipe | Cable | Noise | Power | Play
read = msgspec.json.Decoder(Said).decode


@cache
def dark() -> bytes:
    out = io.BytesIO()
    pygame.image.save(pygame.Surface((400, 250)), out, "dark.jpg")
    return out.getvalue()


class BrowserTab:
    """One open browser page: its own eyes at every glass, and one hand."""

    def __init__(self, room: Room, table: LiveTable, socket: WebSocket) -> None:
        self.room, self.table, self.socket = room, table, socket
        self.eyes = {
            seat: Visitor(table.door(seat), partial(self.fade, seat))
            for seat in range(table.seats + 1)
        }
        self.large = 0
        self.fading: set[asyncio.Task[None]] = set()
        self.hand: Visitor | None = None
        self._watch: asyncio.Task[None] | None = None

    async def run(self) -> None:
        await self.socket.accept()
        looks = [asyncio.create_task(self._small(seat)) for seat in self.eyes]
        looks.append(asyncio.create_task(self._ends()))
        try:
            while True:
                await self._said(read(await self.socket.receive_text()))
        except (WebSocketDisconnect, KeyError):
            pass
        except msgspec.DecodeError:
            await self.socket.close(1003)
        finally:
            for task in looks:
                task.cancel()
            self._let_go()
            for eye in self.eyes.values():
                eye.close()

    async def _said(self, said: Said) -> None:
        match said:
            case Look(seat):
                self._let_go()
                if 0 < seat <= self.table.seats:
                    self._take(seat)
            case Finger(kind, x, y) if self.hand is not None:
                await self.hand.finger(kind, x, y)
            case Swipe(seat) if 0 < seat <= self.table.seats:
                self.table.swipe(seat)
            case Cable(seat, plugged) if 0 < seat <= self.table.seats:
                self.table.cable(seat, plugged)
            case Noise(seat, on) if 0 < seat <= self.table.seats:
                self.table.noise(seat, on)
            case Power(on):
                self.table.power(on)
            case Play(game, house):
                with suppress(BadPage):  # the page offers only what there is
                    self.room.wish(game, house)

    async def _ends(self) -> None:
        """With its table; the page comes back for the next one."""
        await self.table.stopped.wait()
        with suppress(RuntimeError):
            await self.socket.close(1012)

    def _take(self, seat: int) -> None:
        self.large, self.hand = seat, Visitor(self.table.door(seat))
        self._watch = asyncio.create_task(self._enlarged(seat, self.hand))

    def _let_go(self) -> None:
        """A hand that leaves the glass hides the cards: its door closes behind it."""
        if self._watch is not None:
            self._watch.cancel()
        if self.hand is not None:
            self.hand.close()
        self.large, self.hand, self._watch = 0, None, None

    def fade(self, seat: int) -> None:
        """The program of this glass is gone, and its picture with it."""
        for large in (0, 1) if seat == self.large else (0,):
            task = asyncio.create_task(self._send(bytes([seat, large]) + dark()))
            self.fading.add(task)
            task.add_done_callback(self.fading.discard)

    async def _send(self, picture: bytes) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.send_bytes(picture)

    async def _small(self, seat: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the page is gone
            while True:
                picture = await self.eyes[seat].next("small")
                await self.socket.send_bytes(bytes([seat, 0]) + picture)
                await asyncio.sleep(SMALL_S)

    async def _enlarged(self, seat: int, hand: Visitor) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                picture = await hand.next("large")
                await self.socket.send_bytes(bytes([seat, 1]) + picture)
                await asyncio.sleep(LARGE_S)


def application(room: Room) -> Starlette:
    text = files("lab.live").joinpath("browser.html").read_text()

    async def home(request: Request) -> Response:
        table = room.ready
        if table is None:
            return PlainTextResponse("The next table is set up. One moment.", 503)
        setup = {
            "game": table.config.spreads[0].game, "house": table.config.house,
            "games": menu(), "favorites": FAVORITES, "houses": house_names(), "seats": table.seats,
            "bots": table.bot_seats, "names": NAMES, "pin": PIN, "powered": table.powered,
            "unplugged": sorted(table.unplugged), "noisy": sorted(table.noisy),
        }  # fmt: skip
        return HTMLResponse(text.replace("/*SETUP*/null", msgspec.json.encode(setup).decode()))

    async def desk(request: Request) -> RedirectResponse:
        """A person of the demo house walks up to a desk, signed on."""
        desk, name = request.path_params["desk"], request.query_params.get("as", "")
        table = room.ready
        port = getattr(table, f"{desk}_port", 0) if desk in ("floor", "cage") else 0
        if table is None or not port or name not in STAFF:
            return RedirectResponse("/", 303)
        bank = table.bank()
        track = staff_track(bank, name)
        signed = await asyncio.to_thread(Identity(bank).sign_on, track, STAFF_PIN, desk)
        # Two people in one browser: each name of this machine has cookies of its own.
        answer = RedirectResponse(f"http://{request.url.hostname}:{port}/{desk}", 303)
        answer.set_cookie(cookie_of(desk), signed.token, httponly=True, samesite="strict")
        return answer

    async def wire(socket: WebSocket) -> None:
        origin = socket.headers.get("origin", "")
        if origin.partition("://")[2] != socket.headers.get("host"):
            await socket.close(1008)  # a page from elsewhere has no business at this table
            return
        if (table := room.ready) is None:
            await socket.close(1013)
            return
        await BrowserTab(room, table, socket).run()

    # Any name may be made to point here by whoever owns it: only these two are ours.
    ours = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])
    routes = [Route("/", home), Route("/{desk}", desk), WebSocketRoute("/wire", wire)]
    return Starlette(routes=routes, middleware=[ours])


def listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as no:
        no.filename = f"port {port}"
        raise
    return listener


def free_port(wanted: int) -> int:
    """That one, or any that is free where it is taken."""
    for port in (wanted, 0):
        with suppress(OSError), listen(port) as one:
            return int(one.getsockname()[1])
    return wanted


class PageServer(uvicorn.Server):
    """Ctrl-C is the simulator's: twelve programs want to be ended before the page."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def serving(room: Room, listener: socket.socket) -> AsyncIterator[None]:
    """The page, whichever table stands in the room."""
    config = uvicorn.Config(application(room), log_level="error", timeout_graceful_shutdown=1)
    server = PageServer(config)
    job = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield
    finally:
        server.should_exit = True
        await job


def address(listener: socket.socket) -> str:
    return f"http://127.0.0.1:{listener.getsockname()[1]}/"


def welcome(table: LiveTable, where: str) -> None:
    print(f"The table is at {where}")
    free = next((n for n in range(1, table.seats + 1) if n not in table.bot_seats), 0)
    if free:
        print(f"Click seat {free}, swipe its card, type PIN {PIN}, sit down.", end=" ")
    print("Ctrl-C ends it.", flush=True)
