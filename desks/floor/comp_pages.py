"""A comp or a promotion for who sits here: onto the card, out of its own account, by two people."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from desks.floor.drawing import Drawing
from desks.pages import born, form_of, number, render, said
from desks.sign_on import SignOn
from firmware.bank.acts import PayComp
from firmware.bank.amounts import cents
from firmware.bank.counter import Counter
from firmware.bank.desk import new_id
from firmware.bank.staff_sessions import Signed
from firmware.errors import Fault, Refused
from firmware.money import show


class CompPages:
    def __init__(self, drawing: Drawing, sign_on: SignOn) -> None:
        self.drawing, self.sign_on, self.book = drawing, sign_on, drawing.book

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/floor/{table}/comp", signed(self.show)),
            Route("/floor/{table}/comp", signed(self.ask), methods=["POST"]),
            Route("/floor/{table}/comp/confirm", signed(self.confirm), methods=["POST"]),
        ]

    async def show(self, request: Request, who: Signed) -> Response:
        table, seat = request.path_params["table"], number(request.query_params.get("seat", ""))
        floor = self.drawing.room.table(table).floor
        sits = next((one for one in floor.seats if one.seat == seat), None) if floor else None
        given = {
            "seat": seat, "account": sits.account.removeprefix("patron:") if sits else "",
            "born": new_id(), "asked": [one for one in self.book.comps if one.first != who.person],
            "mine": [one for one in self.book.comps if one.first == who.person],
        }  # fmt: skip
        head = self.drawing.head("comp", table, who)
        return HTMLResponse(render("floor.html", head | given))

    async def ask(self, request: Request, who: Signed) -> Response:
        form, counter = await form_of(request), self._counter(request)
        try:
            promotion = f"promotion:{form.get('promotion', '').strip()}"
            amount, id_ = cents(form.get("amount", "")), born(form)
            act = PayComp(id_, form.get("account", ""), amount, promotion)
            proven = form.get("pin", ""), form.get("reason", ""), id_
            await run_in_threadpool(counter.propose, act, *proven)
            await self.book.read()
        except (Refused, Fault) as no:
            return said(request, f"Nothing was paid. {no}", done=False)
        return said(request, f"{show(amount)} waits for a second person.", done=True)

    async def confirm(self, request: Request, who: Signed) -> Response:
        form, counter = await form_of(request), self._counter(request)
        try:
            proven = form.get("proposal", ""), form.get("pin", "")
            done = await run_in_threadpool(counter.confirm, *proven)
            await self.book.read()
        except (Refused, Fault) as no:
            return said(request, f"Nothing was paid. {no}", done=False)
        paid = f"{show(done.answer.amount)} is on the card." if done.answer else done.words
        return said(request, paid, done=True)

    def _counter(self, request: Request) -> Counter:
        return Counter(self.book.bank, self.sign_on.token(request))
