"""The table in a browser: one page, the table from above, every picture a real screen's frame.

A touch on the page is a touch on that glass. Nothing else is sent: what a screen does not show,
the browser does not get.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from html import escape
from importlib.resources import files

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from desks.cage.pad_pairing import cookie_of as pad_cookie
from desks.sign_on import cookie_of
from firmware.bank.identity import Identity
from lab.live.browser_tab import BrowserTab
from lab.live.live_table import LiveTable
from lab.live.room import Room
from lab.live.terminal import serve as serve_terminal
from lab.simulation.any_game import FAVORITES, house_names, menu
from lab.simulation.demo_cage import PIN
from lab.simulation.demo_people import STAFF, STAFF_PIN, paired_pad, staff_track

NEEDS_A_NAME = ("floor", "cage")
DRAWER = "drawer:1"  # of the window that the room has
SERVED_BY = {"floor": "floor", "cage": "cage", "pad": "cage", "verify": "floor"}


def application(room: Room) -> Starlette:
    page = files("lab.live").joinpath("page")
    text, wait = (page.joinpath(name).read_text() for name in ("index.html", "wait.html"))

    async def home(request: Request) -> Response:
        table = room.ready
        if table is None:
            return HTMLResponse(wait.replace("<!--DOING-->", escape(room.doing)), 503)
        setup = {
            "game": table.config.spreads[0].game, "house": table.config.house,
            "games": menu(), "favorites": FAVORITES, "houses": house_names(), "seats": table.seats,
            "table": room.count, "zone": table.house.zone,
        }  # fmt: skip
        return HTMLResponse(text.replace("/*SETUP*/null", msgspec.json.encode(setup).decode()))

    async def desk(request: Request) -> RedirectResponse:
        """A person of the demo house walks up to a desk, signed on; a customer to the pad, or to
        the page that checks a hand."""
        desk, name = request.path_params["desk"], request.query_params.get("as", "")
        table = room.ready
        port = getattr(table, f"{SERVED_BY.get(desk, '')}_port", 0)
        if table is None or not port or (desk in NEEDS_A_NAME and name not in STAFF):
            return RedirectResponse("/", 303)
        # Two people in one browser: each name of this machine has cookies of its own.
        answer = RedirectResponse(f"http://{request.url.hostname}:{port}/{desk}", 303)
        for cookie, token in await asyncio.to_thread(_let_in, table, desk, name):
            answer.set_cookie(cookie, token, httponly=True, samesite="strict")
        return answer

    async def admitted(socket: WebSocket) -> LiveTable | None:
        origin = socket.headers.get("origin", "")
        if origin.partition("://")[2] != socket.headers.get("host"):
            await socket.close(1008)  # a page from elsewhere has no business at this table
            return None
        if room.ready is None:
            await socket.close(1013)
        return room.ready

    async def wire(socket: WebSocket) -> None:
        if (table := await admitted(socket)) is not None:
            await BrowserTab(room, table, socket).run()

    async def console(request: Request) -> Response:
        return HTMLResponse(page.joinpath("console.html").read_text())

    async def terminal(socket: WebSocket) -> None:
        if (table := await admitted(socket)) is not None:
            await serve_terminal(table, socket)

    # Any name may be made to point here by whoever owns it: only these two are ours.
    ours = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])
    routes = [
        Route("/", home), WebSocketRoute("/wire", wire),
        Route("/console", console), WebSocketRoute("/terminal", terminal),
        Mount("/page", StaticFiles(directory=str(page))),
        Mount("/fonts", StaticFiles(directory=str(files("ui").joinpath("fonts")))),
        Route("/{desk}", desk),
    ]  # fmt: skip
    return Starlette(routes=routes, middleware=[ours])


def _let_in(table: LiveTable, desk: str, name: str) -> list[tuple[str, str]]:
    """What a browser is known by there: cookie, token. The page that checks a hand asks nobody."""
    if desk in NEEDS_A_NAME:
        bank = table.bank()
        signed = Identity(bank).sign_on(staff_track(bank, name), STAFF_PIN, desk)
        return [(cookie_of(desk), signed.token)]
    return [(pad_cookie(DRAWER), paired_pad(table.bank(), DRAWER))] if desk == "pad" else []


class PageServer(uvicorn.Server):
    """Ctrl-C is the simulator's: the programs of the table want to be ended before the page."""

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
