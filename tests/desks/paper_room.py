"""A floor desk over tables of paper, in this process: its pages without any table around them."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import uvicorn
from msgspec import Struct

from desks.attention import Attention
from desks.floor.app import floor_application
from desks.floor.book import ListBook
from desks.floor.room import Room
from desks.sign_on import SignOn
from desks.stream import ANY_TAB, News
from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.bank.keys import BankKey
from firmware.machine.equipment import wall_clock_ms
from lab.live.browser import PageServer
from lab.live.ports import listen
from lab.scenes import floor as scenes
from lab.simulation.demo_cage import demo_bank
from lab.simulation.demo_people import at_work

KEY = BankKey(bytes(range(32)))
HOST = "localhost"


class Answer(Struct):
    status: int
    headers: dict[str, str]
    body: str


class PaperRoom:
    def __init__(self, path, main=None, port: int = 80) -> None:
        bank = demo_bank(path / "bank.db", KEY, wall_clock_ms)[0]
        bank.do(scenes.put_names_down)
        self._open(bank, scenes.tables(main), port)

    @classmethod
    def over(cls, bank: Bank, tables, port: int = 80) -> "PaperRoom":
        """Over tables of another kind."""
        room = cls.__new__(cls)
        room._open(bank, tables, port)
        return room

    def _open(self, bank: Bank, tables, port: int) -> None:
        self.bank, self.tables, self.news = bank, tables, News()
        self.host = f"{HOST}:{port}"
        book = ListBook(self.bank, self.news)
        self._later_s = 0.0
        attention = Attention(lambda: time.monotonic() + self._later_s)
        people = Identity(self.bank)
        sign_on = SignOn(people, "Floor", "Floor 1", False, attention)
        room = Room(self.tables, self.news, people.slip)
        self.app = floor_application(room, book, sign_on, frozenset({self.host}))
        self.book = book
        self._runner = asyncio.Runner()  # what waits for news waits in one loop

    def close(self) -> None:
        self._runner.close()

    def later(self, seconds: float) -> None:
        self._later_s += seconds

    def token(self, person: str = "flo") -> str:
        return at_work(self.bank, person).token

    def visit(
        self, path: str, token: str = "", form: dict[str, str] | None = None,
        origin: str | None = None, host: str = "", address: str = "10.0.0.1",
    ) -> Answer:  # fmt: skip
        """One request; of a stream its first piece. `origin` None: as a page of ours sends it."""
        return self._runner.run(self._visit(path, token, form, origin, host or self.host, address))

    async def _visit(self, path, token, form, origin, host, address) -> Answer:
        await self.book.read()
        where, _, query = path.partition("?")
        ours = f"http://{self.host}" if origin is None else origin
        headers = {"host": host, "cookie": f"floor={token}", "hx-request": "true" if form else ""}
        headers |= {"origin": ours, "content-type": "application/x-www-form-urlencoded"}
        scope = {
            "type": "http", "http_version": "1.1", "scheme": "http", "root_path": "",
            "method": "GET" if form is None else "POST", "path": where, "raw_path": where.encode(),
            "query_string": query.encode(), "client": (address, 1), "server": (HOST, 80),
            "headers": [(k.encode(), v.encode()) for k, v in headers.items() if v],
        }  # fmt: skip
        said: list[dict[str, Any]] = []
        heard, asked = asyncio.Event(), asyncio.Event()

        async def receive() -> dict[str, Any]:
            if not asked.is_set():
                asked.set()
                return {"type": "http.request", "body": urlencode(form or {}).encode()}
            await heard.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            said.append(message)
            if message.get("body"):
                heard.set()

        await self.app(scope, receive, send)
        body = b"".join(one.get("body", b"") for one in said[1:])
        assert ANY_TAB.encode() not in body, "a form that is every tab's"
        told = {k.decode(): v.decode() for k, v in said[0]["headers"]}
        return Answer(said[0]["status"], told, body.decode())


@asynccontextmanager
async def served(path, main=None) -> AsyncIterator[tuple[str, PaperRoom]]:
    """For real browsers, under a name that security keys know."""
    async with serving(lambda port: PaperRoom(path, main, port)) as room:
        yield f"http://{room.host}", room


@asynccontextmanager
async def serving(make: Callable[[int], PaperRoom]) -> AsyncIterator[PaperRoom]:
    """`make`: a room that is reached at this port."""
    listener = listen(0)
    room = make(listener.getsockname()[1])
    server = PageServer(uvicorn.Config(room.app, log_level="error", timeout_graceful_shutdown=1))
    tasks = [asyncio.create_task(server.serve(sockets=[listener]))]
    tasks.append(asyncio.create_task(room.book.follow()))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield room
    finally:
        server.should_exit = True
        await tasks[0]
        tasks[1].cancel()
