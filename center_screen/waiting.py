"""Nobody plays yet: what is spread here, and the code that checks the shuffle."""

from pygame import Rect

from center_screen.board import _edge
from center_screen.sheet import put
from firmware.money import show
from firmware.screens.protocol import Facts, Public
from ui.canvas import Canvas
from ui.icons import icon
from ui.qr import qr
from ui.shapes import Look, octagon, outline, polygon
from ui.text import wrap
from ui.theme import GOLD, GREEN, TEXT, TEXT2, rgb

COUNT = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
         "ten")  # fmt: skip


def title(public: Public) -> str:
    if public.phase == "closed":
        return "This table is closed"
    if not public.missing:
        return "The next hand starts soon"
    plural = "s" * (public.missing != 1)
    return f"Waiting for {COUNT[min(10, public.missing)]} more player{plural}"


SIDES = ((0, 960, 708), (180, 960, 372), (90, 1128, 540), (-90, 792, 540))


def draw(c: Canvas, public: Public) -> None:
    points = tuple(octagon(2, 2, 446, 446, 130))
    c.blit(polygon(450, 450, points, rgb("0A2A28")), 735, 315)
    c.blit(outline(450, 450, points, rgb("C79A3A"), 3.5), 735, 315)
    proof = public.facts.proof
    if proof:
        c.middle(qr(proof, 248, 12), 960, 540)
    for turn, x, y in SIDES if proof else ():
        put(c, x, y, turn, 300, 60, _scan)
    for turn, y in ((0, 842), (180, 238)):
        put(c, 960, y, turn, 1000, 130, _words, title(public), public.facts)
    for turn, x in ((-90, 264), (90, 1656)):
        put(c, x, 540, turn, 420, 130, _ends, title(public))
    if public.facts.jackpot:
        for turn, x in ((-90, 500), (90, 1420)):
            put(c, x, 540, turn, 430, 192, _jackpot, public.facts)
    for turn, y in ((0, 984), (180, 96)):
        put(c, 960, y, turn, 186, 128, _edge, public.facts)


def _scan(c: Canvas) -> None:
    c.middle(icon("shield", 30, GREEN, 2.2), 44, 30)
    c.text("Fair deal: scan", 66, 30, 28, "semibold", TEXT, room=224)


def _words(c: Canvas, says: str, facts: Facts) -> None:
    c.text(says, 500, 38, 48, "bold", TEXT, "c", room=980)
    least, most = facts.buy_in
    range_ = f"{show(least)} to {show(most)}" if most else f"{show(least)} or more"
    c.text(
        f"{facts.game}  {facts.stakes}  ·  buy in {range_}",
        500,
        92,
        30,
        "medium",
        TEXT2,
        "c",
        room=980,
    )


def _ends(c: Canvas, says: str) -> None:
    lines = wrap(says, 44, "bold", 330)
    for n, line in enumerate(lines[:2]):
        c.text(line, 210, 38 + 54 * n, 44, "bold", TEXT, "c", room=410)


def _jackpot(c: Canvas, facts: Facts) -> None:
    rect = Rect(0, 0, 430, 192)
    c.box(rect, Look(rgb("1C1508"), rgb("181206"), GOLD, 4, 24))
    two = facts.high_hand > 0
    c.middle(icon("star", 40, GOLD), 60, 40 if two else 60)
    c.text("Bad-beat jackpot", 96, 40 if two else 60, 34, "semibold", rgb("FFE3A8"), room=310)
    y, px = (100, 64) if two else (128, 76)
    c.text(show(facts.jackpot), 215, y, px, "bold", GOLD, "c", room=390, tab=True)
    if two:
        c.text(
            f"High hand {show(facts.high_hand)}",
            215,
            158,
            28,
            "semibold",
            rgb("FFE3A8"),
            "c",
            room=400,
        )
