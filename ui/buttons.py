"""A button is one thing: its place, its words, what it asks for and whether it is guarded. It
draws itself, and it answers when a finger comes up on it."""

from typing import Protocol

from msgspec import Struct
from pygame import Rect

from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import inset
from ui.looks import QUIET_KEY, ROSE_KEY, TICKED, TICKED_KEY, UNTICKED, fill
from ui.shapes import Look
from ui.sizes import BUTTON, HEADING, LABEL, SMALL, TILE, Size, Type
from ui.theme import GOLD, GOLD_INK, LINE_STRONG, ROSE_EDGE, TEXT, TEXT2, Color, rgb
from ui.touch import NOTHING, Does, Intents, Still

LABEL_SIDES = 24
TICK = Look(GOLD, GOLD, None, radius=10)
NO_TICK = Look(rgb("0E151B"), None, LINE_STRONG, 3, 10)


class Skin(Protocol):
    """How a button looks, at rest and under a finger."""

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None: ...


class Button(Still, frozen=True):
    name: str
    rect: Rect
    skin: Skin
    does: Does
    guarded: bool = False
    reach: Rect | None = None  # where it answers, if its neighbours leave it more than is drawn

    @property
    def zone(self) -> Rect:
        return self.reach or self.rect

    def lift(self, x: float, inside: bool) -> Intents:
        return self.does() if inside else NOTHING

    def draw(self, c: Canvas) -> None:
        self.skin.draw(c, self.rect, self.name in c.held)
        c.touchable(self)


class Label(Struct, frozen=True):
    """An icon and words in the middle, with a line under them."""

    look: Look
    words: str
    size: Size
    ink: Color = TEXT
    sign: str = ""
    under: str = ""
    pen: float = 2.6

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, self.look, down)
        style, room = self.size.bold, rect.w - LABEL_SIDES
        line = style.px * c.scale
        y = rect.centery - (0.32 * line if self.under else 0)
        self._words(c, rect.centerx, y, room)
        if self.under:
            y += 0.92 * line
            c.text(self.under, rect.centerx, y, *LABEL.semibold, self.ink, "c", room)

    def _words(self, c: Canvas, middle: int, y: float, room: int) -> None:
        style, sign_px = self.size.bold, round(0.88 * self.size.px)
        before = sign_px + round(0.4 * style.px) if self.sign else 0
        wide = min(c.measure(self.words, *style), room - before)
        x = middle - (before + wide) / 2
        if self.sign:
            c.middle(icon(self.sign, sign_px, self.ink, self.pen), x + sign_px / 2, y)
        c.text(self.words, x + before, y, *style, self.ink, room=wide)


class Beside(Struct, frozen=True):
    """An icon in the left end, the words after it."""

    look: Look
    sign: str
    sign_px: int
    words: str
    style: Type
    sign_x: int
    words_x: int
    after: int = 6

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, self.look, down)
        c.middle(icon(self.sign, self.sign_px, TEXT), rect.x + self.sign_x, rect.centery)
        c.write(self.words, self.style, inset(rect, self.words_x, right=self.after))


class Tick(Struct, frozen=True):
    """A square to tick, what it does, and when it stops doing it."""

    ticked: bool
    title: str
    note: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, TICKED if self.ticked else UNTICKED, down)
        square = Rect(rect.x + 24, rect.centery - 20, 40, 40)
        c.box(square, TICK if self.ticked else NO_TICK)
        if self.ticked:
            c.middle(icon("check", 28, GOLD_INK, 3), *square.center)
        words = inset(rect, 84, right=12)
        middle = rect.h // 2
        c.write(self.title, TILE.bold, words, middle - 13, GOLD if self.ticked else TEXT)
        c.write(self.note, SMALL.medium, words, middle + 20, TEXT if self.ticked else TEXT2)


class Preset(Struct, frozen=True):
    """One of several amounts; the chosen one is gold and has a tick."""

    title: str
    amount: str
    chosen: bool
    rose: bool = False

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        look = TICKED_KEY if self.chosen else ROSE_KEY if self.rose else QUIET_KEY
        fill(c, rect, look, down)
        ink = GOLD if self.chosen else ROSE_EDGE if self.rose else TEXT
        x, y, tall = rect.centerx, rect.centery, bool(self.amount)
        style, room = (BUTTON if tall else HEADING).bold, rect.w - (44 if self.chosen else 16)
        c.text(self.title, x, y - 14 * tall, *style, ink, "c", room)
        if tall:
            tone = TEXT if self.chosen else TEXT2
            c.text(self.amount, x, y + 17, *LABEL.semibold, tone, "c", rect.w - 12, tab=True)
        if self.chosen:
            c.middle(icon("check", 16, GOLD, 3.4), rect.right - 17, rect.y + 17)


class Step(Struct, frozen=True):
    """A key that makes an amount larger or smaller: the sign over the step."""

    sign: str
    step: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, QUIET_KEY, down)
        x, room = rect.centerx, rect.w - 8
        c.middle(icon(self.sign, 34, TEXT, 3.4), x, rect.centery - rect.h * 0.13)
        y = rect.bottom - rect.h * 0.24
        c.text(self.step, x, y, *LABEL.semibold, TEXT2, "c", room)
