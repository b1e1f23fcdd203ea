"""How the hand ended, until the next one is dealt."""

import math

from pygame import Rect

from stations.own import HINT
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import BLUE, CARD, PANEL, QUIET, fill, labelled
from ui.icons import icon
from ui.shapes import Look
from ui.theme import GOLD, RAISED2, SKY, TEXT, TEXT2, TEXT3

LEFT = 344


def draw(c: Canvas, s: State, now: float) -> None:
    result = s.public.result
    assert result
    mine = s.me.won > 0
    panel = s.side(Rect(LEFT, 452, 920, 204))
    c.box(panel, HINT if mine else PANEL)
    who = "You win" if mine else f"{s.name(result.winner)} wins"
    chips = s.me.won if mine else result.chips
    ink = GOLD if mine else TEXT
    other = mine and result.winner != s.view.seat  # a share of his own
    fives = (s.me.winning if other else result.cards)[:5]
    room = 920 - 40 - 40 - (84 * len(fives) + 20 if fives else 0)
    if mine:
        c.middle(icon("star", 35, GOLD), panel.x + 44, panel.y + 48)
    c.text(f"{who} {show(chips)}", panel.x + (78 if mine else 24), panel.y + 49, 46, "bold", ink,
           room=room - (54 if mine else 0))  # fmt: skip
    if result.hand:
        hand = s.me.hand if other and s.me.hand else result.hand
        c.text(hand, panel.x + 24, panel.y + 109, 34, "bold", TEXT, room=room)
    else:
        c.text("Nobody called", panel.x + 24, panel.y + 109, 30, "bold", TEXT, room=room)
    if result.beaten:
        hand = result.beaten_hand[:1].lower() + result.beaten_hand[1:]
        loser = "you" if result.beaten == s.view.seat else s.name(result.beaten)
        c.text(
            f"beats {loser}: {hand}", panel.x + 24, panel.y + 153, 22, "medium", TEXT2, room=room
        )
    if result.note:
        c.text(result.note, panel.x + 24, panel.y + 183, 19, "medium", TEXT3, room=room)
    if fives:
        x = panel.right - 24 - (84 * len(fives) - 8)
        for n, card in enumerate(fives):
            rect = Rect(x + 84 * n, panel.y + 48, 76, 106)
            c.sprite(cards.shadowed(cards.face(card, 76, 106, s.view.prefs.deck)), *rect.topleft)
            c.face(card, rect)
        says = f"Winning {('card', 'two', 'three', 'four', 'five')[len(fives) - 1]}"
        c.text(says, x + (84 * len(fives) - 8) / 2, panel.y + 178, 19, "medium", TEXT2, "c")
    next_hand(c, s, now)


def next_hand(c: Canvas, s: State, now: float) -> None:
    result = s.public.result
    row = s.side(Rect(LEFT, 672, 920, 112))
    c.box(row, PANEL)
    if result and result.next_of_ms:
        left = s.next_left(now)
        c.text("Next hand", row.x + 24, row.y + 32, 20, "medium", TEXT2, room=120)
        c.text(
            f"{math.ceil(left / 1000)} s",
            row.x + 24,
            row.y + 77,
            38,
            "bold",
            TEXT,
            tab=True,
            room=104,
        )
        bar = Rect(row.x + 140, row.y + 64, 190, 14)
        c.box(bar, Look(RAISED2, None, None, radius=7))
        wide = round(bar.w * (1 - left / result.next_of_ms) / 2) * 2
        if wide >= 14:
            c.box(Rect(bar.x, bar.y, min(bar.w, wide), 14), Look(SKY, None, None, radius=7))
    elif result:
        c.text("Waiting", row.x + 24, row.y + 40, 26, "bold", TEXT, room=306)
        c.text("for players", row.x + 24, row.y + 76, 22, "medium", TEXT2, room=306)
    ask = s.view.ask
    if ask and ask.kind == "show" and ask.decision != s.sent_decision:
        _show_or_muck(c, s, row, ask.most)
        return
    rows = [
        ("pause", "Sit out", "sit out"),
        ("history", "Replay", "history"),
        ("qr", "Proof", "proof"),
    ]
    for motion in s.view.motions:
        if motion.name == "rabbit":  # only now: it takes the place of what the menu has too
            rows[0] = ("next", motion.title, "motion rabbit")
    for n, (sign, label, name) in enumerate(rows):
        rect = Rect(row.x + 360 + 184 * n, row.y + 12, 172, 88)
        fill(c, rect, CARD._replace(radius=14, shadow=0), s.down(name))
        small = c.measure(label, 24, "bold") > 98
        c.middle(icon(sign, 27, TEXT), rect.x + 36, rect.centery)
        c.text(label, rect.x + 64, rect.centery, 20 if small else 24, "bold", TEXT, room=102)
        c.target(name, rect)


def _show_or_muck(c: Canvas, s: State, row: Rect, cards_held: int) -> None:
    """Nobody called: the cards stay hidden unless their owner wants otherwise."""
    rows = [("muck", "Muck", "Show none", BLUE), ("show", "Show", "", QUIET)]
    if cards_held == 2:
        one = [("show 0", "Left", "Show one", QUIET), ("show 1", "Right", "Show one", QUIET)]
        rows = [rows[0], *one, ("show", "Both", "Show all", QUIET)]
    wide = (548 - 12 * (len(rows) - 1)) // len(rows)
    for n, (name, label, note, look) in enumerate(rows):
        rect = Rect(row.x + 360 + (wide + 12) * n, row.y + 12, wide, 88)
        fill(c, rect, look._replace(radius=14), s.down(name))
        labelled(c, rect, "", label, 26, TEXT, note)
        c.target(name, rect)
