"""Opening an account: typed with the document in the hand, kept at every field, opened whole.

The signature and the PIN come from the pad; whoever looks alike is decided about before.
"""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from desks.cage import opening_words, pictures
from desks.cage.card_writing import CardWriter
from desks.cage.pad import CHOOSES, Asked, Pad, signature
from desks.cage.window import CageWindow
from desks.pages import form_of, page, render, swapped
from desks.sign_on import SignOn
from firmware.bank import details
from firmware.bank.counter import Counter
from firmware.bank.desk import new_id
from firmware.bank.drafts import Draft
from firmware.bank.gaming_day import gaming_day
from firmware.bank.staff_sessions import Signed
from firmware.errors import Refused

DOCUMENTS = ("driver license", "state ID", "passport", "military ID")


class OpeningPages:
    def __init__(self, window: CageWindow, sign_on: SignOn, pad: Pad, writer: CardWriter) -> None:
        self.window, self.sign_on, self.pad, self.writer = window, sign_on, pad, writer

    def routes(self) -> list[Route]:
        signed, at = self.sign_on.signed, "/cage/new/{id}"
        return [
            Route("/cage/new", signed(self.begin)),
            Route(at, signed(self.show)),
            Route(at + "/draft", signed(self.keep), methods=["POST"]),
            Route(at + "/picture", signed(self.attach), methods=["POST"]),
            Route(at + "/picture/{part}", signed(self.picture)),
            Route(at + "/pad", signed(self.ask_pad), methods=["POST"]),
            Route(at + "/open", signed(self.open), methods=["POST"]),
            Route(at + "/discard", signed(self.discard), methods=["POST"]),
        ]

    async def begin(self, request: Request, who: Signed) -> Response:
        return RedirectResponse(f"/cage/new/{new_id()}", 303)

    async def show(self, request: Request, who: Signed) -> Response:
        return await self._page(request, who)

    async def keep(self, request: Request, who: Signed) -> Response:
        """At every field that is left: the list beside it ticks itself."""
        counter, id_ = self._counter(request), request.path_params["id"]
        form = await form_of(request)
        before = await run_in_threadpool(counter.draft, id_)
        typed = opening_words.typed(form, before.typed, self._today())
        await run_in_threadpool(counter.type_draft, id_, typed)
        given = await self._given(counter, id_)
        told = swapped("alike", render("alike.html", given))
        return HTMLResponse(render("checks.html", given) + told)

    async def attach(self, request: Request, who: Signed) -> Response:
        counter, id_ = self._counter(request), request.path_params["id"]
        await run_in_threadpool(counter.draft_picture, id_, *await pictures.sent(request))
        return RedirectResponse(f"/cage/new/{id_}", 303)

    async def picture(self, request: Request, who: Signed) -> Response:
        part = pictures.KINDS.get(request.path_params["part"])
        if part is None:
            raise Refused("There is no such picture.", rule="REQ-R34")
        counter = self._counter(request)
        media, data = await run_in_threadpool(
            counter.see_draft_picture, request.path_params["id"], part
        )
        return Response(data, media_type=media)

    async def ask_pad(self, request: Request, who: Signed) -> Response:
        """The rules are read and signed there, and the PIN is chosen there."""
        counter, id_ = self._counter(request), request.path_params["id"]
        draft = await run_in_threadpool(counter.draft, id_)
        name = draft.typed.given.strip().partition(" ")[0] or "Welcome"
        asked = Asked(f"{new_id()}", "Your account", name, ("sign", *CHOOSES))

        def agree(drawn: str, pin: str, again: str) -> None:
            counter.sign_draft(id_, signature(drawn), pin)

        self.pad.ask(asked, agree)
        return RedirectResponse(f"/cage/pad/{asked.id}?back=/cage/new/{id_}", 303)

    async def open(self, request: Request, who: Signed) -> Response:
        """Asked again, it is the account that was opened."""
        counter, id_ = self._counter(request), request.path_params["id"]
        try:
            patron, track = await run_in_threadpool(counter.open_draft, id_)
        except Refused as no:
            return await self._page(request, who, f"Nothing was opened. {no}")
        if track:
            self.writer.begin(id_, patron, track)
            return RedirectResponse(f"/cage/card/{id_}", 303)
        return RedirectResponse(f"/cage/customer/{patron}", 303)

    async def discard(self, request: Request, who: Signed) -> Response:
        await run_in_threadpool(self._counter(request).discard_draft, request.path_params["id"])
        return RedirectResponse("/cage", 303)

    # ---- What is on a page

    async def _page(self, request: Request, who: Signed, no: str = "") -> Response:
        counter, id_ = self._counter(request), request.path_params["id"]
        given = await self._given(counter, id_)
        draft = given["draft"]
        assert isinstance(draft, Draft)
        if draft.opened:
            return RedirectResponse(f"/cage/customer/{draft.opened}", 303)
        mine = await self.window.mine(counter)
        more = {"no": no, "documents": DOCUMENTS, "tax_kinds": details.TAX_KINDS}
        return page("open.html", self.window.head(who, mine) | given | more, 409 if no else 200)

    async def _given(self, counter: Counter, id_: str) -> dict[str, object]:
        draft = await run_in_threadpool(counter.draft, id_)
        alike = await run_in_threadpool(counter.alike, draft)
        today = self._today()
        checks = opening_words.checks(draft, alike, today)
        one = draft.typed
        return {
            "draft": draft, "one": one, "alike": alike, "checks": checks,
            "left": [check for check in checks if not check.done],
            "tax": opening_words.masked(one.detail.tax_number),
            "number": opening_words.masked(one.id_number),
        }  # fmt: skip

    def _today(self) -> str:
        return gaming_day(self.window.bank.clock(), self.window.bank.house)

    def _counter(self, request: Request) -> Counter:
        return Counter(self.window.bank, self.sign_on.token(request))
