"""One event stream a tab: the live part of its page, whole, whenever something in it is new.

A tab that lost its stream comes back to the whole page as it is then; nothing is caught up on. A
beat a second says that the server is there, also when nothing happens.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from hashlib import sha256

from starlette.responses import StreamingResponse

BEAT_S = 1.0
GATHER_S = 0.1  # what happens together is drawn together
TABS_MOST = 2000


class News:
    """Something changed: whoever waits looks again."""

    def __init__(self) -> None:
        self._more = asyncio.Event()

    def tell(self) -> None:
        self._more.set()
        self._more = asyncio.Event()

    async def wait(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._more.wait(), seconds)
        except TimeoutError:
            return False
        return True


class Tab:
    """One open page. Its forms keep their ids until one of them was answered, so a double touch
    is one order, and a redrawn page another."""

    def __init__(self) -> None:
        self.name = secrets.token_urlsafe(9)
        self.answers = 0

    def form_id(self, what: str, **given: object) -> str:
        text = f"{self.answers} {what} {sorted(given.items())}"
        return f"{self.name}.{sha256(text.encode()).hexdigest()[:16]}"


class Tabs:
    """Those that were drawn lately; an unknown one is simply new."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Tab] = OrderedDict()

    def new(self) -> Tab:
        tab = Tab()
        self._known[tab.name] = tab
        while len(self._known) > TABS_MOST:
            self._known.popitem(last=False)
        return tab

    def find(self, name: str) -> Tab:
        return self._known.get(name) or self.new()

    def answered(self, form_id: str) -> None:
        if (tab := self._known.get(form_id.partition(".")[0])) is not None:
            tab.answers += 1


def stream(
    news: News, draw: Callable[[], str], alive: Callable[[], Awaitable[bool]]
) -> StreamingResponse:
    """`draw` gives the live part; `alive` says whether this session still is."""

    async def lines() -> AsyncIterator[str]:
        shown, asked = "", 0.0
        while True:
            if time.monotonic() - asked > BEAT_S:
                asked = time.monotonic()
                if not await alive():
                    break
            if (now := draw()) != shown:
                shown = now
                yield "".join(f"data: {line}\n" for line in now.splitlines()) + "\n"
            if await news.wait(BEAT_S):
                await asyncio.sleep(GATHER_S)
            else:
                yield "event: beat\ndata: \n\n"
        yield "event: over\ndata: \n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")
