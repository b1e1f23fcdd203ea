"""Who sits at this browser: card and PIN at the bank, then a cookie that only names the session.

The bank is asked at every request whose session it is: who was dismissed a moment ago sees no page.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from desks.attention import Attention
from desks.key_pages import KeyPages, named
from desks.pages import came_from, clock_of, form_of, page, said
from firmware.bank.gaming_day import local
from firmware.bank.identity import FirstPin, Identity
from firmware.bank.pins import TRIES_MAX
from firmware.bank.staff import PIN_DIGITS
from firmware.bank.staff_sessions import Locked, Session, Signed
from firmware.errors import Fault, Refused

Answerer = Callable[[Request, Signed], Awaitable[Response]]


class Told(Protocol):
    @property
    def label(self) -> str: ...

    @property
    def words(self) -> str: ...


class Reader(Struct, frozen=True):
    """Whose card lies in the reader; shown before the PIN."""

    name: str
    role: str
    card: str
    read_at: str
    initials: str


class SignOn:
    def __init__(
        self, identity: Identity, desk: str, place: str, secure: bool,
        attention: Attention | None = None, standing: Callable[[], Sequence[Told]] = tuple,
    ) -> None:  # fmt: skip
        """`place`: which desk or window this is, in the books. `secure`: served over TLS.
        `standing`: how it stands with it, above the page."""
        self.identity, self.desk, self.place, self.secure = identity, desk, place, secure
        self.cookie = cookie_of(desk)
        self.keys = KeyPages(identity, desk, place)
        self.attention, self._standing = attention or Attention(), standing

    def routes(self) -> list[Route]:
        return [
            Route("/signon", self.form),
            Route("/signon/card", self.card, methods=["POST"]),
            Route("/signon", self.sign_on, methods=["POST"]),
            Route("/signon/key", self.keys.ask, methods=["POST"]),
            Route("/key", self.signed(self.keys.new)),
            Route("/key", self.signed(self.add_key), methods=["POST"]),
            Route("/key/ask", self.signed(self.ask_new_key), methods=["POST"]),
            Route("/signoff", self.sign_off, methods=["POST"]),
            Route("/touch", self.signed(_touched), methods=["POST"]),
            Route("/lock", self.lock, methods=["POST"]),
            Route("/locked", self.locked),
            Route("/unlock", self.unlock, methods=["POST"]),
        ]

    def signed(self, answer: Answerer) -> Callable[[Request], Awaitable[Response]]:
        """A page for people of the house only; everybody else is asked who they are."""

        async def guarded(request: Request) -> Response:
            try:
                who = await self.who(request)
            except Refused as no:
                if request.method == "GET" and "HX-Request" not in request.headers:
                    way = "locked" if isinstance(no, Locked) else "signon"
                    return RedirectResponse(f"/{way}?next={request.url.path}", 303)
                return said(request, f"Nothing was done. {no}", done=False)
            except Fault as fault:
                return page("away.html", {"desk": self.desk, "words": str(fault)}, 503)
            return await answer(request, who)

        return guarded

    def alive(self, request: Request) -> Callable[[], Awaitable[bool]]:
        """Asked again and again by a stream: dismissed or signed off, it ends."""

        async def still() -> bool:
            try:
                await self.who(request)
            except Refused:
                return False
            except Fault:
                return True  # the books are away: nothing can be ordered, but the room is seen
            return True

        return still

    async def who(self, request: Request) -> Signed:
        who = await run_in_threadpool(self.identity.session, self.token(request))
        if self.attention.is_alone(who, request, self.identity.bank.clock()):
            await run_in_threadpool(self.identity.lock, self.token(request))
            raise Locked
        return who

    async def prove(self, who: Signed, pin: str) -> None:
        """By their own PIN, so that nobody gives a name at a colleague's open desk."""
        await run_in_threadpool(self.identity.check_pin, who.person, pin)

    def token(self, request: Request) -> str:
        return request.cookies.get(self.cookie, "")

    async def form(self, request: Request) -> Response:
        following = request.query_params.get("next", "/")
        return await self._form(following, keys=named(request), last=await self._last())

    async def _last(self) -> tuple[str, str] | None:
        """Who signed off here last, and when."""
        try:
            last = await run_in_threadpool(self.identity.last_at, self.place)
        except Fault:
            return None  # the books are away, as whoever signs on will hear
        return last and (last[0], f"{local(last[1], self.identity.bank.house):%H:%M}")

    async def card(self, request: Request) -> Response:
        given = await request.form()
        track, following = str(given.get("card", "")), str(given.get("next", "/"))
        try:
            who = await run_in_threadpool(self.identity.recognise, track)
        except (Refused, Fault) as no:
            return await self._form(following, wrong=str(no), keys=named(request))
        read_at = str(clock_of(self.identity.bank)["clock"])
        initials = "".join(word[0] for word in who.id.split()[:2]).upper()
        left = f"{TRIES_MAX - who.pin_tries} tries left, then a supervisor unlocks."
        person = Reader(who.id, who.role.capitalize(), track, read_at, initials)
        return await self._form(following, person, left=left, last=await self._last())

    async def sign_on(self, request: Request) -> Response:
        given = await form_of(request)
        track, pin, following = given.get("card", ""), given.get("pin", ""), given.get("next", "/")
        try:
            session = await run_in_threadpool(self._session, request, given)
        except FirstPin as no:
            if not track:  # a key answers once: who has a first PIN comes with the card
                return await self._form(following, wrong=f"{no} Swipe your card for that.")
            return await self._form(following, card=track, first=pin, words=str(no))
        except (Refused, Fault) as no:
            return await self._form(following, wrong=str(no), keys=named(request))
        answer = RedirectResponse(_own(following), 303)
        answer.set_cookie(self.cookie, session.token, httponly=True, samesite="strict",
                          secure=self.secure)  # fmt: skip
        return answer

    def _session(self, request: Request, given: dict[str, str]) -> Session:
        """By card or by key, and the PIN."""
        pin, first = given.get("pin", ""), given.get("first", "")
        old, new = (first, pin) if first else (pin, "")
        if given.get("question"):
            return self.keys.sign_on(request, given, old, new)
        return self.identity.sign_on(given.get("card", ""), old, self.place, new)

    async def add_key(self, request: Request, who: Signed) -> Response:
        return await self.keys.add(request, who, self.token(request))

    async def ask_new_key(self, request: Request, who: Signed) -> Response:
        return await self.keys.ask_new(request, self.token(request))

    async def sign_off(self, request: Request) -> Response:
        await run_in_threadpool(self.identity.sign_off, self.token(request))
        answer = RedirectResponse("/signon", 303)
        answer.delete_cookie(self.cookie)
        return answer

    async def lock(self, request: Request) -> Response:
        """Whoever leaves the desk for a moment."""
        await run_in_threadpool(self.identity.lock, self.token(request))
        return RedirectResponse(f"/locked?next={came_from(request)}", 303)

    async def locked(self, request: Request) -> Response:
        return await self._unlocks(request, request.query_params.get("next", "/"))

    async def unlock(self, request: Request) -> Response:
        given = await request.form()
        pin, following = str(given.get("pin", "")), str(given.get("next", "/"))
        try:
            session = await run_in_threadpool(self.identity.unlock, self.token(request), pin)
        except (Refused, Fault) as no:
            return await self._unlocks(request, following, wrong=str(no))
        self.attention.back(session)
        return RedirectResponse(_own(following), 303)

    async def _unlocks(self, request: Request, following: str, wrong: str = "") -> Response:
        try:
            name = await run_in_threadpool(self.identity.holder, self.token(request))
        except (Refused, Fault):
            return RedirectResponse("/signon", 303)
        person = Reader(name, "this desk is locked", "", "", name[:2].upper())
        return await self._form(following, person, wrong, action="/unlock")

    async def _form(
        self, following: str, person: Reader | None = None, wrong: str = "", card: str = "",
        first: str = "", words: str = "One person at a desk, with their own card",
        action: str = "/signon", keys: bool = False, left: str = "",
        last: tuple[str, str] | None = None,
    ) -> Response:  # fmt: skip
        given = clock_of(self.identity.bank) | {
            "desk": self.desk, "next": _own(following), "person": person, "wrong": wrong,
            "card": card, "first": first, "words": words, "digits": PIN_DIGITS, "count": "six",
            "action": action, "keys": keys, "place": self.place, "left": left,
            "last": last, "pad": self.desk == "Cage",
            "standing": await run_in_threadpool(self._stands),
        }  # fmt: skip
        return page("signon.html", given, 401 if wrong else 200)

    def _stands(self) -> Sequence[Told]:
        try:
            return self._standing()
        except Fault:
            return ()  # the books are away, as whoever signs on will hear


async def _touched(request: Request, who: Signed) -> Response:
    """A hand moved at that desk; the guard of every page has noted it."""
    return Response(status_code=204)


def cookie_of(desk: str) -> str:
    """Two desks on one machine: each port sees the other's cookies."""
    return desk.partition(" ")[0].lower()


def _own(path: str) -> str:
    """A way on this desk, never to another site."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"
