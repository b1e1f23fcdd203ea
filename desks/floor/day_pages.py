"""The routes of the day: what it brought so far, and what is written down for the next shift."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from desks.floor import day, deals, words
from desks.floor.book import ListBook
from desks.floor.room import Room
from desks.pages import form_of, now_ms, page, render, said, swapped
from desks.sign_on import SignOn
from desks.stream import Tab, Tabs, stream
from firmware.bank import day_notes, roles
from firmware.bank.staff_sessions import Signed
from firmware.errors import Fault, Refused


class DayPages:
    def __init__(self, room: Room, book: ListBook, sign_on: SignOn, tabs: Tabs) -> None:
        self.room, self.book, self.sign_on, self.tabs = room, book, sign_on, tabs

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/floor/day", signed(self.look)),
            Route("/floor/day/stream", signed(self.stream)),
            Route("/floor/day/note", signed(self.note), methods=["POST"]),
        ]

    async def look(self, request: Request, who: Signed) -> Response:
        tab = self.tabs.new()
        link = f"/floor/day/stream?tab={tab.name}"
        return page("floor.html", self._given(tab, who) | {"desk": "Floor", "stream": link})

    async def stream(self, request: Request, who: Signed) -> Response:
        tab = self.tabs.find(request.query_params.get("tab", ""))
        return stream(self.room.news, partial(self._live, tab, who), self.sign_on.alive(request))

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

    def _given(self, tab: Tab, who: Signed) -> dict[str, object]:
        tables = self.room.tables
        return {
            "page": "day", "selected": "", "next_table": tables[0].name if tables else "",
            "person": {"name": who.person, "role": who.role},
            "tabs": [words.tab(table) for table in tables], "form_id": tab.form_id,
            "plots": day.plots(tables, now_ms()), "by_table": day.by_table(tables),
            "notes": self.book.notes, "deals": deals.by_table(tables),
        }  # fmt: skip

    def _live(self, tab: Tab, who: Signed) -> str:
        given = self._given(tab, who)
        return render("day.html", given) + swapped("tabs", render("tabs.html", given))
