"""What a customer showed and signed, as pictures: document, face, signature. Each look
is logged."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from desks.cage import pictures
from desks.cage.window import CageWindow
from desks.pages import page
from desks.sign_on import SignOn
from firmware.bank import days
from firmware.bank.counter import Counter
from firmware.bank.staff_sessions import Signed


class ScanPages:
    def __init__(self, window: CageWindow, sign_on: SignOn) -> None:
        self.window, self.sign_on = window, sign_on

    def routes(self) -> list[Route]:
        signed, at = self.sign_on.signed, "/cage/customer/{patron}"
        return [
            Route(at + "/scans", signed(self.show)),
            Route(at + "/scan/{id}", signed(self.look)),
            Route(at + "/picture", signed(self.attach), methods=["POST"]),
        ]

    async def show(self, request: Request, who: Signed) -> Response:
        counter, patron = self._counter(request), request.path_params["patron"]
        one = await run_in_threadpool(counter.customer, patron)
        found = await run_in_threadpool(counter.attachments, patron)
        scans = [
            (id_, kind.capitalize(), days.shown_at(self.window.local(at)), by)
            for id_, kind, _, at, by in reversed(found)
        ]
        mine = await self.window.mine(counter)
        return page("scans.html", self.window.head(who, mine) | {"one": one, "scans": scans})

    async def look(self, request: Request, who: Signed) -> Response:
        asked = request.path_params
        media, data = await run_in_threadpool(
            self._counter(request).look_at, asked["id"], asked["patron"]
        )
        way = "inline" if media.startswith("image/") else "attachment; filename=scan.pdf"
        return Response(data, media_type=media, headers={"Content-Disposition": way})

    async def attach(self, request: Request, who: Signed) -> Response:
        """A document that was renewed, or a newer face; what was there stays."""
        counter, patron = self._counter(request), request.path_params["patron"]
        await run_in_threadpool(counter.attach, patron, *await pictures.sent(request))
        return RedirectResponse(f"/cage/customer/{patron}/scans", 303)

    def _counter(self, request: Request) -> Counter:
        return Counter(self.window.bank, self.sign_on.token(request))
