"""The PIN: boxes that fill, and a pad of which no key lights up."""

from functools import partial

from msgspec import Struct
from pygame import Rect, Surface

from firmware.screens.protocol import EnterPin, Pin
from stations.areas import BAR, GAP, GLASS
from stations.entry import attract
from stations.entry.steps import steps
from stations.state import State
from ui.buttons import Button
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import grid, inset, left, right, split, top
from ui.looks import FLAT, KEY
from ui.shapes import Look, disc, gradient, radial
from ui.sizes import ALARM, HEADING, LABEL, PROMPT, TILE, VALUE
from ui.sprites import cached
from ui.theme import GOLD, ROSE, ROSE_EDGE, STATION, TEXT, TEXT2, TEXT3, rgb
from ui.touch import NOTHING, Intents

UNDER_BAR = inset(GLASS, 0, BAR.h, bottom=0)
PADS = inset(GLASS, 56, 120, bottom=88)
WORDS_WIDE, PAD_WIDE = 616, 560
DIGITS = 4
BOX = Look(rgb("0A1615"), None, rgb("3A7A70"), 2, 16)
BOX_HERE, BOX_WRONG = BOX._replace(edge=GOLD, line=3), BOX._replace(edge=ROSE_EDGE)
SHIELD = Look(rgb("06110F"), None, rgb("2B5F56"), 1.5, 14, 0.85)


@cached
def _ground(left_hand: bool) -> Surface:
    out = Surface(STATION, 0, 32)
    out.blit(gradient(*STATION, rgb("070B0F"), rgb("04070A")), (0, 0))
    half = _half(left_hand)
    out.blit(radial(*half.size, rgb("12453F"), rgb("071A19"), 0.5, 0.42), half.topleft)
    return out


def _half(left_hand: bool) -> Rect:
    """The side of the words: the hand that types has the other one."""
    return right(UNDER_BAR, WORDS_WIDE) if left_hand else left(UNDER_BAR, WORDS_WIDE)


def draw(c: Canvas, s: State) -> None:
    if s.view.pin is None:
        attract.draw(c, s)
        return
    c.blit(_ground(s.left_hand), 0, 0)
    steps(c, s, 1)
    _words(c, s, s.view.pin, _half(s.left_hand))
    _pad(c, s, s.view.pin)


def _words(c: Canvas, s: State, ask: Pin, half: Rect) -> None:
    area, wrong = inset(half, 58, right=38), ask.wrong and not s.entry.pin
    title = "Wrong PIN" if wrong else "Checking your PIN" if s.pin_asked else "Enter your PIN"
    c.write(title, PROMPT.bold, area.move(-2, 0), 98, ROSE if wrong else TEXT)
    c.write(f"Card ending {ask.tail}", TILE.semibold, area, 152, TEXT2)
    _boxes(c, s, ask, top(area, 112, 220))
    tries = f"{ask.tries} {'try' if ask.tries == 1 else 'tries'} left" if ask.tries else ""
    c.write(tries, VALUE.semibold, area, 368, ROSE if ask.wrong or ask.tries < 3 else TEXT2)
    rect = top(inset(half, 56), 92, 488)
    c.box(rect, SHIELD)
    c.middle(icon("eye off", 36, rgb("BFE9DD")), rect.x + 42, rect.centery)
    words = inset(rect, 80, right=14)
    c.write("Shield the pad with your hand", VALUE.bold, words, 31)
    c.write("Keys do not light up when pressed", LABEL.medium, words, 62, TEXT2)
    c.write("Forgot your PIN? Take your card to the cage.", LABEL.medium, area, 644, TEXT2)


def _boxes(c: Canvas, s: State, ask: Pin, area: Rect) -> None:
    given = len(s.entry.pin)
    for n, rect in enumerate(split(area, [100] * DIGITS, 20)):
        c.box(rect, BOX_HERE if n == given else BOX_WRONG if ask.wrong and not given else BOX)
        if n < given:
            c.middle(disc(34, TEXT), *rect.center)


class PinKey(Struct, frozen=True):
    """A pressed key looks like any other: nobody reads the PIN off the glass."""

    key: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        c.box(rect, FLAT if self.key in ("clear", "erase") else KEY)
        if self.key == "clear":
            c.write("Clear", HEADING.bold, inset(rect, 8), at="c")
        elif self.key == "erase":
            c.middle(icon("erase", 46, TEXT), *rect.center)
        else:
            c.write(self.key, ALARM.bold, rect, at="c")


def _pad(c: Canvas, s: State, ask: Pin) -> None:
    pad = left(PADS, PAD_WIDE) if s.left_hand else right(PADS, PAD_WIDE)
    keys = (*ask.keys[:9], "clear", ask.keys[-1], "erase")
    asked = s.pin_asked
    for key, rect in zip(keys, grid(pad, 3, 4, GAP), strict=True):
        if asked:  # the pad as it lies there; it takes nothing
            PinKey(key).draw(c, rect, False)
        else:
            Button(f"key {key}", rect, PinKey(key), partial(_typed, s, key)).draw(c)
    says = "The bank is asked. This takes a moment." if asked else "The fourth digit signs you in"
    c.text(says, pad.x + 288, 758, *LABEL.medium, TEXT3, "c", room=600)


def _typed(s: State, key: str) -> Intents:
    entry = s.entry
    if key == "clear":
        entry.pin = ""
    elif key == "erase":
        entry.pin = entry.pin[:-1]
    elif s.view.pin:
        entry.pin = entry.pin[: len(entry.pin) % DIGITS] + key  # four without an answer got lost
        if len(entry.pin) == DIGITS:
            s.sent.decision, s.sent.at = s.view.pin.nonce, s.now
            return (EnterPin(entry.pin),)
    return NOTHING
