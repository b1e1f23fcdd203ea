"""Was the last deal fair? Four checks, what they cannot prove, and a code to repeat them."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Check, Proof
from stations import sentences
from stations.answers import open_page
from stations.areas import BODY, NARROW, SHEET
from stations.page import Page, Tile, header
from stations.pages.code import Code, next_code
from stations.pages.display import switched
from stations.state import State
from ui.buttons import Button
from ui.canvas import Canvas
from ui.controls import pill, toggle
from ui.icons import icon
from ui.layout import bottom, inset, left, middle, right, rows, top
from ui.looks import CARD, PANEL, fill
from ui.qr import qr
from ui.shapes import Look, disc
from ui.sizes import BUTTON, LABEL, SMALL, TILE, VALUE
from ui.theme import GREEN, ROSE, SKY, TEXT, TEXT2, rgb

LIMITS = (
    "The table must know the deck while it deals. This proves it did not choose or change a"
    " card. An outside auditor holds the sealed record."
)
CHECKS_AT = left(SHEET, 784)
CHECKS = rows(top(CHECKS_AT, 468), 4, NARROW)
NOTE = bottom(CHECKS_AT, 120)
RECEIPT = right(BODY, 448)
INNER = inset(RECEIPT, 24)
CODE = inset(top(RECEIPT, 380, 20), 34)
EARLIER, CUT = top(INNER, 76, 512), top(INNER, 76, 604)

RAISED_KEY = CARD._replace(top=rgb("273540"), low=rgb("22303A"), radius=14)
RECEIPT_LOOK = Look(rgb("1C2730"), rgb("141D25"), rgb("34444F"), 1.5, 18)
NOTE_LOOK = PANEL._replace(top=rgb("17212A"), low=rgb("121A21"))
GOOD_GROUND, BAD_GROUND = rgb("0E3A2C"), rgb("3A1418")
BADGE, BADGE_INK = Look(rgb("103A2C")), rgb("9BE8C8")


def tile(s: State) -> Tile:
    return Tile("shield", "Fair deal", "Check the shuffle")


def draw(c: Canvas, s: State) -> None:
    proof = s.view.proof
    hand = f"Hand {sentences.number(proof.hand)}" if proof and proof.hand else "Your last hand"
    title = "Was this deal fair?" if s.reading.proof_of else "Was the last deal fair?"
    header(c, s, title, f"{hand}  ·  checked here, and yours to repeat", CHECKS_AT.w)
    if not proof or not proof.checks:
        says = "After each of your hands its proof is here." if proof else "Checking the receipt …"
        c.write(says, BUTTON.semibold, inset(CHECKS_AT, 12), 216, TEXT2, "c")
    for n, (check, rect) in enumerate(zip(proof.checks if proof else (), CHECKS, strict=False), 1):
        _check(c, rect, n, check)
    _cannot_prove(c)
    _receipt(c, s, proof)


def _check(c: Canvas, rect: Rect, n: int, check: Check) -> None:
    c.box(rect, PANEL)
    ink, sign = (GREEN, "check") if check.good else (ROSE, "close")
    at = rect.x + 50, rect.centery
    c.middle(disc(54, GOOD_GROUND if check.good else BAD_GROUND, ink, 2.5), *at)
    c.middle(icon(sign, 30, ink, 2.8), *at)
    words = inset(rect, 98, right=22)
    wide = c.measure(check.badge, LABEL.px) + 32 if check.badge else 0
    c.write(f"{n}  {check.title}", BUTTON.bold, left(words, words.w - wide), 28)
    if check.badge:
        pill(
            c, rect.right - 20 - wide / 2, rect.y + 29, 34, check.badge, LABEL.px, BADGE, BADGE_INK
        )
    c.paragraph(check.words, SMALL.medium, left(words, 600), 59, TEXT2, 1.37, lines=2)


def _cannot_prove(c: Canvas) -> None:
    c.box(NOTE, NOTE_LOOK)
    c.middle(icon("info", 38, SKY), NOTE.x + 50, NOTE.centery)
    words = inset(NOTE, 98, right=12)
    title, first, gap, lines = (23, 51, 1.22, 3) if c.scale > 1 else (28, 60, 1.4, 2)
    c.write("What this cannot prove", VALUE.bold, words, title)
    c.paragraph(LIMITS, LABEL.medium, words, first, TEXT2, gap, lines)


def _receipt(c: Canvas, s: State, proof: Proof | None) -> None:
    c.box(RECEIPT, RECEIPT_LOOK)
    words = inset(RECEIPT, 14)
    if proof and proof.codes:
        Button("code", CODE, Code(proof.codes[0]), partial(next_code, s)).draw(c)
        count = len(proof.codes)
        c.write("Touch to scan your receipt", TILE.bold, words, 427, at="c")
        says = "One code, in large" if count == 1 else f"{count} codes, one after the other"
        c.write(says, SMALL.medium, words, 459, TEXT2, "c")
    elif s.public.placard.proof:
        c.blit(qr(s.public.placard.proof, CODE.w), *CODE.topleft)
        c.write("How the deal is proved", TILE.bold, words, 427, at="c")
    if proof and proof.head:
        c.write(f"Log head  {proof.head}", SMALL.semibold, words, 487, TEXT2, "c")
    Button("history", EARLIER, EarlierHands(), open_page(s, "history"), guarded=True).draw(c)
    if s.public.placard.cut:
        prefs = s.view.prefs
        Button("switch cut", CUT, CutSwitch(prefs.cut), switched(prefs, "cut")).draw(c)


class EarlierHands(Struct, frozen=True):
    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, RAISED_KEY, down)
        words = c.write("Earlier hands", BUTTON.bold, inset(rect, 35).move(17, 0), at="c")
        c.middle(icon("history", 26, TEXT), words.x - 20, rect.centery)


class CutSwitch(Struct, frozen=True):
    on: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, RAISED_KEY, down)
        c.write("Ask me to cut the deck", VALUE.bold, inset(rect, 20, right=110))
        toggle(c, middle(right(rect, 116), 76, 40), self.on)


PAGE = Page("proof", draw, tile, wire="proof", before_seat=True)
