"""Nobody plays yet: what is spread here, and the code that checks the shuffle."""

from pygame import Rect

from center_screen import edge
from center_screen.areas import GLASS, MIDDLE, NOTE_STRONG, QUIET_LINE, ends, long_sides
from center_screen.sheet import put
from firmware.money import show
from firmware.screens.protocol import Placard, Public
from ui.amounts import price
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import inset, middle
from ui.qr import qr
from ui.shapes import Look, octagon, outline, polygon
from ui.sizes import Type
from ui.text import wrap
from ui.theme import GOLD, GREEN, TEXT, TEXT2, rgb

VOIDED = "Voided: all chips are back"
COUNT = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
         "ten")  # fmt: skip

# the code in the middle, and around it what it is for
FRAME = middle(GLASS, 450, 450)
FRAME_EDGE, FRAME_CORNER, FRAME_LINE = (2, 2), 130, 3.5
FRAME_GROUND, FRAME_GOLD = rgb("0A2A28"), rgb("C79A3A")
CODE, CODE_MARGIN = 248, 12
SCAN, SCAN_FAR, SHIELD, SHIELD_X, SCAN_X, SCAN_ROOM = Rect(0, 0, 300, 60), 168, 30, 44, 66, 224

# what is spread, for the long sides and for the ends
SIDE, SIDE_FAR, TITLE_Y, SPREAD_Y = Rect(0, 0, 1000, 130), 302, 38, 92
SIDE_LINES = inset(SIDE, 10)
TITLE = Type(48, "bold")
END, END_FAR, END_WRAP, END_PITCH, END_MOST = Rect(0, 0, 420, 130), 696, 330, 54, 2
END_LINES = inset(END, 5)
END_TITLE = Type(44, "bold")

# the jackpot, for the ends
POOL, POOL_FAR = Rect(0, 0, 430, 192), 460
POOL_LOOK, POOL_INK = Look(rgb("1C1508"), rgb("181206"), GOLD, 4, 24), rgb("FFE3A8")
STAR, STAR_X, NAME_X, NAME_ROOM, NAME_Y, NAME_OF_TWO_Y = 40, 60, 96, 310, 60, 40
POOL_NAME = Type(34, "semibold")
AMOUNT = Type(76, "bold")
AMOUNT_OF_TWO = Type(64, "bold")
AMOUNT_Y, AMOUNT_OF_TWO_Y, HIGH_HAND_Y = 128, 100, 158


def title(public: Public) -> str:
    if public.phase == "closed":
        return "This table is closed"
    if not public.missing:
        return f"The next {public.placard.play} starts soon"
    plural = "s" * (public.missing != 1)
    return f"Waiting for {COUNT[min(10, public.missing)]} more player{plural}"


def draw(c: Canvas, public: Public) -> None:
    _code(c, public.placard.proof)
    says, under, short = _told(public)
    for spot in long_sides(SIDE_FAR):
        put(c, *spot, *SIDE.size, _side, says, under)
    for spot in ends(END_FAR):
        put(c, *spot, *END.size, _end, short)
    if public.placard.jackpot:
        for spot in ends(POOL_FAR):
            put(c, *spot, *POOL.size, _jackpot, public.placard)
    edge.draw(c, public.placard)


def _code(c: Canvas, proof: str) -> None:
    w, h = FRAME.size
    points = tuple(octagon(*FRAME_EDGE, w - 2 * FRAME_EDGE[0], h - 2 * FRAME_EDGE[1], FRAME_CORNER))
    c.blit(polygon(w, h, points, FRAME_GROUND), *FRAME.topleft)
    c.blit(outline(w, h, points, FRAME_GOLD, FRAME_LINE), *FRAME.topleft)
    if proof:
        c.middle(qr(proof, CODE, CODE_MARGIN), *MIDDLE)
        for spot in (*long_sides(SCAN_FAR), *reversed(ends(SCAN_FAR))):
            put(c, *spot, *SCAN.size, _scan)


def _scan(c: Canvas) -> None:
    c.middle(icon("shield", SHIELD, GREEN, 2.2), SHIELD_X, SCAN.centery)
    c.text("Fair deal: scan", SCAN_X, SCAN.centery, *NOTE_STRONG, TEXT, room=SCAN_ROOM)


def _told(public: Public) -> tuple[str, str, str]:
    """Two lines for the long sides, one for the ends; first of all that a hand was voided."""
    if public.voided and public.phase != "closed":
        return public.void_words, title(public), VOIDED
    if public.notice and not public.missing and public.phase != "closed":
        return public.notice, _spread(public), title(public)
    return title(public), _spread(public), title(public)


def _spread(public: Public) -> str:
    placard, contest = public.placard, public.contest
    least, most = placard.buy_in
    costs = f"buy in {show(least)} to {show(most)}" if most else f"buy in {show(least)} or more"
    if contest:
        costs = f"entry {price(contest.entry, contest.fee)}"
    return f"{placard.game}  {placard.stakes}  ·  {costs}"


def _side(c: Canvas, says: str, under: str) -> None:
    c.write(says, TITLE, SIDE_LINES, TITLE_Y, TEXT, "c")
    c.write(under, QUIET_LINE, SIDE_LINES, SPREAD_Y, TEXT2, "c")


def _end(c: Canvas, says: str) -> None:
    for n, line in enumerate(wrap(says, *END_TITLE, END_WRAP)[:END_MOST]):
        c.write(line, END_TITLE, END_LINES, TITLE_Y + END_PITCH * n, TEXT, "c")


def _jackpot(c: Canvas, placard: Placard) -> None:
    c.box(POOL, POOL_LOOK)
    two = placard.high_hand > 0
    y = NAME_OF_TWO_Y if two else NAME_Y
    c.middle(icon("star", STAR, GOLD), STAR_X, y)
    c.text("Bad-beat jackpot", NAME_X, y, *POOL_NAME, POOL_INK, room=NAME_ROOM)
    y, size = (AMOUNT_OF_TWO_Y, AMOUNT_OF_TWO) if two else (AMOUNT_Y, AMOUNT)
    c.write(show(placard.jackpot), size, inset(POOL, 20), y, GOLD, "c", tab=True)
    if two:
        high = f"High hand {show(placard.high_hand)}"
        c.write(high, NOTE_STRONG, inset(POOL, 15), HIGH_HAND_Y, POOL_INK, "c")
