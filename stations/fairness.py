"""Was the last deal fair? Four checks, what they cannot prove, and a code to repeat them."""

from pygame import Rect

from stations import words
from stations.pages import header
from stations.state import State
from ui.canvas import Canvas
from ui.controls import CARD, PANEL, fill, labelled, pill, toggle
from ui.icons import icon
from ui.qr import qr
from ui.shapes import Look, disc
from ui.theme import GREEN, RAISED2, ROSE, SKY, TEXT, TEXT2, rgb

LIMITS = (
    "The table must know the deck while it deals. This proves it did not choose or change a"
    " card. An outside auditor holds the sealed record."
)


def draw(c: Canvas, s: State, now: float) -> None:
    proof = s.view.proof
    hand = f"Hand {words.number(proof.hand)}" if proof and proof.hand else "Your last hand"
    title = "Was this deal fair?" if s.proof_of else "Was the last deal fair?"
    header(c, s, title, f"{hand}  ·  checked here, and yours to repeat", 808)
    if not proof or not proof.checks:
        says = "After each of your hands its proof is here." if proof else "Checking the receipt …"
        c.text(says, 408, 400, 24, "semibold", TEXT2, "c", room=760)
    for n, check in enumerate(proof.checks[:4] if proof else ()):
        rect = Rect(16, 184 + 120 * n, 784, 108)
        c.box(rect, PANEL)
        ink = GREEN if check.good else ROSE
        c.middle(
            disc(54, rgb("0E3A2C") if check.good else rgb("3A1418"), ink, 2.5),
            rect.x + 50,
            rect.centery,
        )
        c.middle(icon("check" if check.good else "close", 30, ink, 2.8), rect.x + 50, rect.centery)
        wide = c.measure(check.badge, 20) + 32 if check.badge else 0
        c.text(
            f"{n + 1}  {check.title}",
            rect.x + 98,
            rect.y + 28,
            24,
            "bold",
            TEXT,
            room=784 - 120 - wide,
        )
        if check.badge:
            pill(
                c,
                rect.right - 20 - wide / 2,
                rect.y + 29,
                34,
                check.badge,
                20,
                Look(rgb("103A2C")),
                rgb("9BE8C8"),
            )
        c.paragraph(
            check.words, rect.x + 98, rect.y + 59, 19, 600, "medium", TEXT2, lines=2, gap=1.37
        )
    note = Rect(16, 664, 784, 120)
    c.box(note, PANEL._replace(top=rgb("17212A"), low=rgb("121A21")))
    c.middle(icon("info", 38, SKY), note.x + 50, note.centery)
    c.text("What this cannot prove", note.x + 98, note.y + 28, 22, "bold", TEXT, room=660)
    limits = proof.limits if proof and proof.limits else LIMITS
    c.paragraph(limits, note.x + 98, note.y + 60, 20, 674, "medium", TEXT2, lines=2, gap=1.4)
    _code(c, s)


def _code(c: Canvas, s: State) -> None:
    proof = s.view.proof
    panel = Rect(816, 88, 448, 696)
    c.box(panel, Look(rgb("1C2730"), rgb("141D25"), rgb("34444F"), 1.5, 18))
    if proof and proof.codes:
        rect = Rect(850, 108, 380, 380)
        c.blit(qr(proof.codes[0], rect.w, error="l"), *rect.topleft)
        c.target("code", rect)
        count = len(proof.codes)
        c.text("Touch to scan your receipt", 1040, 515, 26, "bold", TEXT, "c", room=420)
        says = "One code, in large" if count == 1 else f"{count} codes, one after the other"
        c.text(says, 1040, 547, 19, "medium", TEXT2, "c", room=420)
    elif s.public.facts.proof:
        c.blit(qr(s.public.facts.proof, 380), 850, 108)
        c.text("How the deal is proved", 1040, 515, 26, "bold", TEXT, "c", room=420)
    if proof and proof.head:
        c.text(f"Log head  {proof.head}", 1040, 575, 19, "semibold", TEXT2, "c", room=420)
    rect = Rect(840, 600, 400, 76)
    fill(c, rect, CARD._replace(top=rgb("273540"), low=rgb("22303A"), radius=14), s.down("history"))
    wide = c.measure("Earlier hands", 24, "bold")
    c.middle(icon("history", 26, TEXT), rect.centerx - wide / 2 - 3, rect.centery)
    c.text("Earlier hands", rect.centerx + 17, rect.centery, 24, "bold", TEXT, "c", room=330)
    c.target("history", rect)
    if s.public.facts.cut:
        _cut_switch(c, s, Rect(840, 692, 400, 76))


def _cut_switch(c: Canvas, s: State, rect: Rect) -> None:
    look = CARD._replace(top=rgb("273540"), low=rgb("22303A"), radius=14)
    fill(c, rect, look, s.down("switch cut"))
    c.text("Ask me to cut the deck", rect.x + 20, rect.centery, 22, "bold", TEXT, room=270)
    toggle(c, Rect(rect.right - 96, rect.centery - 20, 76, 40), s.view.prefs.cut)
    c.target("switch cut", rect)


LARGE = Rect(568, 88, 696, 696)  # six pixels a module, for a receipt's longest code


def code(c: Canvas, s: State, now: float) -> None:
    """One code of the receipt, as large as the glass allows: a touch brings the next."""
    codes = s.view.proof.codes if s.view.proof else ()
    at = min(s.code_at, len(codes) - 1)
    many = len(codes) > 1
    header(c, s, f"Code {at + 1} of {len(codes)}" if codes else "Your receipt", "", 552)
    if not codes:
        return
    c.blit(qr(codes[at], LARGE.w, error="l"), *LARGE.topleft)
    c.target("code", LARGE)
    panel = Rect(16, 184, 536, 252)
    c.box(panel, PANEL)
    c.text("Keep all of them", panel.x + 28, panel.y + 40, 26, "bold", TEXT, room=480)
    says = (
        "Each code is a line of text. Together, in any order, they are the receipt of this hand:"
        " your cards, the board and their seals. verify.py checks it on any computer."
    )
    c.paragraph(says, panel.x + 28, panel.y + 84, 21, 480, "medium", TEXT2, lines=5, gap=1.4)
    for n in range(len(codes) if many else 0):
        ink = GREEN if n == at else RAISED2
        c.box(Rect(16 + 44 * n, 470, 32, 12), Look(ink, None, None, radius=6))
    if many:
        _step(c, s, Rect(16, 684, 260, 100), "code back", "back", "Previous")
        _step(c, s, Rect(292, 684, 260, 100), "code next", "next", "Next code")


def _step(c: Canvas, s: State, rect: Rect, name: str, sign: str, says: str) -> None:
    fill(c, rect, CARD._replace(radius=18), s.down(name))
    labelled(c, rect, sign, says, 28, TEXT)
    c.target(name, rect)
