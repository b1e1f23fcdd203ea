"""The floor's pages as one web application."""

from starlette.types import ASGIApp

from desks.application import application
from desks.floor.book import ListBook
from desks.floor.comp_pages import CompPages
from desks.floor.day_pages import DayPages
from desks.floor.drawing import Drawing
from desks.floor.house_bars import HouseBars
from desks.floor.list_pages import ListPages
from desks.floor.pages import FloorPages
from desks.floor.room import Room
from desks.proof_page import proof_routes
from desks.sign_on import SignOn
from desks.stream import Tabs


def floor_application(
    room: Room, book: ListBook, sign_on: SignOn, hosts: frozenset[str]
) -> ASGIApp:
    tabs, drawing = Tabs(), Drawing(room, book)
    pages = [
        *proof_routes(),
        *ListPages(drawing, sign_on, tabs).routes(),
        *DayPages(drawing, sign_on, tabs).routes(),
        *CompPages(drawing, sign_on).routes(),
        *HouseBars(drawing, sign_on).routes(),
        *FloorPages(drawing, sign_on, tabs).routes(),
    ]
    return application("floor", pages, sign_on, hosts)
