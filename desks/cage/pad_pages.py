"""The pad as a page: what the customer is asked, for the one browser that is paired with this
window. To any other it shows a field for the window's code, and nothing else."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from desks.cage.pad import STEPS, Pad
from desks.cage.pad_pairing import DIGITS, Pairing
from desks.pages import form_of, page, render, said
from desks.stream import Parts, stream
from firmware.bank.pins import DIGITS_MAX
from firmware.errors import Fault, Refused

KEPT_S = 400 * 24 * 3600  # as long as a browser keeps anything


class PadPages:
    def __init__(self, pad: Pad, pairing: Pairing, secure: bool) -> None:
        """`secure`: served over TLS."""
        self.pad, self.pairing, self.secure = pad, pairing, secure

    def routes(self) -> list[Route]:
        return [
            Route("/pad", self.show),
            Route("/pad/pair", self.pair, methods=["POST"]),
            Route("/pad/stream", self.stream),
            Route("/pad/answer", self._paired(self.answer), methods=["POST"]),
            Route("/pad/no", self._paired(self.no), methods=["POST"]),
        ]

    def _paired(
        self, answer: Callable[[dict[str, str]], Awaitable[None]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def guarded(request: Request) -> Response:
            if not await self.pairing.is_pad(request):
                return said(request, "Nothing was done. This is not the pad here.", done=False)
            await answer(await form_of(request))
            return _drawn_by_the_stream()

        return guarded

    async def show(self, request: Request) -> Response:
        return self._page(await self.pairing.is_pad(request))

    async def pair(self, request: Request) -> Response:
        typed = (await form_of(request)).get("pin", "")
        try:
            token = await self.pairing.pair(typed)
        except Refused as no:
            return self._page(False, str(no))
        self.pad.news.tell()
        answer = RedirectResponse("/pad", 303)
        answer.set_cookie(
            self.pairing.cookie, token, max_age=KEPT_S, path="/pad", httponly=True,
            samesite="strict", secure=self.secure,
        )  # fmt: skip
        return answer

    async def stream(self, request: Request) -> Response:
        """A pad whose place another took is wiped."""
        here = False

        async def alive() -> bool:
            nonlocal here
            with suppress(Fault):  # the books are away: it is what it was
                here = await self.pairing.is_pad(request)
            if here:
                self.pad.is_heard()
            return True

        def draw() -> Parts:
            return {"main": render("pad_live.html", self._given(here))}

        return stream(self.pad.news, draw, alive)

    async def answer(self, form: dict[str, str]) -> None:
        await self.pad.answer(form.get("form_id", ""), form.get("step", ""), form.get("pin", ""))

    async def no(self, form: dict[str, str]) -> None:
        self.pad.cancel(form.get("form_id", ""), "The customer says: this is not right.")

    def _page(self, here: bool, wrong: str = "") -> Response:
        return page("pad.html", self._given(here, wrong), 409 if wrong else 200)

    def _given(self, here: bool, wrong: str = "") -> dict[str, object]:
        if not here:
            return {"desk": "Pad", "here": False, "state": "unpaired", "digits": DIGITS,
                    "wrong": wrong}  # fmt: skip
        pad, step = self.pad, self.pad.step
        return {
            "desk": "Pad", "here": True, "asked": pad.asked, "state": pad.shown,
            "digits": DIGITS_MAX, "turn": pad.turn,
            "step": step, "says": STEPS[step] if step else "", "wrong": pad.words if step else "",
        }  # fmt: skip


def _drawn_by_the_stream() -> Response:
    """One pen: an answer that comes late draws nothing over what is asked by then."""
    return Response(status_code=204)
