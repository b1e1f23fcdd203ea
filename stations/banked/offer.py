"""The bank is offered to this player: how much he puts up, what he covers, take it or pass."""

from functools import partial

from firmware.screens.protocol import Against, Ask, Layout, Pick
from firmware.screens.protocol import bank_facts as facts
from stations.answers import answer, answered
from stations.areas import BODY, GAP, NARROW
from stations.entry.buy_in import AMOUNT_LOOK, STEP_CENTS, EndPreset
from stations.hand.clock import EMPTY, FULL
from stations.state import State
from ui import chips
from ui.amounts import show
from ui.buttons import Button, Label, Preset, Step
from ui.canvas import Canvas
from ui.controls import level, track, upright
from ui.layout import bottom, columns, inset, left, right, split, top
from ui.looks import ACTION_GOLD, ACTION_QUIET, GREENISH, PANEL, PANEL_ROW
from ui.shapes import disc, octagon, outline, polygon
from ui.signs import bank_puck
from ui.sizes import (
    ACTION,
    AMOUNT,
    BUTTON,
    FINE,
    HEADING,
    LABEL,
    RESULT,
    SUM,
    TILE,
    TITLE,
)  # fmt: skip
from ui.theme import GOLD, GOLD_INK, LINE_STRONG, TEXT, TEXT2, TEXT3, rgb
from ui.touch import NOTHING, Intents, Slider

FACTS = left(BODY, 376)
AREA = right(BODY, BODY.w - FACTS.w - GAP)
TITLE_ROW = top(AREA, 64)
BAR = right(inset(TITLE_ROW, 0, 25, 104), 220)
STAKE = top(AREA, 132, 64)
MINUS, GROOVE_ROW, PLUS = split(top(AREA, 96, 212), (112, 600, 112), GAP)
GROOVE = inset(GROOVE_ROW, 38, 40)
PRESETS = top(AREA, 84, 324)
ROW = top(AREA, 152, 424)
PASS, TAKE = split(bottom(AREA, 104), (250, 590), GAP)
INNER = inset(FACTS, 28)
# Where the seats lie on the small map, from its middle.
MAP_Y, MAP = 486, (240, 152)
SEATS = {
    1: (-54, -102), 2: (54, -102), 3: (126, -78), 4: (150, 0), 5: (126, 78), 6: (54, 102),
    7: (-54, 102), 8: (-126, 78), 9: (-150, 0), 10: (-126, -78),
}  # fmt: skip
RAIL = rgb("3C8A7C")


def draw(c: Canvas, s: State, ask: Ask, round_: Against, layout: Layout) -> None:
    _facts(c, s, round_, layout)
    _head(c, s)
    if ask.stake[1]:
        _stake(c, s)
        _slider(c, s, ask)
        _presets(c, s, ask)
        _told(c, s, round_, layout)
        says = f"Take the bank, {show(s.wagers.stake)}"
        skin = Label(ACTION_GOLD, says, ACTION, GOLD_INK, "check", "no change after the first card")
        Button("take bank", TAKE, skin, partial(_take, s, ask), guarded=True).draw(c)
    else:
        c.box(STAKE, PANEL_ROW)
        c.write("You have too few chips for the bank.", TITLE.bold, inset(STAKE, 32))
    then = round_.offers[1:2]
    under = f"{s.name(then[0])} is asked" if then else "nobody else is asked"
    skin = Label(ACTION_QUIET, "Pass", ACTION, TEXT, "next", under)
    does = answer(s, Pick(ask.decision, "pass"))
    Button("pass bank", PASS, skin, does, guarded=True).draw(c)


def first_stake(ask: Ask) -> int:
    """About half of the chips, in whole fives where that fits."""
    least, most = ask.stake
    return max(least, min(most, most // 2 // 500 * 500))


def _take(s: State, ask: Ask) -> Intents:
    return answered(s, Pick(ask.decision, f"bank/{s.wagers.stake}"))


def _head(c: Canvas, s: State) -> None:
    c.write("Take the bank?", AMOUNT.bold, left(inset(TITLE_ROW, 8), 420), 31)
    clock = s.public.clock
    if not clock:
        return
    c.box(BAR, EMPTY)
    wide = round(BAR.w * min(1.0, s.clock_left / max(1, clock.of_ms)) / 4) * 4
    if wide >= BAR.h:
        c.box(left(BAR, wide), FULL)
    seconds = str(-(-int(s.clock_left) // 1000))
    c.text("s", AREA.right - 8, TITLE_ROW.y + 34, *BUTTON.bold, GOLD, "r")
    c.text(seconds, AREA.right - 26, TITLE_ROW.y + 31, *AMOUNT.bold, GOLD, "r", tab=True)


def _stake(c: Canvas, s: State) -> None:
    c.box(STAKE, AMOUNT_LOOK)
    x = STAKE.x + 38
    for value, count in chips.piles(s.wagers.stake):
        pile = chips.pile(value, count, 48, 5)
        c.blit(pile, x, STAKE.y + 108 - pile.get_height())
        x += 56
    c.write(show(s.wagers.stake), SUM.bold, inset(STAKE, 240, right=210), at="c", tab=True)
    words = right(inset(STAKE, 28), 180)
    c.write("the most you can", LABEL.medium, words, 54, TEXT2, "r")
    c.write("win or lose", LABEL.medium, words, 80, TEXT2, "r")


def _step(ask: Ask) -> int:
    least, most = ask.stake
    return next((step for step in STEP_CENTS if (most - least) // step >= 16), 100)


def _slider(c: Canvas, s: State, ask: Ask) -> None:
    least, most = ask.stake
    step = _step(ask)
    for name, rect, by in (("minus", MINUS, -step), ("plus", PLUS, step)):
        does = partial(_set, s, ask, s.wagers.stake + by)
        Button(f"stake {name}", rect, Step(name, show(step)), does).draw(c)
    c.box(GROOVE_ROW, PANEL_ROW)
    share = (s.wagers.stake - least) / max(1, most - least)
    track(c, GROOVE, share, (), 64)
    c.touchable(Slider("stake slider", GROOVE_ROW, GROOVE, partial(_slid, s, ask)))


def _slid(s: State, ask: Ask, share: float) -> None:
    least, most = ask.stake
    step = _step(ask)
    _set(s, ask, most if share >= 1 else round((least + share * (most - least)) / step) * step)


def _set(s: State, ask: Ask, cents: int) -> Intents:
    least, most = ask.stake
    s.wagers.stake = max(least, min(most, cents))
    return NOTHING


def presets(ask: Ask) -> list[int]:
    """The least, quarters of all, all."""
    least, most = ask.stake
    step = _step(ask)
    quarters = {most * n // 4 // step * step for n in (1, 2, 3)}
    return sorted({least, most, *(cents for cents in quarters if least < cents < most)})


def _presets(c: Canvas, s: State, ask: Ask) -> None:
    found = presets(ask)
    ends = {ask.stake[0]: "Least", ask.stake[1]: "All"}
    for cents, rect in zip(found, columns(PRESETS, len(found), NARROW), strict=True):
        chosen = cents == s.wagers.stake
        skin: EndPreset | Preset = Preset(show(cents), "", chosen)
        if cents in ends and not chosen:
            skin = EndPreset(ends[cents], show(cents))
        Button(f"stake {cents}", rect, skin, partial(_set, s, ask, cents)).draw(c)


def _told(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    c.box(ROW, PANEL)
    fees = {
        "total": "by all bets, flat",
        "base": "by the game's bets, flat",
        "stake": "by your stake",
        "banker": "by the banker line",
    }
    cells = (
        ("Turn", f"{round_.turn + 1} of {layout.bank_hands}", "then it moves on"),
        ("Fee", facts.bank_fee(layout), fees[layout.fees.bank_on]),
        ("Last bets", show(s.wagers.action) if s.wagers.action else "–", "of the round before"),
        ("You cover", *_covered(s)),
    )
    for n, ((name, value, note), part) in enumerate(zip(cells, columns(ROW, 4, 0), strict=True)):
        if n:
            upright(c, part.x, ROW.y + 20, 112)
        words = inset(part, 24, right=10)
        c.write(name, LABEL.medium, words, 32, TEXT2)
        c.write(value, TILE.bold, words, 71)
        c.write(note, FINE.medium, words, 110, TEXT2)


def _covered(s: State) -> tuple[str, str]:
    last, stake = s.wagers.action, s.wagers.stake
    if not last:
        return show(stake), "of wins and losses"
    if stake >= last:
        return "all even bets", f"{show(stake - last)} for bonuses"
    return f"{show(stake)} of {show(last)}", "the rest comes back"


# ---- who, and where the bank has been


def _facts(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    c.box(FACTS, GREENISH)
    c.write("The bank is offered to", BUTTON.medium, INNER, 43, TEXT2)
    c.write(s.me.name, RESULT.bold, INNER, 89, name=True)
    stack, stake = s.me.stack, s.wagers.stake if s.view.ask and s.view.ask.stake[1] else 0
    rows = (("On the table", stack, TEXT), ("To the bank", stake, GOLD),
            ("Stays with you", stack - stake, TEXT))  # fmt: skip
    for n, (name, cents, ink) in enumerate(rows):
        y = 162 + 56 * n
        c.write(name, BUTTON.medium, left(INNER, 180), y, TEXT2)
        c.write(show(cents), HEADING.bold, right(INNER, 140), y, ink, "r", tab=True)
        level(c, INNER.x, FACTS.y + y + 28, INNER.w)
    if layout.fees.bank:
        says = f"less the fee, {facts.bank_fee(layout)}"
        c.write(says, FINE.medium, INNER, 328, TEXT2)
    _map(c, s, round_)


def _map(c: Canvas, s: State, round_: Against) -> None:
    x, y = FACTS.centerx, FACTS.y + MAP_Y
    w, h = MAP
    points = tuple(octagon(1, 1, w - 2, h - 2, 44))
    c.blit(polygon(w, h, points, rgb("0A2423")), x - w // 2, y - h // 2)
    c.blit(outline(w, h, points, RAIL, 2), x - w // 2, y - h // 2)
    words = inset(FACTS, 78, MAP_Y - 60, right=78)
    for n, says in enumerate(_before(s, round_)):
        c.write(says, LABEL.semibold if not n else LABEL.medium, words, 46 + 28 * n, at="c")
    for seat in s.public.seats:
        if seat.seat in SEATS:
            dx, dy = SEATS[seat.seat]
            _seat(c, s, x + dx, y + dy, seat.seat, round_)
    then = round_.offers[1:2]
    says = f"Next if you pass: {s.name(then[0])}" if then else "Nobody is asked after you"
    c.write(says, LABEL.semibold, inset(FACTS, 16), 658, at="c")


def _before(s: State, round_: Against) -> list[str]:
    return [f"{s.name(seat)} passed" for seat in round_.placed[-2:]]


def _seat(c: Canvas, s: State, x: int, y: int, number: int, round_: Against) -> None:
    if number == s.view.seat:
        c.middle(disc(50, GOLD), x, y)
        c.text(str(number), x, y, *TILE.bold, GOLD_INK, "c")
        return
    asked = number in round_.offers
    c.middle(disc(38, rgb("0D1B20"), TEXT2 if asked else LINE_STRONG, 2 if asked else 1), x, y)
    c.text(str(number), x, y, *FINE.bold, TEXT if asked else TEXT3, "c")
    if s.seat(number).mark == "B":
        c.middle(bank_puck(28), x + 22, y - 20)
