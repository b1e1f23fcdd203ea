"""A card is written at this window's encoder: one swipe writes, a second one proves it.

Whoever asks twice is shown the card that is being written. A card that was not made is tried again
with the same number; what is on no card opens nothing.
"""

import asyncio
from collections.abc import Callable

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from desks.cage.window import CageWindow
from desks.pages import born, form_of, page, render
from desks.sign_on import SignOn
from desks.stream import News, Parts, stream
from drivers.card_encoder import CardEncoder, SerialCardEncoder
from drivers.msr605 import Tracks
from firmware.bank.counter import Counter
from firmware.bank.staff_sessions import Signed
from firmware.errors import Fault, Refused

SAYS = {
    "write": "Swipe a new card through the encoder: it is written",
    "verify": "Swipe it once more: it is read back",
    "done": "The card is good",
    "no": "No card was made",
}


_NONE = "This window has no card encoder: go to one that has."


class Writing(Struct, frozen=True):
    id: str
    patron: str
    track: str
    replaces: bool = False  # they had one, and it is dead

    def __repr__(self) -> str:
        return f"Writing({self.id})"  # a track stands in no log


class CardWriter:
    """One card at a time."""

    def __init__(self, encoder: str) -> None:
        """`encoder`: its device; none at a window that has none."""
        self.encoder, self.news = encoder, News()
        self.state, self.words = "done", ""
        self.writing: Writing | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self, id_: str, patron: str, track: str, replaces: bool = False) -> None:
        if self.busy:
            raise Refused("A card is being written: let that end first.", rule="REQ-R38")
        self.writing = Writing(id_, patron, track, replaces)
        self.again(id_)

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def again(self, id_: str) -> None:
        """The same number; not while it is being written."""
        if self.writing is None or self.writing.id != id_ or self.busy:
            return
        self.state = "write"
        self._task = asyncio.create_task(self._write(self.writing))

    def check(self) -> None:
        """Before a number is given out."""
        if not self.encoder:
            raise Refused(_NONE, rule="REQ-R38")
        if self.busy:
            raise Refused("A card is being written: let that end first.", rule="REQ-R38")

    async def _write(self, one: Writing) -> None:
        if not self.encoder:
            self._become("no", _NONE)
            return
        try:
            encoder = SerialCardEncoder(self.encoder)
        except Fault as no:
            self._become("no", str(no))
            return
        try:
            await encoder.start()
            await self._swipes(encoder, Tracks(track2=one.track.strip(";?")))
        except Fault as no:
            self._become("no", str(no))
        finally:
            encoder.close()

    async def _swipes(self, encoder: CardEncoder, tracks: Tracks) -> None:
        self._become("write")
        await encoder.write(tracks)
        self._become("verify")
        await encoder.verify(tracks)
        self._become("done")

    def _become(self, state: str, words: str = "") -> None:
        self.state, self.words = state, words
        self.news.tell()


class CardPages:
    def __init__(self, window: CageWindow, sign_on: SignOn, writer: CardWriter) -> None:
        self.window, self.sign_on, self.writer = window, sign_on, writer

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/cage/customer/{patron}/card", signed(self.issue), methods=["POST"]),
            Route("/cage/card/{id}", signed(self.show)),
            Route("/cage/card/{id}/stream", signed(self.stream)),
            Route("/cage/card/{id}/again", signed(self.again), methods=["POST"]),
        ]

    async def issue(self, request: Request, who: Signed) -> Response:
        """A new card, and every one that they had is dead in the same moment."""
        patron, id_ = request.path_params["patron"], born(await form_of(request))
        if self.writer.writing is None or self.writer.writing.id != id_:
            self.writer.check()
            counter = Counter(self.window.bank, self.sign_on.token(request))
            had = (await run_in_threadpool(counter.customer, patron)).card
            track = await run_in_threadpool(counter.replace_card, patron)
            self.writer.begin(id_, patron, track, replaces=bool(had))
        return RedirectResponse(f"/cage/card/{id_}", 303)

    async def show(self, request: Request, who: Signed) -> Response:
        mine = await self.window.mine(Counter(self.window.bank, self.sign_on.token(request)))
        given = self._given(request) | {"stream": f"{request.url.path}/stream"}
        return page("card.html", self.window.head(who, mine) | given)

    async def stream(self, request: Request, who: Signed) -> Response:
        return stream(self.writer.news, self._draw(request), self.sign_on.alive(request))

    async def again(self, request: Request, who: Signed) -> Response:
        self.writer.again(request.path_params["id"])
        return RedirectResponse(f"/cage/card/{request.path_params['id']}", 303)

    def _draw(self, request: Request) -> Callable[[], Parts]:
        return lambda: {"main": render("card_live.html", self._given(request))}

    def _given(self, request: Request) -> dict[str, object]:
        writer, id_ = self.writer, request.path_params["id"]
        one = writer.writing if writer.writing and writer.writing.id == id_ else None
        state = writer.state if one else "over"
        return {"id": id_, "state": state, "words": writer.words, "says": SAYS.get(state, ""),
                "patron": one.patron if one else "",
                "replaces": bool(one and one.replaces)}  # fmt: skip
