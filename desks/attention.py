"""Whose desk is left alone: a session that nobody touched for three minutes is locked here, too,
whatever its browser does or does not say."""

import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import Request

from firmware.bank.staff_sessions import SESSION_MS, Signed

LOCK_S = 180  # by the browser, which also sees a hand that only moves
TOLD_S = 60  # so long at most until a browser has told of a touch
SESSIONS_MOST = 2000


class Attention:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._touched: OrderedDict[str, float] = OrderedDict()

    def is_alone(self, who: Signed, request: Request, wall_ms: int) -> bool:
        """Asked at every request. One that came from a hand is a touch; a stream and what a page
        asks by itself are none."""
        now, last = self._clock(), self._touched.get(who.id)
        signed_on_s = (wall_ms - (who.until - SESSION_MS)) / 1000
        alone_s = signed_on_s if last is None else now - last  # not seen here yet: since then
        if alone_s > LOCK_S + TOLD_S:
            return True
        if last is None or _by_hand(request):
            self._note(who.id, now)
        return False

    def back(self, session: str) -> None:
        """By the PIN."""
        self._note(session, self._clock())

    def _note(self, session: str, now: float) -> None:
        self._touched[session] = now
        self._touched.move_to_end(session)
        while len(self._touched) > SESSIONS_MOST:
            self._touched.popitem(last=False)


def _by_hand(request: Request) -> bool:
    asks_itself = "HX-Request" in request.headers or "/stream" in request.url.path
    return request.method != "GET" or not asks_itself
