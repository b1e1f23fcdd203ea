"""One event stream a tab: each live part of its page, whole, whenever something in it is new.

A tab that lost its stream comes back to the whole page as it is then; nothing is caught up on. A
beat a second says that the server is there, also when nothing happens. What many tabs show is drawn
once for all of them (`Shared`), and each makes the forms in it its own (`Tab.own`).
"""

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping
from hashlib import sha256
from typing import TypeVar, cast

from starlette.responses import StreamingResponse

from desks.pages import now_ms, swapped

T = TypeVar("T")
Parts = Mapping[str, str]  # the id of an element of the page, and what stands in it

BEAT_S = 1.0
GATHER_S = 0.1  # what happens together is drawn together, at the same moment for all tabs
TABS_MOST = 2000
MADE_MOST = 1000
ANY_TAB = secrets.token_urlsafe(9)  # in what is drawn for all; nobody can have typed it


class News:
    """Something changed: whoever waits looks again."""

    def __init__(self) -> None:
        self._more = asyncio.Event()
        self.told = 0

    def tell(self) -> None:
        self.told += 1
        self._more.set()
        self._more = asyncio.Event()

    async def after(self, told: int, seconds: float) -> bool:
        """Whether there is more than what had been `told`: what came while a page was drawn or
        sent counts too."""
        if self.told == told:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._more.wait()
        return self.told != told


class Shared:
    """What many tabs show, made once for all of them: again when what it is made of is new."""

    def __init__(self, news: News) -> None:
        self._news = news
        self._made: OrderedDict[Hashable, tuple[object, object]] = OrderedDict()

    def once(self, key: Hashable, of: object, make: Callable[[], T]) -> T:
        known = self._made.get(key)
        if known is None or known[0] != of:
            known = self._made[key] = (of, make())
        self._made.move_to_end(key)
        while len(self._made) > MADE_MOST:
            self._made.popitem(last=False)
        return cast(T, known[1])

    def now(self, key: Hashable, make: Callable[[], T]) -> T:
        """Of the whole room: until there is news, or the clock has gone on a second."""
        return self.once(key, (self._news.told, now_ms() // 1000), make)


def form_id(what: str, **given: object) -> str:
    """Of a form on whichever tab it is drawn."""
    text = f"{what} {sorted(given.items())}"
    return f"{ANY_TAB}.{sha256(text.encode()).hexdigest()[:16]}"


class Tab:
    """One open page. Its forms keep their ids until one of them was answered, so a double touch
    is one order, and a redrawn page another."""

    def __init__(self) -> None:
        self.name = secrets.token_urlsafe(9)
        self.answers = 0

    def own(self, drawn: str) -> str:
        """What was drawn for all, with this tab's ids in its forms."""
        return drawn.replace(ANY_TAB, f"{self.name}.{self.answers}")


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
    news: News, draw: Callable[[], Parts], alive: Callable[[], Awaitable[bool]]
) -> StreamingResponse:
    """`draw` gives the live parts; `alive` says whether this session still is."""

    async def lines() -> AsyncIterator[str]:
        shown: Parts = {}
        asked = 0.0
        while True:
            if time.monotonic() - asked > BEAT_S:
                asked = time.monotonic()
                if not await alive():
                    break
            told, now = news.told, draw()
            if fresh := "\n".join(swapped(p, now[p]) for p in now if now[p] != shown.get(p)):
                shown = now
                yield _message(fresh)
            if await news.after(told, BEAT_S):
                await asyncio.sleep(GATHER_S - time.monotonic() % GATHER_S)
            else:
                yield "event: beat\ndata: \n\n"
        yield "event: over\ndata: \n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")


def _message(html: str) -> str:
    return "data: " + html.replace("\r", "").replace("\n", "\ndata: ") + "\n\n"
