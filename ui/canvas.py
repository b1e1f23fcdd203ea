"""A canvas remembers what it was told to draw: only what changed since the last frame is painted,
and anyone may ask what is shown and where (the report), to test it or to tap on it.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from pygame import Rect, Surface

from ui import text as type_
from ui.shapes import Look, Sprite, box
from ui.sizes import Type
from ui.text import CAP, Weight
from ui.theme import TEXT, Color
from ui.touch import Touchable

Anchor = Literal["l", "c", "r"]


class Words(NamedTuple):
    """A piece of text on the glass."""

    words: str
    rect: Rect
    px: int
    ink: Color
    room: int = 0  # width it had to fit in; 0: only the screen
    turn: int = 0  # degrees


class Face(NamedTuple):
    """A card lying face up. The value of a private one is in no log: its repr hides it."""

    card: int
    rect: Rect
    private: bool = False

    def __repr__(self) -> str:
        return f"Face({'hidden' if self.private else self.card}, {tuple(self.rect)})"


class Report:
    """What the last frame shows."""

    def __init__(self) -> None:
        self.texts: list[Words] = []
        self.targets: dict[str, Rect] = {}
        self.faces: list[Face] = []
        self.backs: list[Rect] = []
        self.marks: list[Any] = []  # of a canvas that records (recording.py)

    @property
    def words(self) -> list[str]:
        return [text.words for text in self.texts]

    def says(self, words: str) -> bool:
        return any(words in text.words for text in self.texts)

    def find(self, words: str) -> Words:
        return next(text for text in self.texts if words in text.words)


Piece = tuple[Surface, int, int]


class Canvas:
    def __init__(self, size: tuple[int, int], floor: int, scale: float = 1.0) -> None:
        self.size, self.floor, self.scale = size, floor, scale
        self.report = Report()
        self.things: dict[str, Touchable] = {}  # what a finger finds, the topmost last
        self.held: Collection[str] = ()  # the things under a finger
        self.pieces: list[Piece] = []
        self._painted: list[Piece] | None = None
        self._on: Surface | None = None
        self._flying: tuple[int, int] | None = None  # which pieces; None: nothing can

    # ---- telling it what to draw

    def begin(self, held: Collection[str] = ()) -> None:
        self.pieces = []
        self.report, self.things, self.held = Report(), {}, held
        self._flying = None

    def fly(self, pieces: list[Piece]) -> None:
        """Above what was drawn before it, under what comes after."""
        first = len(self.pieces)
        self.pieces += pieces
        self._flying = first, len(self.pieces)

    def fly_on(self, pieces: list[Piece]) -> None:
        """The frame before, but for what flies: nothing else has to be drawn again. Where a page
        lies over the table nothing flew, and nothing does."""
        if self._flying is None:
            return
        first, last = self._flying
        self.pieces = [*self.pieces[:first], *pieces, *self.pieces[last:]]
        self._flying = first, first + len(pieces)

    def blit(self, surface: Surface, x: float, y: float) -> None:
        self.pieces.append((surface, round(x), round(y)))

    def sprite(self, sprite: Sprite, x: float, y: float) -> None:
        surface, dx, dy = sprite
        self.pieces.append((surface, round(x) + dx, round(y) + dy))

    def box(self, rect: Rect, look: Look) -> None:
        surface, dx, dy = box(rect.w, rect.h, look)
        self.pieces.append((surface, rect.x + dx, rect.y + dy))

    def middle(self, surface: Surface, x: float, y: float) -> None:
        self.pieces.append(centered(surface, x, y))

    def text(
        self, words: str, x: float, y: float, px: float, weight: Weight = "semibold",
        ink: Color = TEXT, at: Anchor = "l", room: int = 0, tab: bool = False, track: float = 0,
        name: bool = False,
    ) -> Rect:  # fmt: skip
        """Words with the middle of their capitals at y, fitted into `room`."""
        if not words:
            return Rect(round(x), round(y), 0, 0)
        size = _in_scale(px, self.scale, self.floor)
        line = type_.line(words, size, self.floor, weight, ink, room, tab, track, name)
        wide, cap = line.wide, line.cap
        left = round(x - wide / 2) if at == "c" else round(x - wide) if at == "r" else round(x)
        self.pieces.append((line.surface, left, round(y + CAP * line.px / 2) - line.base))
        rect = Rect(left, round(y - cap / 2), wide, cap)
        self.report.texts.append(Words(line.words, rect, line.px, ink, room))
        return rect

    def write(
        self, words: str, style: Type, area: Rect, y: float | None = None, ink: Color = TEXT,
        at: Anchor = "l", tab: bool = False, name: bool = False,
    ) -> Rect:  # fmt: skip
        """Words as wide as an area at most: `y` from its top, or else in the middle of it."""
        x = area.x if at == "l" else area.centerx if at == "c" else area.right
        down = area.centery if y is None else area.y + y
        return self.text(words, x, down, *style, ink, at, area.w, tab, 0, name)

    def paragraph(
        self, words: str, style: Type, area: Rect, y: float, ink: Color = TEXT, gap: float = 1.32,
        lines: int = 9,
    ) -> float:  # fmt: skip
        """Lines as wide as an area, from `y` under its top; returns where the next would go."""
        px, weight = style
        size = _in_scale(px, self.scale, self.floor)
        while size > self.floor and len(type_.wrap(words, size, weight, area.w)) > lines:
            size -= 1
        for line in type_.wrap(words, size, weight, area.w):
            at = area.x, area.y + y
            self.text(line, *at, size / self.scale, weight, ink, room=area.w)
            y += size * gap
        return y

    def wrapped(self, words: str, style: Type, wide: int) -> tuple[list[str], int]:
        """The lines that they take, and the size that they are set in."""
        size = _in_scale(style.px, self.scale, self.floor)
        return type_.wrap(words, size, style.weight, wide), size

    def measure(self, words: str, px: float, weight: Weight = "semibold", tab: bool = False) -> int:
        return type_.width(words, _in_scale(px, self.scale, self.floor), weight, tab)

    def touchable(self, thing: Touchable) -> None:
        self.things[thing.name] = thing
        self.report.targets[thing.name] = Rect(thing.zone)

    def face(self, card: int, rect: Rect, private: bool = False) -> None:
        self.report.faces.append(Face(card, Rect(rect), private))

    # ---- painting

    def paint(self, on: Surface) -> list[Rect]:
        """Bring the surface up to date; returns what was repainted."""
        old = self._painted if self._on is on else None
        pieces = self.pieces
        self._painted, self._on = pieces, on
        dirty = [on.get_rect()] if old is None else _different(old, pieces, on.get_rect())
        if not dirty:
            return []
        if dirty[0].size == on.get_size():
            on.blits([(surface, (x, y)) for surface, x, y in pieces], doreturn=False)
            return dirty
        rects = [_rect(piece) for piece in pieces]
        for rect in dirty:
            on.set_clip(rect)
            hits = [pieces[n] for n in rect.collidelistall(rects)]
            on.blits([(surface, (x, y)) for surface, x, y in hits], doreturn=False)
        on.set_clip(None)
        return dirty

    def flat(self) -> Surface:
        """Everything on one transparent surface, for turning as a whole: around the middle of this
        canvas, without empty edges, which would be turned and painted too."""
        w, h = self.size
        used = Rect(w // 2, h // 2, 1, 1).unionall([_rect(piece) for piece in self.pieces])
        used = used.clip((0, 0, w, h))
        left, top = min(used.x, w - used.right), min(used.y, h - used.bottom)
        out = Surface((w - 2 * left, h - 2 * top), 0x00010000, 32)  # SRCALPHA
        out.fill((0, 0, 0, 0))
        pieces = [(surface, (x - left, y - top)) for surface, x, y in self.pieces]
        out.blits(pieces, doreturn=False)
        return out

    def forget(self) -> None:
        """Paint everything next time."""
        self._painted = None


@lru_cache(maxsize=256)
def _in_scale(px: float, scale: float, floor: int) -> int:
    """As type is set: larger for who wants it, and never too small to read."""
    return max(round(px * scale), floor)


def centered(surface: Surface, x: float, y: float) -> Piece:
    w, h = surface.get_size()
    return surface, round(x - w / 2), round(y - h / 2)


def _rect(piece: Piece) -> Rect:
    return piece[0].get_rect(topleft=piece[1:])


def _different(old: list[Piece], new: list[Piece], screen: Rect) -> list[Rect]:
    """The areas where two frames differ: few, apart from each other. A sprite is the same sprite
    if it is the same object: surfaces are cached and never drawn on."""
    before, after = set(old), set(new)
    changed = before ^ after
    if [one for one in old if one not in changed] != [one for one in new if one not in changed]:
        return [screen]  # something changed places in the pile
    rects = [rect.clip(screen) for rect in map(_rect, changed) if rect.colliderect(screen)]
    dirty = merged(rects)
    return [screen] if 3 * sum(r.w * r.h for r in dirty) > 2 * screen.w * screen.h else dirty


def merged(rects: list[Rect]) -> list[Rect]:
    """Unite rectangles where one is no more to paint than the two. Others may overlap: what is
    painted twice looks as if painted once."""
    few: list[Rect] = []
    for rect in sorted(rects, key=_area, reverse=True):  # so most are found inside another
        while (hit := _worth_uniting(rect, few)) >= 0:
            other = few.pop(hit)
            if other.contains(rect):
                rect = other
                break
            rect = rect.union(other)
        few.append(rect)
    return few


def _area(rect: Rect) -> int:
    return rect.w * rect.h


def _worth_uniting(rect: Rect, others: list[Rect]) -> int:
    size = rect.w * rect.h
    for at in rect.collidelistall(others):
        other = others[at]
        both = rect.union(other)
        if both.w * both.h <= size + other.w * other.h:
            return at
    return -1
