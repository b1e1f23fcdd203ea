"""What must not lie on what: read from a canvas that records."""

from contextlib import ExitStack, contextmanager
from math import ceil, floor
from unittest.mock import patch

from pygame import Rect

from center_screen.plates import CALLS_LOOK
from tests.recording import Mark, Recording, corners
from ui.sprites import SPRITES

CUT = "…"
LEAST_LETTERS = 2  # of a name that was cut, its dots among them
LEAST_WIDTH = 0.6  # of its letters, where words had to be condensed
LAYERS = (CALLS_LOOK,)  # a tag that lies over the edge of its plate
STRIP = 0.45  # of a card's width is seen in a fan: its rank


@contextmanager
def recording():
    """Every canvas made inside says in which order it was drawn on."""
    SPRITES.forget()  # sheets are kept with what they said
    with ExitStack() as made:
        for room in ("stations.state", "center_screen.screen", "center_screen.sheet"):
            made.enter_context(patch(f"{room}.Canvas", Recording))
        yield
    SPRITES.forget()


def faults(marks: list[Mark], glass: Rect, letters: int = LEAST_LETTERS) -> list[str]:
    """In words: what covers what, what leaves its box, what cannot be read."""
    whole = Mark("box", "the glass", corners(glass))
    found = [words for one in marks for words in _alone(one, whole, letters)]
    bounds = [_bounds(one) for one in marks]
    for at, one in enumerate(marks):
        for near in bounds[at].collidelistall(bounds[at + 1 :]):
            later = marks[at + 1 + near]
            if not one.overlaps(later):
                continue
            if not _meant(one, later):
                found.append(f"{_name(later)} lies on {_name(one)}")
            if one.kind == "box" and later.kind == "text" and not _kept(later, one, marks):
                found.append(f"{_name(later)} leaves its {_name(one)}")
    return found


def _kept(text: Mark, box: Mark, marks: list[Mark]) -> bool:
    """Does it keep to this box, or to another that lies on it?"""
    after = marks[marks.index(box) : marks.index(text)]
    return any(text.inside(one) for one in after if one.kind == "box")


def _bounds(one: Mark) -> Rect:
    xs, ys = [x for x, _ in one.corners], [y for _, y in one.corners]
    left, top = floor(min(xs)), floor(min(ys))
    return Rect(left, top, ceil(max(xs)) - left, ceil(max(ys)) - top)


def _alone(one: Mark, whole: Mark, letters: int) -> list[str]:
    if one.kind in ("text", "face") and not one.inside(whole):
        return [f"{_name(one)} leaves the glass"]
    if one.kind == "text" and one.squeezed < LEAST_WIDTH:
        return [f"{_name(one)} is condensed to {one.squeezed:.0%}"]
    if one.says.endswith(CUT) and not one.asked.endswith(CUT) and len(one.says) <= letters:
        return [f"{one.asked!r} is cut to {one.says!r}"]
    return []


def _meant(one: Mark, later: Mark) -> bool:
    """May `later` lie on `one`?"""
    if one.kind == "sign":
        return True
    if one.kind == "box":
        return later.kind != "box" or later.look in LAYERS or _nested(one, later)
    if one.kind == "face":
        veil = later.kind == "box" and later.inside(one) and one.inside(later, 5)
        fan = later.kind == "face" and _fan(one, later)
        return veil or fan or later.kind in ("sign", "target")  # a tick, a fingertip, the peek
    if one.kind == "text":
        return later.kind == "target"
    return False


def _nested(one: Mark, later: Mark) -> bool:
    return later.inside(one, 9) or one.inside(later, 9)


def _fan(one: Mark, later: Mark) -> bool:
    (x0, y0), (x1, y1) = one.corners[:2]
    (a, b) = later.corners[0]
    wide = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    return ((a - x0) * (x1 - x0) + (b - y0) * (y1 - y0)) / wide >= STRIP * wide


def _name(one: Mark) -> str:
    x, y, w, h = _bounds(one)
    at = f"{x},{y} {w}x{h}"
    return f"{one.kind} {one.says!r} ({at})" if one.says else f"{one.kind} ({at})"
