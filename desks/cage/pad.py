"""The customer's pad: amount, balance, a name without its surname, and a state. Nothing else.

What the PIN sets going is a closure of the window's: the pad knows no account and no session.
"""

from collections.abc import Callable

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from desks.pages import form_of, page, render
from desks.stream import News, stream
from firmware.bank.pins import DIGITS_MAX, WrongPin
from firmware.errors import Fault, Refused


class Asked(Struct, frozen=True):
    id: str
    name: str
    amount: int
    balance: int


class Pad:
    """One question at a time. Its answer is kept until the next."""

    def __init__(self) -> None:
        self.news = News()
        self.asked: Asked | None = None
        self.state = "blank"  # pin, busy, done, no
        self.words = ""
        self._agree: Callable[[str], object] | None = None

    def ask(self, asked: Asked, agree: Callable[[str], object]) -> None:
        """The same again, after a reload, is the same question."""
        if self.asked is not None and self.asked.id == asked.id and self.state != "no":
            return
        if self.state in ("pin", "busy"):
            raise Refused("The pad is asking the customer: let that end first.", rule="REQ-R35")
        self.asked, self._agree = asked, agree
        self._become("pin")

    async def pin(self, id_: str, pin: str) -> None:
        if self.state != "pin" or self.asked is None or self.asked.id != id_:
            return  # a second Enter
        assert self._agree is not None
        self._become("busy")
        try:
            await run_in_threadpool(self._agree, pin)
        except WrongPin as no:
            self._become("pin" if no.left else "no", str(no))
        except (Refused, Fault) as no:
            self._become("no", str(no))
        else:
            self._become("done")

    def cancel(self, id_: str, words: str) -> None:
        if self.state == "pin" and self.asked is not None and self.asked.id == id_:
            self._become("no", words)

    def _become(self, state: str, words: str = "") -> None:
        self.state, self.words = state, words
        if state in ("done", "no"):
            self._agree = None
        self.news.tell()


class PadPages:
    def __init__(self, pad: Pad) -> None:
        self.pad = pad

    def routes(self) -> list[Route]:
        return [
            Route("/pad", self.show),
            Route("/pad/stream", self.stream),
            Route("/pad/pin", self.pin, methods=["POST"]),
            Route("/pad/no", self.no, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        return page("pad.html", self._given())

    async def stream(self, request: Request) -> Response:
        return stream(self.pad.news, lambda: render("pad_live.html", self._given()), _always)

    async def pin(self, request: Request) -> Response:
        form = await form_of(request)
        await self.pad.pin(form.get("form_id", ""), form.get("pin", ""))
        return RedirectResponse("/pad", 303)

    async def no(self, request: Request) -> Response:
        form = await form_of(request)
        self.pad.cancel(form.get("form_id", ""), "The customer says: this is not right.")
        return RedirectResponse("/pad", 303)

    def _given(self) -> dict[str, object]:
        pad = self.pad
        wrong = pad.words if pad.state == "pin" else ""
        return {"desk": "Pad", "asked": pad.asked, "state": pad.state, "wrong": wrong,
                "digits": DIGITS_MAX}  # fmt: skip


async def _always() -> bool:
    return True
