"""Between decisions: pre-actions, the four tiles, folded, all-in, waiting to be dealt in, away."""

import math

from pygame import Rect

from firmware.screens.protocol import Pre
from stations import words
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import BLUE, CARD, FOLD, GOLDEN, PANEL, TICKED, check_box, fill, labelled
from ui.icons import icon
from ui.shapes import Look, disc
from ui.theme import (
    AMBER,
    GOLD,
    GOLD_INK,
    RED,
    ROSE,
    ROSE_EDGE,
    SKY,
    TEXT,
    TEXT2,
    TEXT3,
    rgb,
)  # fmt: skip

LEFT = 344


def head(c: Canvas, s: State, label: str, note: str, private: bool = False) -> None:
    """The row above: what this is, what to do."""
    tag = s.side(Rect(LEFT, 452, max(150, c.measure(label, 20) + 60), 40))
    c.box(tag, Look(rgb("24323E"), None, None, radius=20))
    c.text(label, tag.centerx, tag.centery, 20, "bold", TEXT, "c", room=tag.w - 20)
    row = s.side(
        Rect(tag.w + LEFT + 20 if not s.left_hand else LEFT + tag.w + 20, 452, 920 - tag.w - 20, 40)
    )
    room = row.w - (300 if private else 0)
    c.text(note, row.x, 472, 20, "medium", TEXT2, room=room)
    if private:
        says = "Nobody sees your choice"
        wide = min(270, c.measure(says, 20, "medium"))
        c.text(says, row.right, 472, 20, "medium", TEXT2, "r", room=270)
        c.middle(icon("eye off", 23, TEXT2), row.right - wide - 18, 472)


def pre_actions(s: State) -> list[tuple[Pre, str, str]]:
    """Lie where presets appear, never where Fold, Call and Raise do."""
    owed = min(s.view.owed, s.me.stack)
    said: dict[Pre, tuple[str, str]] = {
        "check/fold": ("Fold", "When it is your turn")
        if owed
        else ("Check / fold", "Fold if anyone bets"),
        "check": ("Check", "Clears if anyone bets"),
        "call": (f"Call {show(owed)}", "Clears if it grows"),
        "call any": ("Call any", f"Up to your {show(s.me.stack)}"),
    }
    return [(name, *said[name]) for name in s.view.pre]


def draw(c: Canvas, s: State, now: float) -> None:
    offered = pre_actions(s)
    note = "Choose now, or wait for your turn" if offered else "Your turn comes"
    head(c, s, "WAITING", note, private=bool(offered))
    if not offered:
        panel = s.side(Rect(LEFT, 508, 920, 112))
        c.box(panel, PANEL)
        who = f"{s.name(s.public.actor)} to act" if s.public.actor else "Cards are on their way"
        c.text(who, panel.centerx, panel.centery, 28, "bold", TEXT2, "c", room=860)
    for n, (name, title, note) in enumerate(offered):
        rect = s.side(Rect(LEFT + 312 * n, 508, 296, 112))
        check_box(c, rect, s.pre == name, title, note, s.down(f"pre {name}"))
        c.target(f"pre {name}", rect)
    tiles(c, s)


def tiles(c: Canvas, s: State) -> None:
    last = s.public.hand - 1
    lobby = f"{s.view.session.lobby_ms // 60000} minutes" if s.view.session.lobby_ms else "Not now"
    rows = [
        ("plus", "Add chips", "Next hand", "add chips"),
        ("pause", "Sit out", "Next hand", "sit out"),
        ("cup", "Lobby", lobby, "lobby"),
        ("history", "Last hand", words.number(last) if last > 0 else "None yet", "history"),
    ]
    for n, (sign, title, note, name) in enumerate(rows):
        rect = s.side(Rect(LEFT + 234 * n, 640, 218, 144))
        fill(c, rect, CARD._replace(radius=16), s.down(name))
        c.middle(icon(sign, 34, TEXT), rect.centerx, rect.y + 44)
        c.text(title, rect.centerx, rect.y + 90, 24, "bold", TEXT, "c", room=200)
        c.text(note, rect.centerx, rect.y + 119, 19, "medium", TEXT2, "c", room=200)
        c.target(name, rect)


def folded(c: Canvas, s: State, now: float) -> None:
    """The boxes give way to the last hand."""
    who = s.name(s.public.actor) if s.public.actor else ""
    head(c, s, "FOLDED", f"{who} to act" if who else "The hand goes on without you")
    panel = s.side(Rect(LEFT, 508, 920, 112))
    c.box(panel, PANEL)
    if not s.view.past:
        c.text(
            "Your next cards come with the next hand.",
            panel.x + 28,
            panel.centery,
            24,
            "semibold",
            TEXT2,
            room=860,
        )
    else:
        past = s.view.past[0]
        c.text(
            f"Last hand {words.number(past.hand)}",
            panel.x + 28,
            panel.y + 34,
            20,
            "medium",
            TEXT2,
            room=320,
        )
        c.text(past.words or past.winner, panel.x + 28, panel.y + 74, 24, "bold", TEXT, room=520)
        for n, card in enumerate(past.board):
            rect = Rect(panel.right - 28 - 56 * (len(past.board) - n), panel.y + 20, 50, 70)
            c.blit(cards.face(card, 50, 70, s.view.prefs.deck), *rect.topleft)
            c.face(card, rect)
    tiles(c, s)


def all_in(c: Canvas, s: State, now: float) -> None:
    tag = s.side(Rect(LEFT, 452, 150, 40))
    c.box(tag, Look(RED, None, None, radius=20))
    c.text("ALL-IN", tag.centerx, tag.centery, 20, "bold", TEXT, "c")
    note = s.side(Rect(LEFT + 170, 452, 750, 40))
    c.text("No more decisions. The cards decide.", note.x, 472, 20, "medium", TEXT2, room=740)
    panel = s.side(Rect(LEFT, 508, 920, 276))
    c.box(panel, PANEL)
    mine = [s.public.pots[n].chips for n in s.me.pots if n < len(s.public.pots)]
    total = sum(mine) or sum(pot.chips for pot in s.public.pots)
    c.text("You play for", panel.x + 32, panel.y + 52, 24, "medium", TEXT2)
    c.text(show(total), panel.x + 32, panel.y + 112, 64, "bold", TEXT, room=520, tab=True)
    names = ["Main pot" if n == 0 else f"Side pot {n}" for n in s.me.pots]
    c.text(
        ", ".join(names) or "The whole pot",
        panel.x + 32,
        panel.y + 176,
        22,
        "semibold",
        TEXT2,
        room=560,
    )
    rest = s.public.facts.board - len(s.public.board)
    if s.public.facts.board:
        words_ = f"{rest} card{'s' * (rest != 1)} to come" if rest else "All cards are out"
        c.text(words_, panel.x + 32, panel.y + 222, 22, "medium", TEXT3, room=560)
    c.middle(disc(132, rgb("3A1418"), RED, 5), panel.right - 130, panel.centery)
    c.middle(icon("up", 66, ROSE, 2.4), panel.right - 130, panel.centery)


def not_in(c: Canvas, s: State, now: float) -> None:
    """Seated, not dealt in yet: the next hand, or the big blind."""
    blind = s.view.waits == "blind"
    head(c, s, "WAITING", "For the big blind" if blind else "For the next hand")
    panel = s.side(Rect(LEFT, 508, 920, 112))
    c.box(
        panel, TICKED._replace(top=rgb("0F342F"), low=rgb("0B2725"), edge=rgb("2A6A60"), line=1.5)
    )
    c.middle(icon("clock", 48, TEXT), panel.x + 64, panel.centery)
    title = (
        "You are in when the big blind reaches you" if blind else "You are in from the next hand"
    )
    c.text(title, panel.x + 116, panel.y + 40, 28, "bold", TEXT, room=780)
    note = (
        "No extra cost. You may leave your seat until then."
        if blind
        else "Your chips are on the table."
    )
    c.text(note, panel.x + 116, panel.y + 78, 20, "medium", TEXT2, room=780)
    tiles(c, s)


def away(c: Canvas, s: State, now: float) -> None:
    """Sitting out or in the lobby: how long, and the way back."""
    lobby = s.view.away == "lobby"
    left = s.away_left(now, s.me)
    late = 0 < left <= 120_000
    ink = AMBER if late else TEXT
    head(c, s, "LOBBY" if lobby else "SITTING OUT", "Your chips stay on the table")
    panel = s.side(Rect(LEFT, 508, 920, 160))
    look = PANEL._replace(edge=AMBER, line=2.5) if late else PANEL
    c.box(panel, look)
    c.middle(icon("cup" if lobby else "pause", 56, ink), panel.x + 76, panel.centery)
    name = "Lobby" if lobby else "Away"
    says = f"{name} {words.minutes(left)} left" if left else "You are sitting out"
    c.text(says, panel.x + 140, panel.y + 58, 46, "bold", ink, room=750, tab=True)
    note = (
        "The floor has been told. At 0:00 the seat is released."
        if late
        else "At 2:00 the floor is told; at 0:00 the seat is released."
    )
    c.text(note, panel.x + 140, panel.y + 112, 22, "medium", TEXT2, room=750)
    leave = s.side(Rect(LEFT, 684, 300, 100))
    fill(c, leave, FOLD._replace(radius=18), s.down("leave"))
    labelled(c, leave, "exit", "Leave table", 28, ROSE)
    c.target("leave", leave)
    history = s.side(Rect(656, 684, 168, 100))
    fill(c, history, CARD._replace(radius=18), s.down("history"))
    labelled(c, history, "history", "Hands", 24, TEXT)
    c.target("history", history)
    back = s.side(Rect(836, 684, 428, 100))
    fill(c, back, GOLDEN._replace(radius=18), s.down("back in"))
    labelled(c, back, "check", "I am back", 36, GOLD_INK)
    c.target("back in", back)


def leaving(c: Canvas, s: State, now: float) -> None:
    head(c, s, "LEAVING", "After this hand your chips go to your card")
    panel = s.side(Rect(LEFT, 508, 920, 160))
    c.box(panel, PANEL._replace(edge=ROSE_EDGE, line=1.5))
    c.middle(icon("exit", 56, ROSE), panel.x + 76, panel.centery)
    c.text(
        f"Cash out {show(s.me.stack)} to card",
        panel.x + 140,
        panel.y + 58,
        40,
        "bold",
        TEXT,
        room=750,
    )
    c.text(
        "As soon as this hand is over. Nothing more to do.",
        panel.x + 140,
        panel.y + 112,
        22,
        "medium",
        TEXT2,
        room=750,
    )
    stay = s.side(Rect(836, 684, 428, 100))
    fill(c, stay, BLUE._replace(radius=18), s.down("back in"))
    labelled(c, stay, "back", "Stay at the table", 32, TEXT)
    c.target("back in", stay)


def paused(c: Canvas, s: State, now: float) -> None:
    alert = s.public.alert
    title = alert.title if alert else "Paused by floor"
    panel = s.side(Rect(LEFT, 452, 920, 332))
    c.box(panel, Look(rgb("14222F"), rgb("101A24"), SKY, 2, 16))
    c.middle(icon("pause", 72, SKY, 3), panel.x + 96, panel.y + 120)
    c.text(title, panel.x + 172, panel.y + 92, 46, "bold", TEXT, room=720)
    c.text(
        "Your cards and chips are kept. All clocks are stopped.",
        panel.x + 172,
        panel.y + 148,
        24,
        "semibold",
        TEXT,
        room=720,
    )
    if alert and alert.words:
        c.paragraph(alert.words, panel.x + 172, panel.y + 196, 22, 720, "medium", TEXT2, lines=2)
    if alert and alert.code:
        c.text(alert.code, panel.right - 28, panel.bottom - 32, 20, "bold", GOLD, "r")


def seconds(ms: float) -> int:
    return math.ceil(ms / 1000)
