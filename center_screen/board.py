"""The middle: one two-headed board, bands for the long sides, strips for the ends."""

from functools import lru_cache

from pygame import Rect, Surface

from center_screen.sheet import put
from firmware.money import show as dollars
from firmware.screens.protocol import Facts, Pot, Public
from ui import cards, chips
from ui.amounts import show
from ui.canvas import Canvas
from ui.icons import icon
from ui.motion import Timeline
from ui.shapes import (
    Look,
    cut_out,
    gradient,
    octagon,
    outline,
    polygon,
    radial,
    shrink,
    soft,
)
from ui.theme import (
    BLACK,
    CENTER,
    FELT_DARK,
    FELT_LIGHT,
    GOLD,
    GOLD_INK,
    GREEN,
    ROSE,
    ROSE_EDGE,
    ROSE_GROUND,
    SKY,
    TEXT,
    TEXT2,
    rgb,
)  # fmt: skip

CARD_W, CARD_H, GAP = 212, 316, 16
TILE = (68, 84)
LEFT, TOP = 398, 382
BAND = (1164, 176)
DARK = Look(rgb("061413"), None, None, alpha=0.88)


@lru_cache(maxsize=1)
def ground() -> Surface:
    out = Surface(CENTER, 0, 32)
    out.blit(gradient(*CENTER, rgb("080C11"), rgb("04070A")), (0, 0))
    w, h = 1904, 1064
    shadow = soft(w - 120, h - 60, 200, 28, BLACK, 0.5)
    out.blit(shadow.surface, (68 + shadow.dx, 38 + shadow.dy))
    out.blit(polygon(w, h, tuple(octagon(0, 0, w, h, 252)), rgb("2C3A43")), (8, 8))
    inner = polygon(w, h, tuple(octagon(6, 6, w - 12, h - 12, 248)), (255, 255, 255))
    out.blit(cut_out(radial(w, h, FELT_LIGHT, FELT_DARK, 0.5, 0.5), inner), (8, 8))
    out.blit(outline(w, h, tuple(octagon(22, 22, w - 44, h - 44, 242)), rgb("2B6F63"), 2), (8, 8))
    return out


def warm() -> None:
    ground()
    for card in range(52):
        cards.shadowed(cards.two_headed(card, CARD_W, CARD_H, "four"))


def draw(c: Canvas, public: Public, time: Timeline, now: float) -> None:
    winning = (
        tuple(card for seat in public.seats for card in seat.winning) if public.result else None
    )
    count = public.facts.board
    rows = (public.board, public.second) if public.second else (public.board,)
    for row, found in enumerate(rows):  # two rows: run twice
        w, h = (CARD_W, CARD_H) if len(rows) == 1 else (104, 150)
        for n in range(count):
            middle = LEFT + CARD_W // 2 + n * (CARD_W + GAP)
            rect = Rect(middle - w // 2, TOP + row * (CARD_H - h), w, h)
            rabbit = public.rabbit[n - len(found) :] if n >= len(found) and not row else ()
            if rabbit:  # would have come
                c.blit(cards.shaded(rabbit[0], w, h, "four", True), *rect.topleft)
                c.face(rabbit[0], rect)
            elif n >= len(found):
                c.blit(cards.place(w, h), *rect.topleft)
            else:
                _card(c, found[n], rect, winning, time.at(f"board {n}", now))
    far = 718 + BAND[1] / 2 - 540 if count else 100  # without a board the bands move together
    for turn, y in ((0, 540 + far), (180, 540 - far)):
        put(c, 960, y, turn, *BAND, _band, *_band_args(public))
    for turn, x in ((-90, 310), (90, 1610)):
        put(c, x, 540, turn, 392, 138, _strip, public.board, count, winning, *_line(public))
    for turn, y in ((0, 984), (180, 96)):
        put(c, 960, y, turn, 186, 128, _edge, public.facts, level(public))


def _card(c: Canvas, card: int, rect: Rect, winning: tuple[int, ...] | None, share: float) -> None:
    if share < 1:
        wide = max(2, round(rect.w * abs(2 * share - 1)))
        side = cards.two_headed(card, *rect.size, "four") if share > 0.5 else cards.back(*rect.size)
        c.blit(cards.place(*rect.size), *rect.topleft)
        c.middle(shrink(side, wide, rect.h), *rect.center)
        if share > 0.5:
            c.face(card, rect)
        return
    c.face(card, rect)
    if not winning:
        c.sprite(cards.shadowed(cards.two_headed(card, *rect.size, "four")), *rect.topleft)
    elif card in winning:
        c.sprite(cards.framed(card, rect.w, rect.h, "four", True), *rect.topleft)
        c.middle(cards.tick(42), *rect.center)
    else:
        c.blit(cards.shaded(card, rect.w, rect.h, "four", True), *rect.topleft)


# ---- what the bands say


def name(public: Public, number: int) -> str:
    return next((s.name for s in public.seats if s.seat == number and s.name), f"Seat {number}")


def _band_args(public: Public) -> tuple[object, ...]:
    """Pots, message, its kind, the note under a win, hand and seal."""
    kind, says = message(public)
    note = ""
    result = public.result
    if result and result.beaten:
        hand = result.beaten_hand
        note = f"{name(public, result.beaten)}: {hand[:1].lower()}{hand[1:]}"
    note = note or public.notice
    if public.alert and public.alert.words:
        note = public.alert.words
    code = public.alert.code if public.alert else ""
    return public.pots, kind, says, note, public.hand, public.seal, code


def message(public: Public) -> tuple[str, str]:
    """gold: action or win; dark: a note; sky: paused; rose: a fault."""
    if public.alert:
        return ("rose" if public.phase == "fault" else "sky"), public.alert.title
    result = public.result
    if result:
        return "win", f"{name(public, result.winner)} wins {show(result.chips)}" + (
            f"  ·  {result.hand}" if result.hand else ""
        )
    if public.actor:
        owes = f"{show(public.to_call)} to call" if public.to_call else "check is free"
        return "gold", f"{name(public, public.actor)} to act  ·  {owes}"
    if public.notice:
        return "dark", public.notice
    return "dark", {"break": "Break", "closed": "Closed"}.get(public.phase, "")


def _line(public: Public) -> tuple[str, str]:
    """The same, shortened for the ends."""
    kind, says = message(public)
    result = public.result
    if result:
        hand = result.hand.split(",")[0].lower()
        return "gold", f"{name(public, result.winner)} wins{', ' + hand if hand else ''}"
    if public.alert:
        return kind, says
    total = public.total or sum(pot.chips for pot in public.pots)
    if not total:
        return "", ""
    return "dark", f"{'All pots' if len(public.pots) > 1 else 'Pot'} {show(total)}"


LOOKS = {
    "gold": (Look(GOLD), GOLD_INK), "win": (Look(GOLD), GOLD_INK), "dark": (DARK, TEXT),
    "sky": (Look(rgb("14304C"), None, SKY, 3), TEXT),
    "rose": (Look(ROSE_GROUND, None, ROSE_EDGE, 3), ROSE),
}  # fmt: skip


def _band(
    c: Canvas,
    pots: tuple[Pot, ...],
    kind: str,
    says: str,
    note: str,
    hand: int,
    seal: str,
    code: str,
) -> None:
    middle, upper, lower = BAND[0] // 2, 37, 104  # clear of the slots below
    alert = kind in ("sky", "rose")
    if hand and not alert:
        c.text(f"Hand #{hand:,}", 24, lower, 28, "medium", TEXT2, room=230)
    if seal and not alert:
        wide = c.measure(seal, 28)
        c.middle(icon("shield", 30, GREEN, 2.2), BAND[0] - 24 - wide - 26, lower)
        c.text(seal, BAND[0] - 24, lower, 28, "semibold", TEXT, "r", room=240)
    if kind in ("win", "sky", "rose"):
        _big(c, middle, upper, kind, says)
        under = f"{note}  ·  {code}" if note and code else note or code
        c.text(under, middle, lower, 28, "semibold", TEXT, "c", room=1100 if alert else 540)
        return
    _pots(c, pots, middle, upper)
    if says:
        look, ink = LOOKS[kind]
        wide = min(640, c.measure(says, 30, "bold") + 54)
        c.box(Rect(middle - wide // 2, lower - 26, wide, 52), look._replace(radius=26))
        c.text(says, middle, lower, 30, "bold", ink, "c", room=wide - 40)


def _big(c: Canvas, x: int, y: int, kind: str, says: str) -> None:
    look, ink = LOOKS[kind]
    sign = {"win": "star", "sky": "pause", "rose": "alert"}[kind]
    wide = min(1100, c.measure(says, 42, "bold") + 132)
    c.box(Rect(x - wide // 2, y - 35, wide, 70), look._replace(radius=35))
    c.middle(icon(sign, 36, SKY if kind == "sky" else ink, 2.6), x - wide // 2 + 44, y)
    c.text(says, x - wide // 2 + 80, y, 42, "bold", ink, room=wide - 112)


def _pots(c: Canvas, pots: tuple[Pot, ...], x: int, y: int) -> None:
    found = [pot for pot in pots if pot.chips]
    if not found:
        return
    names = ["POT"] if len(found) == 1 else ["MAIN", *(f"SIDE {n}" for n in range(1, len(found)))]
    px = 42 if len(found) < 4 else 34
    widths = [
        c.measure(label, 28, "medium") + c.measure(show(pot.chips), px, "bold", True) + 122
        for label, pot in zip(names, found, strict=True)
    ]
    at = x - (sum(widths) + 16 * (len(widths) - 1)) // 2
    for label, pot, wide in zip(names, found, widths, strict=True):
        c.box(Rect(at, y - 35, wide, 70), DARK._replace(radius=35))
        c.middle(chips.little_pile(pot.chips, 42), at + 44, y)
        c.text(label, at + 80, y, 28, "medium", TEXT2)
        c.text(show(pot.chips), at + wide - 28, y, px, "bold", TEXT, "r", tab=True)
        at += wide + 16


def _strip(
    c: Canvas,
    board: tuple[int, ...],
    count: int,
    winning: tuple[int, ...] | None,
    kind: str,
    says: str,
) -> None:
    """Pot line and five tiles, for a seat at the end of the table."""
    if says:
        look, ink = LOOKS[kind]
        wide = min(392, c.measure(says, 30, "bold") + 36)
        c.box(Rect(196 - wide // 2, 0, wide, 44), look._replace(radius=22))
        c.text(says, 196, 22, 30, "bold", ink, "c", room=wide - 24)
    for n in range(count):
        rect = Rect(10 + 76 * n, 50, *TILE)
        if n >= len(board):
            c.blit(cards.place(*TILE), *rect.topleft)
            continue
        card = board[n]
        c.face(card, rect)
        if winning and card in winning:
            c.box(rect.inflate(8, 8), Look(GOLD, None, None, radius=11))
        c.blit(cards.tile(card, *TILE), *rect.topleft)
        if winning and card not in winning:
            c.box(rect, Look(rgb("06302E"), None, None, radius=8, alpha=0.65))


def level(public: Public) -> tuple[str, ...]:
    """Of a tournament: its level with the time, and the first prize."""
    contest = public.contest
    if contest is None or not contest.level:
        return ()
    seconds = -(-contest.left_ms // 1000)
    prize = f"1st {dollars(contest.prizes[0])}" if contest.prizes else ""
    return (f"Level {contest.level}  {seconds // 60}:{seconds % 60:02d}", prize)


def _edge(c: Canvas, facts: Facts, level: tuple[str, ...] = ()) -> None:
    """The pools, the stakes, the fee; in a tournament the level and the prize."""
    if level:
        c.text(level[0], 93, 22, 30, "bold", GOLD, "c", room=184, tab=True)
        c.text(facts.stakes, 93, 66, 28, "bold", TEXT, "c", room=184)
        c.text(level[1], 93, 105, 26, "medium", TEXT2, "c", room=184)
        return
    pools = [("star", facts.jackpot), ("up", facts.high_hand)]
    pools = [(sign, pool) for sign, pool in pools if pool]
    px, first = (34, 22) if len(pools) < 2 else (28, 14)
    for n, (sign, pool) in enumerate(pools):
        wide, y = min(150, c.measure(show(pool), px, "bold")), first + 32 * n
        c.middle(icon(sign, 24, GOLD), 93 - wide / 2 - 4, y)
        c.text(show(pool), 93 + 16, y, px, "bold", GOLD, "c", room=150)
    y = 66 if len(pools) < 2 else 78
    c.text(f"{facts.short}  {facts.stakes}".strip(), 93, y, 28, "bold", TEXT, "c", room=184)
    fee = facts.fee.replace(" jackpot", "")
    words = "No fee" if fee == "None" else f"Fee {fee}" if fee else ""
    c.text(words, 93, y + 38, 26, "medium", TEXT2, "c", room=184)
