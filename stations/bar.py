"""The bar over every picture: table and stakes, fee and pool, hand and seal; time, floor, menu."""

import math

from msgspec import Struct
from pygame import Rect, Surface

from firmware.money import show as dollars
from firmware.screens.protocol import Against, CallFloor, Contest, Layout, Placard, UseTime
from firmware.screens.protocol import bank_facts as facts
from stations import sentences
from stations.answers import menu, send
from stations.areas import BAR
from stations.state import State
from ui import theme
from ui.amounts import show
from ui.buttons import Button
from ui.canvas import Canvas
from ui.controls import logo, upright
from ui.icons import icon
from ui.layout import columns, inset, left, right, top
from ui.names import whole_words
from ui.shapes import Look, gradient
from ui.signs import bank_puck
from ui.sizes import FINE, LABEL, SMALL, VALUE, Type
from ui.sprites import cached
from ui.theme import DISABLED, GOLD, GOLD_INK, GREEN, LINE, STATION, TEXT, TEXT2, TEXT3, Color, rgb
from ui.touch import Does

UPPER, LOWER = 24, 50  # the two lines of the bar
BUTTONS = columns(right(BAR, 360), 3, 0)
GAME, LEAST_WIDTH = Rect(76, 0, 306, BAR.h), 0.7
FEE, POOL, HAND = Rect(408, 0, 172, BAR.h), Rect(606, 0, 114, BAR.h), Rect(744, 0, 168, BAR.h)
BETWEEN = (390, 590, 726)
IN_BLOCK = ("", "keypad")  # pages that leave the clock in sight
TURN = Look(GOLD, None, None, radius=12)
RESTING = Look(rgb("1B262F"), rgb("18222A"), None, radius=0)
DOWN, LIT = RESTING._replace(top=rgb("18222A")), RESTING._replace(top=rgb("24313C"))


@cached
def _ground() -> Surface:
    bar = Surface(BAR.size, 0, 32)
    bar.blit(gradient(*BAR.size, rgb("17212A"), rgb("0D141A")), (0, 0))
    bar.fill(LINE, (0, BAR.h - 1, STATION[0], 1))
    return bar


def brand(c: Canvas, s: State, dim: bool = False) -> None:
    """The left of the bar: table, seat, game, stakes."""
    c.blit(_ground(), 0, 0)
    placard = s.public.placard
    logo(c, 16, 12, 48, TEXT3 if dim else GOLD)
    table = f"TABLE {placard.table}  ·  SEAT {s.view.seat}"
    c.write(table, FINE.semibold, GAME, UPPER, TEXT2)
    _game(c, placard, TEXT2 if dim else TEXT)


def _game(c: Canvas, placard: Placard, ink: Color) -> None:
    """Of a very long name as many words as fit, and always the stakes: letters stay as wide as can
    be read."""
    whole = f"{placard.game}  {placard.stakes}"
    if c.measure(whole, 0, "bold") * LEAST_WIDTH <= GAME.w:
        c.write(whole, VALUE.bold, GAME, LOWER, ink)
        return
    at = c.write(placard.stakes, FINE.bold, GAME, LOWER, ink, "r")
    room = left(GAME, at.x - GAME.x - 12)
    fits = room.w / LEAST_WIDTH
    name = whole_words(placard.game, lambda said: c.measure(said, *FINE.bold) <= fits)
    c.write(name, FINE.bold, room, LOWER, ink)


def draw(c: Canvas, s: State) -> None:
    brand(c, s)
    for x in BETWEEN:
        upright(c, x, 14, 44)
    if s.public.contest:
        _contest(c, s, s.public.contest)
    else:
        _fee(c, s)
        if s.round and s.round[1].bank_hands:
            _bank(c, s, *s.round)
        else:
            _jackpot(c, s.public.placard.jackpot)
    _hand(c, s)
    _buttons(c, s)


def _two_lines(
    c: Canvas, area: Rect, label: str, value: str, style: Type, ink: Color = TEXT, tab: bool = False
) -> None:
    c.write(label, SMALL.medium, area, UPPER, TEXT3)
    c.write(value, style, area, LOWER, ink, tab=tab)


def _fee(c: Canvas, s: State) -> None:
    """What the house takes; against a bank, of this player's part in it."""
    if s.round is None:
        _two_lines(c, FEE, "House fee", s.public.placard.fee, LABEL.semibold)
        return
    round_, layout = s.round
    banks = s.view.seat == facts.banker(round_) or round_.offers[:1] == (s.view.seat,)
    says = facts.bank_fee(layout) if banks else facts.player_fee(layout)
    _two_lines(c, FEE, "Bank fee" if banks else "Your fee", says, LABEL.semibold)


def _bank(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    """Who holds it, for which time in a row."""
    seat = facts.banker(round_)
    offered = round_.offers[:1] == (s.view.seat,)
    c.middle(bank_puck(22), POOL.x + 11, UPPER)
    turn = f"{max(1, round_.turn + (not seat))} of {layout.bank_hands}"
    c.write(turn, SMALL.medium, inset(POOL, 28, right=0), UPPER, TEXT3)
    who = "You?" if offered else s.name(seat) if seat else "Offered"
    c.write(who, VALUE.bold, POOL, LOWER, name=True)


def _jackpot(c: Canvas, chips: int) -> None:
    if chips:
        c.middle(icon("star", 19, GOLD), POOL.x + 10, UPPER)
        c.write("Jackpot", SMALL.medium, inset(POOL, 28, right=0), UPPER, TEXT3)
        c.write(show(chips), VALUE.bold, POOL, LOWER, GOLD)


def _hand(c: Canvas, s: State) -> None:
    if own_decision(s) is not None and s.reading.page not in IN_BLOCK:
        _your_turn(c, s)
    elif s.public.hand:
        sign, ink = ("alert", theme.ROSE) if s.log.fault else ("shield", GREEN)
        c.middle(icon(sign, 19, ink, 2.2), HAND.x + 9, UPPER)
        number = f"{s.play.capitalize()} {sentences.number(s.public.hand)}"
        c.write(number, SMALL.medium, inset(HAND, 26, right=0), UPPER, TEXT3)
        c.write(s.public.seal, LABEL.semibold, HAND, LOWER)


def _your_turn(c: Canvas, s: State) -> None:
    """A page lies over the clock: turn and time stay in sight."""
    c.box(inset(HAND, -8, 8, right=2), TURN)
    c.middle(icon("clock", 30, GOLD_INK, 2.4), HAND.x + 16, BAR.centery)
    words = inset(HAND, 40, right=8)
    c.write("YOUR TURN", FINE.bold, words, UPPER, GOLD_INK)
    if s.public.clock:
        c.write(f"{math.ceil(s.clock_left / 1000)} s", VALUE.bold, words, LOWER, GOLD_INK, tab=True)


def _contest(c: Canvas, s: State, contest: Contest) -> None:
    """Level and time to the next; how many are left, and what the first place pays."""
    left = max(0, contest.left_ms - s.since_view)
    title = f"Level {contest.level} of {contest.levels}" if contest.level else "Sit-n-go"
    says = f"Next in {sentences.minutes(left)}" if contest.level else "Starts when all sit"
    title = "Break" if contest.on_break else title
    _two_lines(c, FEE, title, says, LABEL.semibold, tab=True)
    first = f"1st {dollars(contest.prizes[0])}" if contest.prizes else ""
    stands = f"{contest.players} of {contest.entered} left"
    if not contest.level:
        stands = f"{contest.players} of {contest.seats} here"
    _two_lines(c, POOL, stands, first, LABEL.bold, GOLD)


# ---- time, floor, menu


class BarSkin(Struct, frozen=True):
    sign: str
    words: str
    on: bool = True
    lit: bool = False

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        c.box(rect, LIT if self.lit else DOWN if down else RESTING)
        upright(c, rect.x, 0, rect.h)
        ink = GOLD if self.lit else TEXT if self.on else DISABLED
        c.middle(icon(self.sign, 26, ink), rect.centerx, 25)
        c.write(self.words, LABEL.semibold, inset(rect, 4), 54, ink, "c")


def _buttons(c: Canvas, s: State) -> None:
    time, floor, last = BUTTONS
    clock, asked = s.public.clock, own_decision(s)
    if asked is not None and (s.view.time or (clock and clock.bank_ms)):
        _button("time", time, BarSkin("clock", "Time"), send(UseTime(asked))).draw(c)
    else:
        BarSkin("clock", "Time", on=False).draw(c, _drawn(time), "time" in c.held)
    called = BarSkin("bell", "Called", lit=True) if s.me.called else BarSkin("bell", "Call floor")
    _button("floor", floor, called, send(CallFloor())).draw(c)
    lit = s.reading.page not in IN_BLOCK
    _button("menu", last, BarSkin("menu", "Menu", lit=lit), menu(s)).draw(c)


def _button(name: str, zone: Rect, skin: BarSkin, does: Does) -> Button:
    return Button(name, _drawn(zone), skin, does, reach=zone)


def _drawn(zone: Rect) -> Rect:
    """The line under the bar is not covered."""
    return top(zone, zone.h - 1)


def own_decision(s: State) -> int | None:
    """What is asked of this player alone: a vote or a cut is on nobody's clock."""
    ask = s.view.ask
    if s.turn:
        return s.turn.decision
    return ask.decision if ask and not ask.vote and ask.kind != "cut" else None
