"""Not playing: sitting out, in the lobby, leaving, or everybody's game stands still."""

from pygame import Rect

from firmware.screens.protocol import ComeBack
from stations import leaving as leaves
from stations import sentences
from stations.answers import add_chips, open_page, send
from stations.areas import ACTIONS, BLOCK, NARROW, UNDER_TAG
from stations.hand.waiting import head
from stations.state import State
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import inset, split, top
from ui.looks import ACTION_CARD, ACTION_FOLD, ACTION_GOLD, PANEL
from ui.shapes import Look
from ui.sizes import AMOUNT, BUTTON, HEADING, LABEL, RESULT, TALL, VALUE
from ui.theme import AMBER, GOLD, GOLD_INK, ROSE, ROSE_EDGE, SKY, TEXT, TEXT2, Color, rgb

NOTICE = top(UNDER_TAG, 160)
FIRST, SECOND = 58, 112
LEAVE, HANDS, BACK = split(ACTIONS, (300, 168, 428), NARROW)
LATE_MS = 120_000
LATE = PANEL._replace(edge=AMBER, line=2.5)
LEAVING = PANEL._replace(edge=ROSE_EDGE, line=1.5)
PAUSED = Look(rgb("14222F"), rgb("101A24"), SKY, 2, 16)


def draw(c: Canvas, s: State) -> None:
    """Sitting out or in the lobby: how long, and the way back."""
    left, lobby = s.away_left(s.me), s.view.away == "lobby"
    late = 0 < left <= LATE_MS
    stays = "Your chips stay on the table" if s.me.stack else "Add chips to be dealt in"
    why = sentences.why_away(s) or stays
    head(c, s, "LOBBY" if lobby else "SITTING OUT", why)
    says, then = _how_long(s, left, lobby)
    told = "" if s.public.no_floor else "The floor has been told. "
    note = f"{told}At 0:00 the seat is released." if late else then
    ink = AMBER if late else TEXT
    words = _notice(c, s, LATE if late else PANEL, "cup" if lobby else "pause", ink)
    c.write(says, RESULT.bold, words, FIRST, ink, tab=True)
    c.write(note, VALUE.medium, words, SECOND, TEXT2)
    _ways_out(c, s)


def _ways_out(c: Canvas, s: State) -> None:
    leave = Label(ACTION_FOLD, "Leave table", HEADING, ROSE, "exit")
    Button("leave", s.side(LEAVE), leave, open_page(s, "leave"), guarded=True).draw(c)
    hands = Label(ACTION_CARD, f"{s.play.capitalize()}s", BUTTON, sign="history")
    Button("history", s.side(HANDS), hands, open_page(s, "history"), guarded=True).draw(c)
    _back(c, s, s.side(BACK))


def _how_long(s: State, left: float, lobby: bool) -> tuple[str, str]:
    told = "" if s.public.no_floor else "At 2:00 the floor is told; at"
    then = f"{told or 'At'} 0:00 the seat is released."
    if not s.me.stack:
        kept = f"Your seat is kept for {sentences.minutes(left)}" if left else "Your seat is kept"
        return "You have no chips", f"{kept}. {then}" if left else f"{kept}."
    name = "Lobby" if lobby else "Away"
    return f"{name} {sentences.minutes(left)} left" if left else "You are sitting out", then


def _back(c: Canvas, s: State, rect: Rect) -> None:
    """The way back into the game, as the table would have it: first of all with chips."""
    no = s.view.no.back
    if not no:
        back = Label(ACTION_GOLD, "I am back", AMOUNT, GOLD_INK, "check")
        Button("back in", rect, back, send(ComeBack()), guarded=True).draw(c)
    elif not s.me.stack:
        add = Label(ACTION_GOLD, "Add chips", AMOUNT, GOLD_INK, "plus")
        Button("add chips", rect, add, add_chips(s), guarded=True).draw(c)
    else:
        c.box(rect, PANEL)
        c.write(no, BUTTON.semibold, inset(rect, 16), ink=TEXT2, at="c")


def leaving(c: Canvas, s: State) -> None:
    head(c, s, "LEAVING", f"After this {s.play} your chips go to your card")
    words = _notice(c, s, LEAVING, "exit", ROSE)
    title, note = leaves.asked(s)
    c.write(title, TALL.bold, words, FIRST)
    c.write(note, VALUE.medium, words, SECOND, TEXT2)


def _notice(c: Canvas, s: State, look: Look, sign: str, ink: Color) -> Rect:
    """A panel with its sign; returns where its two lines go."""
    panel = s.side(NOTICE)
    c.box(panel, look)
    c.middle(icon(sign, 56, ink), panel.x + 76, panel.centery)
    return inset(panel, 140, right=30)


def paused(c: Canvas, s: State) -> None:
    alert, panel = s.public.alert, s.side(BLOCK)
    c.box(panel, PAUSED)
    c.middle(icon("pause", 72, SKY, 3), panel.x + 96, panel.y + 120)
    words = inset(panel, 172, right=28)
    c.write(sentences.alert(s) or "Paused by the floor", RESULT.bold, words, 92)
    says = "Your cards and chips are kept."
    if alert and s.public.phase == "break":  # who is away stays so, and his time runs
        c.paragraph(alert.words, BUTTON.semibold, words, 148, lines=2)
        return
    c.write(f"{says} All clocks are stopped.", BUTTON.semibold, words, 148)
    if alert and alert.words != says:
        c.paragraph(alert.words, VALUE.medium, words, 196, TEXT2, lines=2)
    if alert and alert.code:
        c.write(alert.code, LABEL.bold, words, panel.h - 32, GOLD, "r")
