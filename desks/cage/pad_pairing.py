"""Which browser is the customer's pad of this window: the one at which a code was typed that the
window showed. Any other sees no customer and gives no answer."""

import os
import secrets
import time
from collections.abc import Callable

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from desks.cage.pad import Pad
from desks.cage.window import CageWindow, way_back
from desks.pages import page, render
from desks.sign_on import SignOn
from desks.stream import Parts, stream
from firmware.bank import pads
from firmware.bank.counter import Counter
from firmware.bank.staff_sessions import Signed
from firmware.errors import Refused

DIGITS = 6
GOOD_S = 120
TRIES_MAX = 5
_RULE = "REQ-R38"


class Code(Struct):
    """Shown at the window, typed once at the pad."""

    digits: str
    until: float
    counter: Counter  # of whoever asked for it
    tries: int = 0


class Pairing:
    def __init__(self, window: CageWindow, clock: Callable[[], float] = time.monotonic) -> None:
        self.window, self._clock = window, clock
        self.cookie = cookie_of(window.drawer)
        self._code: Code | None = None

    @property
    def code(self) -> Code | None:
        """While it is good."""
        good = self._code is not None and self._clock() < self._code.until
        return self._code if good else None

    def show(self, counter: Counter) -> None:
        """Loaded again, the page shows the same one."""
        if self.code is None:
            digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
            self._code = Code(digits, self._clock() + GOOD_S, counter)

    async def pair(self, typed: str) -> str:
        """The token of the new pad; the code is used up."""
        token, counter = os.urandom(32).hex(), self._spend(typed)
        await run_in_threadpool(counter.pair_pad, self.window.drawer, token)
        return token

    def _spend(self, typed: str) -> Counter:
        code = self.code
        if code is None:
            raise Refused("The window shows no code: ask for one there.", rule=_RULE)
        code.tries += 1
        is_right = secrets.compare_digest(typed.encode(), code.digits.encode())
        if is_right or code.tries >= TRIES_MAX:
            self._code = None
        if not is_right:
            raise Refused("That is not the code at the window.", rule=_RULE)
        return code.counter

    async def is_pad(self, request: Request) -> bool:
        """Asked at the books each time: a pad whose place another took is none."""
        token, bank = request.cookies.get(self.cookie, ""), self.window.bank
        return bool(token) and await run_in_threadpool(
            bank.do, lambda tx, now: pads.is_paired(tx, self.window.drawer, token, bank.key)
        )


def cookie_of(drawer: str) -> str:
    """Two windows on one machine: each port sees the other's cookies."""
    return "pad-" + drawer.replace(":", "-")


class PairingPages:
    """At the window: the code, until a pad has it."""

    def __init__(self, window: CageWindow, sign_on: SignOn, pad: Pad, pairing: Pairing) -> None:
        self.window, self.sign_on, self.pad, self.pairing = window, sign_on, pad, pairing

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/cage/pair", signed(self.show)),
            Route("/cage/pair/stream", signed(self.stream)),
        ]

    async def show(self, request: Request, who: Signed) -> Response:
        counter = Counter(self.window.bank, self.sign_on.token(request))
        mine = await self.window.mine(counter)
        self.pairing.show(counter)
        return page("pair.html", self.window.head(who, mine) | self._given(request))

    async def stream(self, request: Request, who: Signed) -> Response:
        def draw() -> Parts:
            return {"main": render("pair_live.html", self._given(request))}

        return stream(self.pad.news, draw, self.sign_on.alive(request))

    def _given(self, request: Request) -> dict[str, object]:
        code = self.pairing.code
        return {
            "code": f"{code.digits[:3]} {code.digits[3:]}" if code else "",
            "at": f"{request.url.netloc}/pad", "here": self.pad.is_here(),
            "back": way_back(request),
        }  # fmt: skip
