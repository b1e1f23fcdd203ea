"""The web application of the desks: sign-on, pages, and the guard in front of all of it."""

from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from desks.cage.card_writing import CardPages, CardWriter
from desks.cage.customer_pages import CustomerPages
from desks.cage.doing_pages import DoingPages
from desks.cage.opening_pages import OpeningPages
from desks.cage.pad import Pad, PadPages
from desks.cage.paper import Paper
from desks.cage.shift_pages import ShiftPages
from desks.cage.supervisor_pages import SupervisorPages
from desks.cage.window import CageWindow
from desks.floor.book import ListBook
from desks.floor.day_pages import DayPages
from desks.floor.drawing import Drawing
from desks.floor.list_pages import ListPages
from desks.floor.pages import FloorPages
from desks.floor.room import Room
from desks.guard import Guard, TooLarge
from desks.pages import HERE, page
from desks.proof_page import proof_routes
from desks.sign_on import SignOn
from desks.stream import Tabs
from drivers.receipt_printer import ReceiptPrinter
from firmware.errors import Fault, Refused


def floor_application(
    room: Room, book: ListBook, sign_on: SignOn, hosts: frozenset[str]
) -> ASGIApp:
    tabs, drawing = Tabs(), Drawing(room, book)
    pages = [
        *proof_routes(),
        *ListPages(drawing, sign_on, tabs).routes(),
        *DayPages(drawing, sign_on, tabs).routes(),
        *FloorPages(drawing, sign_on, tabs).routes(),
    ]
    return _application("floor", pages, sign_on, hosts)


def cage_application(
    window: CageWindow,
    sign_on: SignOn,
    hosts: frozenset[str],
    printer: ReceiptPrinter | None = None,
) -> ASGIApp:
    pad, writer = Pad(), CardWriter(window.encoder)
    paper = Paper(window, printer)
    pages = [
        *OpeningPages(window, sign_on, pad, writer).routes(),
        *DoingPages(window, sign_on).routes(),
        *CardPages(window, sign_on, writer).routes(),
        *SupervisorPages(window, sign_on).routes(),
        *ShiftPages(window, sign_on, paper).routes(),
        *CustomerPages(window, sign_on, pad, paper).routes(),
        *PadPages(pad).routes(),
    ]
    return _application("cage", pages, sign_on, hosts)


def _application(desk: str, pages: list[Route], sign_on: SignOn, hosts: frozenset[str]) -> ASGIApp:
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
