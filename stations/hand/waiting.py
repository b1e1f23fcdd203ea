"""Between decisions: answers ticked ahead, the four tiles, folded, all-in, not dealt in yet.

Nothing to touch lies where Fold, Call and Raise appear.
"""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import ComeBack, Enter, Option, Pre, SitOut
from stations import sentences
from stations.answers import add_chips, leave_page, open_page, send
from stations.areas import ACTIONS, GAP, TAG_ROW, UNDER_TAG
from stations.hand.clock import TAG
from stations.pages import history
from stations.state import State
from ui.amounts import show
from ui.buttons import Button, Tick
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import columns, inset, left, right, top
from ui.looks import CARD, GREENISH, PANEL, TICKED, fill
from ui.shapes import Look, disc
from ui.sizes import BUTTON, HEADING, HEADLINE, LABEL, SMALL, VALUE
from ui.theme import GOLD, RED, ROSE, TEXT, TEXT2, TEXT3, rgb
from ui.touch import NOTHING, Does, Intents

CHOICES = top(UNDER_TAG, 84)
TILES = columns(top(UNDER_TAG, 72, 96), 4, GAP)
BOXES = columns(CHOICES, 3, GAP)
TAG_LOOK = Look(rgb("24323E"), None, None, radius=20)
ALL_IN = Look(RED, None, None, radius=20)
WAITS = GREENISH._replace(line=1.5)
PRIVATE = "Nobody sees your choice"
MINUTE_MS = 60_000


def head(c: Canvas, s: State, label: str, note: str, private: bool = False) -> None:
    """The row above: what this is, what to do."""
    wide = max(TAG.w, c.measure(label, LABEL.px) + 60)
    tag = s.side(left(TAG_ROW, wide))
    c.box(tag, TAG_LOOK)
    c.write(label, LABEL.bold, inset(tag, 10), at="c")
    row = s.side(inset(TAG_ROW, wide + 20, right=0))
    c.write(note, LABEL.medium, inset(row, 0, right=300 if private else 0), ink=TEXT2)
    if private:
        area = right(row, min(270, c.measure(PRIVATE, *LABEL.medium)))
        c.write(PRIVATE, LABEL.medium, area, ink=TEXT2, at="r")
        c.middle(icon("eye off", 23, TEXT2), area.x - 18, row.centery)


# ---- your turn comes


def draw(c: Canvas, s: State) -> None:
    offered = _offered(s)
    if offered:
        says = sentences.after_hand(s, "Choose now, or wait for your turn")
        head(c, s, "WAITING", says, private=s.view.away != "after hand")
    else:
        alone = _nobody_to_bet_against(s)
        usual = "No more bets. The cards decide." if alone else "Your turn comes"
        head(c, s, "WAITING", sentences.after_hand(s, usual))
        panel = s.side(CHOICES)
        c.box(panel, PANEL)
        comes = "Everybody else is all-in" if alone else "Cards are on their way"
        who = sentences.to_act(s) if s.public.actor else comes
        c.write(who, HEADING.bold, inset(panel, 30), ink=TEXT2, at="c")
    for (name, title, note), rect in zip(offered, BOXES, strict=False):
        skin = Tick(s.ahead.act == name, title, note)
        does = partial(_tick, s, name)
        Button(f"pre {name}", s.side(rect), skin, does, guarded=True).draw(c)
    tiles(c, s)


def _nobody_to_bet_against(s: State) -> bool:
    others = [one for one in s.public.seats if one.life == "in" and one.seat != s.view.seat]
    return bool(others) and not s.public.actor and all(one.all_in for one in others)


def _offered(s: State) -> list[tuple[Pre, str, str]]:
    """As many as the table lets him choose ahead."""
    owed = min(s.view.owed, s.me.stack)
    fold = ("Fold", "When it is your turn") if owed else ("Check / fold", "Fold if anyone bets")
    said: dict[Pre, tuple[str, str]] = {
        "check/fold": fold,
        "check": ("Check", "Clears if anyone bets"),
        "call": (f"Call {show(owed)}", "Clears if it grows"),
        "call any": ("Call any", f"Up to your {show(s.me.stack)}"),
    }
    return [(name, *said[name]) for name in s.view.pre]


def _tick(s: State, name: Pre) -> Intents:
    s.ahead.act = "" if s.ahead.act == name else name
    s.ahead.price = s.view.owed
    return NOTHING


class TileSkin(Struct, frozen=True):
    sign: str
    title: str
    note: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, CARD, down)
        c.middle(icon(self.sign, 32, TEXT), rect.x + 36, rect.centery)
        words = inset(rect, 68, right=8)
        c.write(self.title, BUTTON.bold, words, 25)
        c.write(self.note, SMALL.medium, words, 52, TEXT2)


def tiles(c: Canvas, s: State) -> None:
    _tiles(c, s)
    panel = s.side(ACTIONS)
    c.box(panel, PANEL)
    words, last = inset(panel, 28), s.last_hand
    if s.public.voided:
        c.write(f"Last {s.play}", LABEL.medium, words, 30, TEXT2)
        c.write(s.public.void_words, BUTTON.bold, words, 66)
    elif last:  # in words: a card on this glass is one of the hand in play
        c.write(f"Last {s.play} {sentences.number(last.number)}", LABEL.medium, words, 30, TEXT2)
        c.write(last.words, BUTTON.bold, words, 66)
    else:
        c.write("On your turn your buttons appear here.", LABEL.medium, words, ink=TEXT3, at="c")


def _tiles(c: Canvas, s: State) -> None:
    session, no = s.view.session, s.view.no
    lobby = "Not now" if no.lobby else f"{session.lobby_ms // MINUTE_MS} minutes"
    before = sentences.number(s.public.voided) if s.public.voided else history.tile(s).note
    comes = f"Next {s.play}"
    more = comes if session.room else "Not now"
    if session.coming:
        more = f"+ {show(session.coming)} next {s.play}"
    sit_out = ("sit out", "pause", "Sit out", comes, leave_page(s, SitOut()))
    if no.sit_out:  # why not is said in the menu
        sit_out = ("why not", "pause", "Sit out", "Not now", open_page(s, "menu"))
    if s.view.away == "after hand":
        sit_out = ("back in", "check", "Deal me in", "You sit out next", send(ComeBack()))
    offered: tuple[tuple[str, str, str, str, Does], ...] = (
        ("add chips", "plus", "Add chips", more, add_chips(s)),
        sit_out,
        ("lobby", "cup", "Lobby", lobby, open_page(s, "lobby")),
        ("history", "history", f"Last {s.play}", before, open_page(s, "history")),
    )
    for (name, *skin, does), rect in zip(offered, TILES, strict=True):
        Button(name, s.side(rect), TileSkin(*skin), does, guarded=True).draw(c)


# ---- nothing to do in this hand


def folded(c: Canvas, s: State) -> None:
    says = sentences.to_act(s) if s.public.actor else f"The {s.play} goes on without you"
    head(c, s, "FOLDED", sentences.after_hand(s, says))
    panel = s.side(CHOICES)
    c.box(panel, PANEL)
    says = f"Your next cards come with the next {s.play}."
    if s.view.away == "after hand":
        says = "Your chips stay on the table."
    c.write(says, BUTTON.semibold, inset(panel, 28, right=32), ink=TEXT2)
    tiles(c, s)


def all_in(c: Canvas, s: State) -> None:
    tag, panel = s.side(TAG), s.side(UNDER_TAG)
    c.box(tag, ALL_IN)
    c.text("ALL-IN", *tag.center, *LABEL.bold, TEXT, "c")
    note = s.side(inset(TAG_ROW, TAG.w + 20, right=0))
    says = sentences.after_hand(s, "No more decisions. The cards decide.")
    c.write(says, LABEL.medium, note, ink=TEXT2)
    c.box(panel, PANEL)
    words = inset(panel, 32, right=328)
    c.write("You play for", BUTTON.medium, words, 52, TEXT2)
    c.write(show(s.view.plays_for), HEADLINE.bold, words, 112, tab=True)
    names = ", ".join("Main pot" if n == 0 else f"Side pot {n}" for n in s.me.pots)
    more = "More if your bet is called" if s.calls_may_come else ""
    c.write(more or names or "In the pot", VALUE.semibold, words, 176, TEXT2)
    rest = s.public.placard.board - len(s.public.board)
    if s.public.placard.board:
        says = f"{rest} card{'s' * (rest != 1)} to come" if rest else "All cards are out"
        c.write(says, VALUE.medium, words, 222, TEXT3)
    at = panel.right - 130, panel.centery
    c.middle(disc(132, rgb("3A1418"), RED, 5), *at)
    c.middle(icon("up", 66, ROSE, 2.4), *at)


def not_in(c: Canvas, s: State) -> None:
    """Seated, not dealt in yet: the next hand, or the big blind, or a way to come in sooner."""
    if s.view.entries:
        _ways_in(c, s, s.view.entries)
        tiles(c, s)
        return
    if s.view.away == "after hand":
        head(c, s, "SITTING OUT", sentences.why_away(s) or "As you wished")
        title, note = f"You sit out from the next {s.play} on", "Your chips stay on the table."
    elif s.view.waits == "blind":
        head(c, s, "WAITING", sentences.why_away(s) or "For the big blind")
        title = "You are in when the big blind reaches you"
        note = "No extra cost. You may leave your seat until then."
    elif s.view.waits == "free":
        head(c, s, "WAITING", sentences.why_away(s) or f"For the next {s.play}")
        title = "You are dealt in behind the blinds, without a post"
        note = "Between the button and the blinds: when the button has passed."
    else:
        head(c, s, "WAITING", sentences.why_away(s) or f"For the next {s.play}")
        title, note = f"You are in from the next {s.play}", "Your chips are on the table."
    panel = s.side(CHOICES)
    c.box(panel, WAITS)
    c.middle(icon("clock", 48, TEXT), panel.x + 64, panel.centery)
    words = inset(panel, 116, right=24)
    c.write(title, HEADING.bold, words, 28)
    c.write(note, LABEL.medium, words, 62, TEXT2)
    tiles(c, s)


def _ways_in(c: Canvas, s: State, entries: tuple[Option, ...]) -> None:
    head(c, s, "WAITING", "How do you come in? You may choose again until you are dealt in")
    for one, rect in zip(entries, columns(CHOICES, len(entries), GAP), strict=True):
        skin = WayIn(one.name == s.view.entry, one.title, one.note)
        Button(f"enter {one.name}", s.side(rect), skin, send(Enter(one.name)), guarded=True).draw(c)


class WayIn(Struct, frozen=True):
    """One of several: the chosen one is gold."""

    chosen: bool
    title: str
    note: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, TICKED if self.chosen else CARD, down)
        words = inset(rect, 10)
        c.write(self.title, BUTTON.bold, words, 28, GOLD if self.chosen else TEXT, "c")
        c.write(self.note, SMALL.medium, words, 60, TEXT if self.chosen else TEXT2, "c")
