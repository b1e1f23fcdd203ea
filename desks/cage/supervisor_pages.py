"""The cage supervisor's page: one moment of the whole house, drawn anew each second; the day's
report to read, to print and to take along; the change log."""

import csv
from io import StringIO

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from desks.cage import supervisor_words as words
from desks.cage.window import CageWindow
from desks.pages import form_of, page
from desks.sign_on import SignOn
from firmware.bank.counter import Counter
from firmware.bank.gaming_day import gaming_day
from firmware.bank.staff_sessions import Signed


class SupervisorPages:
    def __init__(self, window: CageWindow, sign_on: SignOn) -> None:
        self.window, self.sign_on = window, sign_on

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/cage/house", signed(self.show)),
            Route("/cage/day", signed(self.day)),
            Route("/cage/day.csv", signed(self.day_csv)),
            Route("/cage/reports", signed(self.reports)),
            Route("/cage/reports/file", signed(self.file), methods=["POST"]),
        ]

    async def show(self, request: Request, who: Signed) -> Response:
        """A part of it each second; whole when it is opened."""
        counter = self._counter(request)
        house = await run_in_threadpool(counter.overview)
        found = await run_in_threadpool(counter.waiting)
        given = {
            "house": house, "at": f"{self.window.local(house.at_ms):%H:%M:%S}",
            "differs": words.differs(house), "untold": words.untold(house),
            "drawers": words.drawers(house), "tables": words.tables(house),
            "waits": words.waits(found),
        }  # fmt: skip
        if "HX-Request" in request.headers:
            return page("house_live.html", given)
        about = request.query_params.get("about", "").strip()
        changes = await run_in_threadpool(counter.changes, about)
        day = await run_in_threadpool(counter.report)
        unfiled = await run_in_threadpool(counter.unfiled_reports)
        given |= {
            "changes": words.changes(changes[:8], self.window.local), "about": about,
            "tiles": words.tiles(day, house), "due": len(unfiled), "log": len(day.cash_days),
        }  # fmt: skip
        return page("house.html", self.window.head(who, None) | given)

    async def day(self, request: Request, who: Signed) -> Response:
        given = await self._day(request)
        return page("gaming_day.html", self.window.head(who, None) | given)

    async def day_csv(self, request: Request, who: Signed) -> Response:
        """For a spreadsheet: amounts in dollars with a point and no comma."""
        given, text = await self._day(request), StringIO()
        lines = given["lines"]
        assert isinstance(lines, list)
        csv.writer(text).writerows([("what", "how many", "dollars"), *(
            (what, count, f"{cents / 100:.2f}") for what, count, cents in lines
        )])  # fmt: skip
        name = f"attachment; filename=gaming-day-{given['name']}.csv"
        return Response(text.getvalue(), media_type="text/csv",
                        headers={"Content-Disposition": name})  # fmt: skip

    async def _day(self, request: Request) -> dict[str, object]:
        asked = request.query_params.get("day", "")
        today = gaming_day(self.window.bank.clock(), self.window.bank.house)
        day = await run_in_threadpool(self._counter(request).report, words.day_of(asked) or today)
        return {"name": day.day, "lines": words.lines(day), "cash_days": day.cash_days}

    async def reports(self, request: Request, who: Signed) -> Response:
        counter = self._counter(request)
        found = await run_in_threadpool(counter.unfiled_reports)
        seen = await run_in_threadpool(counter.suspicions)
        told = [(f"{self.window.local(one.at_ms):%Y-%m-%d %H:%M}", one) for one in seen]
        given = {"found": found, "suspicions": told, "no": ""}
        return page("reports.html", self.window.head(who, None) | given)

    async def file(self, request: Request, who: Signed) -> Response:
        form = await form_of(request)
        given = form.get("patron", ""), form.get("day", ""), form.get("reference", "")
        await run_in_threadpool(self._counter(request).file_report, *given)
        return await self.reports(request, who)

    def _counter(self, request: Request) -> Counter:
        return Counter(self.window.bank, self.sign_on.token(request))
