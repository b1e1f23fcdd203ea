"""A customer at the window: found, looked at, paid or paid in. One form, one transfer: its id is
born with it, so a reload, Back or a second Enter hear the first answer."""

from functools import partial
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from desks.cage import words
from desks.cage.pad import CHOOSES, Asked, Pad, Step
from desks.cage.paper import Paper
from desks.cage.window import CageWindow, way_back
from desks.pages import born, form_of, page, render, swapped
from desks.sign_on import SignOn
from desks.stream import Parts, stream
from firmware.bank import days, title31
from firmware.bank.amounts import cents
from firmware.bank.counter import Counter
from firmware.bank.currency_reports import ReportDue
from firmware.bank.customers import Customer
from firmware.bank.desk import new_id
from firmware.bank.gaming_day import gaming_day
from firmware.bank.staff_sessions import Signed
from firmware.bank.windows import Window
from firmware.errors import Refused
from firmware.money import Cents, show


class CustomerPages:
    def __init__(self, window: CageWindow, sign_on: SignOn, pad: Pad, paper: Paper) -> None:
        self.window, self.sign_on, self.pad, self.paper = window, sign_on, pad, paper

    def routes(self) -> list[Route]:
        signed, at = self.sign_on.signed, "/cage/customer/{patron}"
        return [
            Route("/cage/find", signed(self.find), methods=["POST"]),
            Route(at, signed(self.show)),
            Route(at + "/would", signed(self.would)),
            Route(at + "/deposit", signed(self.deposit), methods=["POST"]),
            Route(at + "/withdraw", signed(self.withdraw), methods=["POST"]),
            Route(at + "/report", signed(self.report)),
            Route(at + "/report", signed(self.complete), methods=["POST"]),
            Route(at + "/close", signed(self.close), methods=["POST"]),
            Route(at + "/statement", signed(self.statement)),
            Route(at + "/pin", signed(self.new_pin), methods=["POST"]),
            Route(at + "/attempt", signed(self.attempt), methods=["POST"]),
            Route("/cage/receipt/{id}", signed(self.receipt)),
            Route("/cage/receipt/{id}", signed(self.print_again), methods=["POST"]),
            Route("/cage/pad/{id}", signed(self.wait)),
            Route("/cage/pad/{id}/stream", signed(self.wait_stream)),
            Route("/cage/pad/{id}/cancel", signed(self.cancel), methods=["POST"]),
        ]

    async def find(self, request: Request, who: Signed) -> Response:
        """By POST: a card's track stands in no address."""
        counter, form = self._counter(request), await form_of(request)
        text = form.get("asked", "")
        found = await run_in_threadpool(counter.find, text)
        if len(found) == 1:
            read = "?read=card" if text.startswith((";", "%")) else ""
            return RedirectResponse(f"/cage/customer/{found[0][0]}{read}", 303)
        shown = "" if text.startswith((";", "%")) else text
        head = self.window.head(who, await self.window.mine(counter))
        return page("find.html", head | {"found": found, "asked": shown, "drafts": []})

    async def show(self, request: Request, who: Signed) -> Response:
        kind = request.query_params.get("kind", "deposit")
        kind = kind if kind in ("deposit", "withdraw") else "deposit"
        return await self._page(request, who, kind)

    async def would(self, request: Request, who: Signed) -> Response:
        """Asked at every digit, before any money moves."""
        asked, counter = request.query_params, self._counter(request)
        kind, patron = asked.get("kind", "deposit"), request.path_params["patron"]
        try:
            amount = cents(asked.get("amount", "") or "0")
        except Refused:
            amount = Cents(0)
        given = await self._law(counter, patron, kind, amount)
        parts = [swapped(part, render(f"{part}.html", given)) for part in ("go", "becomes")]
        return HTMLResponse(render("law.html", given) + "".join(parts))

    async def deposit(self, request: Request, who: Signed) -> Response:
        form, counter = await form_of(request), self._counter(request)
        patron, drawer = request.path_params["patron"], self.window.drawer
        try:
            amount, id_ = cents(form.get("amount", "")), born(form)
            done = await run_in_threadpool(counter.deposit, patron, amount, drawer, id_)
            if not done.repeated:
                await self._tell(counter, id_)
        except ReportDue:
            return await self._to_report(counter, patron, "deposit", form)
        except Refused as no:
            return await self._page(request, who, "deposit", f"Nothing was moved. {no}")
        return RedirectResponse(f"/cage/receipt/{id_}", 303)

    async def _tell(self, counter: Counter, id_: str) -> None:
        """The customer sees it on the pad, and has it on paper."""
        found, balance = await run_in_threadpool(counter.receipt_now, id_)
        name, amount = words.masked(found.name), found.answer.amount
        self.pad.tell(Asked(id_, "Deposit", name, (), amount, balance))
        await run_in_threadpool(self.paper.slip, counter, id_)

    async def withdraw(self, request: Request, who: Signed) -> Response:
        """The amount goes to the pad; the customer's PIN moves the money."""
        form, counter = await form_of(request), self._counter(request)
        patron, drawer = request.path_params["patron"], self.window.drawer
        try:
            amount, id_ = cents(form.get("amount", "")), born(form)
            given = await self._law(counter, patron, "withdraw", amount)
            if given["missing"]:
                return await self._to_report(counter, patron, "withdraw", form)
            one = await run_in_threadpool(counter.customer, patron)
            if not 0 < amount <= one.balance:
                raise Refused("The card does not hold that much.", rule="REQ-R35")
            asked = self._asked(one, id_, "Withdrawal", amount=amount, balance=one.balance)

            def agree(pin: str) -> None:
                if not counter.withdraw(patron, amount, drawer, pin, id_).repeated:
                    self.paper.slip(counter, id_)

            self.pad.ask(asked, agree)
        except Refused as no:
            return await self._page(request, who, "withdraw", f"Nothing was moved. {no}")
        return RedirectResponse(f"/cage/pad/{id_}?back=/cage/customer/{patron}", 303)

    async def close(self, request: Request, who: Signed) -> Response:
        """All of it is paid by the customer's PIN, and every card of theirs is dead."""
        counter, id_ = self._counter(request), born(await form_of(request))
        one = await run_in_threadpool(counter.customer, request.path_params["patron"])
        patron, drawer = one.patron.id, self.window.drawer

        def agree(pin: str) -> None:
            if counter.close_account(patron, drawer, pin, id_, Cents(one.balance)).answer:
                self.paper.slip(counter, id_)

        asked = self._asked(one, id_, "Close account", amount=one.balance, balance=one.balance)
        self.pad.ask(asked, agree)
        return RedirectResponse(f"/cage/pad/{id_}?back=/cage/customer/{patron}", 303)

    async def new_pin(self, request: Request, who: Signed) -> Response:
        """Chosen on the pad: the first one, or by the one they have."""
        counter, id_ = self._counter(request), born(await form_of(request))
        one = await run_in_threadpool(counter.customer, request.path_params["patron"])
        steps: tuple[Step, ...] = ("old", *CHOOSES) if one.has_pin else CHOOSES

        def agree(*given: str) -> None:
            counter.set_pin(one.patron.id, given[-1], given[0] if one.has_pin else "")

        self.pad.ask(self._asked(one, id_, "Your PIN", steps), agree)
        return RedirectResponse(f"/cage/pad/{id_}?back=/cage/customer/{one.patron.id}", 303)

    def _asked(
        self, one: Customer, id_: str, title: str, steps: tuple[Step, ...] = ("pin",),
        amount: int = 0, balance: int = 0,
    ) -> Asked:  # fmt: skip
        name = words.masked(one.patron.name) + (f", card ending {one.card}" if one.card else "")
        return Asked(id_, title, name, steps, amount, balance)

    # ---- While the customer has the pad

    async def wait(self, request: Request, who: Signed) -> Response:
        mine = await self.window.mine(self._counter(request))
        given = self._waiting(request) | {
            "stream": f"{request.url.path}/stream?{request.url.query}"
        }
        return page("wait.html", self.window.head(who, mine) | given)

    async def wait_stream(self, request: Request, who: Signed) -> Response:
        def draw() -> Parts:
            return {"main": render("wait_live.html", self._waiting(request))}

        return stream(self.pad.news, draw, self.sign_on.alive(request))

    async def cancel(self, request: Request, who: Signed) -> Response:
        self.pad.cancel(request.path_params["id"], "Taken back at the window.")
        return RedirectResponse(f"/cage/pad/{request.path_params['id']}", 303)

    def _waiting(self, request: Request) -> dict[str, object]:
        id_, pad = request.path_params["id"], self.pad
        here = pad.asked is not None and pad.asked.id == id_
        return {
            "id": id_, "state": pad.state if here else "over", "words": pad.words,
            "asked": pad.asked if here else None, "here": pad.is_here(), "shows": pad.shows,
            "back": way_back(request),
        }  # fmt: skip

    async def print_again(self, request: Request, who: Signed) -> Response:
        """It says that it is a duplicate."""
        id_ = request.path_params["id"]
        wrong = await run_in_threadpool(self.paper.slip, self._counter(request), id_, True)
        return await self._receipt(request, who, wrong or "A duplicate was printed.")

    async def receipt(self, request: Request, who: Signed) -> Response:
        return await self._receipt(request, who)

    async def _receipt(self, request: Request, who: Signed, said: str = "") -> Response:
        counter = self._counter(request)
        found, balance = await run_in_threadpool(counter.receipt_now, request.path_params["id"])
        given = {
            "said": said or self.paper.failed.get(found.answer.id, ""),
            "prints": self.paper.printer is not None,
            "receipt": found, "balance": balance, "masked": words.masked(found.name),
            "kind": words.KINDS[found.kind],
            "when": days.shown_at(self.window.local(found.answer.at_ms), seconds=True),
        }  # fmt: skip
        mine = await self.window.mine(counter)
        return page("receipt.html", self.window.head(who, mine) | given)

    async def statement(self, request: Request, who: Signed) -> Response:
        counter, patron = self._counter(request), request.path_params["patron"]
        one = await run_in_threadpool(counter.customer, patron)
        lines = await run_in_threadpool(counter.statement, f"patron:{patron}")
        told = [(days.shown_at(self.window.local(line.at_ms)), line) for line in lines[::-1]]
        given = {"one": one, "lines": told, "names": words.KINDS}
        mine = await self.window.mine(counter)
        return page("statement.html", self.window.head(who, mine) | given)

    # ---- The currency report

    async def report(self, request: Request, who: Signed) -> Response:
        asked, counter = request.query_params, self._counter(request)
        kind, patron = asked.get("kind", "deposit"), request.path_params["patron"]
        amount = cents(asked.get("amount", "") or "0")
        given = await self._law(counter, patron, kind, amount)
        known = await run_in_threadpool(counter.details, patron)
        one, gaps = given["one"], given["missing"]
        assert isinstance(one, Customer)
        assert isinstance(gaps, list)
        mine = await self.window.mine(counter)
        today = gaming_day(self.window.bank.clock(), self.window.bank.house)
        self.pad.wait()
        head = self.window.head(who, mine, self.pad.shows)
        more = words.report(one, known, gaps, kind, amount, self.window.local, today)
        born_id = {"known": known, "form_id": asked.get("form_id", "") or new_id()}
        return page("report.html", head | given | more | born_id)

    async def complete(self, request: Request, who: Signed) -> Response:
        """Both answers, then the cash in the same breath: whatever is still missing stops it."""
        form, counter = await form_of(request), self._counter(request)
        patron, whose = request.path_params["patron"], form.get("whose", "")
        name = form.get("whose_name", "").strip()
        if form.get("seen") != "yes":
            raise Refused("Nothing was moved. Look at the document first.", rule="REQ-R45")
        if whose != "Own" and not name:
            raise Refused("Nothing was moved. Write down whose money it is.", rule="REQ-R45")
        behalf = "their own" if whose == "Own" else f"{whose}: {name}"
        given = form.get("occupation", ""), behalf, form.get("employer", "")
        await run_in_threadpool(counter.complete_report, patron, *given)
        if form.get("kind") == "withdraw":
            return await self.withdraw(request, who)
        return await self.deposit(request, who)

    async def attempt(self, request: Request, who: Signed) -> Response:
        """The customer left, or asks for less: it is allowed, and it is kept."""
        form, counter = await form_of(request), self._counter(request)
        patron, kind = request.path_params["patron"], form.get("kind", "deposit")
        how = "asked for less" if form.get("how") == "asked for less" else "left"
        await run_in_threadpool(
            counter.note_attempt, patron, kind, cents(form.get("amount", "")), how
        )
        way = f"/cage/customer/{patron}?kind={kind}" if how == "asked for less" else "/cage"
        return RedirectResponse(way, 303)

    async def _to_report(
        self, counter: Counter, patron: str, kind: str, form: dict[str, str]
    ) -> Response:
        """That it was asked for is kept, whatever becomes of it."""
        amount, id_ = cents(form.get("amount", "")), form.get("form_id", "")
        await run_in_threadpool(counter.note_attempt, patron, kind, amount, "asked")
        more = {"kind": kind, "amount": show(amount), "form_id": id_}
        return RedirectResponse(f"/cage/customer/{patron}/report?{urlencode(more)}", 303)

    # ---- What is on a page

    async def _page(self, request: Request, who: Signed, kind: str, no: str = "") -> Response:
        counter, patron = self._counter(request), request.path_params["patron"]

        def look() -> tuple[dict[str, object], Window | None, tuple[int, int, int]]:
            mine = self.window.mine_now(counter)
            done = counter.done_today(mine.drawer) if mine else (0, 0, 0)
            return self._law_now(counter, patron, kind, Cents(0)), mine, done

        given, mine, done = await run_in_threadpool(counter.at_once, look)
        one = given["one"]
        assert isinstance(one, Customer)
        given |= {
            "no": no, "read": "read" in request.query_params, "today": words.today(*done),
            "form_id": new_id(), "initials": words.initials(one.patron.name),
            "facts": words.facts(one, self.window.local(one.opened_ms)),
            "documents": words.documents(one, self.window.local),
        }  # fmt: skip
        return page("customer.html", self.window.head(who, mine) | given, 409 if no else 200)

    async def _law(
        self, counter: Counter, patron: str, kind: str, amount: Cents
    ) -> dict[str, object]:
        return await run_in_threadpool(
            counter.at_once, partial(self._law_now, counter, patron, kind, amount)
        )

    def _law_now(
        self, counter: Counter, patron: str, kind: str, amount: Cents
    ) -> dict[str, object]:
        one = counter.customer(patron)
        crossing = title31.crossing(one.cash, kind, amount)
        if crossing is None:
            raise Refused("Say deposit or withdraw.", rule="REQ-R45")
        gaps = counter.missing_for_report(patron) if crossing.report else []
        after = one.balance + (amount if kind == "deposit" else -amount)
        return {
            "one": one, "kind": kind, "amount": amount, "after": after,
            "law": words.sums(crossing, one), "missing": gaps,
            "stopped": words.stopped(one, self.window.bank.clock(), self.window.local),
        }  # fmt: skip

    def _counter(self, request: Request) -> Counter:
        return Counter(self.window.bank, self.sign_on.token(request))
