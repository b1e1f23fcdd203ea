"""What is still open when a desk is stopped: a stream ends with its next beat, and its tab calls
until the desk is back; whoever waits for the books or for a table is told so."""

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from desks.pages import said

WORDS = "This desk is being stopped. Press again when it is back: it is done once."


class Closing:
    def __init__(self, app: ASGIApp, stopped: Callable[[], bool]) -> None:
        self._app, self._stopped = app, stopped

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sends(message: Message) -> None:
            nonlocal begun
            begun = True
            ends = self._stopped() and message.get("more_body", False)
            await send({**message, "more_body": False} if ends else message)
            if ends:
                raise _Ended

        try:
            await self._app(scope, receive, sends)
        except _Ended:
            pass
        except asyncio.CancelledError:  # the server waits no longer
            if not begun and scope["type"] == "http":
                await said(Request(scope), WORDS, done=False)(scope, receive, send)


class _Ended(Exception):
    """Of a stream: nothing more is sent."""
