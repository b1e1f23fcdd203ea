"""Choices that are no bets: cards to give up, up or down, kill, show or muck, where to cut.

Own cards stay face down here: a place is touched, not a face. Whoever wants to see peeks with the
other hand.
"""

from pygame import Rect

from firmware.screens.protocol import Ask
from stations.state import State
from stations.turn import clock_row
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import BLUE, CARD, GOLDEN, PANEL, TICKED, fill, labelled
from ui.icons import icon
from ui.shapes import Look, box
from ui.theme import CREAM, GOLD, GOLD_INK, LINE, TEXT, TEXT2, rgb

LEFT = 344

TITLES = {
    "draw": "Touch the cards to change",
    "discard": "Touch the cards to give up",
    "roll": "Turn your down card up?",
    "kill": "Kill the pot?",
    "show": "Everyone folded. Show your hand?",
    "cut": "Cut the deck",
    "pick": "Your choice",
}


def draw(c: Canvas, s: State, ask: Ask, now: float) -> None:
    clock_row(c, s, now)
    match ask.kind:
        case "draw" | "discard":
            _cards(c, s, ask)
        case "roll":
            _two(c, s, ask, ("Keep it down", "The next card comes up", "down"),
                 ("Turn it up", "The next card comes down", "up"))  # fmt: skip
        case "kill":
            _two(c, s, ask, ("No", "The pot stays as it is", "no"),
                 (f"Kill {show(ask.chips)}", "It plays at twice the limit", "yes"))  # fmt: skip
        case "show":
            _two(c, s, ask, ("Muck", "Nobody sees your cards", "muck"),
                 ("Show", "Everyone sees your cards", "show"))  # fmt: skip
        case "pick":
            _pick(c, s, ask)
        case "cut":
            _cut(c, s, ask)


def places(count: int) -> list[Rect]:
    gap = 16
    wide = min(168, (920 - gap * (count - 1)) // max(1, count))
    return [Rect(LEFT + n * (wide + gap), 552, wide, 118) for n in range(count)]


def _cards(c: Canvas, s: State, ask: Ask) -> None:
    row = s.side(Rect(LEFT, 504, 920, 40))
    c.text(ask.words or TITLES[ask.kind], row.x, 526, 22, "semibold", TEXT, room=560)
    c.middle(icon("eye off", 22, TEXT2), row.right - 262, 526)
    c.text("Hold your cards to see them", row.right, 526, 19, "medium", TEXT2, "r", room=246)
    for n, rect in enumerate(places(len(s.view.hole))):
        rect = s.side(rect)
        chosen = n in s.chosen
        fill(c, rect, (TICKED if chosen else CARD)._replace(radius=16), s.down(f"place {n}"))
        back = cards.back(50, 70)
        c.blit(back, rect.x + 16, rect.centery - 35 - (10 if chosen else 0))
        c.text(str(n + 1), rect.x + 100, rect.y + 36, 30, "bold", GOLD if chosen else TEXT, "c")
        c.text("Give up" if chosen else "Keep", rect.x + 78, rect.y + 84, 20, "semibold",
               GOLD if chosen else TEXT2, room=rect.w - 88)  # fmt: skip
        c.target(f"place {n}", rect)
    count = len(s.chosen)
    good = ask.least <= count <= ask.most
    rect = s.side(Rect(LEFT, 684, 920, 100))
    if ask.kind == "draw":
        says = f"Change {count} card{'s' * (count != 1)}" if count else "Stand pat"
    else:
        says = f"Give up {count} card{'s' * (count != 1)}"
    if good:
        fill(c, rect, (GOLDEN if count else BLUE)._replace(radius=18), s.down("draw"))
        ink = GOLD_INK if count else TEXT
        labelled(c, rect, "check", says, 38, ink, "Confirm" if count else "")
        c.target("draw", rect)
    else:
        c.box(rect, PANEL)
        need = (
            f"Choose {ask.least}" if ask.least == ask.most else f"Choose {ask.least} to {ask.most}"
        )
        c.text(need, rect.centerx, rect.centery, 30, "bold", TEXT2, "c")


def _two(
    c: Canvas, s: State, ask: Ask, calm: tuple[str, str, str], bold: tuple[str, str, str]
) -> None:
    panel = s.side(Rect(LEFT, 508, 920, 76))
    c.box(panel, PANEL)
    c.text(ask.words or TITLES[ask.kind], panel.x + 28, panel.centery, 28, "bold", TEXT, room=860)
    for n, (title, note, name) in enumerate((calm, bold)):
        rect = s.side(Rect(LEFT + 468 * n, 600, 452, 184))
        fill(c, rect, (BLUE, GOLDEN)[n]._replace(radius=18), s.down(name))
        labelled(c, rect, "", title, 38, (TEXT, GOLD_INK)[n], note)
        c.target(name, rect)


def _pick(c: Canvas, s: State, ask: Ask) -> None:
    """One of several: votes, how to enter, the plays of a banked game."""
    panel = s.side(Rect(LEFT, 508, 920, 76))
    c.box(panel, PANEL)
    c.text(ask.words or "Your choice", panel.x + 28, panel.centery, 28, "bold", TEXT, room=860)
    count = max(1, len(ask.options))
    rows = 1 if count <= 3 else 2
    many = -(-count // rows)
    wide, high = (920 - 16 * (many - 1)) // many, (184 - 16 * (rows - 1)) // rows
    for n, option in enumerate(ask.options):
        row, at = divmod(n, many)
        rect = s.side(Rect(LEFT + at * (wide + 16), 600 + row * (high + 16), wide, high))
        name = f"pick {option.name}"
        fill(c, rect, CARD._replace(radius=18), s.down(name))
        labelled(c, rect, "", option.title, 30 if rows == 1 else 26, TEXT, option.note)
        c.target(name, rect)


CUT = Rect(404, 600, 800, 96)


def _cut(c: Canvas, s: State, ask: Ask) -> None:
    """Touch the edge of the deck; the place goes into the shuffle."""
    panel = s.side(Rect(LEFT, 508, 920, 276))
    c.box(panel, PANEL)
    c.text(
        "Touch the deck where you want to cut it",
        panel.centerx,
        panel.y + 40,
        28,
        "bold",
        TEXT,
        "c",
        room=880,
    )
    deck = s.side(CUT)
    c.box(deck, Look(CREAM, rgb("D8D2C4"), None, 1, 8, shadow=12))
    for n in range(51):
        c.blit(
            box(1, deck.h - 16, Look(LINE, None, None, radius=0, alpha=0.5)).surface,
            deck.x + 8 + n * 15.6,
            deck.y + 8,
        )
    c.target("cut", deck)
    note = "Everyone's cut is shown at once. Nobody cuts last."
    c.text(note, panel.centerx, panel.bottom - 40, 20, "medium", TEXT2, "c", room=880)
