"""Beside the buy-in: whose card it is, what stays on it, and where the seat is at the table."""

from pygame import Rect

from firmware.money import show
from firmware.screens.protocol import BuyIn
from stations.state import State
from ui.canvas import Canvas
from ui.layout import inset, left, right, rows, top
from ui.shapes import Look, box, disc, octagon, outline, polygon
from ui.sizes import BUTTON, HEADING, RESULT, SMALL, VALUE
from ui.theme import GOLD, GOLD_INK, TEXT, TEXT2, rgb

GREEN_PANEL = Look(rgb("12453F"), rgb("0A2826"), rgb("2B6F63"), 1.5, 18)
THREAD = Look(rgb("3F8B7F"), None, None, radius=0, alpha=0.6)
# in the panel: the table, and its seats around it
SEATS = {
    1: (136, 392), 2: (240, 392), 3: (316, 416), 4: (338, 494), 5: (316, 572),
    6: (240, 596), 7: (136, 600), 8: (60, 572), 9: (38, 494), 10: (60, 416),
}  # fmt: skip


def draw(c: Canvas, s: State, ask: BuyIn, panel: Rect) -> None:
    c.box(panel, GREEN_PANEL)
    words = inset(panel, 28)
    greeting = "Adding chips," if ask.adding else "Welcome back,"
    c.write(greeting, BUTTON.medium, words, 40, TEXT2)
    c.write(ask.name, RESULT.bold, words, 88, name=True)
    amounts = (
        ("On your card", ask.balance, TEXT),
        ("Entry and fee" if s.public.contest else "To the table", costs(s), GOLD),
        ("Stays on card", ask.balance - costs(s), TEXT),
    )
    thread = box(words.w, 1, THREAD).surface
    places = rows(top(words, 168, 134), len(amounts), 0)
    for (label, cents, ink), row in zip(amounts, places, strict=True):
        c.write(label, VALUE.medium, left(row, 160), ink=TEXT2)
        c.write(show(cents), HEADING.bold, right(row, 150), ink=ink, at="r", tab=True)
        c.blit(thread, row.x, row.bottom + (10 if row is places[-1] else 0))
    c.write("Your seat", VALUE.medium, words, 348, TEXT2)
    _table(c, s, inset(panel, 70, 417, right=68, bottom=125))
    _seats(c, s, panel)
    c.write(ask.note, SMALL.semibold, inset(panel, 13), 647, at="c")


def costs(s: State) -> int:
    """All that leaves the card."""
    return s.entry.buy + (s.public.contest.fee if s.public.contest else 0)


def _table(c: Canvas, s: State, table: Rect) -> None:
    w, h = table.size
    points = tuple(octagon(1, 1, w - 2, h - 2, 44))
    c.blit(polygon(w, h, points, rgb("0A2524")), *table.topleft)
    c.blit(outline(w, h, points, rgb("4FA08F"), 2), *table.topleft)
    words = inset(table, 18, right=20)
    c.write(f"Seat {s.view.seat}", HEADING.bold, words, 65, at="c")
    if s.public.button:
        c.write(f"button is on {s.public.button}", SMALL.medium, words, 97, TEXT2, "c")


def _seats(c: Canvas, s: State, panel: Rect) -> None:
    for number, (x, y) in SEATS.items():
        at = panel.x + x, panel.y + y
        if number == s.view.seat:
            c.middle(disc(50, GOLD), *at)
            c.text(str(number), *at, *BUTTON.bold, GOLD_INK, "c")
        elif s.seat(number).life == "open":
            c.middle(disc(38, rgb("0A1615"), TEXT2, 2), *at)
            c.text(str(number), *at, *SMALL.bold, TEXT, "c")
        else:
            c.middle(disc(38, rgb("24343B")), *at)
            c.text(str(number), *at, *SMALL.semibold, TEXT2, "c")
