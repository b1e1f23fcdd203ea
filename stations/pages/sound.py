"""Sound: how loud this station is."""

from msgspec import Struct
from msgspec.structs import replace
from pygame import Rect

from firmware.screens.protocol import Choose
from stations.answers import send
from stations.areas import GAP, SHEET
from stations.page import Page, Tile, foot_note, header
from stations.state import State
from ui.buttons import Button
from ui.canvas import Canvas
from ui.layout import columns, top
from ui.looks import QUIET, TICKED, fill
from ui.shapes import Look, box
from ui.sizes import TILE
from ui.theme import GOLD, TEXT, TEXT3

VOLUMES = ("Off", "Low", "Medium", "Loud")
LEVELS = top(SHEET, 200)


def tile(s: State) -> Tile:
    return Tile("sound", "Sound", VOLUMES[s.view.prefs.volume])


class Volume(Struct, frozen=True):
    """Three bars, as many of them lit as it is loud."""

    volume: int
    chosen: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, TICKED if self.chosen else QUIET, down)
        ink = GOLD if self.chosen else TEXT
        for n in range(3):
            lit = n < self.volume
            look = Look(ink if lit else TEXT3, radius=5, alpha=1.0 if lit else 0.35)
            bar = box(22, 30 + 22 * n, look).surface
            c.blit(bar, rect.centerx - 50 + 38 * n, rect.y + 116 - bar.get_height())
        c.write(VOLUMES[self.volume], TILE.bold, rect, 158, ink, "c")


def draw(c: Canvas, s: State) -> None:
    header(c, s, "Sound", "Your turn, the last seconds, chips and cards")
    for volume, rect in enumerate(columns(LEVELS, len(VOLUMES), GAP)):
        skin = Volume(volume, s.view.prefs.volume == volume)
        does = send(Choose(replace(s.view.prefs, volume=volume)))
        Button(f"volume {volume}", rect, skin, does).draw(c)
    foot_note(c, LEVELS, "Peeks, drafts and choices made before your turn are always silent.")


PAGE = Page("sound", draw, tile)
