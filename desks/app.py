"""The web application of the desks: sign-on, pages, and the guard in front of all of it."""

from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from desks.floor.book import ListBook
from desks.floor.list_pages import ListPages
from desks.floor.pages import FloorPages
from desks.floor.room import Room
from desks.guard import Guard
from desks.pages import HERE, page
from desks.sign_on import SignOn
from desks.stream import Tabs
from firmware.errors import Refused


def floor_application(
    room: Room, book: ListBook, sign_on: SignOn, hosts: frozenset[str]
) -> ASGIApp:
    tabs = Tabs()
    routes: list[BaseRoute] = [
        Route("/", _to_floor),
        *sign_on.routes(),
        *ListPages(room, book, sign_on, tabs).routes(),
        *FloorPages(room, sign_on, tabs).routes(),
        Mount("/static/fonts", StaticFiles(directory=Path(str(files("ui"))) / "fonts")),
        Mount("/static/floor", StaticFiles(directory=HERE / "floor" / "static")),
        Mount("/static", StaticFiles(directory=HERE / "kit" / "static")),
    ]
    answers = {Refused: _refused, HTTPException: _no_page}
    return Guard(Starlette(routes=routes, exception_handlers=answers), hosts)


async def _to_floor(request: Request) -> Response:
    return RedirectResponse("/floor", 303)


async def _refused(request: Request, no: Exception) -> Response:
    return page("away.html", {"desk": "Floor", "words": str(no)}, 404)


async def _no_page(request: Request, no: Exception) -> Response:
    assert isinstance(no, HTTPException)
    given = {"desk": "Floor", "words": "There is no such page."}
    return page("away.html", given, no.status_code)
