"""Plates: who sits there and his stack, turned to each seat."""

import math

from msgspec.structs import replace
from pygame import Rect

from center_screen import open_hands, sealed, set_hands, shown_hand, slots
from center_screen.areas import NAME
from center_screen.seats import DEPTH, PLACES, Place
from center_screen.sentences import Says, at_seat, won_at_seat
from center_screen.sheet import put
from center_screen.shown_hand import fits
from firmware.screens.protocol import Clock, Public, Seat, pan_facts
from firmware.screens.protocol import bank_facts as facts
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import seat_ring
from ui.icons import icon
from ui.shapes import Look, dashed
from ui.signs import bank_puck, first_puck
from ui.sizes import Type
from ui.theme import GOLD, GOLD_INK, GREEN_DEEP, LINE_STRONG, RED, TEXT, TEXT2, TEXT3, WHITE, rgb

PAD = 30  # room around a plate for glow and for cards that reach over it
RADIUS, GLOW = 18, 10
IN = Look(rgb("232F39"), rgb("161E26"), rgb("46545F"), 1.5, RADIUS, shadow=14)
OUT = Look(rgb("10171E"), rgb("0D141A"), rgb("33414B"), 1.5, RADIUS, shadow=10)
TO_ACT = Look(rgb("232F39"), rgb("161E26"), GOLD, 5, 22, glow=rgb("B98520"))
EMPTY_GROUND = rgb("08110F")
EMPTY = Look(EMPTY_GROUND, None, None, radius=RADIUS, alpha=0.9)
DASH, DASH_LINE = 14, 2.5

CLOCK_STEPS = 60
NARROW = 350  # the plates of the corners and the ends are
RING_X, RING, ACTING_RING, RING_PX, RING_LINE = 62, 74, 64, 36, 8
WORDS_X, CLOSE_X, RIGHT_MARGIN = 120, 108, 12
NAME_Y, STACK_Y = 41, 88
STACK = Type(44, "bold")
CLOSE_STACK = Type(38, "bold")

EMPTY_RING_X, EMPTY_RING, EMPTY_X, EMPTY_MARGIN = 60, 72, 112, 130
EMPTY_SAYS = Type(34, "semibold")

SECONDS = Type(60, "bold")
NARROW_SECONDS = Type(46, "bold")
UNIT = Type(30, "bold")
SECONDS_ROOM, NARROW_SECONDS_ROOM = 128, 104
UNIT_RIGHT, UNIT_DOWN, DIGITS_RIGHT, DIGITS_DOWN = 20, 6, 42, 4

BACK, NARROW_BACK = (50, 70), (44, 62)
BACKS_ROOM, BACKS_MARGIN, BACKS_LEFT, OVERLAP, CLOSE_OVERLAP = 94, 26, 10, 3, 6

PUCK, LOW_PUCK = 64, 48
BESIDE_NAME = 128  # what lies at the right end takes so much at most
LOW_BACK, LOW_MARGIN, LOW_SECONDS_Y = (40, 56), 7, 84
READY_HIGH, READY_Y, READY_PAD, READY_GAP = 44, 66, 10, 6
READY_LOOK = Look(GREEN_DEEP, None, None, radius=READY_HIGH // 2)
READY_TYPE = Type(28, "bold")
TICK, TICK_X, READY_X = 24, 28, 48
CALLS_HIGH, CALLS_UP, CALLS_OUT, CALLS_BELL, CALLS_X = 36, 9, 16, 24, 40
CALLS_LOOK = Look(GOLD, None, None, radius=CALLS_HIGH // 2)
ALL_IN, ALL_IN_AT, ALL_IN_MARGIN = (106, 46), (118, 66), 12
ALL_IN_LOOK = Look(RED, None, None, radius=10)
ALL_IN_TYPE = Type(30, "bold")


def draw(c: Canvas, public: Public, left_ms: float, away: dict[int, int]) -> None:
    waiting = public.phase in ("waiting", "closed")
    for seat in public.seats:
        place = PLACES.get(seat.seat)
        if place is None:
            continue
        clock = public.clock if public.actor == seat.seat else None
        seconds = math.ceil(left_ms / 1000) if clock else -1
        size = place.width + 2 * PAD, DEPTH + 2 * PAD
        pucks = "" if waiting else "D" * (public.button == seat.seat) + "K" * (seat.mark == "K")
        says = _before(public, seat, away)
        what = place, _still(public, seat), _steps(clock, left_ms), seconds, waiting
        free = not says[1] and not pucks
        put(c, *place.spot, *size, _plate, *what, _button(public, seat), free)
        slots.draw(c, place, _still(public, seat), pucks, says)


def _still(public: Public, seat: Seat) -> Seat:
    """Without what ticks: the plate does not show it, so it must not be drawn anew for it. The
    bank's cards lie in the middle, unless there is a board."""
    layout = public.placard.layout
    if public.against and layout and open_hands.of(public.against, layout, seat.seat):
        return replace(seat, away_ms=0, up=(), shown=())
    if public.against and seat.mark == "B" and not public.placard.board:
        return replace(seat, away_ms=0, down=0, up=(), shown=())
    if public.against and seat.up and not seat.shown:  # on the plate: the band is near
        return replace(seat, away_ms=0, shown=seat.up, up=())
    return replace(seat, away_ms=0)


def _before(public: Public, seat: Seat, away: dict[int, int]) -> Says:
    """What is said before a plate."""
    layout = public.placard.layout
    if (opening := sealed.before(public, seat)) is not None:
        return opening
    lit = seat.seat == public.actor
    if lit and public.against and layout and set_hands.lit(public, public.against, layout):
        return "", "", 0
    if public.against and layout and open_hands.of(public.against, layout, seat.seat):
        return "", "", 0
    if public.against and layout and seat.life in ("in", "folded"):
        sign, says, chips = facts.slot(public.against, layout, seat)
        return sign, says, seat.bet if chips else 0
    if public.pan and seat.life == "folded":  # where he melded something his board lies
        return "", "" if pan_facts.of_seat(public.pan, seat.seat) else "Out", 0
    return at_seat(seat, away.get(seat.seat, 0), won_at_seat(public, seat), public.placard.play)


def _button(public: Public, seat: Seat) -> tuple[str, int, int]:
    """The bank's, with its turns; or that of who is settled first."""
    round_, layout = public.against, public.placard.layout
    if public.pan and public.pan.first == seat.seat:
        return "1st", 0, 0
    if round_ is None or layout is None:
        return "", 0, 0
    if seat.mark == "B":
        return "B", round_.turn, min(3, layout.bank_hands)
    return ("1st", 0, 0) if round_.first == seat.seat else ("", 0, 0)


def _steps(clock: Clock | None, left_ms: float) -> int:
    if not clock or not clock.of_ms:
        return -1
    return math.ceil(CLOCK_STEPS * max(0.0, min(1.0, left_ms / clock.of_ms)))


def _plate(
    c: Canvas, place: Place, seat: Seat, steps: int, seconds: int, waiting: bool,
    button: tuple[str, int, int], free: bool,
) -> None:  # fmt: skip
    """`free`: nothing lies before it."""
    rect = Rect(PAD, PAD, place.width, DEPTH)
    if seat.life in ("open", "reserved"):
        _empty(c, rect, seat, waiting)
    else:
        _taken(c, rect, seat, steps, seconds, button, free)
    if seat.called:
        _calls(c, rect)


def _taken(
    c: Canvas, rect: Rect, seat: Seat, steps: int, seconds: int, button: tuple[str, int, int],
    free: bool,
) -> None:  # fmt: skip
    acting, live = steps >= 0, _live(seat)
    lit = acting or seat.won > 0
    c.box(rect.inflate(GLOW, GLOW) if lit else rect, TO_ACT if lit else IN if live else OUT)
    if seat.shown:
        shown_hand.draw(c, rect, seat, free)
        return
    _ring(c, rect, seat, steps, lit)
    low = not fits(c, seat.name, NAME, rect.w - WORDS_X - BESIDE_NAME)
    right = 0
    if acting and seconds >= 0:
        right = _seconds(c, rect, seconds, low)
    elif live and seat.down:
        right = _backs(c, rect, seat.down, low)
    elif seat.life == "ready":
        low, right = True, _ready(c, rect)
    if button[0] and not right:
        right = _round_puck(c, rect, *button, low)
    beside, under = (RIGHT_MARGIN, max(0, right - RIGHT_MARGIN)) if low else (right, 0)
    _who(c, rect, seat, rect.w - WORDS_X - max(beside, RIGHT_MARGIN), acting, under)


def _live(seat: Seat) -> bool:
    return seat.life in ("in", "ready")


def _narrow(rect: Rect) -> bool:
    return rect.w < NARROW


def _ring(c: Canvas, rect: Rect, seat: Seat, steps: int, lit: bool) -> None:
    """His number; around it what is left of his time."""
    acting = steps >= 0
    ink, edge = (GOLD, GOLD) if lit else (TEXT if _live(seat) else TEXT3, LINE_STRONG)
    share = steps / CLOCK_STEPS if acting else None
    at = rect.x + RING_X, rect.centery, ACTING_RING if acting else RING
    seat_ring(c, *at, seat.seat, ink, edge, shown_hand.RING_GROUND, share, RING_PX, RING_LINE)


def _empty(c: Canvas, rect: Rect, seat: Seat, waiting: bool) -> None:
    c.box(rect, EMPTY)
    c.blit(dashed(rect.w, rect.h, RADIUS, LINE_STRONG, DASH_LINE, DASH), *rect.topleft)
    at = rect.x + EMPTY_RING_X, rect.centery, EMPTY_RING
    seat_ring(c, *at, seat.seat, TEXT2, LINE_STRONG, EMPTY_GROUND, None, RING_PX)
    says = "Swipe to sit" if waiting else "Open seat"
    if seat.life == "reserved":
        says = seat.name or "Reserved"
    room = rect.w - EMPTY_MARGIN
    c.text(says, rect.x + EMPTY_X, rect.centery, *EMPTY_SAYS, TEXT2, room=room, name=True)


# ---- at the right end: beside name and stack, or `low`, where a long name needs its whole line


def _seconds(c: Canvas, rect: Rect, seconds: int, low: bool) -> int:
    """What is left of his time; how much room it takes at the right."""
    size, right = (SECONDS, SECONDS_ROOM)
    if low or _narrow(rect):
        size, right = NARROW_SECONDS, NARROW_SECONDS_ROOM
    down = LOW_SECONDS_Y if low else rect.h // 2
    c.text("s", rect.right - UNIT_RIGHT, rect.y + down + UNIT_DOWN, *UNIT, GOLD, "r")
    x, y = rect.right - DIGITS_RIGHT, rect.y + down + DIGITS_DOWN
    c.text(str(seconds), x, y, *size, GOLD, "r", room=right - DIGITS_RIGHT - 2, tab=True)
    return right


def _backs(c: Canvas, rect: Rect, held: int, low: bool) -> int:
    """The cards he holds; how much room they take at the right."""
    w, h = LOW_BACK if low else NARROW_BACK if _narrow(rect) else BACK
    top = rect.bottom - LOW_MARGIN - h if low else rect.centery - h // 2
    step = w - OVERLAP
    if held > 2:
        step = min(w - CLOSE_OVERLAP, (BACKS_ROOM - w) // (held - 1))
    right = w + step * (held - 1) + BACKS_MARGIN
    for n in range(held):
        at = Rect(rect.right - right + BACKS_LEFT + step * n, top, w, h)
        c.sprite(cards.shadowed(cards.back(w, h)), *at.topleft)
        c.report.backs.append(at)
    return right


def _round_puck(c: Canvas, rect: Rect, mark: str, turn: int, turns: int, low: bool) -> int:
    """In the free end of the plate; how much room it takes there."""
    d = LOW_PUCK if low else PUCK
    puck = bank_puck(d, turn, turns) if mark == "B" else first_puck(d)
    y = rect.bottom - LOW_MARGIN - d // 2 if low else rect.centery
    c.middle(puck, rect.right - d // 2 - 14, y)
    return d + 28


def _calls(c: Canvas, rect: Rect) -> None:
    """For the floor, over the plate's outer edge: nothing else lies there."""
    words = c.measure("Floor", *READY_TYPE)
    tag = Rect(0, rect.bottom - CALLS_UP, CALLS_X + words + READY_PAD, CALLS_HIGH)
    tag.right = rect.right + CALLS_OUT
    c.box(tag, CALLS_LOOK)
    c.middle(icon("bell", TICK, GOLD_INK, 3), tag.x + CALLS_BELL, tag.centery)
    c.text("Floor", tag.x + CALLS_X, tag.centery, *READY_TYPE, GOLD_INK)


def _ready(c: Canvas, rect: Rect) -> int:
    """Beside the stack; how much room it takes at the right."""
    words = c.measure("Ready", *READY_TYPE)
    before = READY_PAD if _narrow(rect) else READY_X
    tag = Rect(0, rect.y + READY_Y, before + words + READY_PAD, READY_HIGH)
    tag.right = rect.right - RIGHT_MARGIN
    c.box(tag, READY_LOOK)
    if not _narrow(rect):
        c.middle(icon("check", TICK, TEXT, 3), tag.x + TICK_X, tag.centery)
    c.text("Ready", tag.x + before, tag.centery, *READY_TYPE, WHITE)
    return tag.w + READY_GAP + RIGHT_MARGIN


def _who(c: Canvas, rect: Rect, seat: Seat, room: int, acting: bool, taken: int) -> None:
    """Name and stack, or that all of it is in; so much of the lower line is `taken`."""
    ink = TEXT if _live(seat) else TEXT3
    close = acting and _narrow(rect)
    left = rect.x + (CLOSE_X if close else WORDS_X)
    c.text(seat.name, left, rect.y + NAME_Y, *NAME, ink, room=room, name=True)
    if seat.all_in and _live(seat):
        _all_in(c, rect, room)
    else:
        size = CLOSE_STACK if close else STACK
        stack_room = room - taken
        c.text(show(seat.stack), left, rect.y + STACK_Y, *size, ink, room=stack_room, tab=True)


def _all_in(c: Canvas, rect: Rect, room: int) -> None:
    dx, dy = ALL_IN_AT
    wide, high = ALL_IN
    tag = Rect(rect.x + dx, rect.y + dy, min(room, wide), high)
    c.box(tag, ALL_IN_LOOK)
    c.text("All-in", *tag.center, *ALL_IN_TYPE, TEXT, "c", room=tag.w - ALL_IN_MARGIN)
