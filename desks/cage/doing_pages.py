"""Everything that doings.py lists, on one kind of page; and the second name for what takes two."""

from msgspec import json
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from desks.cage import doings
from desks.cage.window import CageWindow
from desks.cage.words import difference
from desks.pages import born, form_of, page
from desks.sign_on import SignOn
from firmware.bank import acts, roles
from firmware.bank.accounts import called
from firmware.bank.counter import Counter
from firmware.bank.days import shown_within
from firmware.bank.desk import new_id
from firmware.bank.done import Done
from firmware.bank.proposals import Proposal
from firmware.bank.staff_sessions import Signed
from firmware.errors import Refused
from firmware.money import show


class DoingPages:
    def __init__(self, window: CageWindow, sign_on: SignOn) -> None:
        self.window, self.sign_on = window, sign_on

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/cage/more", signed(self.more)),
            Route("/cage/owed", signed(self.owed)),
            Route("/cage/do/{name}", signed(self.show)),
            Route("/cage/do/{name}", signed(self.do), methods=["POST"]),
            Route("/cage/asked/{id}", signed(self.asked)),
            Route("/cage/waiting", signed(self.waiting)),
            Route("/cage/confirm", signed(self.confirm), methods=["POST"]),
        ]

    async def more(self, request: Request, who: Signed) -> Response:
        """What this person may do here, about the customer before them or about the house."""
        patron = request.query_params.get("patron", "")
        found = doings.CUSTOMER if patron else doings.HOUSE
        offered = [(name, one) for name, one in found.items() if roles.may(who.role, one.act)]
        given = await self._about(request, patron)
        return page(
            "more.html",
            await self._head(request, who) | given | {"offered": offered, "form_id": new_id()},
        )

    async def owed(self, request: Request, who: Signed) -> Response:
        """What reached no card, and what waits too long: each leads to what ends it."""
        counter = self._counter(request)
        owed = await run_in_threadpool(counter.owed)
        late = await run_in_threadpool(counter.overdue)
        given = {"owed": owed, "late": late, "since": self.window.local}
        return page("owed.html", await self._head(request, who) | given)

    async def show(self, request: Request, who: Signed) -> Response:
        asked = dict(request.query_params)
        return await self._form(request, who, asked.get("patron", ""), typed=asked)

    async def do(self, request: Request, who: Signed) -> Response:
        form, counter = await form_of(request), self._counter(request)
        patron, one = form.get("patron", ""), self._doing(request, form.get("patron", ""))
        at = doings.At(counter, self.window.drawer, patron, born(form))
        typed = {field.name: form.get(field.name, "") for field in one.fields}
        try:
            doings.check_choices(one, typed)
            if isinstance(one, doings.Doing):
                words = await run_in_threadpool(one.do, at, typed)
                return await self._done(request, who, words, patron)
            act = await run_in_threadpool(one.proposes, at, typed)
            given = form.get("pin", ""), form.get("reason", ""), at.id
            await run_in_threadpool(counter.propose, act, *given)
        except Refused as no:
            return await self._form(request, who, patron, f"Nothing was done. {no}", typed)
        return RedirectResponse(f"/cage/asked/{at.id}?patron={patron}", 303)

    async def asked(self, request: Request, who: Signed) -> Response:
        """How it stands with what was proposed here; the page looks again by itself."""
        found = await run_in_threadpool(self._counter(request).proposal, request.path_params["id"])
        done = json.decode(found.answer, type=Done) if found.answered_ms is not None else None
        given = await self._about(request, request.query_params.get("patron", "")) | {
            "asked": found, "what": roles.ACTS[acts.name_of(found.act)].words,
            "told": await run_in_threadpool(all_of, self._counter(request), found),
            "done": done, "words": _words(done) if done else "",
            "over": done is None and found.is_over(self.window.bank.clock()),
        }  # fmt: skip
        part = "asked_live.html" if "HX-Request" in request.headers else "asked.html"
        return page(part, await self._head(request, who) | given)

    async def waiting(self, request: Request, who: Signed) -> Response:
        counter = self._counter(request)
        found = await run_in_threadpool(counter.waiting)
        asked = [
            {"id": one.id, "what": roles.ACTS[acts.name_of(one.act)].words, "by": one.first,
             "reason": one.reason, "until_ms": one.until_ms, "mine": one.first == who.person,
             "told": await run_in_threadpool(all_of, counter, one)}
            for one in found if not isinstance(one.act, acts.TableOrder)
        ]  # fmt: skip
        return page("waiting.html", await self._head(request, who) | {"asked": asked})

    async def confirm(self, request: Request, who: Signed) -> Response:
        form, counter = await form_of(request), self._counter(request)
        done = await run_in_threadpool(
            counter.confirm, form.get("proposal", ""), form.get("pin", "")
        )
        return await self._done(request, who, _words(done))

    # ---- What is on a page

    async def _form(
        self, request: Request, who: Signed, patron: str, no: str = "",
        typed: dict[str, str] | None = None,
    ) -> Response:  # fmt: skip
        one = self._doing(request, patron)
        given = await self._about(request, patron) | {
            "name": request.path_params["name"], "one": one, "no": no, "typed": typed or {},
            "two": isinstance(one, doings.Proposal), "form_id": new_id(),
        }  # fmt: skip
        return page("do.html", await self._head(request, who) | given, 409 if no else 200)

    async def _done(self, request: Request, who: Signed, words: str, patron: str = "") -> Response:
        given = await self._about(request, patron) | {"words": words}
        return page("confirmed.html", await self._head(request, who) | given)

    async def _about(self, request: Request, patron: str) -> dict[str, object]:
        if not patron:
            return {"patron": "", "customer": "", "back": "/cage"}
        one = await run_in_threadpool(self._counter(request).customer, patron)
        return {"patron": patron, "customer": one.patron.name, "back": f"/cage/customer/{patron}"}

    def _doing(self, request: Request, patron: str) -> doings.Doing | doings.Proposal:
        found = (doings.CUSTOMER if patron else doings.HOUSE).get(request.path_params["name"])
        if found is None:
            raise Refused("There is nothing of that name to do here.", rule="REQ-R46")
        return found

    async def _head(self, request: Request, who: Signed) -> dict[str, object]:
        mine = None
        if roles.may(who.role, "OpenWindow"):
            mine = await self.window.mine(self._counter(request))
        return self.window.head(who, mine)

    def _counter(self, request: Request) -> Counter:
        return Counter(self.window.bank, self.sign_on.token(request))


def _words(done: Done) -> str:
    if done.answer is None:
        return done.words
    booked = f"{show(done.answer.amount)}, document {done.answer.document}"
    return f"{done.words} {booked}".strip()


def all_of(counter: Counter, asked: Proposal) -> list[str]:
    """Of a correction: which document, whose, how much. Of a count: by how much, and where."""
    try:
        match asked.act:
            case acts.Correct(transfer):
                found = counter.receipt(transfer)
                what = f"{found.kind.capitalize()} {show(found.answer.amount)}"
                return [f"{what}, {found.answer.document}", f"of {found.name}"]
            case acts.PostDifference(id_):
                window, sheet = counter.difference(id_)
                gap = difference(sheet.difference)
                told = [f"{gap}, {called(window.drawer)}", f"{sheet.person}, sheet {sheet.number}"]
                seen = counter.surveillance_asked(window)
                return told + [f"surveillance asked for {shown_within(one)}" for one in seen]
    except Refused:
        pass  # it was done meanwhile, or is no cash: what is asked for says it
    return doings.told(asked.act)
