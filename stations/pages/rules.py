"""The rules of the game, whole: what pays, how it is played, what it costs. As posted here."""

from functools import partial

from firmware.money import show as dollars
from firmware.screens.protocol import Chapter
from stations import reading
from stations.areas import HEAD, NARROW, SHEET
from stations.banked import pays
from stations.page import Page, Tile, header, nothing_here
from stations.state import State
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.layout import bottom, columns, inset, left, right
from ui.looks import ACTION_CARD, SOFT, TICKED
from ui.sizes import BUTTON, LABEL
from ui.theme import GOLD, TEXT, TEXT2
from ui.touch import NOTHING, Intents

TABS = ("Pays", "Play", "Fees")
TAB = columns(right(HEAD, 402), len(TABS), 12)
CHOSEN = TICKED._replace(radius=14)
TURN = bottom(SHEET, 72)
TEXT_AT = inset(SHEET, 0, 0, bottom=TURN.h + NARROW)


def tile(s: State) -> Tile:
    if s.public.placard.layout:
        return Tile("info", "Pay tables", "Pays, play, fees")
    game = (s.public.placard.game or "Game").split()[-1]
    pool = ", jackpot" if "jackpot" in s.public.placard.fee else ""
    return Tile("info", "Rules and fees", f"{game}, fee{pool}")


def draw(c: Canvas, s: State) -> None:
    placard = s.public.placard
    title = "Rules and pay tables" if placard.layout else "Rules and fees"
    header(c, s, title, f"{placard.game}  ·  this table, as posted", HEAD.w - 410)
    for n, (name, rect) in enumerate(zip(TABS, TAB, strict=True)):
        chosen = n == s.reading.tab
        skin = Label(CHOSEN if chosen else SOFT, name, BUTTON, GOLD if chosen else TEXT)
        Button(f"tab {name}", rect, skin, partial(_tab, s, n)).draw(c)
    if s.reading.tab == 0 and placard.layout:
        pays.draw(c, placard.layout)
    elif s.view.rules:
        _words(c, s)
    else:
        nothing_here(c, "One moment …")


def _tab(s: State, tab: int) -> Intents:
    s.reading.tab, s.reading.leaf = tab, 0
    return NOTHING


def _chapters(s: State) -> list[Chapter]:
    tab = TABS[s.reading.tab].lower()
    found = [one for one in s.view.rules if one.tab == tab]
    if tab == "pays":
        found = [*_places(s), *found]
    return found or [Chapter("fees", "Nothing", ("The house takes nothing here.",))]


def _places(s: State) -> list[Chapter]:
    contest = s.public.contest
    if not contest or not contest.prizes:
        return []
    paid = ", ".join(f"{n}. {dollars(cents)}" for n, cents in enumerate(contest.prizes, 1))
    says = f"{paid}. {contest.players} of {contest.entered} still play."
    return [Chapter("pays", "Places paid", (says,))]


def _words(c: Canvas, s: State) -> None:
    """On one page if it fits; else with keys to turn it."""
    leaves = reading.pages(c, _chapters(s), SHEET)
    if len(leaves) == 1:
        reading.draw(c, leaves[0], SHEET)
        return
    leaves = reading.pages(c, _chapters(s), TEXT_AT)
    at = min(s.reading.leaf, len(leaves) - 1)
    reading.draw(c, leaves[at], TEXT_AT)
    before, after = left(TURN, 240), right(TURN, 240)
    c.write(f"Page {at + 1} of {len(leaves)}", LABEL.semibold, inset(TURN, 260), ink=TEXT2, at="c")
    if at:
        back = Label(ACTION_CARD, "Page back", BUTTON, sign="before")
        Button("leaf back", before, back, partial(_leaf, s, at - 1)).draw(c)
    if at < len(leaves) - 1:
        following = Label(ACTION_CARD, "Next page", BUTTON, sign="next")
        Button("leaf next", after, following, partial(_leaf, s, at + 1)).draw(c)


def _leaf(s: State, at: int) -> Intents:
    s.reading.leaf = at
    return NOTHING


PAGE = Page("rules", draw, tile, wire="rules", before_seat=True)
