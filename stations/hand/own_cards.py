"""The player's own cards: faces only under a finger."""

from functools import partial

from pygame import Rect, Surface

from stations.areas import PEEK
from stations.hand.board import one_card
from stations.state import State
from ui import cards
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import columns, inset
from ui.looks import GREENISH
from ui.motion import PEEK_MS
from ui.shapes import Look, disc, faded
from ui.sizes import LABEL
from ui.sprites import cached
from ui.theme import GOLD, MINT, MINT_LABEL, TEXT2, rgb
from ui.touch import NOTHING, Hold, Intents

GOLDEN_PANEL = Look(rgb("2C2008"), rgb("241A08"), GOLD, 1.5, 16)
TOUCHED = GREENISH._replace(edge=MINT, line=2.5)
PALE_GOLD, FINGERTIP = rgb("FFE3A8"), rgb("E9FBF5")
HINT_Y = 214
HOLD_WORDS = "Touch and hold to peek"
SHOWN_CARD = (120, 168)
GLOW = ((88, 0.16), (62, 0.3), (42, 0.45))
# how many cards: how far down they lie, how large, how far apart
ROWS = {
    0: (14, 124, 174, 12), 1: (14, 124, 174, 12), 2: (14, 124, 174, 12), 3: (36, 90, 126, 7),
    4: (46, 71, 100, 4),
}  # fmt: skip
UPPER, LOWER = (12, 62, 87, 10), (108, 62, 87, 10)  # of more than four
MANY_UPPER, MANY_LOWER = (20, 52, 73, 7), (108, 52, 73, 7)  # of more than eight
MOST_UPPER, MOST_LOWER = (34, 40, 56, 4), (108, 40, 56, 4)  # of more than ten


def places(count: int) -> list[Rect]:
    """Where own down cards lie in the zone."""
    if count in ROWS:
        return _row(count, *ROWS[count])
    upper = (count + 1) // 2
    if upper > 5:
        return [*_row(upper, *MOST_UPPER), *_row(count - upper, *MOST_LOWER)]
    if upper > 4:
        return [*_row(upper, *MANY_UPPER), *_row(count - upper, *MANY_LOWER)]
    return [*_row(upper, *UPPER), *_row(count - upper, *LOWER)]


def _row(count: int, y: int, w: int, h: int, gap: int) -> list[Rect]:
    wide = count * (w + gap) - gap
    return columns(Rect(PEEK.x + (PEEK.w - wide) // 2, PEEK.y + y, wide, h), count, gap)


def draw(c: Canvas, s: State) -> None:
    zone, me = s.side(PEEK), s.me
    if me.shown and s.public.result:
        _shown(c, s, zone)
        return
    peeking = s.may_peek
    c.box(zone.inflate(4, 4) if peeking else zone, TOUCHED if peeking else GREENISH)
    holds = len(s.view.hole) or (me.down if me.life == "in" else 0)
    if me.life == "folded" or not holds:
        _no_cards(c, s, zone)
        return
    here = _moved(places(holds), zone)
    if peeking and len(s.view.hole) == len(here):
        _lifted(c, s, zone, here)
    else:
        _backs(c, zone, here)
    held_pad(c, s, zone)


def held_pad(c: Canvas, s: State, zone: Rect) -> None:
    """Faces need a finger that rests here."""
    c.touchable(Hold("peek", zone, partial(_begin, s)))


def _moved(found: list[Rect], zone: Rect) -> list[Rect]:
    """The zone lies at the other side for the left hand."""
    return [rect.move(zone.x - PEEK.x, 0) for rect in found] if zone.x != PEEK.x else found


def _begin(s: State) -> Intents:
    s.peek_at = s.now
    return NOTHING


def _no_cards(c: Canvas, s: State, zone: Rect) -> None:
    layout = s.public.placard.layout
    if layout and (layout.two_hands or layout.points):  # baccarat, craps: they are everybody's
        c.write("No cards of your own", LABEL.semibold, inset(zone, 16), HINT_Y, TEXT2, "c")
        return
    if s.me.life == "folded":
        says = "You folded"
    elif s.public.phase == "in hand" and s.me.life != "in":  # his are on their way
        says = f"No cards this {s.play}"
    else:
        says = "Cards come here"
    for rect in _moved(places(2), zone):
        c.blit(cards.place(*rect.size), *rect.topleft)
    c.write(says, LABEL.semibold, inset(zone, 16), HINT_Y, TEXT2, "c")


def _backs(c: Canvas, zone: Rect, here: list[Rect]) -> None:
    for rect in here:
        c.sprite(cards.shadowed(cards.back(*rect.size)), *rect.topleft)
        c.report.backs.append(rect)
    wide = c.measure(HOLD_WORDS, LABEL.px)
    x, y = zone.centerx - min(wide, 236) / 2 + 15, zone.y + HINT_Y
    c.middle(icon("hand", 23, MINT_LABEL), x - 22, y)
    c.text(HOLD_WORDS, x, y, *LABEL.semibold, MINT_LABEL, room=240)


def _lifted(c: Canvas, s: State, zone: Rect, here: list[Rect]) -> None:
    """Only while touched: the near edge of each card, lifted."""
    prefs = s.view.prefs
    for card, rect in zip(s.view.hole, here, strict=True):
        lift(c, s, card, rect)
    few = len(here) <= 4
    if few:
        fingertip(c, s, zone, max(rect.bottom for rect in here))
    hint = s.view.hint if prefs.hints and few else ""
    says = hint or "Lift finger to hide"
    c.write(says, LABEL.semibold, inset(zone, 8), zone.h - 18, MINT_LABEL, "c")


def lift(c: Canvas, s: State, card: int, rect: Rect, seen: Rect | None = None) -> None:
    """Its near edge; where it covers no more than a part of its place, that is `seen`."""
    prefs, step = s.view.prefs, cards.CURLS
    if not prefs.calm:
        step = max(1, min(step, round((s.now - s.peek_at) / PEEK_MS * step)))
    c.sprite(cards.curl(card, *rect.size, prefs.deck, step), *rect.topleft)
    c.face(card, seen or rect, private=True)


def fingertip(c: Canvas, s: State, zone: Rect, low: int) -> None:
    """A light under the finger, beside the cards that it holds."""
    finger = next((f for f in s.fingers.values() if f.target == "peek"), None)
    if not finger:
        return
    x = min(max(finger.x, zone.x + 46), zone.right - 46)
    y = min(max(finger.y, low - 24), zone.bottom - 76)
    for d, alpha in GLOW:
        c.middle(_glow(d, alpha), x, y)
    c.middle(disc(26, FINGERTIP), x, y)


@cached
def _glow(d: int, alpha: float) -> Surface:
    return faded(disc(d, MINT), alpha)


def _shown(c: Canvas, s: State, zone: Rect) -> None:
    """The hand is over and they lie open for everyone."""
    won, shown = s.me.won > 0, s.me.shown
    c.box(inset(zone, 0, 8, bottom=0), GOLDEN_PANEL if won else GREENISH)
    winning = s.me.winning or None
    for card, rect in zip(shown, _moved(places(len(shown)), zone), strict=True):
        at = rect.move(0, 10)
        if len(shown) <= 2:
            at = Rect(at.x + 2, at.y + 2, *SHOWN_CARD)
        one_card(c, s, card, at, winning)
    ink = PALE_GOLD if won else TEXT2
    if s.round and len(shown) in (3, 4):
        c.write(s.me.hand, LABEL.bold, inset(zone, 16), zone.h - 46, at="c")
    c.write("Your cards, shown", LABEL.semibold, zone, zone.h - 19, ink, "c")
