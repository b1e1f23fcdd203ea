"""The deck before its first card: the square that all of it lies under, or why there are new decks.

The square is the head that the table signed, whole: who scans it now holds the table to it. Under
it who cuts, the shares, and how the last hand ended; each seat whose share is sealed is told so.
"""

from msgspec.structs import replace
from pygame import Rect

from center_screen.areas import GLASS, HEADLINE, LINE, MIDDLE, NOTE, NOTE_STRONG, ends, long_sides
from center_screen.looks import LINES, pill
from center_screen.sentences import Says
from center_screen.sheet import put
from firmware.screens.protocol import Clock, DealNow, Public, Seat
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import inset, middle
from ui.qr import qr
from ui.shapes import Look, disc, octagon, outline, polygon
from ui.sizes import Type
from ui.theme import GOLD, GREEN, LINE_STRONG, ROSE_EDGE, SKY, TEXT, TEXT2, rgb

# the square in its octagon, its letters to four sides
FRAME, CORNER = middle(GLASS, 516, 516), 150
GROUND, EDGE = rgb("061917"), rgb("3C8A78")
CODE = 328
LETTERS, LETTERS_FAR, LETTERS_ROOM = Type(36, "bold"), 200, 380
SIDE_LETTERS, SIDE_FAR, SIDE_ROOM = Type(30, "bold"), 202, 330
SCAN_FAR = 236

# who cuts, and how the last hand ended; beside it the hand and its decks
BAND, BAND_FAR = Rect(0, 0, 1164, 140), 304
BAND_BOX, BESIDE_Y, BAND_Y, LAST_Y, LAST_ROOM = 50, 26, 55, 114, 380
BAND_ROOM = 700
PANEL, PANEL_FAR = Rect(0, 0, 452, 176), 480
PANEL_LOOK = Look(rgb("06201E"), None, rgb("1E5A50"), 2, 18)
CUTS, SHARES = Type(42, "bold"), Type(32, "bold")
LINES_OF = {1: (88,), 2: (62, 118), 3: (45, 95, 141)}  # of a panel
CUT_MS = 4000  # that the ring of who cuts shows in full

# new decks
NEW, NEW_CORNER = middle(GLASS, 804, 304), 90
NEW_LINE, NEW_FAR = Rect(0, 0, 760, 130), 76
WHY, WHY_FAR = Rect(0, 0, 1164, 136), 246
WHY_LOOK = Look(rgb("0A1B2C"), rgb("08172A"), SKY, 3, 26)
STRIP, STRIP_FAR = Rect(0, 0, 372, 140), 652
DOT, DOT_PITCH = 20, 36
TRIES = ("", "first", "second", "third", "fourth", "fifth")


def shows(public: Public) -> bool:
    """From the square, or the news of new decks, until the first card."""
    deal = public.deal
    return deal is not None and bool(deal.square or deal.words) and not public.board


def timed(public: Public) -> Public:
    """Who cuts is lit, and on the clock, as who acts is in the hand."""
    deal = public.deal
    if deal is None or not deal.square or not deal.cutter:
        return public
    clock = Clock(deal.left_ms, max(CUT_MS, deal.left_ms))
    return replace(public, actor=deal.cutter, clock=clock)


def before(public: Public, seat: Seat) -> Says | None:
    """What is said before a plate: whose share lies under the square; None: what always is."""
    deal = public.deal
    if deal is None or not shows(public):
        return None
    if seat.seat in deal.sealed:
        return ("", "", 0) if seat.seat == deal.cutter else ("lock", "Sealed", 0)
    if seat.life == "fault" and not deal.square:
        return "pause", "Not dealt in", 0
    return None


def draw(c: Canvas, public: Public, last: str = "") -> None:
    """`last`: how the last hand ended."""
    deal = public.deal
    assert deal is not None
    if deal.square:
        _square(c, deal, (*cut_words(public), last), public.placard.play)
    else:
        _void(c, deal, len(_dealt_in(public)), public.placard.play)


def _dealt_in(public: Public) -> list[int]:
    lives = ("in", "ready", "waiting")
    return [seat.seat for seat in public.seats if seat.life in lives]


def cut_words(public: Public) -> tuple[str, str]:
    """Who cuts, or with what; and how many shares lie under the square."""
    deal = public.deal
    assert deal is not None
    shares = f"{len(deal.sealed)} shares sealed"
    names = {seat.seat: seat.name or f"Seat {seat.seat}" for seat in public.seats}
    if deal.cutter:
        return f"{names.get(deal.cutter, '')} cuts", shares
    return (f"{names.get(deal.by, '')}: {deal.digits}", shares) if deal.digits else ("", shares)


# ---- The square

Cut = tuple[str, str, str]  # who cuts or what was typed, the shares, the last pot


def _square(c: Canvas, deal: DealNow, cut: Cut, play: str) -> None:
    _octagon(c, FRAME, CORNER)
    c.middle(qr(deal.square, CODE), *MIDDLE)
    for spot in long_sides(LETTERS_FAR):
        put(c, *spot, LETTERS_ROOM, 50, _letters, deal.letters, LETTERS)
    for spot in ends(SIDE_FAR):
        put(c, *spot, SIDE_ROOM, 44, _letters, deal.letters, SIDE_LETTERS)
    for spot in long_sides(SCAN_FAR):
        put(c, *spot, 300, 32, _scan)
    for spot in long_sides(BAND_FAR):
        put(c, *spot, *BAND.size, _band, f"{play.capitalize()} #{deal.hand:,}", cut)
    for spot in ends(PANEL_FAR):
        put(c, *spot, *PANEL.size, _panel, cut)


def _octagon(c: Canvas, frame: Rect, corner: int) -> None:
    w, h = frame.size
    points = tuple(octagon(2, 2, w - 4, h - 4, corner))
    c.blit(polygon(w, h, points, GROUND), *frame.topleft)
    c.blit(outline(w, h, points, EDGE, 3), *frame.topleft)


def _letters(c: Canvas, letters: str, style: Type) -> None:
    w, h = c.size
    c.text(letters, w // 2, h // 2, *style, TEXT, "c", room=w)


def _scan(c: Canvas) -> None:
    c.text("Scan and keep", 150, 16, *Type(26, "medium"), TEXT2, "c")


def _band(c: Canvas, which: str, cut: Cut) -> None:
    who, shares, last = cut
    look, ink = LINES["gold"] if who else LINES["dark"]
    says = f"{who}  ·  {shares}" if who else shares
    wide = min(BAND_ROOM, c.measure(says, *LINE) + 54)
    box = middle(BAND, wide, BAND_BOX).move(0, BAND_Y - BAND.centery)
    c.box(box, pill(look, BAND_BOX))
    c.text(says, BAND.centerx, BAND_Y, *LINE, ink, "c", room=wide - 40)
    c.text(which, 20, BESIDE_Y, *NOTE_STRONG, TEXT)
    right = c.text("4 decks sealed", BAND.right - 20, BESIDE_Y, *NOTE_STRONG, TEXT, "r")
    c.middle(icon("shield", 30, GREEN, 2.2), right.x - 26, BESIDE_Y)
    if last:
        c.text(last, BAND.centerx, LAST_Y, *NOTE, TEXT2, "c", room=LAST_ROOM)


def _panel(c: Canvas, cut: Cut) -> None:
    c.box(PANEL, PANEL_LOOK)
    looks = zip(cut, (CUTS, SHARES, NOTE), (GOLD, TEXT, TEXT2), strict=True)
    said = [one for one in looks if one[0]]
    words = inset(PANEL, 16)
    for (line, size, ink), y in zip(said, LINES_OF[len(said)], strict=True):
        c.write(line, size, words, y, ink, "c")


# ---- New decks


def _void(c: Canvas, deal: DealNow, seats: int, play: str) -> None:
    _octagon(c, NEW, NEW_CORNER)
    c.box(Rect(NEW.x + 60, NEW.centery - 1, NEW.w - 120, 2), Look(EDGE, radius=0))
    due, which = max(seats, len(deal.sealed)), f"{play} #{deal.hand:,}"
    for spot in long_sides(NEW_FAR):
        put(c, *spot, *NEW_LINE.size, _new, which, deal.attempt, len(deal.sealed), due)
    for spot in long_sides(WHY_FAR):
        put(c, *spot, *WHY.size, _why, deal.words, deal.alarm)
    for spot in ends(STRIP_FAR):
        put(c, *spot, *STRIP.size, _strip, deal.words, deal.alarm)
    for spot in long_sides(WHY_FAR + 100):
        put(c, *spot, 500, 40, _voids, deal.voids)


def _new(c: Canvas, which: str, attempt: int, sealed: int, due: int) -> None:
    c.write("New decks", HEADLINE, NEW_LINE, 22, TEXT, "c")
    turn = TRIES[attempt] if attempt < len(TRIES) else f"{attempt}th"
    says = f"{sealed} of {due} shares sealed  ·  {which}, {turn} try"
    c.write(says, NOTE_STRONG, NEW_LINE, 66, TEXT, "c")
    left = NEW_LINE.centerx - (due - 1) * DOT_PITCH // 2
    for n in range(due):
        dot = disc(DOT, GREEN if n < sealed else GROUND, GREEN if n < sealed else LINE_STRONG, 2)
        c.middle(dot, left + n * DOT_PITCH, 102)


def _look(alarm: bool) -> Look:
    return WHY_LOOK._replace(edge=ROSE_EDGE) if alarm else WHY_LOOK


def _why(c: Canvas, words: str, alarm: bool) -> None:
    c.box(WHY, _look(alarm))
    ink = ROSE_EDGE if alarm else SKY
    c.middle(disc(68, rgb("10283F"), ink, 3), 66, WHY.centery)
    if alarm:
        c.middle(icon("alert", 40, ink, 2.6), 66, WHY.centery)
    else:
        c.text("i", 66, WHY.centery, *HEADLINE, ink, "c")
    said = inset(WHY, 126, right=20)
    c.write(words, HEADLINE, said, 46, TEXT)
    under = "Nobody was dealt a card. The four old decks are open for all to check."
    c.write(under, NOTE, said, 96, TEXT2)


def _strip(c: Canvas, words: str, alarm: bool) -> None:
    c.box(STRIP, _look(alarm))
    first, _, rest = words.partition(": ")
    said = inset(STRIP, 12)
    c.write(f"{first}:" if rest else first, NOTE_STRONG, said, 36, TEXT, "c")
    c.write(rest, NOTE_STRONG, said, 72, TEXT, "c")
    c.write("Nobody was dealt a card.", Type(26, "medium"), said, 108, TEXT2, "c")


def _voids(c: Canvas, voids: int) -> None:
    c.text(f"Voids: {voids} in 1,000 hands", 250, 20, *NOTE, TEXT2, "c")
