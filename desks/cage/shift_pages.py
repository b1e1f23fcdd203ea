"""A shift at the window: the float, the blind count, its difference, and the second name."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from desks.cage import words
from desks.cage.paper import Paper
from desks.cage.window import CageWindow
from desks.pages import form_of, page
from desks.sign_on import SignOn
from firmware.bank import acts, roles, surveillance
from firmware.bank.counter import Counter
from firmware.bank.desk import new_id
from firmware.bank.explanations import Document
from firmware.bank.staff_sessions import Signed
from firmware.bank.windows import SHEETS_MAX, Window
from firmware.errors import Refused

HOME = "/cage"


class ShiftPages:
    def __init__(self, window: CageWindow, sign_on: SignOn, paper: Paper) -> None:
        self.window, self.sign_on, self.paper = window, sign_on, paper

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/cage", signed(self.home)),
            Route("/cage/count", signed(self.count)),
            Route("/cage/float", signed(self.sign_float), methods=["POST"]),
            Route("/cage/count", signed(self.sign_count), methods=["POST"]),
            Route("/cage/close", signed(self.close), methods=["POST"]),
            Route("/cage/difference", signed(self.ask_second), methods=["POST"]),
            Route("/cage/document/{id}", signed(self.document)),
            Route("/cage/surveillance", signed(self.ask_surveillance), methods=["POST"]),
        ]

    async def home(self, request: Request, who: Signed) -> Response:
        """Where the shift stands says which page it is."""
        if not roles.may(who.role, "OpenWindow"):
            return RedirectResponse("/cage/house", 303)
        counter = self._counter(request)
        mine = await self.window.mine(counter)
        if (
            mine is None
            and roles.may(who.role, "ReadReports")
            and "window" not in request.query_params
        ):
            return RedirectResponse("/cage/house", 303)
        shut = await run_in_threadpool(self._shut)
        if mine is None:
            return await self._sheet(counter, who, None, 0, shut)
        if mine.state == "open":
            drafts = await run_in_threadpool(counter.kept_drafts)
            given = {"found": None, "asked": "", "drafts": drafts, "shut": shut}
            return page("find.html", self.window.head(who, mine) | given)
        return await self._difference(counter, who, mine)

    async def count(self, request: Request, who: Signed) -> Response:
        counter = self._counter(request)
        mine = await self.window.mine(counter)
        if mine is None or mine.state == "opening":
            return RedirectResponse(HOME, 303)
        sheets = await run_in_threadpool(counter.sheets, mine.id)
        if sheets >= SHEETS_MAX:
            return RedirectResponse(HOME, 303)
        return await self._sheet(counter, who, mine, sheets + 1)

    async def sign_float(self, request: Request, who: Signed) -> Response:
        form, counter = await form_of(request), self._counter(request)
        given = words.pieces(form)
        await run_in_threadpool(
            counter.open_window, self.window.drawer, given, form.get("form_id", "")
        )
        return RedirectResponse(HOME, 303)

    async def sign_count(self, request: Request, who: Signed) -> Response:
        form, counter = await form_of(request), self._counter(request)
        number = form.get("sheet", "")
        if number not in ("1", "2"):
            raise Refused("Which sheet this is cannot be read: count again.", rule="REQ-R41")
        sheet = await run_in_threadpool(counter.count, words.pieces(form), int(number))
        await run_in_threadpool(self.paper.sheet, sheet, who.person)
        return RedirectResponse(HOME, 303)

    async def close(self, request: Request, who: Signed) -> Response:
        await run_in_threadpool(self._counter(request).close_window)
        return RedirectResponse(HOME, 303)

    async def document(self, request: Request, who: Signed) -> Response:
        """One that could explain the difference, with all that is known of it."""
        counter = self._counter(request)
        mine = await self.window.mine(counter)
        if mine is None or mine.state == "open":
            return RedirectResponse(HOME, 303)
        found = await run_in_threadpool(counter.document, mine.id, request.path_params["id"])
        sheet = await run_in_threadpool(counter.sheet)
        given = {
            "title": f"{words.kind(found)} {words.signed(found.cents)}", "number": found.number,
            "facts": words.document(found, self.window.local),
            "hint": words.hint(found, sheet.difference),
            "camera": await self._camera(counter, mine, found, _page_of(found.transfer)),
        }  # fmt: skip
        return page("document.html", self.window.head(who, mine) | given)

    async def ask_surveillance(self, request: Request, who: Signed) -> Response:
        """For the minutes of one document; its slip is printed once."""
        form, counter = await form_of(request), self._counter(request)
        mine = await self.window.mine(counter)
        if mine is None or mine.state == "open":
            return RedirectResponse(HOME, 303)
        asked = mine.id, form.get("transfer", "")
        if await run_in_threadpool(counter.ask_surveillance, *asked):
            one = await run_in_threadpool(counter.document, *asked)
            await run_in_threadpool(self.paper.for_surveillance, one, who.person)
        return RedirectResponse(
            form["back"] if form.get("back") == _page_of(asked[1]) else HOME, 303
        )

    async def ask_second(self, request: Request, who: Signed) -> Response:
        """The first name, by PIN and with a reason."""
        form, counter = await form_of(request), self._counter(request)
        act = acts.PostDifference(form.get("window", ""))
        given = form.get("pin", ""), form.get("reason", ""), form.get("form_id", "")
        await run_in_threadpool(counter.propose, act, *given)
        return RedirectResponse(HOME, 303)

    # ---- What is on a page

    def _shut(self) -> str:
        """Why no money moves here, told before somebody counts or swipes."""
        try:
            self.window.bank.do(self.window.bank.check_clock)
        except Refused as no:
            return str(no)
        return ""

    async def _sheet(
        self, counter: Counter, who: Signed, mine: Window | None, sheet: int, shut: str = ""
    ) -> Response:
        number = await run_in_threadpool(counter.next_sheet, self.window.drawer)
        given = {
            "shut": shut, "action": "/cage/count" if mine else "/cage/float",
            "title": f"{'Count sheet' if mine else 'Count the float, sheet'} {number}",
            "sheet": sheet, "rows": words.rows(), "form_id": new_id(),
            "steps": words.STEPS if mine else (), "step": 1,
        }  # fmt: skip
        return page("count.html", self.window.head(who, mine) | given)

    async def _difference(self, counter: Counter, who: Signed, mine: Window) -> Response:
        sheet = await run_in_threadpool(counter.sheet)
        found = await run_in_threadpool(counter.explanations, mine.id) if sheet.difference else []
        way = await run_in_threadpool(counter.way_of, mine.id) if sheet.difference else None
        past = await run_in_threadpool(_past, counter, who.person)
        sheets = await run_in_threadpool(counter.sheets, mine.id)
        waits = await run_in_threadpool(counter.waiting)
        asked = next((one for one in waits if one.act == acts.PostDifference(mine.id)), None)
        given = {
            "window": mine, "sheet": sheet, "lines": words.counted(sheet), "asked": asked,
            "difference": words.difference(sheet.difference), "form_id": new_id(), "way": way,
            "past": past,
            "opened": f"{self.window.local(mine.opened_ms):%H:%M}", "shift": len(found),
            "again": mine.state == "counting" and sheets < SHEETS_MAX and asked is None,
            "steps": words.STEPS if mine.state == "counting" else (), "step": 3 + bool(asked),
            "documents": words.explanations(found, sheet.difference, self.window.local),
            "camera": await self._camera(counter, mine, found[0], HOME) if found else None,
            "signed_at": f"{self.window.local(sheet.at_ms):%H:%M:%S}",
        }  # fmt: skip
        return page("difference.html", self.window.head(who, mine) | given)

    async def _camera(
        self, counter: Counter, mine: Window, one: Document, back: str
    ) -> dict[str, object]:
        minutes = surveillance.minutes_of(one, self.window.bank.house)
        asked = await run_in_threadpool(counter.surveillance_asked, mine)
        return {"transfer": one.transfer, "minutes": minutes.words, "back": back,
                "asked": minutes.line in asked}  # fmt: skip

    def _counter(self, request: Request) -> Counter:
        return Counter(self.window.bank, self.sign_on.token(request))


def _page_of(transfer: str) -> str:
    return f"/cage/document/{transfer}"


def _past(counter: Counter, person: str) -> str:
    return words.past(person, counter.past_gaps(), counter.tables_agree())
