"""The floor's routes: a page, its live part over the tab's stream, and orders as forms."""

from functools import partial

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from desks.floor import acts, replay, void, words
from desks.floor.book import ListBook
from desks.floor.lists import Column, columns
from desks.floor.room import Room
from desks.floor.words import AtDesk, Need
from desks.pages import form_of, now_ms, number, page, render, said, swapped
from desks.sign_on import SignOn
from desks.stream import Tab, Tabs, stream
from firmware.bank.staff_sessions import Signed
from firmware.errors import Fault, Refused
from firmware.screens.protocol.floor_view import Floor
from firmware.screens.protocol.orders import Answer, Done, No, WantsSecond, Would


class Looking(Struct):
    """What one tab looks at. Its stream draws the same from the same."""

    tab: Tab
    who: Signed
    page: str
    table: str
    seat: int = 0
    more: bool = False  # what is ordered seldom
    asks: bool = False  # a question stands on the page, and is left alone by the stream


class FloorPages:
    def __init__(self, room: Room, book: ListBook, sign_on: SignOn, tabs: Tabs) -> None:
        self.room, self.book, self.sign_on, self.tabs = room, book, sign_on, tabs

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/floor", signed(self.first)),
            Route("/floor/{table}", signed(self.table)),
            Route("/floor/{table}/void", signed(self.void)),
            Route("/floor/{table}/ask/{order}", signed(self.ask)),
            Route("/floor/{table}/order/{order}", signed(self.order), methods=["POST"]),
            Route("/floor/{table}/replay", signed(self.replay)),
            Route("/floor/{table}/stream/{page}", signed(self.stream)),
        ]

    async def first(self, request: Request, who: Signed) -> Response:
        return RedirectResponse(f"/floor/{self.room.tables[0].name}", 303)

    async def table(self, request: Request, who: Signed) -> Response:
        return self._page(self._looking(request, who, "table"))

    async def void(self, request: Request, who: Signed) -> Response:
        return self._page(self._looking(request, who, "void"))

    async def ask(self, request: Request, who: Signed) -> Response:
        """The table is asked what the order would do before anybody means it."""
        looking = self._looking(request, who, "table")
        name, floor = request.path_params["order"], self._floor(looking.table)
        looking.asks = True
        asked = request.query_params.get("order", "")
        form_id = looking.tab.form_id(name, table=looking.table, seat=looking.seat, order=asked)
        given = request.query_params
        question = acts.question(name, floor, looking.seat, form_id, asked, given)
        first = {f.name: f.choices[0][0] if f.choices else f.value for f in question.fields}
        form = {k: str(v) for k, v in question.given.items()} | first | {"form_id": form_id}
        answer = await self._try(looking.table, name, form, request)
        question = msgspec.structs.replace(
            question, would=answer.words, second=isinstance(answer, Would) and answer.second,
            pin=acts.by_pin(name, form),
            no=isinstance(answer, No) and not question.fields,
        )  # fmt: skip
        return self._page(looking, question)

    async def order(self, request: Request, who: Signed) -> Response:
        form = await form_of(request)
        name, table = request.path_params["order"], request.path_params["table"]
        if form.get("why"):
            form["reason"] = f"{form['why']}: {form.get('reason', '')}"
        try:
            if acts.by_pin(name, form):
                await self.sign_on.prove(who, form.get("pin", ""))
        except (Refused, Fault) as no:
            return said(request, f"Nothing was done. {no}", done=False)
        answer = await self._try(table, name, form | {"sure": "true"}, request)
        self.tabs.answered(form.get("form_id", ""))
        self.room.news.tell()
        done = isinstance(answer, Done | WantsSecond)
        return said(request, answer.words, done)

    async def stream(self, request: Request, who: Signed) -> Response:
        kind = "void" if request.path_params["page"] == "void" else "table"
        looking = self._looking(request, who, kind)
        looking.asks = bool(request.query_params.get("asks"))
        draw = partial(self._live, looking)
        return stream(self.room.news, draw, self.sign_on.alive(request))

    async def replay(self, request: Request, who: Signed) -> Response:
        """A hand that is over, as everyone saw it then. Never taken for a live one."""
        looking, asked = self._looking(request, who, "replay"), request.query_params
        first, last = self._floor(looking.table).hands
        hand = number(asked.get("hand", "")) or last
        steps = await self.room.show_hand(looking.table, hand) if hand else []
        shown = min(number(asked.get("step", "")) or len(steps), len(steps))
        past = replay.page_of(hand, (first, last), steps, shown)
        given = self._given(looking) | {
            "desk": "Floor", "stream": "", "replay": past,
            "plays": "play" in asked and past.shown < len(past.lines),
        }  # fmt: skip
        return page("floor.html", given)

    # ---- What is on a page

    def _looking(self, request: Request, who: Signed, kind: str) -> Looking:
        asked = request.query_params
        tab = self.tabs.find(asked.get("tab", ""))
        seat = number(asked.get("seat", ""))
        return Looking(tab, who, kind, request.path_params["table"], seat, "more" in asked)

    def _page(self, looking: Looking, question: acts.Question | None = None) -> Response:
        given = self._given(looking)
        given["question"] = question or given["question"]
        query = f"tab={looking.tab.name}&seat={looking.seat}{'&asks=1' if looking.asks else ''}"
        query += "&more=1" if looking.more else ""
        link = f"/floor/{looking.table}/stream/{looking.page}?{query}"
        return page("floor.html", given | {"desk": "Floor", "stream": link})

    def _live(self, looking: Looking) -> str:
        given = self._given(looking)
        return render(f"{looking.page}.html", given) + swapped("tabs", render("tabs.html", given))

    def _given(self, looking: Looking) -> dict[str, object]:
        at, names = self.room.table(looking.table), [t.name for t in self.room.tables]
        following = names[(names.index(at.name) + 1) % len(names)]
        return {
            "page": looking.page, "selected": at.name, "next_table": following,
            "person": {"name": looking.who.person, "role": looking.who.role},
            "tabs": [words.tab(table) for table in self.room.tables],
            "form_id": looking.tab.form_id, "chosen": looking.seat,
            "needs": [_with_way(n) for n in words.needs(self.room.tables, looking.who.person)],
            "day": words.day(self.room.tables),
            "question": acts.Question("", "", "") if looking.asks else None,
            **(self._of_table(at, looking)),
        }  # fmt: skip

    def _of_table(self, at: AtDesk, looking: Looking) -> dict[str, object]:
        floor = at.floor
        if floor is None:
            nothing: tuple[object, ...] = ()
            return dict.fromkeys(("plates", "acts", "wishes", "disputes"), nothing) | dict.fromkeys(
                ("hand", "seat", "list", "void", "more"), None
            )
        return {
            "hand": words.hand(at), "plates": words.plates(at),
            "seat": words.seat_facts(at, looking.seat),
            "acts": acts.more(floor, looking.seat) if looking.more
            else acts.acts(at.name, floor, looking.seat), "more": looking.more,
            "wishes": words.wishes(at), "list": self._list(at),
            "void": void.page_of(at, looking.who.person), "disputes": floor.disputes,
        }  # fmt: skip

    def _list(self, at: AtDesk) -> Column | None:
        """Of those who wait for what this table spreads."""
        all_ = columns(self.room.tables, self.book.names, self.book.interests, now_ms())
        return next((one for one in all_ if at.name in one.tables.split(", ")), None)

    # ---- Orders

    def _floor(self, table: str) -> Floor:
        floor = self.room.table(table).floor
        if floor is None:
            raise Refused(f"Table {table} does not answer.", rule="REQ-R46")
        return floor

    async def _try(self, table: str, name: str, form: dict[str, str], request: Request) -> Answer:
        try:
            order = acts.read_order(name, table, form, self.sign_on.token(request))
            return await self.room.order(table, order)
        except Refused as no:
            return No(form.get("form_id", ""), f"Nothing was done. {no}", no.rule)


def _with_way(need: Need) -> dict[str, object]:
    given = msgspec.structs.asdict(need)
    where = need.way or (f"?seat={need.seat}" if need.seat else "")
    return given | {"fields": dict(need.given), "href": f"/floor/{need.table}{where}"}
