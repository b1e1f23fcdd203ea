"""How the hand ended, until the next one is dealt."""

import math

from pygame import Rect

from firmware.screens.protocol import Ask, Pick, Result, Show
from stations import sentences
from stations.answers import answer, in_or_out, leave_page, open_page
from stations.areas import BLOCK, NARROW
from stations.faces import lay_shadowed
from stations.hand import won_pots
from stations.hand.clock import EMPTY
from stations.hand.own_cards import GOLDEN_PANEL
from stations.state import State
from ui.amounts import show
from ui.buttons import Beside, Button, Label
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import bottom, columns, inset, left, right, top
from ui.looks import BLUE, PANEL, QUIET_KEY, SOFT, rounded
from ui.names import shortened
from ui.shapes import Look
from ui.sizes import ACTION, BUTTON, DIGIT, LABEL, RESULT, SMALL, TILE, TITLE, VALUE, Size
from ui.theme import GOLD, SKY, TEXT2, TEXT3

NEXT, PANEL_AT = top(BLOCK, 112), bottom(BLOCK, 204)  # no button where Raise will be
WINNING = ("card", "two", "three", "four", "five")
CARD, CARD_GAP = (76, 106), 8
COUNTED = Look(SKY, None, None, radius=7)
BLUE_KEY = rounded(BLUE, 14)


def draw(c: Canvas, s: State) -> None:
    result, panel, mine = s.public.result, s.side(PANEL_AT), s.me.won > 0
    assert result
    c.box(panel, GOLDEN_PANEL if mine else PANEL)
    if result.shares:
        _pots(c, s, result, inset(panel, 24))
        _next_hand(c, s, result)
        return
    cards = result.cards[: len(WINNING)]
    taken = len(cards) * (CARD[0] + CARD_GAP) + 20 if cards else 0
    _sentences(c, s, result, inset(panel, 24, right=56 + taken))
    if cards:
        _cards(c, s, cards, panel)
    _next_hand(c, s, result)


def _pots(c: Canvas, s: State, result: Result, words: Rect) -> None:
    leaves = won_pots.leaves(result.shares)
    if len(result.shares) <= won_pots.MANY:
        _headline(c, s, words)
    else:
        _headline(c, s, inset(words, 0, right=90), TITLE, 36)
        at = f"{won_pots.leaf_of(s, result.shares) + 1} of {len(leaves)}"
        c.write(at if len(leaves) > 1 else "", SMALL.semibold, right(words, 80), 36, TEXT2, "r")
    won_pots.draw(c, s, result.shares, words)
    if len(result.shares) <= won_pots.FEW:
        c.write(result.note, SMALL.medium, words, 183, TEXT3)


def _headline(c: Canvas, s: State, words: Rect, size: Size = RESULT, y: int = 49) -> None:
    """One's own result, else who won most."""
    if s.me.won > 0:
        c.middle(icon("star", 35, GOLD), words.x + 20, words.y + y - 1)
        own = inset(words, 54, right=0)
        c.write(f"You win {show(s.me.won)}", size.bold, own, y, GOLD)
    else:
        c.write(sentences.who_won(s), size.bold, words, y)


def _sentences(c: Canvas, s: State, result: Result, words: Rect) -> None:
    _headline(c, s, words)
    if result.hand:
        c.write(result.hand, TITLE.bold, words, 109)
    else:
        c.write("Nobody called", DIGIT.bold, words, 109)
    if result.beaten:
        name = s.name(result.beaten)
        loser = "you" if name == "You" else name
        says = f"beats {loser}: {result.beaten_hand}"
        if c.measure(says, *VALUE.medium) * won_pots.LEAST_WIDTH > words.w:
            says = f"beats {shortened(loser, won_pots.SHORT)}: {result.beaten_hand}"
        c.write(says, VALUE.medium, words, 153, TEXT2)
    c.write(result.note, SMALL.medium, words, 183, TEXT3)


def _cards(c: Canvas, s: State, cards: tuple[int, ...], panel: Rect) -> None:
    wide = len(cards) * (CARD[0] + CARD_GAP) - CARD_GAP
    row = right(inset(panel, 24), wide)
    for card, rect in zip(cards, columns(top(row, CARD[1], 48), len(cards), CARD_GAP), strict=True):
        lay_shadowed(c, s, card, rect)
    says = f"Winning {WINNING[len(cards) - 1]}"
    c.text(says, row.x + wide / 2, row.y + 178, *SMALL.medium, TEXT2, "c")


def _next_hand(c: Canvas, s: State, result: Result) -> None:
    row, ask = s.side(NEXT), s.view.ask
    c.box(row, PANEL)
    words = inset(row, 24, right=590)
    goes = s.view.away in ("leaving", "sent home") or sentences.out_of_it(s)
    if result.next_of_ms and not goes:
        _countdown(c, s, words, result.next_of_ms)
    else:
        title, note = sentences.what_comes(s)
        c.write(title, TILE.bold, words, 40)
        c.write(note, VALUE.medium, words, 76, TEXT2)
    if ask and ask.kind == "show" and ask.decision != s.sent.decision:
        _show_or_muck(c, s, ask, inset(row, 360, 12, right=12))
    else:
        _buttons(c, s, inset(row, 360, 12, right=20))


def _countdown(c: Canvas, s: State, area: Rect, of_ms: int) -> None:
    left_ms, words = s.next_left, left(area, 104)
    c.write("Next hand", LABEL.medium, left(area, 120), 32, TEXT2)
    c.write(f"{math.ceil(left_ms / 1000)} s", ACTION.bold, words, 77, tab=True)
    bar = top(inset(area, 116, right=0), 14, 64)
    c.box(bar, EMPTY)
    wide = min(bar.w, round(bar.w * (1 - left_ms / of_ms) / 2) * 2)
    if wide >= bar.h:
        c.box(left(bar, wide), COUNTED)


def _buttons(c: Canvas, s: State, area: Rect) -> None:
    offered = [
        in_or_out(s),
        ("history", "history", "Replay", open_page(s, "history")),
        ("proof", "qr", "Proof", open_page(s, "proof")),
    ]
    for motion in s.view.motions:
        if motion.name == "rabbit":  # only now: it takes the place of what the menu has too
            does = leave_page(s, Pick(s.view.vote, "rabbit/yes"))
            offered[0] = ("motion rabbit", "next", motion.title, does)
    for (name, sign, label, does), rect in zip(offered, columns(area, 3, NARROW), strict=True):
        size = LABEL if c.measure(label, *BUTTON.bold) > 98 else BUTTON
        skin = Beside(SOFT, sign, 27, label, size.bold, 36, 64)
        Button(name, rect, skin, does, guarded=True).draw(c)


def _show_or_muck(c: Canvas, s: State, ask: Ask, area: Rect) -> None:
    """Nobody called: the cards stay hidden unless their owner wants otherwise."""
    d = ask.decision
    offered = [("show", "Show", "", Show(d, True))]
    if ask.most == 2:
        offered = [
            ("show 0", "Left", "Show one", Show(d, True, (0,))),
            ("show 1", "Right", "Show one", Show(d, True, (1,))),
            ("show", "Both", "Show all", Show(d, True)),
        ]
    offered.insert(0, ("muck", "Muck", "Show none", Show(d, False)))
    for (name, says, note, intent), rect in zip(
        offered, columns(area, len(offered), NARROW), strict=True
    ):
        skin = Label(BLUE_KEY if name == "muck" else QUIET_KEY, says, TILE, under=note)
        Button(name, rect, skin, answer(s, intent), guarded=True).draw(c)
