"""Buy-in on one picture: what is on the card, how much comes to the table, when the first hand."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.money import show
from firmware.screens.protocol import Buy, BuyIn, Contest
from stations import backdrop
from stations.areas import BODY, GAP, NARROW
from stations.bar import brand
from stations.entry import attract, card_side
from stations.entry.card_side import costs
from stations.entry.steps import cancel, steps
from stations.state import State
from ui import chips
from ui.amounts import price
from ui.buttons import Button, Label, Preset, Step, Tick
from ui.canvas import Canvas
from ui.controls import track
from ui.layout import bottom, columns, inset, left, right, split, top
from ui.looks import ACTION_GOLD, PANEL_ROW, QUIET_KEY, fill
from ui.shapes import Look
from ui.sizes import ACTION, BUTTON, HEADING, SMALL, SUM, TITLE, VALUE
from ui.theme import GOLD, GOLD_INK, TEXT2, rgb
from ui.touch import NOTHING, Intents, Slider

CARD_SIDE = left(BODY, 376)
AREA = right(BODY, BODY.w - CARD_SIDE.w - GAP)
INNER = inset(AREA, 8)
AMOUNT = top(AREA, 148, 64)
NOTHING_AT = top(AREA, 212, 64)
MINUS, GROOVE_ROW, PLUS = split(top(AREA, 96, 228), (112, 600, 112), GAP)
GROOVE = inset(GROOVE_ROW, 38, 40)
PRESETS = top(AREA, 84, 340)
WAIT, POST = columns(top(AREA, 96, 480), 2, GAP)
SIT_DOWN = bottom(AREA, 104)
AMOUNT_LOOK = Look(rgb("0A1016"), rgb("080D12"), GOLD, 2, 16)
STEP_CENTS = (50000, 10000, 2500, 500, 100)


def draw(c: Canvas, s: State) -> None:
    ask = s.view.buy_in
    if ask is None:
        attract.draw(c, s)
        return
    backdrop.dark(c)
    if ask.adding:
        brand(c, s)
        cancel(c, s)
    else:
        steps(c, s, 2)
    card_side.draw(c, s, ask, CARD_SIDE)
    if ask.no:
        _nothing_to_buy(c, ask)
        return
    says = f"Add {show(s.entry.buy)}" if ask.adding else f"Sit down with {show(s.entry.buy)}"
    if s.public.contest:
        _entry(c, s.public.contest, s.public.placard.big_blind)
        says = f"Enter for {show(costs(s))}"
    else:
        _amount(c, s, ask)
        _slider(c, s, ask)
        _presets(c, s, ask)
        _first_hand(c, s, ask)
    skin = Label(ACTION_GOLD, says, ACTION, GOLD_INK, "check")
    Button("sit down", SIT_DOWN, skin, partial(_bought, s), guarded=True).draw(c)


def _nothing_to_buy(c: Canvas, ask: BuyIn) -> None:
    c.box(NOTHING_AT, PANEL_ROW)
    words = inset(NOTHING_AT, 40)
    c.write("No chips can be bought now", TITLE.bold, words, 70)
    c.paragraph(ask.no, BUTTON.medium, words, 124, TEXT2, lines=2)


def _bought(s: State) -> Intents:
    ask = s.view.buy_in
    if ask is None:
        return NOTHING
    return (Buy(s.entry.buy, s.entry.post and bool(ask.post), ask.adding),)


def _entry(c: Canvas, contest: Contest, blind: int) -> None:
    """A tournament's: one price, and the same chips for everybody."""
    c.write("The entry", TITLE.bold, left(INNER, 600), 31)
    c.write("The same for everybody", BUTTON.semibold, right(INNER, 300), 30, TEXT2, "r")
    c.box(AMOUNT, AMOUNT_LOOK)
    c.write(price(contest.entry, contest.fee), SUM.bold, inset(AMOUNT, 213), at="c", tab=True)
    gets = f"You get {contest.chips:,} chips, {contest.chips // max(1, blind)} big blinds."
    c.write(gets, HEADING.bold, INNER, 256)
    note = "They are counters, no money. All entries are paid out as prizes."
    c.write(note, VALUE.semibold, INNER, 306, TEXT2)
    c.write("First hand", VALUE.bold, INNER, 459)
    begins = f"It begins when {contest.seats} players sit. Here now: {contest.players}."
    c.write(begins, VALUE.semibold, INNER, 512, TEXT2)


def _amount(c: Canvas, s: State, ask: BuyIn) -> None:
    amounts, buy, blind = ask.amounts, s.entry.buy, s.public.placard.big_blind
    c.write(
        "How much to add?" if ask.adding else "How much to the table?",
        TITLE.bold,
        left(INNER, 600),
        31,
    )
    range_ = f"{show(amounts.least)} to {show(amounts.most)}"
    c.write(range_, BUTTON.semibold, right(INNER, 300), 30, TEXT2, "r")
    c.box(AMOUNT, AMOUNT_LOOK)
    x = AMOUNT.x + 32
    for value, count in chips.stand_for(buy):
        pile = chips.pile(value, count, 48, 14)
        c.blit(pile, x - 2, AMOUNT.y + 122 - pile.get_height())
        x += 56
    c.write(show(buy), SUM.bold, inset(AMOUNT, 213), at="c", tab=True)
    if blind:
        says = f"{buy // blind} big blinds"
        c.write(says, BUTTON.medium, right(inset(AMOUNT, 28), 186), ink=TEXT2, at="r")


def _slider(c: Canvas, s: State, ask: BuyIn) -> None:
    step, amounts = buy_step(ask), ask.amounts
    for name, rect, by in (("minus", MINUS, -step), ("plus", PLUS, step)):
        skin = Step(name, show(step))
        Button(f"buy {name}", rect, skin, partial(_step, s, by)).draw(c)
    c.box(GROOVE_ROW, PANEL_ROW)
    share = (s.entry.buy - amounts.least) / max(1, amounts.most - amounts.least)
    track(c, GROOVE, share, (), 64)
    c.touchable(Slider("buy slider", GROOVE_ROW, GROOVE, partial(_slid, s)))


def buy_step(ask: BuyIn) -> int:
    """A sixteenth of the range, in whole quarters of a hundred where that fits."""
    span = ask.amounts.most - ask.amounts.least
    for step in STEP_CENTS:
        if step % ask.amounts.step == 0 and span // step >= 8:
            return step
    return ask.amounts.step


def _slid(s: State, share: float) -> None:
    if s.view.buy_in:
        amounts = s.view.buy_in.amounts
        _set(s, round(amounts.least + share * (amounts.most - amounts.least)))


def _step(s: State, by: int) -> Intents:
    return _set(s, s.entry.buy + by)


def _set(s: State, cents: int) -> Intents:
    """The nearest amount on offer."""
    if s.view.buy_in:
        amounts = s.view.buy_in.amounts
        steps = round((cents - amounts.least) / amounts.step)
        wanted = amounts.least + steps * amounts.step
        s.entry.buy = min(amounts.most, max(amounts.least, wanted))
    return NOTHING


class EndPreset(Struct, frozen=True):
    """The least or the most: named, as long as it is not chosen."""

    title: str
    amount: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, QUIET_KEY, down)
        words = inset(rect, 8)
        c.write(self.title, SMALL.medium, words, 25, TEXT2, "c")
        c.write(self.amount, HEADING.bold, words, 58, at="c")


def _presets(c: Canvas, s: State, ask: BuyIn) -> None:
    ends = {ask.amounts.most: "Maximum", ask.amounts.least: "Minimum"}
    for cents, rect in zip(ask.presets, columns(PRESETS, len(ask.presets), NARROW), strict=True):
        chosen = cents == s.entry.buy
        skin: EndPreset | Preset = Preset(show(cents), "", chosen)
        if cents in ends and not chosen:
            skin = EndPreset(ends[cents], show(cents))
        Button(f"buy {cents}", rect, skin, partial(_set, s, cents)).draw(c)


def _first_hand(c: Canvas, s: State, ask: BuyIn) -> None:
    if ask.adding:
        dealt = s.public.phase == "in hand" and s.me.life in ("in", "folded")
        says = f"The chips come {f'when this {s.play} is over' if dealt else 'at once'}."
        c.write(says, VALUE.semibold, INNER, 512, TEXT2)
        c.write(ask.because, VALUE.semibold, INNER, 472)
        return
    c.write(f"First {s.play}", VALUE.bold, INNER, 459)
    note = ask.because
    if ask.returning:
        note = f"You left with {show(ask.returning)} within the hour: bring at least that."
    c.write(note, SMALL.medium, right(AREA, 700), 459, TEXT2, "r")
    if not ask.post:
        c.write("You are dealt in as soon as you may be.", VALUE.semibold, INNER, 512, TEXT2)
        return
    wait = Tick(not s.entry.post, "Wait for the big blind", "No extra cost")
    Button("wait blind", WAIT, wait, partial(_post, s, False)).draw(c)
    post = Tick(s.entry.post, f"Post {show(ask.post)}", "Dealt in as soon as you may be")
    Button("post now", POST, post, partial(_post, s, True)).draw(c)


def _post(s: State, post: bool) -> Intents:
    s.entry.post = post
    return NOTHING
