"""How the round ended for this seat, circle by circle: what, why, at which odds, how much."""

import math

from pygame import Rect

from firmware.screens.protocol import Against, Layout, Wagered
from firmware.screens.protocol import bank_facts as facts
from stations import sentences
from stations.answers import in_or_out, open_page
from stations.areas import ACTIONS, BLOCK, NARROW
from stations.hand.clock import EMPTY
from stations.hand.own_cards import GOLDEN_PANEL
from stations.hand.result import COUNTED
from stations.state import State
from ui.amounts import show
from ui.buttons import Beside, Button
from ui.canvas import Canvas
from ui.controls import level
from ui.icons import icon
from ui.layout import columns, inset, left, right, top
from ui.looks import PANEL, SOFT
from ui.shapes import Look
from ui.sizes import BUTTON, FINE, LABEL, TITLE, VALUE
from ui.theme import GOLD, ROSE, ROSE_EDGE, ROSE_GROUND, TEXT, TEXT2

PANEL_AT = top(BLOCK, 220)
HEAD = 62
ROW = 36
WARNING = Look(ROSE_GROUND, None, ROSE_EDGE, 1.5, 15)


def draw(c: Canvas, s: State, round_: Against, layout: Layout) -> None:
    net, own = facts.net(round_, s.view.seat), facts.of_seat(round_, s.view.seat)
    panel = s.side(PANEL_AT)
    c.box(panel, GOLDEN_PANEL if net > 0 else PANEL)
    inner = inset(panel, 24, right=20)
    _headline(c, s, _says(s, round_, layout, net, own), inner, net, _sum(s, round_, net, own))
    if s.view.seat == facts.banker(round_):
        own = [one for one in round_.wagers if one.won or one.uncovered]
    high = min(ROW, (panel.h - HEAD - 6) // max(1, len(own)))
    for n, one in enumerate(own[:7]):
        y = HEAD + n * high
        level(c, inner.x, panel.y + y, inner.w)
        _row(c, s, inner, one, y + high / 2 + 1)
    _next(c, s)


def _headline(c: Canvas, s: State, says: str, inner: Rect, net: int, told: list[str]) -> None:
    area = left(inner, 470)
    if net > 0:
        c.middle(icon("star", 32, GOLD), inner.x + 14, inner.y + 33)
        area = inset(area, 40, right=0)
    c.write(says, TITLE.bold, area, 33, GOLD if net > 0 else TEXT)
    words = right(inner, 390)
    for n, line in enumerate(told):
        c.write(line, FINE.semibold if not n else FINE.medium, words, 22 + 24 * n,
                TEXT if not n else TEXT2, "r", tab=True)  # fmt: skip


def _says(s: State, round_: Against, layout: Layout, net: int, own: list[Wagered]) -> str:
    bank = s.view.seat == facts.banker(round_)
    if not own and not bank:
        untaken = layout.bank_hands and not round_.banks
        return "Nobody takes the bank" if untaken else "You sat this round out"
    who = "Your bank" if bank else "You"
    if net > 0:
        return f"{who} {'wins' if bank else 'win'} {show(net)}"
    if net < 0:
        return f"{who} {'pays' if bank else 'lose'} {show(-net)}"
    return f"{who} {'breaks even' if bank else 'break even'}"


def _sum(s: State, round_: Against, net: int, own: list[Wagered]) -> list[str]:
    """In words: what was there, what came back, what was won."""
    if s.view.seat == facts.banker(round_):
        left_, stake = facts.cover_left(round_), facts.stake(round_)
        return [f"stake {show(stake)}", f"cover left {show(left_)}"]
    if not own:
        return []
    back = sum(one.chips for one in own if one.won >= 0)
    won = sum(one.won for one in own if one.won > 0)
    before = s.me.stack - back - won
    parts = [
        show(before),
        *([f"bets back {show(back)}"] if back else []),
        *([show(won)] if won else []),
    ]
    told = [f"{' + '.join(parts)} = {show(s.me.stack)}"] if len(parts) > 1 else []
    return [*told, "any fee was paid before the deal"]


def _row(c: Canvas, s: State, inner: Rect, one: Wagered, y: float) -> None:
    mine = one.seat == s.view.seat
    name = facts.title(one.circle) if mine else f"{s.name(one.seat)}, {facts.title(one.circle)}"
    c.write(name, LABEL.semibold, left(inner, 134), y)
    c.write(
        show(one.chips) if one.chips else "–",
        LABEL.semibold,
        Rect(inner.x + 140, inner.y, 66, inner.h),
        y,
        at="r",
        tab=True,
    )
    mark = one.mark if mine else one.to_bank or one.mark
    why = mark[:1].lower() + mark[1:]
    c.write(why, FINE.medium, Rect(inner.x + 222, inner.y, 236, inner.h), y, TEXT2)
    c.write(one.result, LABEL.medium, Rect(inner.x + 462, inner.y, 66, inner.h), y, TEXT2, "r")
    if one.uncovered:
        tag = Rect(inner.x + 542, round(inner.y + y - 15), 214, 30)
        c.box(tag, WARNING)
        c.middle(icon("alert", 20, ROSE), tag.x + 20, tag.centery)
        c.write(
            f"{show(one.uncovered)} not covered", FINE.semibold, inset(tag, 38, right=12), ink=ROSE
        )
    won = one.won if mine else -one.won
    ink = GOLD if won > 0 else TEXT
    says = f"+ {show(won)}" if won > 0 else f"− {show(-won)}" if won < 0 else "–"
    c.write(says, VALUE.bold, right(inner, 112), y, ink, "r", tab=True)


def _next(c: Canvas, s: State) -> None:
    row, result = s.side(ACTIONS), s.public.result
    c.box(row, PANEL)
    words = inset(row, 20, right=0)
    if result and result.next_of_ms and s.view.away not in ("leaving", "sent home"):
        c.write("Next bets", LABEL.medium, left(words, 110), 28, TEXT2)
        seconds = f"{math.ceil(s.next_left / 1000)} s"
        c.write(seconds, TITLE.bold, left(words, 96), 67, tab=True)
        bar = Rect(words.x + 106, row.y + 44, 150, 14)
        c.box(bar, EMPTY)
        wide = min(bar.w, round(bar.w * (1 - s.next_left / result.next_of_ms) / 2) * 2)
        if wide >= bar.h:
            c.box(left(bar, wide), COUNTED)
    else:
        title, note = sentences.what_comes(s)
        c.write(title, BUTTON.bold, left(words, 276), 32)
        c.write(note, LABEL.medium, left(words, 276), 66, TEXT2)
    _buttons(c, s, inset(row, 304, 10, right=10, bottom=10))


def _buttons(c: Canvas, s: State, area: Rect) -> None:
    offered = [in_or_out(s), ("pay table", "info", "Pay table", open_page(s, "rules")),
               ("proof", "qr", "Proof", open_page(s, "proof"))]  # fmt: skip
    for (name, sign, label, does), rect in zip(offered, columns(area, 3, NARROW), strict=True):
        skin = Beside(SOFT, sign, 25, label, BUTTON.bold, 34, 62)
        Button(name, rect, skin, does, guarded=True).draw(c)
