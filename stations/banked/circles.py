"""A circle of the layout on the glass: what lies on it, in gold while it is a draft."""

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Layout
from firmware.screens.protocol import bank_facts as facts
from ui import chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.layout import inset
from ui.looks import fill
from ui.shapes import Look, dashed, disc
from ui.signs import side
from ui.sizes import AMOUNT, BUTTON, FINE, LABEL, TILE
from ui.theme import GOLD, LINE, LINE_STRONG, TEXT, TEXT2, TEXT3, rgb

GROUND = Look(rgb("131C24"), rgb("0E151B"), LINE_STRONG, 1.5, 14)
DRAFTED = GROUND._replace(edge=GOLD, line=2)
LAID = GROUND._replace(edge=LINE, line=1.25)
CLOTH, CLOTH_EDGE = rgb("071B19"), rgb("2A8A76")
WIDE = 280  # from here on the words lie beside the chips
WIDTHS = {1: 452, 2: 452, 3: 296, 4: 218, 5: 171, 6: 143}
SIX = 6


def places(area: Rect, count: int) -> list[Rect]:
    gap = 12 if count >= SIX else 16
    wide = WIDTHS.get(count, (area.w + gap) // max(1, count) - gap)
    return [Rect(area.x + n * (wide + gap), area.y, wide, area.h) for n in range(count)]


class CircleSkin(Struct, frozen=True):
    """To be touched: the amount, what it pays, and whether the game needs it."""

    name: str
    chips: int
    pays: str
    note: str
    drafted: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, DRAFTED if self.drafted else GROUND, down)
        (_beside if rect.w >= WIDE else _under)(c, rect, self)


def _beside(c: Canvas, rect: Rect, skin: CircleSkin) -> None:
    _cloth(c, rect.x + 74, rect.centery, 112, skin)
    words = inset(rect, 146, right=10)
    c.write(facts.title(skin.name), BUTTON.bold, words, 27)
    _amount(c, skin, words, 65, AMOUNT.bold)
    c.write(skin.pays, FINE.medium, words, 98, TEXT2)
    c.write(skin.note, FINE.medium, words, 121, TEXT3)


def _under(c: Canvas, rect: Rect, skin: CircleSkin) -> None:
    sign = facts.SIGNS.get(skin.name)
    if sign:
        c.middle(side(sign, 20), rect.x + 22, rect.y + 24)
    name = inset(rect, 40 if sign else 14, right=8)
    c.write(facts.title(skin.name), LABEL.bold, name, 24)
    d = 84 if rect.w > 160 else 64
    _cloth(c, rect.x + 10 + d // 2, rect.y + 88, d, skin)
    words = inset(rect, 20 + d, right=6)
    _amount(c, skin, words, 74, TILE.bold)
    c.write(skin.pays.replace("up to ", "to "), FINE.medium, words, 106, TEXT2)


def _cloth(c: Canvas, x: float, y: float, d: int, skin: CircleSkin) -> None:
    c.middle(disc(d, CLOTH, GOLD if skin.drafted else CLOTH_EDGE, 3), x, y)
    if skin.chips:
        value, count = chips.piles(skin.chips)[0]
        c.middle(chips.pile(value, count, round(d * 0.62), 3), x, y)


def _amount(c: Canvas, skin: CircleSkin, words: Rect, y: int, style: tuple) -> None:  # type: ignore[type-arg]
    ink = GOLD if skin.drafted else TEXT if skin.chips else TEXT3
    c.write(show(skin.chips) if skin.chips else "–", style, words, y, ink, tab=True)  # type: ignore[arg-type]


# ---- what lies there while others bet, or the cards decide


def laid(c: Canvas, layout: Layout, area: Rect, own: dict[str, int], open_: str = "") -> None:
    """Own wagers in a row; `open_`: the circle that a choice would use."""
    names = [*own, *([open_] if open_ and open_ not in own else [])]
    wide = {1: 452, 2: 452, 3: 296}.get(len(names), 0)
    gap = 12 if len(names) > 4 else 16
    wide = wide or (area.w + gap) // max(1, len(names)) - gap
    for n, name in enumerate(names):
        rect = Rect(area.x + n * (wide + gap), area.y, wide, area.h)
        if name in own:
            _lies(c, layout, rect, name, own[name])
        else:
            _waits(c, rect, name)


def _lies(c: Canvas, layout: Layout, rect: Rect, name: str, cents: int) -> None:
    c.box(rect, LAID)
    tight = rect.w < 170
    x = rect.x + (34 if tight else 45)
    d = 50 if tight else 66
    c.middle(disc(d, CLOTH, CLOTH_EDGE, 2), x, rect.centery)
    value, count = chips.piles(cents)[0]
    c.middle(chips.pile(value, count, round(d * 0.64), 2), x, rect.centery)
    words = inset(rect, 66 if tight else 92, right=10)
    c.write(facts.title(name), FINE.semibold, inset(words, 0, right=0), 24, TEXT2)
    c.write(show(cents), BUTTON.bold, words, 52, tab=True)


def _waits(c: Canvas, rect: Rect, name: str) -> None:
    c.blit(dashed(rect.w, rect.h, 14, GOLD, 2, 9), *rect.topleft)
    words = inset(rect, 24, right=10)
    c.write(facts.title(name), LABEL.bold, words, 24, GOLD)
    c.write("your choice", LABEL.medium, words, 54, TEXT2)
