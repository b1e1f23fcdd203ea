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
from ui.looks import CARD, PANEL, rounded
from ui.sizes import TITLE
from ui.theme import TEXT2

BOXES = columns(top(SHEET, 240), 2, GAP)
BOX, OFF = rounded(CARD, 18), rounded(PANEL, 18)


class Absence(Struct, frozen=True):
    name: str
    sign: str
    title: str
    note: str
    ms: int
    no: str


def draw(c: Canvas, s: State) -> None:
    missed = "" if s.public.placard.layout else "; blinds that pass are missed"
    header(c, s, "Away from your seat", f"Your chips stay on the table{missed}")
    session, no = s.view.session, s.view.no
    told = "away from the table" if s.public.no_floor else "the floor is told"
    kinds = (
        Absence("lobby now", "cup", "Lobby", "once an hour", session.lobby_ms, no.lobby),
        Absence("meal", "clock", "Meal or money", told, session.meal_ms, no.meal),
    )
    for kind, rect in zip(kinds, BOXES, strict=True):
        if kind.no:
            Label(OFF, kind.title, TITLE, TEXT2, kind.sign, kind.no).draw(c, rect, down=False)
            continue
        note = f"{sentences.minutes(kind.ms)}, {kind.note}"
        skin = Label(BOX, kind.title, TITLE, sign=kind.sign, under=note)
        does = leave_page(s, GoLobby(meal=kind.name == "meal"))
        Button(kind.name, rect, skin, does, guarded=True).draw(c)
    calls = "" if s.public.no_floor else " You are called before the seat is lost."
    foot_note(c, BOXES[0], f"Absences within one hour add up.{calls}")


PAGE = Page("lobby", draw)
