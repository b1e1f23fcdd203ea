"""The routes of the day: what it brought so far, and what is written down for the next shift."""

from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from desks.floor import day, deals
from desks.floor.drawing import Drawing
from desks.pages import form_of, now_ms, render, said
from desks.sign_on import SignOn
from desks.stream import Parts, Tab, Tabs, form_id, stream
from firmware.bank import day_notes, roles
from firmware.bank.staff_sessions import Signed
from firmware.errors import Fault, Refused


class DayPages:
    def __init__(self, drawing: Drawing, sign_on: SignOn, tabs: Tabs) -> None:
        self.drawing, self.sign_on, self.tabs = drawing, sign_on, tabs
        self.room, self.book = drawing.room, drawing.book

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/floor/day", signed(self.look)),
            Route("/floor/day/stream", signed(self.stream)),
            Route("/floor/day/note", signed(self.note), methods=["POST"]),
        ]

    async def look(self, request: Request, who: Signed) -> Response:
        tab = self.tabs.new()
        given = self._given() | {"stream": f"/floor/day/stream?tab={tab.name}"}
        return HTMLResponse(
            tab.own(render("floor.html", self.drawing.head("day", "", who) | given))
        )

    async def stream(self, request: Request, who: Signed) -> Response:
        tab = self.tabs.find(request.query_params.get("tab", ""))
        return stream(self.room.news, partial(self._live, tab), self.sign_on.alive(request))

    async def note(self, request: Request, who: Signed) -> Response:
        form = await form_of(request)
        id_, text = form.get("form_id", ""), form.get("words", "")
        try:
            roles.require(who.person, who.role, "WriteNote")
            await self.book.change(lambda tx, now: day_notes.write(tx, id_, text, who.person, now))
        except (Refused, Fault) as no:
            return said(request, f"Nothing was written. {no}", done=False)
        self.tabs.answered(id_)
        self.room.news.tell()
        return said(request, "It is in the day's notes.", done=True)

    def _given(self) -> dict[str, object]:
        tables = self.room.tables
        return {
            "plots": day.plots(tables, now_ms(), self.book.bank.house),
            "by_table": day.by_table(tables),
            "notes": self.book.notes, "left": self.book.left, "events": self.book.events,
            "deals": deals.by_table(tables), "form_id": form_id,
        }  # fmt: skip

    def _live(self, tab: Tab) -> Parts:
        drawn = self.drawing.shared.now("day page", lambda: render("day.html", self._given()))
        return {"main": tab.own(drawn), "tabs": self.drawing.tabs("day", "")}
