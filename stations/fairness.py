"""Was the last deal fair? Four checks, what they cannot prove, and a code to repeat them."""

from pygame import Rect

from stations import words
from stations.pages import header
from stations.state import State
from ui.canvas import Canvas
from ui.controls import CARD, PANEL, fill, pill, toggle
from ui.icons import icon
from ui.qr import qr
from ui.shapes import Look, disc
from ui.theme import GREEN, ROSE, SKY, TEXT, TEXT2, rgb

LIMITS = (
    "The table must know the deck while it deals. This proves it did not choose or change a"
    " card. An outside auditor holds the sealed record."
)


def draw(c: Canvas, s: State, now: float) -> None:
    proof = s.view.proof
    hand = words.number(proof.hand) if proof else words.number(max(0, s.public.hand - 1))
    header(
        c,
        s,
        "Was the last deal fair?",
        f"Hand {hand}  ·  four checks made here, each one yours to repeat",
        808,
    )
    if not proof:
        c.text(
            "Fetching the proof of the last hand …", 408, 400, 24, "semibold", TEXT2, "c", room=760
        )
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
    c.blit(
        qr(proof.qr if proof and proof.qr else s.public.facts.proof or "stormdeck", 380), 850, 108
    )
    c.text("Scan to check it yourself", 1040, 515, 26, "bold", TEXT, "c", room=420)
    c.text("Runs on your phone, no account needed", 1040, 547, 19, "medium", TEXT2, "c", room=420)
    if proof and proof.head:
        c.text(f"Log head  {proof.head}", 1040, 575, 19, "semibold", TEXT2, "c", room=420)
    rect = Rect(840, 600, 400, 76)
    fill(c, rect, CARD._replace(top=rgb("273540"), low=rgb("22303A"), radius=14), s.down("history"))
    wide = c.measure("Earlier hands", 24, "bold")
    c.middle(icon("history", 26, TEXT), rect.centerx - wide / 2 - 3, rect.centery)
    c.text("Earlier hands", rect.centerx + 17, rect.centery, 24, "bold", TEXT, "c", room=330)
    c.target("history", rect)
    rect = Rect(840, 692, 400, 76)
    fill(
        c,
        rect,
        CARD._replace(top=rgb("273540"), low=rgb("22303A"), radius=14),
        s.down("switch cut"),
    )
    c.text("Ask me to cut the deck", rect.x + 20, rect.centery, 22, "bold", TEXT, room=270)
    toggle(c, Rect(rect.right - 96, rect.centery - 20, 76, 40), s.view.prefs.cut)
    c.target("switch cut", rect)
