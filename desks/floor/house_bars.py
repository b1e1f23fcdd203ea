"""Who may not come into the house: barred from every table by one person, let in again by two."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from desks.floor.drawing import Drawing
from desks.pages import born, form_of, number, render, said
from desks.sign_on import SignOn
from firmware.bank import patrons
from firmware.bank.acts import UnbarPatron
from firmware.bank.counter import Counter
from firmware.bank.desk import new_id
from firmware.bank.staff_sessions import Signed
from firmware.errors import Fault, Refused


class HouseBars:
    def __init__(self, drawing: Drawing, sign_on: SignOn) -> None:
        self.drawing, self.sign_on, self.bank = drawing, sign_on, drawing.book.bank

    def routes(self) -> list[Route]:
        signed, way = self.sign_on.signed, "/floor/{table}/house-bars"
        return [
            Route(way, signed(self.show)),
            Route(way, signed(self.bar), methods=["POST"]),
            Route(f"{way}/lift", signed(self.lift), methods=["POST"]),
        ]

    async def show(self, request: Request, who: Signed) -> Response:
        table, seat = request.path_params["table"], number(request.query_params.get("seat", ""))
        floor = self.drawing.room.table(table).floor
        sits = next((one for one in floor.seats if one.seat == seat), None) if floor else None
        barred = await run_in_threadpool(self.bank.do, lambda tx, now: patrons.barred(tx))
        given = {
            "seat": seat, "account": sits.account.removeprefix("patron:") if sits else "",
            "barred": barred, "shown": patrons.shown_name, "born": new_id,
        }  # fmt: skip
        return HTMLResponse(
            render("floor.html", self.drawing.head("house-bars", table, who) | given)
        )

    async def bar(self, request: Request, who: Signed) -> Response:
        form = await form_of(request)
        try:
            account, _ = await self.drawing.book.whose(form.get("account", ""))
            patron, why = account.removeprefix("patron:"), form.get("reason", "")
            await run_in_threadpool(self._counter(request).bar, patron, why)
        except (Refused, Fault) as no:
            return said(request, f"Nobody was barred. {no}", done=False)
        words = "is barred from the house. Where they sit they leave after the hand."
        return said(request, f"Account {patron} {words}", done=True)

    async def lift(self, request: Request, who: Signed) -> Response:
        form, counter = await form_of(request), self._counter(request)
        try:
            act, id_ = UnbarPatron(form.get("account", "")), born(form)
            proven = form.get("pin", ""), form.get("reason", ""), id_
            await run_in_threadpool(counter.propose, act, *proven)
        except (Refused, Fault) as no:
            return said(request, f"Nobody was let in. {no}", done=False)
        words = "Nothing happens before a cage supervisor confirms it at the cage."
        return said(request, words, done=True)

    def _counter(self, request: Request) -> Counter:
        return Counter(self.bank, self.sign_on.token(request))
