"""The floor's routes: a page, its live part over the tab's stream, and orders as forms."""

from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from desks.floor import acts, kept_hand, replay, void
from desks.floor.drawing import Drawing, Looking
from desks.pages import form_of, number, render, said
from desks.sign_on import SignOn
from desks.stream import Tabs, form_id, stream
from firmware.bank.staff_sessions import Signed
from firmware.errors import Fault, Refused
from firmware.screens.protocol.floor_view import Floor
from firmware.screens.protocol.orders import Answer, Done, No, WantsSecond, Would


class FloorPages:
    def __init__(self, drawing: Drawing, sign_on: SignOn, tabs: Tabs) -> None:
        self.drawing, self.sign_on, self.tabs = drawing, sign_on, tabs
        self.room = drawing.room

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/floor", signed(self.first)),
            Route("/floor/{table}", signed(self.table)),
            Route("/floor/{table}/void", signed(self.void)),
            Route("/floor/{table}/ask/{order}", signed(self.ask)),
            Route("/floor/{table}/order/{order}", signed(self.order), methods=["POST"]),
            Route("/floor/{table}/replay", signed(self.replay)),
            Route("/floor/{table}/replay/file", signed(self.kept_hand)),
            Route("/floor/{table}/stream/{page}", signed(self.stream)),
        ]

    async def first(self, request: Request, who: Signed) -> Response:
        return RedirectResponse(f"/floor/{self.room.tables[0].name}", 303)

    async def table(self, request: Request, who: Signed) -> Response:
        looking = self._looking(request, who, "table")
        return self._page(looking, {"parts": self.drawing.table(looking)})

    async def void(self, request: Request, who: Signed) -> Response:
        looking = self._looking(request, who, "void")
        at, house = self.room.table(looking.table), self.drawing.book.bank.house
        return self._page(looking, {"void": void.page_of(at, who.person, house)})

    async def ask(self, request: Request, who: Signed) -> Response:
        """The table is asked what the order would do before anybody means it."""
        looking = self._looking(request, who, "table")
        name, floor = request.path_params["order"], self._floor(looking.table)
        looking.asks = True
        asked = request.query_params.get("order", "")
        id_ = looking.tab.own(form_id(name, table=looking.table, seat=looking.seat, order=asked))
        question = acts.question(name, floor, looking.seat, id_, asked, request.query_params)
        first = {f.name: f.choices[0][0] if f.choices else f.value for f in question.fields}
        form = {k: str(v) for k, v in question.given.items()} | first | {"form_id": id_}
        blank = "" in first.values()  # whoever it is about is typed first
        answer = Would(id_, "") if blank else await self._try(looking.table, name, form, request)
        question = msgspec.structs.replace(
            question, would=answer.words, second=isinstance(answer, Would) and answer.second,
            pin=acts.by_pin(name, form),
            no=isinstance(answer, No) and not question.fields,
        )  # fmt: skip
        return self._page(looking, {"parts": self.drawing.table(looking, question)})

    async def order(self, request: Request, who: Signed) -> Response:
        form = await form_of(request)
        name, table = request.path_params["order"], request.path_params["table"]
        if form.get("why"):
            form["reason"] = f"{form['why']}: {form.get('reason', '')}"
        try:
            if acts.by_pin(name, form):
                await self.sign_on.prove(who, form.get("pin", ""))
            if name == "Reserve":  # a seat is held for an account that the house knows
                typed = form.get("account", "")
                form["account"], form["name"] = await self.drawing.book.whose(typed)
        except (Refused, Fault) as no:
            return said(request, f"Nothing was done. {no}", done=False)
        answer = await self._try(table, name, form | {"sure": "true"}, request)
        self.tabs.answered(form.get("form_id", ""))
        self.room.news.tell()
        return said(request, _told(answer), isinstance(answer, Done | WantsSecond))

    async def stream(self, request: Request, who: Signed) -> Response:
        kind = "void" if request.path_params["page"] == "void" else "table"
        looking = self._looking(request, who, kind)
        looking.asks = bool(request.query_params.get("asks"))
        draw = partial(self.drawing.live, looking)
        return stream(self.room.news, draw, self.sign_on.alive(request))

    async def replay(self, request: Request, who: Signed) -> Response:
        """A hand that is over, as everyone saw it then. Never taken for a live one."""
        looking, asked = self._looking(request, who, "replay"), request.query_params
        first, last = self._floor(looking.table).hands
        hand = number(asked.get("hand", "")) or last
        steps = await self.room.show_hand(looking.table, hand) if hand else []
        shown = min(number(asked.get("step", "")) or len(steps), len(steps))
        past = replay.page_of(hand, (first, last), steps, shown)
        return self._page(looking, {
            "replay": past, "plays": "play" in asked and past.shown < len(past.lines),
            "disputes": self._floor(looking.table).disputes,
        }, live=False)  # fmt: skip

    async def kept_hand(self, request: Request, who: Signed) -> Response:
        """The same as a file of its own, to be given to a player."""
        table, hand = request.path_params["table"], number(request.query_params.get("hand", ""))
        steps = await self.room.show_hand(table, hand)
        if not steps:
            raise Refused(f"Table {table} has hand {hand:,} no more.", rule="REQ-R20")
        name = kept_hand.file_name(table, hand)
        there = {"Content-Disposition": f'attachment; filename="{name}"'}
        return HTMLResponse(kept_hand.file_of(table, hand, steps), headers=there)

    # ---- What is on a page

    def _looking(self, request: Request, who: Signed, kind: str) -> Looking:
        asked = request.query_params
        tab = self.tabs.find(asked.get("tab", ""))
        seat = number(asked.get("seat", ""))
        return Looking(tab, who, kind, request.path_params["table"], seat, "more" in asked)

    def _page(self, looking: Looking, given: dict[str, object], live: bool = True) -> Response:
        head = self.drawing.head(looking.page, looking.table, looking.who)
        way = _way_of_stream(looking) if live else ""
        return HTMLResponse(looking.tab.own(render("floor.html", head | given | {"stream": way})))

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


def _told(answer: Answer) -> str:
    if not isinstance(answer, WantsSecond):
        return answer.words
    return f"Nothing happens before a second person confirms it, within 2:00. {answer.words}"


def _way_of_stream(looking: Looking) -> str:
    query = f"tab={looking.tab.name}&seat={looking.seat}{'&asks=1' if looking.asks else ''}"
    query += "&more=1" if looking.more else ""
    return f"/floor/{looking.table}/stream/{looking.page}?{query}"
