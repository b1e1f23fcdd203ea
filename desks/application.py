"""The web application of a desk: sign-on, its pages, and the guard in front of all of it. A desk
imports its own pages only: the floor waits for no printer of the cage's."""

from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from desks.guard import Guard, TooLarge
from desks.pages import HERE, page
from desks.sign_on import SignOn
from firmware.errors import Fault, Refused


def application(desk: str, pages: list[Route], sign_on: SignOn, hosts: frozenset[str]) -> ASGIApp:
    async def home(request: Request) -> Response:
        return RedirectResponse(f"/{desk}", 303)

    async def refused(request: Request, no: Exception) -> Response:
        return page("away.html", {"desk": sign_on.desk, "words": str(no), "home": f"/{desk}"}, 409)

    async def no_page(request: Request, no: Exception) -> Response:
        assert isinstance(no, HTTPException)
        words = no.detail if isinstance(no, TooLarge) else "There is no such page."
        given = {"desk": sign_on.desk, "words": words, "home": f"/{desk}"}
        return page("away.html", given, no.status_code)

    async def nobody_hears(request: Request, gone: Exception) -> Response:
        """Whoever asked has gone before the form was read: nothing was done."""
        return Response(status_code=499)

    routes: list[BaseRoute] = [
        Route("/", home),
        *sign_on.routes(),
        *pages,
        Mount("/static/fonts", StaticFiles(directory=Path(str(files("ui"))) / "fonts")),
        Mount(f"/static/{desk}", StaticFiles(directory=HERE / desk / "static")),
        Mount("/static", StaticFiles(directory=HERE / "kit" / "static")),
    ]
    answers = {
        Refused: refused, Fault: refused, HTTPException: no_page, ClientDisconnect: nobody_hears
    }  # fmt: skip
    return Guard(Starlette(routes=routes, exception_handlers=answers), hosts)
