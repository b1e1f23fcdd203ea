"""Setting thirteen cards: three rows need the height of the glass, so the felt is a band above."""

from collections.abc import Sequence
from functools import partial

from pygame import Rect

from firmware.screens.protocol import Against, Ask, Layout, Pick
from firmware.screens.protocol import bank_facts as facts
from stations.answers import answered
from stations.areas import GLASS
from stations.banked import felt, setting
from stations.banked.setting import Draft
from stations.hand import opponents, own_plate, seating
from stations.hand.clock import EMPTY, FULL, TAG_LOOK
from stations.hand.seating import PLATE, Others
from stations.state import State
from ui import chips
from ui.amounts import show
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import inset, left
from ui.looks import GREENISH, PANEL, TICKED_KEY
from ui.signs import die
from ui.sizes import AMOUNT, BUTTON, FINE, HEADING, LABEL, VALUE
from ui.theme import GOLD, GOLD_INK, GREEN, MINT_LABEL, ROSE, TEXT, TEXT2
from ui.touch import Intents

TOP = ((140, 84), (344, 84), (548, 84), (752, 84), (956, 84))
OWN, TAG, BAR = Rect(16, 268, 312, 86), Rect(16, 366, 190, 40), Rect(16, 416, 312, 14)
SECONDS, NOTE = Rect(228, 366, 100, 40), Rect(16, 442, 312, 90)
ROWS = tuple(Rect(344, y, 920, 128) for y in (268, 406, 544))
CARD, FIRST_X, STEP, CARD_Y = (84, 118), 156, 100, 8
WORDS_X = 660


def fills(s: State) -> Ask | None:
    """The question that needs so much room, if it is asked now."""
    ask = s.view.ask
    if not (s.round and ask and s.asks and any(verb.sets for verb in ask.verbs)):
        return None
    return ask if len(setting.known(s.round[1].setting).sizes) > 2 else None


def draw(c: Canvas, s: State, ask: Ask, round_: Against, layout: Layout) -> None:
    _others(c, s)
    if layout.bank_hands:
        felt.pill(c, s, round_)
    for n, value in enumerate(round_.dice):
        c.middle(die(value, 40), 886 + n * 48, 222)
    if round_.dice:
        says = facts.said(round_.dice, s.name(round_.first))
        c.text(says, 980, 222, *LABEL.semibold, TEXT, room=200)
    mine = setting.draft(s, ask, layout)
    _own(c, s)
    _clock(c, s)
    _note(c, s, mine, layout)
    setting.pad(c, s, layout)
    setting.laid(c, s, mine, _rows(c, mine, facts.bets(round_, s.view.seat)))
    setting.buttons(c, s, mine)


def _side(s: State, rect: Rect) -> Rect:
    """Mirrored for the left hand, from under the band on."""
    return Rect(GLASS.w - rect.right, rect.y, *rect.size) if s.left_hand else rect


def _others(c: Canvas, s: State) -> None:
    found = [(seat, s.seat(seat)) for _, seat in seating.places(s)]
    found = [(n, seat) for n, seat in found if seat.life != "open"] or found
    plates = [(Rect(at, PLATE), seat) for at, (_, seat) in zip(TOP, found, strict=False)]
    others = Others(plates, frozenset(), frozenset(), {})
    for plate, seat in plates:
        opponents.draw(c, s, plate, seat, others)


def _own(c: Canvas, s: State) -> None:
    rect, clock = _side(s, OWN), s.public.clock
    c.box(rect.inflate(6, 6), own_plate.GOLD_PLATE)
    share = s.clock_left / clock.of_ms if clock and clock.of_ms else None
    own_plate.who(c, s, rect, (GOLD, GOLD), share)
    own_plate.stack(c, rect, s.me.stack, TEXT)


def _clock(c: Canvas, s: State) -> None:
    tag, clock = _side(s, TAG), s.public.clock
    c.box(tag, TAG_LOOK)
    says = "SET YOUR HAND" if s.view.hole else "SET THE BANK"
    c.write(says, LABEL.bold, inset(tag, 9), ink=GOLD_INK, at="c")
    if clock is None:
        return
    end, bar = _side(s, SECONDS), _side(s, BAR)
    c.text("s", end.right - 2, end.centery + 3, *BUTTON.bold, GOLD, "r")
    seconds = str(-int(-s.clock_left // 1000))
    c.write(seconds, AMOUNT.bold, inset(end, 0, right=18), ink=GOLD, at="r", tab=True)
    c.box(bar, EMPTY)
    wide = round(bar.w * min(1.0, s.clock_left / max(1, clock.of_ms)) / 4) * 4
    if wide >= bar.h:
        c.box(left(bar, wide), FULL)


# ---- beside the rows: what it is about, that it is foul, or that it wins by itself


def _note(c: Canvas, s: State, mine: Draft, layout: Layout) -> None:
    rect = _side(s, NOTE)
    wins = [verb for verb in mine.ask.verbs if not verb.sets]
    if mine.seen and wins:
        name = wins[0].name
        skin = Label(TICKED_KEY, name.capitalize(), VALUE, GOLD, "star", "declare it, it wins")
        Button(f"do {name}", rect, skin, partial(_wins, s, mine.ask, name), guarded=True).draw(c)
        return
    c.box(rect, PANEL)
    inner = inset(rect, 20, right=12)
    if warning := setting.warning(s, mine):
        first, _, second = warning.partition(": ")
        c.middle(icon("alert", 26, ROSE), rect.x + 34, rect.y + 30)
        c.write(first, LABEL.semibold, inset(inner, 40, right=0), 30, ROSE)
        c.write(second, FINE.medium, inner, 62, ROSE)
        return
    bank = bool(layout.bank_hands)
    told = ("Three bets, one by one", "Equal hands go to the bank.") if bank else (
        "Everybody with everybody", "Hand by hand, for points.")  # fmt: skip
    c.write(told[0], LABEL.semibold, inner, 22, TEXT)
    c.write(told[1], FINE.medium, inner, 48, TEXT2)
    c.write("At 0 the house way sets it.", FINE.medium, inner, 71, TEXT2)


def _wins(s: State, ask: Ask, name: str) -> Intents:
    return answered(s, Pick(ask.decision, f"do/{name}/0"))


# ---- the rows


def _rows(c: Canvas, mine: Draft, bets: dict[str, int]) -> list[Rect]:
    found, parts = list[Rect](), list(mine.setting.parts(mine.lying))
    names = mine.setting.hands
    for n, (name, size) in enumerate(zip(names, mine.setting.sizes, strict=True)):
        rect = _side(mine.state, ROWS[n])
        c.box(rect, GREENISH)
        head = inset(rect, 22)
        c.write(name.capitalize(), HEADING.semibold, head, 30, MINT_LABEL)
        c.write(f"{size} cards", FINE.medium, head, 60, TEXT2)
        if name in bets:
            value, count = chips.piles(bets[name])[0]
            c.middle(chips.pile(value, count, 26, 2), rect.x + 36, rect.y + 96)
            c.write(show(bets[name]), LABEL.semibold, inset(rect, 60, right=0), 96, tab=True)
        if mine.seen:
            _words(c, rect, mine, parts, n)
        x, y = rect.x + FIRST_X, rect.y + CARD_Y
        found += [Rect(x + STEP * at, y, *CARD) for at in range(size)]
    return found


def _words(c: Canvas, rect: Rect, mine: Draft, parts: list[Sequence[int]], n: int) -> None:
    names, area = mine.setting.hands, inset(rect, WORDS_X, right=20)
    c.write(mine.setting.words(parts[n]), LABEL.semibold, area, 52, TEXT, "r")
    if n == len(names) - 1:
        c.write("the strongest", FINE.medium, area, 86, TEXT2, "r")
        return
    fine = mine.setting.strength(parts[n]) <= mine.setting.strength(parts[n + 1])
    says = f"{'not ' if fine else ''}above the {names[n + 1]}"
    c.write(says, FINE.medium, inset(area, 0, right=28), 86, TEXT2 if fine else ROSE, "r")
    sign = icon("check" if fine else "alert", 18, GREEN if fine else ROSE)
    c.middle(sign, area.right - 10, rect.y + 86)
