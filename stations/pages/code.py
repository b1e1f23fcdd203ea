"""One code of the receipt, as large as the glass allows: a touch brings the next."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from stations.areas import BODY, FOOT, GAP, SHEET
from stations.page import Page, header
from stations.state import State
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.layout import columns, inset, left, right, split, top
from ui.looks import ACTION_CARD, PANEL
from ui.qr import qr
from ui.shapes import Look
from ui.sizes import HEADING, TILE, Type
from ui.theme import GREEN, RAISED2, TEXT2
from ui.touch import NOTHING, Intents

LARGE = right(BODY, 696)  # six pixels a module, for a receipt's longest code
BESIDE = 536
KEEP = top(left(SHEET, BESIDE), 252)
PIPS = top(left(SHEET, BESIDE), 12, 286)
PREVIOUS, NEXT = columns(left(FOOT, BESIDE), 2, GAP)
SHOWN, OTHER = Look(GREEN, radius=6), Look(RAISED2, radius=6)
WORDS = (
    "Each code is a line of text. Together, in any order, they are the receipt of this hand:"
    " your cards, the board and their seals. verify.py checks it on any computer."
)
OPENS = (
    "Scan them with your phone, one after the other, in any order: each opens the page that checks"
    " this hand in the phone itself. Nothing of it is sent anywhere."
)
OPENS_HERE = (
    "Each is an address that only a browser of this table's own machine opens: no phone reaches it."
    " All of them together, in any order, check this hand there. Nothing of it is sent anywhere."
)
OWN_MACHINE = ("127.", "localhost", "[::1]")


def scanned(s: State, code: str) -> str:
    """What a phone reads: the house's page with the code behind its #, which no server ever sees;
    the code alone, where the house has posted no address."""
    address = s.public.placard.verify
    return f"{address}#{code}" if address else code


class Code(Struct, frozen=True):
    words: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        c.blit(qr(self.words, rect.w, error="l"), *rect.topleft)


def next_code(s: State, by: int = 1) -> Intents:
    """Round and round; the first touch makes the code large."""
    if s.log.proved and s.reading.page in ("code", "proof"):
        s.reading.code_at = (s.reading.code_at + by) % max(1, len(s.log.proved.codes))
    s.reading.page = "code"
    return NOTHING


def draw(c: Canvas, s: State) -> None:
    codes = s.log.proved.codes if s.log.proved else ()
    at = min(s.reading.code_at, len(codes) - 1)
    title = f"Code {at + 1} of {len(codes)}" if codes else "Your receipt"
    header(c, s, title, "", BESIDE, behind="proof")
    if not codes:
        return
    Button("code", LARGE, Code(scanned(s, codes[at])), partial(next_code, s)).draw(c)
    c.box(KEEP, PANEL)
    words = inset(KEEP, 28)
    c.write("Keep all of them", TILE.bold, words, 40)
    c.paragraph(_says(s.public.placard.verify), Type(21, "medium"), words, 84, TEXT2, 1.4, lines=5)
    if len(codes) > 1:
        _others(c, s, at, len(codes))


def _says(address: str) -> str:
    if not address:
        return WORDS
    return OPENS_HERE if address.split("://")[-1].startswith(OWN_MACHINE) else OPENS


def _others(c: Canvas, s: State, at: int, count: int) -> None:
    for n, pip in enumerate(split(PIPS, [32] * count, 12)):
        c.box(pip, SHOWN if n == at else OTHER)
    previous = Label(ACTION_CARD, "Previous", HEADING, sign="back")
    Button("code back", PREVIOUS, previous, partial(next_code, s, -1)).draw(c)
    following = Label(ACTION_CARD, "Next code", HEADING, sign="next")
    Button("code next", NEXT, following, partial(next_code, s)).draw(c)


PAGE = Page("code", draw, wire="proof", before_seat=True)
