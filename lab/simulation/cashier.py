"""A cashier without a screen: forms and a cookie, straight into the cage's application."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any
from urllib.parse import urlencode, urlsplit

from msgspec import Struct

from desks.cage.app import cage_application
from desks.cage.pad_pairing import cookie_of
from desks.cage.window import CageWindow
from desks.sign_on import SignOn
from drivers.receipt import ReceiptPrinter
from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from lab.simulation.demo_people import at_work, paired_pad

HOST = "cage.test"
_calls = count()  # a program is quicker than any hand: it calls from ever another address


class Answer(Struct, frozen=True):
    status: int
    to: str  # where it sends us
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


def cage_of(bank: Bank, drawer: str, printer: ReceiptPrinter | None = None) -> Any:
    window = CageWindow(f"Window {drawer[-1]}", drawer, bank)
    sign_on = SignOn(Identity(bank), "Cage", window.name, secure=False, standing=window.standing)
    return cage_application(window, sign_on, frozenset({HOST}), printer)


Run = Callable[[Coroutine[None, None, Answer]], Answer]


class Caller:
    """`run`: in which loop; a program's own goes on from call to call."""

    def __init__(self, app: Any, bank: Bank, name: str = "", run: Run = asyncio.run) -> None:
        self.app, self._run = app, run
        self.cookie = f"cage={at_work(bank, name).token}" if name else ""

    @classmethod
    def pad(cls, app: Any, bank: Bank, drawer: str) -> "Caller":
        """The customer's, at that window."""
        one = cls(app, bank)
        one.cookie = f"{cookie_of(drawer)}={paired_pad(bank, drawer)}"
        return one

    def get(self, path: str) -> Answer:
        return self._run(self._call("GET", path, b""))

    def post(self, path: str, **form: str) -> Answer:
        return self._run(self._call("POST", path, urlencode(form).encode()))

    def type(self, path: str, name: str) -> str:
        """What a hidden field of that page holds."""
        text = self.get(path).text
        return text.split(f'name="{name}" value="')[1].split('"')[0]

    async def _call(self, method: str, way: str, body: bytes) -> Answer:
        heard = iter([{"type": "http.request", "body": body, "more_body": False}])
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return next(heard, {"type": "http.disconnect"})

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.app(self._scope(method, way), receive, send)
        head = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        body = b"".join(one.get("body", b"") for one in sent[1:])
        return Answer(sent[0]["status"], head.get("location", ""), body)

    def _scope(self, method: str, way: str) -> dict[str, Any]:
        parts = urlsplit(way)
        headers = {"host": HOST, "origin": f"http://{HOST}", "cookie": self.cookie,
                   "content-type": "application/x-www-form-urlencoded"}  # fmt: skip
        return {
            "type": "http", "method": method, "path": parts.path, "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(), "scheme": "http", "http_version": "1.1",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": (f"10.0.0.{next(_calls) // 50}", 1), "server": (HOST, 80), "root_path": "",
        }  # fmt: skip
