"""Your turn to bet. Only what the rules offer is drawn; a draft is private until confirmed."""

import math
from typing import NamedTuple

from pygame import Rect

from firmware.screens.protocol import Turn
from stations import words
from stations.state import State
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import (
    BLUE,
    FOLD,
    GOLDEN,
    KEY,
    PANEL,
    QUIET,
    fill,
    labelled,
    preset,
    step_key,
    track,
)  # fmt: skip
from ui.icons import icon
from ui.shapes import Look, box, disc
from ui.theme import (
    GOLD,
    GOLD_INK,
    GOLD_LOW,
    GOLD_TOP,
    LINE,
    LINE_STRONG,
    RAISED2,
    ROSE,
    ROSE_EDGE,
    TEXT,
    TEXT2,
    TEXT3,
    rgb,
)  # fmt: skip

LEFT, RIGHT = 344, 1264


class Preset(NamedTuple):
    title: str
    to: int


def presets(s: State, turn: Turn) -> list[Preset]:
    """Amounts to touch, sorted; shares of the pot are what a call would make of it."""
    amounts = turn.raise_to
    assert amounts
    all_in = turn.bet + s.me.stack
    after_call = turn.pot + (turn.call or 0)
    unit = turn.unit or amounts.step

    def pot_share(top: int, low: int) -> int:
        return fitted(turn, turn.level + after_call * top // low)

    first = not s.public.board and s.public.facts.board and turn.level
    if first:
        wished = [(f"{n} BB", fitted(turn, n * unit)) for n in (3, 4, 5)]
        wished.append(("Pot", pot_share(1, 1)))
    else:
        wished = [("1/3 pot", pot_share(1, 3)), ("1/2 pot", pot_share(1, 2)),
                  ("2/3 pot", pot_share(2, 3)), ("Pot", pot_share(1, 1))]  # fmt: skip
    last = (
        "All-in" if amounts.most >= all_in else "Pot" if amounts.most <= pot_share(1, 1) else "Most"
    )
    found = [Preset("Min" if amounts.least < all_in else "All-in", amounts.least)]
    for title, to in sorted(wished, key=lambda wish: wish[1]):
        if found[-1].to < to < amounts.most:
            found.append(Preset(title, to))
    if amounts.most > amounts.least:
        found.append(Preset(last, amounts.most))
    return large_presets(found) if s.view.prefs.large else found


def large_presets(found: list[Preset]) -> list[Preset]:
    """Four for large type: least, two between, most."""
    if len(found) <= 4:
        return found
    return [found[0], found[len(found) // 2 - 1], found[len(found) // 2], found[-1]]


def fitted(turn: Turn, to: int) -> int:
    """The nearest amount at or below `to` that the range offers."""
    amounts = turn.raise_to
    assert amounts
    if to >= amounts.most:
        return amounts.most
    if to <= amounts.least:
        return amounts.least
    return amounts.least + (to - amounts.least) // amounts.step * amounts.step


def share_of(turn: Turn, to: int) -> float:
    """Place on the slider: logarithmic, so that small bets are easy to hit."""
    amounts = turn.raise_to
    assert amounts
    if amounts.most == amounts.least:
        return 1.0
    knee = max(amounts.least / 2, amounts.step)
    return math.log1p((to - amounts.least) / knee) / math.log1p(
        (amounts.most - amounts.least) / knee
    )


def amount_at(turn: Turn, share: float) -> int:
    amounts = turn.raise_to
    assert amounts
    share = min(1.0, max(0.0, share))
    knee = max(amounts.least / 2, amounts.step)
    whole = math.log1p((amounts.most - amounts.least) / knee)
    return fitted(turn, round(amounts.least + knee * math.expm1(share * whole)))


SLIDER = Rect(436, 588, 548, 80)
GROOVE = Rect(470, 637, 480, 14)


def groove(s: State) -> Rect:
    return s.side(GROOVE)


def draw(c: Canvas, s: State, turn: Turn, now: float) -> None:
    clock_row(c, s, now)
    if s.fold_asked:
        _fold_anyway(c, s)
    elif turn.fixed or turn.raise_to is None or turn.raise_to.least == turn.raise_to.most:
        _limit(c, s, turn)
    else:
        _no_limit(c, s, turn)


def clock_row(c: Canvas, s: State, now: float) -> None:
    clock = s.public.clock
    in_bank = bool(clock and clock.in_bank)
    rect = s.side(Rect(LEFT, 452, 150, 40))
    c.box(rect, Look(GOLD, None, None, radius=20))
    ask = s.view.ask if not s.turn else None
    vote = ask is not None and (ask.vote or ask.kind == "cut")
    label = "TIME BANK" if in_bank else "YOUR TURN"
    if ask and vote:
        label = "YOUR CUT" if ask.kind == "cut" else "YOUR VOTE"
    c.text(label, *rect.center, 20, "bold", GOLD_INK, "c", room=132)
    if not clock or (vote and s.public.actor):  # somebody else's clock
        return
    left = s.clock_left(now)
    bar = s.side(Rect(510, 465, 504, 14))
    c.box(bar, Look(RAISED2, None, None, radius=7))
    wide = round(bar.w * min(1.0, left / max(1, clock.of_ms)) / 4) * 4
    if wide >= 14:
        at = Rect(bar.right - wide if s.left_hand else bar.x, bar.y, wide, 14)
        c.box(at, Look(GOLD_LOW, GOLD_TOP, None, radius=7))
    seconds = math.ceil(left / 1000)
    end = s.side(Rect(1014, 452, 70, 40))
    c.text("s", end.right - 2, 475, 24, "bold", GOLD, "r")
    c.text(str(seconds), end.right - 18, 472, 36, "bold", GOLD, "r", room=52, tab=True)
    if vote or not clock.bank_ms:  # no time bank here, or it is used up
        return
    bank = s.side(Rect(1100, 452, 164, 40))
    c.box(bank, Look(rgb("1A242C"), None, LINE, 1.5, 12))
    c.middle(icon("clock", 22, TEXT2), bank.x + 22, bank.centery)
    c.text(
        f"Bank {round(clock.bank_ms / 1000)} s",
        bank.x + 42,
        bank.centery,
        20,
        "semibold",
        TEXT2,
        room=114,
    )


def _buttons(
    c: Canvas, s: State, turn: Turn, widths: list[tuple[str, int]], y: int, h: int
) -> dict[str, Rect]:
    """The action row from the inside out: Raise is outermost for either hand."""
    x, found = LEFT, {}
    for name, wide in widths:
        found[name] = s.side(Rect(x, y, wide, h))
        x += wide + (12 if h == 100 else 16)
    return found


def _fold(c: Canvas, s: State, rect: Rect, px: int) -> None:
    fill(c, rect, FOLD._replace(radius=18), s.down("fold"))
    labelled(c, rect, "close", "Fold", px, ROSE)
    c.target("fold", rect)


def _call(c: Canvas, s: State, turn: Turn, rect: Rect, px: int) -> None:
    fill(c, rect, BLUE._replace(radius=18), s.down("call"))
    sign, says = words.call_words(turn, s.me.stack)
    labelled(c, rect, sign, says, px, TEXT, pen=3)
    c.target("call", rect)


def _no_limit(c: Canvas, s: State, turn: Turn) -> None:
    assert turn.raise_to
    found = presets(s, turn)
    pitch = (RIGHT - LEFT + 12) / len(found)
    for n, one in enumerate(found):
        rect = s.side(Rect(LEFT + round(n * pitch), 504, round(pitch) - 12, 72))
        name = f"preset {one.to}"
        preset(
            c, rect, one.title, show(one.to), one.to == s.draft, s.down(name), one.title == "All-in"
        )
        c.target(name, rect)
    _amount_row(c, s, turn, found)
    names = [("fold", 200)] if turn.fold else []
    names += [("call", 268)] if turn.call is not None else []
    rest = 920 - sum(w + 12 for _, w in names)
    rects = _buttons(c, s, turn, [*names, ("raise", rest)], 684, 100)
    if turn.fold:
        _fold(c, s, rects["fold"], 32)
    if turn.call is not None:
        _call(c, s, turn, rects["call"], 32)
    _confirm(c, s, turn, rects["raise"])


def is_all_in(s: State, turn: Turn) -> bool:
    return s.draft >= turn.bet + s.me.stack


def _confirm(c: Canvas, s: State, turn: Turn, rect: Rect) -> None:
    says = words.raise_words(turn, s.draft, s.me.stack)
    all_in = is_all_in(s, turn)
    look = GOLDEN._replace(radius=18)
    if all_in:
        look = look._replace(edge=ROSE_EDGE, line=4)
    if all_in and s.view.prefs.slide:
        _slide(c, s, rect, says)
        return
    fill(c, rect, look, s.down("raise"))
    labelled(c, rect, "up", says, 38, GOLD_INK, "Confirm", pen=2.4)
    c.target("raise", rect)


def _slide(c: Canvas, s: State, rect: Rect, says: str) -> None:
    """All-in by sliding a knob from end to end."""
    c.box(rect, Look(rgb("2C2008"), rgb("241A08"), ROSE_EDGE, 3, 18))
    run = rect.w - 108
    x = rect.x + 54 + round(run * s.slid)
    c.text(
        f"Slide: {says}", rect.centerx + 30, rect.centery, 30, "bold", GOLD, "c", room=rect.w - 150
    )
    c.box(Rect(x - 46, rect.y + 8, 92, rect.h - 16), GOLDEN._replace(radius=14, glow=None))
    c.middle(icon("next", 36, GOLD_INK, 3), x, rect.centery)
    c.target("slide", rect)


def _amount_row(c: Canvas, s: State, turn: Turn, found: list[Preset]) -> None:
    unit = show(turn.unit or (turn.raise_to.step if turn.raise_to else 0))
    minus, plus = s.side(Rect(344, 588, 80, 80)), s.side(Rect(996, 588, 80, 80))
    step_key(c, minus, "minus", unit, s.down("minus"))
    step_key(c, plus, "plus", unit, s.down("plus"))
    c.target("minus", minus)
    c.target("plus", plus)
    row = s.side(SLIDER)
    c.box(row, PANEL._replace(radius=14))
    c.middle(icon("eye off", 22, TEXT2), row.x + 26, row.y + 19)
    c.text(
        "Only you see this amount until you confirm",
        row.x + 44,
        row.y + 19,
        18,
        "medium",
        TEXT2,
        room=490,
    )
    ticks = tuple(share_of(turn, one.to) for one in found[1:-1])
    track(c, groove(s), share_of(turn, s.draft), ticks, 40)
    c.target("slider", row)
    amount = s.side(Rect(1088, 588, 176, 80))
    fill(c, amount, Look(rgb("0A1016"), rgb("080D12"), GOLD, 2, 14), s.down("keypad"))
    label = "All-in" if is_all_in(s, turn) else "Bet" if turn.level == 0 else "Raise to"
    c.text(label, amount.x + 16, amount.y + 22, 19, "medium", TEXT2, room=150)
    c.text(show(s.draft), amount.x + 16, amount.y + 55, 36, "bold", TEXT, room=108, tab=True)
    c.middle(icon("dots", 27, TEXT2), amount.right - 30, amount.y + 54)
    c.target("keypad", amount)


def _limit(c: Canvas, s: State, turn: Turn) -> None:
    _facts(c, s, turn)
    names = ["fold"] if turn.fold else []
    names += ["call"] if turn.call is not None else []
    names += ["raise"] if turn.raise_to else []
    wide = (920 - 16 * (len(names) - 1)) // max(1, len(names))
    rects = _buttons(c, s, turn, [(name, wide) for name in names], 600, 184)
    if turn.fold:
        _fold(c, s, rects["fold"], 40)
    if turn.call is not None:
        _call(c, s, turn, rects["call"], 40)
    if turn.raise_to:
        rect = rects["raise"]
        to = turn.raise_to.least
        fill(c, rect, GOLDEN._replace(radius=18), s.down("raise"))
        used, cap = turn.raises
        under = f"Raise {used + 1} of {cap}" if cap and turn.level else ""
        labelled(
            c, rect, "up", words.raise_words(turn, to, s.me.stack), 34, GOLD_INK, under, pen=2.4
        )
        c.target("raise", rect)


def _facts(c: Canvas, s: State, turn: Turn) -> None:
    row = s.side(Rect(LEFT, 508, 920, 76))
    c.box(row, PANEL._replace(radius=14))
    used, cap = turn.raises
    left = s.me.stack - (turn.call or 0)
    facts = (
        [(s.public.street.capitalize() or "This round", f"Bets are {show(turn.street_bet)}")]
        if turn.street_bet
        else []
    )
    if cap:
        facts.append(("Raises this round", f"{used} of {cap}"))
    if turn.call is not None:
        facts.append(("Pot if you call", show(turn.pot + turn.call)))
        facts.append(("You have left", show(left)))
    x = row.x + 24
    spans = {"Raises this round": 296, "Pot if you call": 200}
    for n, (label, value) in enumerate(facts):
        span = spans.get(label, 232)
        if n:
            c.blit(box(1, 46, Look(LINE, None, None, radius=0)).surface, x - 24, row.y + 16)
        c.text(label, x, row.y + 26, 20, "medium", TEXT2, room=span - 36)
        if label == "Raises this round":
            _pips(c, x, row.y + 54, used, cap)
            c.text(
                value,
                x + 38 + 34 * cap - 24,
                row.y + 54,
                24,
                "bold",
                TEXT,
                room=span - 60 - 34 * cap + 24,
            )
        else:
            c.text(value, x, row.y + 54, 24, "bold", TEXT, room=span - 36)
        x += span


def _pips(c: Canvas, x: int, y: int, used: int, cap: int) -> None:
    for n in range(cap):
        at = x + 14 + 34 * n
        if n < used:
            c.middle(disc(24, GOLD), at, y)
            c.middle(icon("up", 15, GOLD_INK, 3.4), at, y)
        else:
            c.middle(disc(24, rgb("10171E"), LINE_STRONG, 3), at, y)


def _fold_anyway(c: Canvas, s: State) -> None:
    row = s.side(Rect(LEFT, 508, 920, 152))
    c.box(row, PANEL._replace(radius=16))
    c.text("Check is free. Fold anyway?", row.centerx, row.y + 56, 34, "bold", TEXT, "c", room=880)
    c.text(
        "A check keeps your cards and costs nothing.",
        row.centerx,
        row.y + 106,
        22,
        "medium",
        TEXT2,
        "c",
        room=880,
    )
    rects = _buttons(c, s, Turn(0), [("fold", 300), ("call", 608)], 684, 100)
    fill(c, rects["fold"], FOLD._replace(radius=18), s.down("fold anyway"))
    labelled(c, rects["fold"], "close", "Fold", 34, ROSE)
    c.target("fold anyway", rects["fold"])
    fill(c, rects["call"], BLUE._replace(radius=18), s.down("call"))
    labelled(c, rects["call"], "check", "Check", 34, TEXT, pen=3)
    c.target("call", rects["call"])


KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "<")


def typed(s: State) -> int:
    """Whole dollars, or chips of a tournament."""
    return int(s.typed or 0) * (1 if s.public.facts.chips else 100)


def keypad(c: Canvas, s: State, turn: Turn, now: float) -> None:
    """Type an amount in dollars; what is typed shows at once what it would be."""
    assert turn.raise_to
    clock_row(c, s, now)
    amounts = turn.raise_to
    show_box = s.side(Rect(LEFT, 508, 300, 164))
    c.box(show_box, Look(rgb("0A1016"), rgb("080D12"), GOLD, 2, 14))
    c.text(
        "Raise to" if turn.level else "Bet", show_box.x + 20, show_box.y + 30, 20, "medium", TEXT2
    )
    sign = "" if s.public.facts.chips else "$"
    c.text(
        f"{sign}{int(s.typed):,}" if s.typed else sign,
        show_box.x + 20,
        show_box.y + 82,
        46,
        "bold",
        TEXT,
        room=260,
        tab=True,
    )
    c.text(f"{show(amounts.least)} to {show(amounts.most)}", show_box.x + 20, show_box.y + 136, 20,
           "medium", TEXT2, room=260)  # fmt: skip
    for n, key in enumerate(KEYS):
        rect = s.side(Rect(656 + (n % 3) * 156, 508 + (n // 3) * 70, 144, 62))
        name = f"digit {key}"
        fill(c, rect, KEY._replace(radius=12, shadow=0), s.down(name))
        if key == "<":
            c.middle(icon("erase", 30, TEXT), *rect.center)
        else:
            c.text(key, rect.centerx, rect.centery, 30, "bold", TEXT, "c")
        c.target(name, rect.inflate(0, 8))
    cancel = s.side(Rect(LEFT, 684, 300, 100))
    fill(c, cancel, QUIET._replace(radius=18), s.down("keypad off"))
    labelled(c, cancel, "back", "Back", 30, TEXT)
    c.target("keypad off", cancel)
    done = s.side(Rect(1124, 508, 140, 276))
    good = bool(s.typed) and amounts.least <= typed(s)
    if good:
        fill(c, done, GOLDEN._replace(glow=None), s.down("keypad set"))
        c.middle(icon("check", 40, GOLD_INK, 3), done.centerx, done.centery - 22)
        c.text("Set", done.centerx, done.centery + 34, 30, "bold", GOLD_INK, "c")
        c.target("keypad set", done)
    else:
        c.box(done, PANEL)
        c.text("At least", done.centerx, done.centery - 16, 20, "medium", TEXT2, "c", room=124)
        c.text(
            show(amounts.least), done.centerx, done.centery + 18, 24, "bold", TEXT, "c", room=124
        )


def waiting_answer(c: Canvas, s: State) -> None:
    """The answer is on its way; nothing to touch until the table has it."""
    rect = s.side(Rect(LEFT, 452, 150, 40))
    c.box(rect, Look(rgb("273540"), None, None, radius=20))
    c.text("SENT", rect.centerx, rect.centery, 20, "bold", TEXT, "c", track=0.02)
    c.text(
        "The table has your answer in a moment.",
        s.side(Rect(514, 452, 700, 40)).x,
        472,
        20,
        "medium",
        TEXT3,
    )
