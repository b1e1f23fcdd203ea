"""Was the last deal fair? Eight checks, what they cannot prove, and codes to repeat them."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from stations import sentences
from stations.answers import open_page
from stations.areas import BODY, SHEET
from stations.checks import ROWS, Check, checks, failed
from stations.page import Page, Tile, header
from stations.pages.code import Code, next_code, scanned
from stations.pages.display import switched
from stations.state import State
from ui.buttons import Button
from ui.canvas import Canvas
from ui.controls import level, pill, toggle
from ui.icons import icon
from ui.layout import inset, left, middle, right, rows, split, top
from ui.looks import CARD, PANEL, fill
from ui.qr import qr
from ui.shapes import Look, disc
from ui.sizes import BUTTON, FINE, LABEL, SMALL, TILE, VALUE
from ui.theme import GOLD, GREEN, RAISED2, ROSE, SKY, TEXT, TEXT2, TEXT3, Color, rgb

LIMITS = (
    "The table knows the deck and could tell a friend; the auditor can read every hand. A false"
    " deck passes one time in four. Only the lab's seal says what a station runs. Where all of"
    " them are the house's and you did not cut, or not with a secret, nothing binds it."
)
CHECKS_AT = left(SHEET, 784)
CHECKS = top(CHECKS_AT, 440, -8)
NOTE = Rect(CHECKS_AT.x, 628, CHECKS_AT.w, 156)
RECEIPT = right(BODY, 448)
INNER = inset(RECEIPT, 17)
CODE = Rect(INNER.x, 102, 414, 414)
NEXT = Rect(INNER.right - 72, 528, 72, 72)
EARLIER, CUT = Rect(INNER.x, 612, INNER.w, 72), Rect(INNER.x, 696, INNER.w, 72)
PIP, PIPS = (36, 8), 562

RAISED_KEY = CARD._replace(top=rgb("273540"), low=rgb("22303A"), radius=14)
RECEIPT_LOOK = Look(rgb("1C2730"), rgb("141D25"), rgb("34444F"), 1.5, 18)
NOTE_LOOK = PANEL._replace(top=rgb("142129"), low=rgb("101A21"))
Tone = tuple[str, Color, Color, Color, Color]  # sign, ring, its ground, the pill's, its ink
TONES: dict[str, Tone] = {
    "good": ("check", GREEN, rgb("0E3A2C"), rgb("103A2C"), rgb("9BE8C8")),
    "note": ("info", SKY, rgb("10283F"), rgb("12304A"), rgb("B5D8FF")),
    "bad": ("alert", ROSE, rgb("3A1418"), rgb("421A1E"), rgb("FFC2C2")),
}
SHIELD = 64


def tile(s: State) -> Tile:
    return Tile("shield", "Fair deal", "Check the shuffle")


def draw(c: Canvas, s: State) -> None:
    proof, rows = s.view.proof, _checked(s)
    hand = f"Your last {s.play}"
    if proof and proof.hand:
        hand = f"{s.play.capitalize()} {sentences.number(proof.hand)}"
    title = "Was this deal fair?" if s.reading.proof_of else "Was the last deal fair?"
    since = f"  ·  log followed here since entry {sentences.number(s.log.since)}"
    says = since if s.log.since else "  ·  eight checks made here, yours to repeat"
    header(c, s, title, hand + says, CHECKS_AT.w - 80)
    if rows and all(check.state != "bad" for check in rows):
        at = CHECKS_AT.right - SHIELD // 2, 124
        c.middle(disc(SHIELD, rgb("0E3A2C"), GREEN, 2.5), *at)
        c.middle(icon("shield", 36, GREEN, 2.2), *at)
    _rows(c, rows, f"After each of your {s.play}s its proof is here." if proof else "One moment …")
    _cannot_prove(c)
    _receipt(c, s)


def _checked(s: State) -> tuple[Check, ...]:
    if s.log.fault:
        return failed("This station checked, and it does not hold", s.log.fault)
    return checks(s.log.proved) if s.log.proved else ()


def _rows(c: Canvas, found: tuple[Check, ...], says: str) -> None:
    c.box(CHECKS, PANEL)
    if not found:
        c.write(says, BUTTON.semibold, inset(CHECKS, 12), 216, TEXT2, "c")
        return
    places = rows(inset(CHECKS, 0, 4), ROWS, 0)
    for n, (check, rect) in enumerate(zip(found, places, strict=False), 1):
        _check(c, rect, n, check)
        if n < len(found):
            level(c, rect.x + 72, rect.bottom, rect.w - 88)


def _check(c: Canvas, rect: Rect, n: int, check: Check) -> None:
    sign, ring, ground, filled, ink = TONES[check.state]
    at = rect.x + 34, rect.centery
    c.middle(disc(34, ground, ring, 2), *at)
    _sign(c, sign, ring, at)
    c.text(str(n), rect.x + 72, rect.centery, *LABEL.semibold, TEXT3)
    wide = c.measure(check.badge, LABEL.px) + 28 if check.badge else 0
    if check.badge:
        look = Look(filled)
        pill(c, rect.right - 16 - wide / 2, rect.centery, 36, check.badge, LABEL.px, look, ink)
    c.write(check.title, VALUE.semibold, inset(rect, 98, right=wide + 30))


def _sign(c: Canvas, sign: str, ink: Color, at: tuple[int, int]) -> None:
    if sign == "info":
        c.text("i", *at, *VALUE.bold, ink, "c")
    else:
        c.middle(icon(sign, 20, ink, 2.6), *at)


def _cannot_prove(c: Canvas) -> None:
    c.box(NOTE, NOTE_LOOK)
    at = NOTE.x + 34, NOTE.y + 28
    c.middle(disc(34, rgb("10283F"), SKY, 2), *at)
    _sign(c, "info", SKY, at)
    words = inset(NOTE, 72, right=2)
    c.write("What this cannot prove", VALUE.bold, words, 28)
    c.paragraph(LIMITS, FINE.medium, words, 57, TEXT2, 1.3, lines=4)


def _receipt(c: Canvas, s: State) -> None:
    c.box(RECEIPT, RECEIPT_LOOK)
    if s.log.proved and s.log.proved.codes:
        _codes(c, s, s.log.proved.codes)
    elif s.public.placard.proof:
        c.blit(qr(s.public.placard.proof, CODE.w), *CODE.topleft)
        c.write("How the deal is proved", TILE.bold, inset(RECEIPT, 17), 454)
    Button("history", EARLIER, Earlier(s.play), open_page(s, "history"), guarded=True).draw(c)
    if s.public.placard.cut:
        prefs = s.view.prefs
        Button("switch cut", CUT, CutSwitch(prefs.cut), switched(prefs, "cut")).draw(c)


def _codes(c: Canvas, s: State, codes: tuple[str, ...]) -> None:
    at, count = min(s.reading.code_at, len(codes) - 1), len(codes)
    Button("code", CODE, Code(scanned(s, codes[at])), partial(next_code, s, 0)).draw(c)
    words = inset(RECEIPT, 17, right=100)
    c.write(f"Receipt  ·  code {at + 1} of {count}", TILE.bold, words, 454)
    for n, pip in enumerate(split(Rect(INNER.x, PIPS, INNER.w, PIP[1]), [PIP[0]] * count, 8)):
        c.box(pip, Look(GOLD if n == at else RAISED2, radius=4))
    if count > 1:
        c.write("Touch it to scan it in large", SMALL.medium, words, 502, TEXT2)
        Button("code turn", NEXT, Turn(), partial(_turn, s, count)).draw(c)
    else:
        c.write("Touch it to scan it in large", SMALL.medium, words, 502, TEXT2)


def _turn(s: State, count: int) -> tuple[()]:
    s.reading.code_at = (s.reading.code_at + 1) % count
    return ()


class Turn(Struct, frozen=True):
    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, RAISED_KEY, down)
        c.middle(icon("next", 30, TEXT, 3), *rect.center)


class Earlier(Struct, frozen=True):
    play: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, RAISED_KEY, down)
        words = c.write(f"Earlier {self.play}s", BUTTON.bold, inset(rect, 35).move(17, 0), at="c")
        c.middle(icon("history", 26, TEXT), words.x - 20, rect.centery)


class CutSwitch(Struct, frozen=True):
    on: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, RAISED_KEY, down)
        c.write("Ask me to cut the deck", VALUE.bold, inset(rect, 20, right=110))
        toggle(c, middle(right(rect, 116), 76, 40), self.on)


PAGE = Page("proof", draw, tile, wire="proof", before_seat=True)
