"""The cage supervisor's page: one moment of the whole house, drawn anew each second; the day's
report to read, to print and to take along; the change log."""

import csv
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from io import StringIO

from msgspec import json
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from desks.cage import supervisor_words as words
from desks.cage.doing_pages import all_of
from desks.cage.report_sheet import Report
from desks.cage.window import CageWindow
from desks.pages import form_of, page
from desks.sign_on import SignOn
from firmware.bank import days, roles
from firmware.bank.counter import Counter
from firmware.bank.gaming_day import gaming_day
from firmware.bank.reports import DayReport
from firmware.bank.shifts import Shift
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
            Route("/cage/day.pdf", signed(self.day_pdf)),
            Route("/cage/shift/{window}", signed(self.shift)),
            Route("/cage/shift/{window}/csv", signed(self.shift_csv)),
            Route("/cage/shift/{window}/pdf", signed(self.shift_pdf)),
            Route("/cage/limits", signed(self.limits)),
            Route("/cage/reports", signed(self.reports)),
            Route("/cage/reports/file", signed(self.file), methods=["POST"]),
            Route("/cage/reports/data", signed(self.report_data), methods=["POST"]),
        ]

    async def show(self, request: Request, who: Signed) -> Response:
        """A part of it each second; whole when it is opened."""
        counter = self._counter(request)
        house = await run_in_threadpool(counter.overview)
        found = await run_in_threadpool(counter.waiting)
        given = {
            "house": house, "at": f"{self.window.local(house.at_ms):%H:%M:%S}",
            "differs": words.differs(house, self.window.local), "stops": words.stops(house),
            "untold": words.untold(house), "drawers": words.drawers(house),
            "sets_limits": roles.may(who.role, "SetDrawerLimit"),
            "tables": words.tables(house, self.window.local),
            "waits": await run_in_threadpool(words.waits, found, partial(all_of, counter)),
        }  # fmt: skip
        if "HX-Request" in request.headers:
            return page("house_live.html", given)
        about = request.query_params.get("about", "").strip()
        changes = await run_in_threadpool(counter.changes, about)
        day = await run_in_threadpool(counter.report)
        unfiled = await run_in_threadpool(counter.unfiled_reports)
        given |= {
            "changes": words.changes(changes[:6], self.window.bank.house), "about": about,
            "tiles": words.tiles(day, house), "due": len(unfiled), "log": len(day.cash_days),
        }  # fmt: skip
        given |= words.windows_now(house)
        return page("house.html", self.window.head(who, None) | given)

    async def day(self, request: Request, who: Signed) -> Response:
        given = await self._day(request)
        return page("gaming_day.html", self.window.head(who, None) | given)

    async def day_csv(self, request: Request, who: Signed) -> Response:
        given = await self._day(request)
        lines = given["lines"]
        assert isinstance(lines, list)
        rows = [(what, count, words.dollars(cents)) for what, count, cents in lines]
        return _csv(f"gaming-day-{given['name']}", ("what", "how many", "dollars"), rows)

    async def day_pdf(self, request: Request, who: Signed) -> Response:
        day, shifts = await self._day_and_shifts(request)
        rows = [words.shift(one, self.window.local) for one in shifts]
        told = words.day_report(day, rows, [self.window.name], day.day >= self._today())
        return await self._pdf(f"gaming-day-{day.day}", told, who)

    async def shift(self, request: Request, who: Signed) -> Response:
        told = await run_in_threadpool(self._counter(request).shift, request.path_params["window"])
        given = {"one": words.shift(told, self.window.local), "lines": words.shift_lines(told),
                 "documents": words.shift_documents(told, self.window.local)}  # fmt: skip
        return page("shift.html", self.window.head(who, None) | given)

    async def shift_csv(self, request: Request, who: Signed) -> Response:
        told = await run_in_threadpool(self._counter(request).shift, request.path_params["window"])
        lines = [
            *words.shift_lines(told),
            *((f"{number} {kind}", at, cents)
              for at, number, kind, cents in words.shift_documents(told, self.window.local)),
        ]  # fmt: skip
        rows = [(what, count, words.dollars(cents)) for what, count, cents in lines]
        return _csv(_shift_name(told), ("what", "how many, or when", "dollars"), rows)

    async def shift_pdf(self, request: Request, who: Signed) -> Response:
        told = await run_in_threadpool(self._counter(request).shift, request.path_params["window"])
        report = words.shift_report(told, self.window.local, [self.window.name])
        return await self._pdf(_shift_name(told), report, who)

    async def _pdf(self, name: str, report: Report, who: Signed) -> Response:
        printed = self.window.local(self.window.bank.clock())
        made = await run_in_threadpool(_pdf, report, printed, who.person)
        return _file(f"{name}.pdf", "application/pdf", made)

    async def _day_and_shifts(self, request: Request) -> tuple[DayReport, list[Shift]]:
        asked, counter = request.query_params.get("day", ""), self._counter(request)
        day = await run_in_threadpool(counter.report, words.day_of(asked) or self._today())
        return day, await run_in_threadpool(counter.shifts, day.day)

    def _today(self) -> str:
        return gaming_day(self.window.bank.clock(), self.window.bank.house)

    async def _day(self, request: Request) -> dict[str, object]:
        day, shifts = await self._day_and_shifts(request)
        return {"name": day.day, "shown": days.shown(day.day), "lines": words.lines(day),
                "cash_days": day.cash_days,
                "shifts": [words.shift(one, self.window.local) for one in shifts]}  # fmt: skip

    async def limits(self, request: Request, who: Signed) -> Response:
        found = await run_in_threadpool(self._counter(request).own_limits)
        given = {"limits": words.limits(found, self.window.local)}
        return page("limits.html", self.window.head(who, None) | given)

    async def reports(self, request: Request, who: Signed) -> Response:
        counter = self._counter(request)
        found = await run_in_threadpool(counter.unfiled_reports)
        seen = await run_in_threadpool(counter.suspicions)
        told = [(days.shown_at(self.window.local(one.at_ms)), one) for one in seen]
        given = {"found": found, "suspicions": told, "no": ""}
        return page("reports.html", self.window.head(who, None) | given)

    async def file(self, request: Request, who: Signed) -> Response:
        form = await form_of(request)
        given = form.get("patron", ""), form.get("day", ""), form.get("reference", "")
        await run_in_threadpool(self._counter(request).file_report, *given)
        return await self.reports(request, who)

    async def report_data(self, request: Request, who: Signed) -> Response:
        """All that the form asks for. By POST: who took it out stands in the log, and a page that
        is only looked at takes nothing."""
        form = await form_of(request)
        patron, day = form.get("patron", ""), words.day_of(form.get("day", ""))
        found = await run_in_threadpool(self._counter(request).report_data, patron, day)
        return _file(f"currency-report-{day}-{patron}.json", "application/json",
                     json.format(json.encode(found), indent=2).decode())  # fmt: skip

    def _counter(self, request: Request) -> Counter:
        return Counter(self.window.bank, self.sign_on.token(request))


def _csv(name: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> Response:
    """For a spreadsheet."""
    text = StringIO()
    csv.writer(text).writerows([head, *rows])
    return _file(f"{name}.csv", "text/csv", text.getvalue())


def _pdf(report: Report, printed: datetime, by: str) -> bytes:
    """What makes it is read when somebody wants one: a window opens before that."""
    from desks.cage.report_pdf import pdf

    return pdf(report, printed, by)


def _shift_name(told: Shift) -> str:
    return f"shift-{told.window.drawer.replace(':', '-')}-{told.window.opened_ms}"


def _file(name: str, media: str, text: str | bytes) -> Response:
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(text, media_type=media, headers=headers)
