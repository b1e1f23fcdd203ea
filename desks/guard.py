"""What every request passes first: the right host, our own pages only, small bodies, a fair share.

A desk's pages load nothing foreign and can be framed by nobody; a form is taken only from a page
that this server drew (Origin), whatever cookie comes with it.
"""

import time
from collections import deque
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_MOST = 64 * 1024
SCAN_MOST = 4_200_000  # a picture of a document, on its own way only
BURST, BURST_S = 240, 10.0  # requests of one address: a busy floor tab makes about two a second
ADDRESSES_MOST = 4096
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self';"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class TooLarge(HTTPException):
    """A body that no form of ours could have sent."""

    def __init__(self) -> None:
        super().__init__(413, "Nothing was done: this is more than a form can hold.")


class Guard:
    def __init__(
        self, app: ASGIApp, hosts: frozenset[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`hosts`: the names, port included, under which this desk is known."""
        self.app, self.hosts, self.clock = app, hosts, clock
        self._recent: dict[str, deque[float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if (no := self._refusal(scope)) is not None:
            await no(scope, receive, _stamped(send, scope["path"]))
            return
        await self.app(scope, _bounded(receive, scope["path"]), _stamped(send, scope["path"]))

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self.hosts:
            return PlainTextResponse("This desk is not known by that name.", 421)
        if scope["method"] not in ("GET", "HEAD") and not self._ours(scope["scheme"], headers):
            return PlainTextResponse("Nothing was done: this came from another page.", 403)
        if not scope["path"].startswith("/static/") and self._too_many(scope):
            return PlainTextResponse("Nothing was done: too many requests. Wait a moment.", 429)
        return None

    def _ours(self, scheme: str, headers: Headers) -> bool:
        return headers.get("origin") == f"{scheme}://{headers['host']}"

    def _too_many(self, scope: Scope) -> bool:
        now, address = self.clock(), (scope.get("client") or ("?",))[0]
        if address not in self._recent and len(self._recent) >= ADDRESSES_MOST:
            self._recent.pop(next(iter(self._recent)))
        times = self._recent.setdefault(address, deque(maxlen=BURST))
        full = len(times) == BURST and now - times[0] < BURST_S
        if not full:
            times.append(now)
        return full


def _bounded(receive: Receive, path: str) -> Receive:
    left = SCAN_MOST if path.endswith("/picture") else BODY_MOST

    async def bounded() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise TooLarge
        return message

    return bounded


def _stamped(send: Send, path: str) -> Send:
    async def stamped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            if path.startswith("/static/"):
                headers["Cache-Control"] = "max-age=3600"
        await send(message)

    return stamped
