"""Away from the seat: a few minutes, or a meal. The chips stay."""

from msgspec import Struct

from firmware.screens.protocol import GoLobby
from stations import sentences
from stations.answers import leave_page
from stations.areas import GAP, SHEET
from stations.page import Page, foot_note, header
from stations.state import State
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.layout import columns, top
from ui.looks import CARD, rounded
from ui.sizes import TITLE

BOXES = columns(top(SHEET, 240), 2, GAP)
BOX = rounded(CARD, 18)


class Absence(Struct, frozen=True):
    name: str
    sign: str
    title: str
    note: str
    ms: int


def draw(c: Canvas, s: State) -> None:
    header(c, s, "Away from your seat", "Your chips stay on the table; blinds that pass are missed")
    session = s.view.session
    kinds = (
        Absence("lobby now", "cup", "Lobby", "once an hour", session.lobby_ms),
        Absence("meal", "clock", "Meal or money", "the floor is told", session.meal_ms),
    )
    for kind, rect in zip(kinds, BOXES, strict=True):
        note = f"{sentences.minutes(kind.ms)}, {kind.note}" if kind.ms else "Not before next hour"
        skin = Label(BOX, kind.title, TITLE, sign=kind.sign, under=note)
        does = leave_page(s, GoLobby(meal=kind.name == "meal"))
        Button(kind.name, rect, skin, does, guarded=True).draw(c)
    foot_note(c, BOXES[0], "Absences of one hour add up. You are called before the seat is lost.")


PAGE = Page("lobby", draw)
