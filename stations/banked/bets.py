"""Your bets: a chip from the tray, a touch on a circle, and Place. A draft is nobody else's."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Ask, Layout, Pick
from firmware.screens.protocol import bank_facts as facts
from stations.answers import answered
from stations.areas import ACTIONS, BLOCK, NARROW, PEEK
from stations.banked import circles, craps
from stations.banked.draft import Rules, added, taken
from stations.hand import waiting
from stations.hand.clock import clock_row
from stations.state import State
from ui import chips
from ui.amounts import show
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import grid, inset, left, right, split, top
from ui.looks import ACTION_BLUE, ACTION_CARD, ACTION_GOLD, ACTION_QUIET, GREENISH, PANEL
from ui.shapes import disc
from ui.sizes import ACTION, BUTTON, DIGIT, FINE, LABEL
from ui.theme import GOLD, GOLD_INK, MINT_LABEL, TEXT, TEXT2
from ui.touch import NOTHING, Intents, Still

CIRCLES = top(BLOCK, 140, 52)
LINE = top(BLOCK, 26, 199)
CLEAR, AGAIN, PLACE = split(ACTIONS, (160, 268, 468), NARROW)
TRAY = inset(top(PEEK, 200), 20, 4)
CHIP, CHOSEN, MOST_CHIPS = 80, 100, 4
HOLD_MS = 450


def rules(s: State, ask: Ask, layout: Layout) -> Rules:
    return Rules(layout, ask.circles, s.me.stack + sum(facts.placed(ask).values()))


def draw(c: Canvas, s: State, ask: Ask, layout: Layout) -> None:
    clock_row(c, s)
    if not ask.circles:
        _too_few(c, s)
        return
    now, draft = rules(s, ask, layout), s.wagers.draft
    drafted = draft != facts.placed(ask)
    if layout.points:
        _tiles(c, s, ask, layout, now)
        _line(c, s, now)
        _buttons(c, s, ask, now, drafted)
        return
    for one, rect in zip(ask.circles, circles.places(CIRCLES, len(ask.circles)), strict=True):
        chips_here = draft.get(one.name, 0)
        note = _note(layout, ask, one.name)
        pays = facts.best_odds(layout, one.name)
        pays = f"pays {pays}" if pays[:1].isdigit() and rect.w >= circles.WIDE else pays
        skin = circles.CircleSkin(one.name, chips_here, pays, note, drafted and chips_here > 0)
        Spot(f"circle {one.name}", s.side(rect), skin, s, now, one.name).draw(c)
    _line(c, s, now)
    _buttons(c, s, ask, now, drafted)


def _tiles(c: Canvas, s: State, ask: Ask, layout: Layout, now: Rules) -> None:
    found, left_ = craps.tiles(ask, s.wagers.turned)
    for one, rect in zip(found, craps.places(s, len(found)), strict=True):
        lies = s.wagers.draft.get(one.name, 0)
        pays, name = facts.best_odds(layout, one.name), craps.name_of(one.name)
        skin = craps.Tile(name, lies, pays.replace("up to ", "to "), lies > one.placed, one.locked)
        Spot(f"circle {one.name}", rect, skin, s, now, one.name).draw(c)
    craps.more(c, s, left_)


def _too_few(c: Canvas, s: State) -> None:
    panel = s.side(top(BLOCK, 84, 56))
    c.box(panel, PANEL)
    words = inset(panel, 28)
    c.write("You have too few chips for a bet", BUTTON.bold, words, 28)
    c.write("Add chips now, and you may bet in the next round.", LABEL.medium, words, 58, TEXT2)
    waiting.tiles(c, s)


def _note(layout: Layout, ask: Ask, name: str) -> str:
    one = next(circle for circle in ask.circles if circle.name == name)
    if one.always:
        return "needed"
    if one.equals:
        return f"as big as the {one.equals}"
    return "optional" if one.needs else ""


class Spot(Still, frozen=True):
    """A circle under a finger: a touch adds a chip, a hold takes one back."""

    name: str
    zone: Rect
    skin: circles.CircleSkin | craps.Tile
    state: State
    rules: Rules
    circle: str
    guarded: bool = True

    def draw(self, c: Canvas) -> None:
        self.skin.draw(c, self.zone, self.name in c.held)
        c.touchable(self)

    def press(self, x: float) -> Intents:
        self.state.wagers.pressed_at = self.state.now
        return NOTHING

    def slips(self) -> bool:
        return True

    def lift(self, x: float, inside: bool) -> Intents:
        s, mine = self.state, self.state.wagers
        if inside:
            step = taken if s.now - mine.pressed_at >= HOLD_MS else added
            mine.draft = step(self.rules, mine.draft, self.circle, chosen(s, self.rules))
        return NOTHING


def _line(c: Canvas, s: State, now: Rules) -> None:
    """Who sees this; what it costs."""
    row, draft = s.side(LINE), s.wagers.draft
    c.middle(icon("eye off", 22, TEXT2), row.x + 12, row.centery)
    c.write(
        "Only you see this until you place it", FINE.medium, left(row.move(30, 0), 310), ink=TEXT2
    )
    c.write(_costs(now, draft), FINE.medium, right(row, 560), ink=TEXT2, at="r")


def _costs(now: Rules, draft: dict[str, int]) -> str:
    if not draft:
        return "Touch a circle to add a chip, hold it to take one back"
    fee, tier = now.fee(draft), now.tier(draft)
    if now.layout.points:
        count = len(now.new(draft))
        told = f"{count} new bet{'s' * (count > 1)}: fee {show(fee)}" if count else "No new bet"
        return f"{told}  ·  a lock lies until it is decided  ·  leaves {show(now.left(draft))}"
    says = f"{tier[:1].upper()}{tier[1:]}: fee {show(fee)}" if fee else "No fee"
    return f"{says}  ·  leaves {show(now.left(draft))}"


def _buttons(c: Canvas, s: State, ask: Ask, now: Rules, drafted: bool) -> None:
    draft, last = s.wagers.draft, {**s.wagers.last, **now.stood} if s.wagers.last else {}
    if draft != now.stood:
        skin = Label(ACTION_CARD, "Clear", DIGIT, sign="erase", pen=2.2)
        does = partial(_set, s, now.stood)
        Button("clear bets", s.side(CLEAR), skin, does, guarded=True).draw(c)
    if last and last != draft and now.legal(last):
        skin = Label(ACTION_BLUE, "Same again", DIGIT, sign="history", under=_told(now.new(last)))
        again = Button("same again", s.side(AGAIN), skin, partial(_set, s, last), guarded=True)
        again.draw(c)
    _place(s, ask, now, drafted).draw(c)


def _told(last: dict[str, int]) -> str:
    if len(last) == 1:
        name, chips_ = next(iter(last.items()))
        return f"{facts.title(name)} {show(chips_)}"
    return " + ".join(show(chips_) for chips_ in last.values())


def _place(s: State, ask: Ask, now: Rules, drafted: bool) -> Button:
    draft, lies = s.wagers.draft, facts.placed(ask)
    said = s.round is not None and s.view.seat in s.round[0].placed
    if not drafted and lies and (said or not now.stood):
        skin = Label(ACTION_QUIET, f"Placed {show(sum(lies.values()))}", ACTION, TEXT, "check",
                     "until the close you may change it")  # fmt: skip
        return Button("placed", s.side(PLACE), skin, lambda: NOTHING, guarded=True)
    new = now.new(draft)
    if not draft:
        skin = Label(ACTION_QUIET, "No bet", ACTION, TEXT, "close", _sits_out(now))
    elif not new:
        down = draft != now.stood
        under = "what you took comes back" if down else "what lies there lies on"
        skin = Label(ACTION_QUIET, "Take down" if down else "No more bets", ACTION, TEXT, "check",
                     under)  # fmt: skip
    else:
        fee = now.fee(draft)
        under = f"and {show(fee)} fee" if fee else "no fee"
        says = f"Place {show(sum(new.values()))}"
        skin = Label(ACTION_GOLD, says, ACTION, GOLD_INK, "check", under)
    return Button("place", s.side(PLACE), skin, partial(_placed, s, ask), guarded=True)


def _sits_out(now: Rules) -> str:
    return "until the next draw" if now.layout.points else "sit this round out"


def _placed(s: State, ask: Ask) -> Intents:
    draft = s.wagers.draft
    stood = {one.name: one.stood for one in ask.circles}
    if any(cents > stood.get(name, 0) for name, cents in draft.items()):
        s.wagers.last, s.wagers.placed_in = dict(draft), ask.decision
    name = "/".join(("bets", *(f"{circle}={cents}" for circle, cents in draft.items())))
    return answered(s, Pick(ask.decision, name))


def _set(s: State, bets: dict[str, int]) -> Intents:
    s.wagers.draft = dict(bets)
    return NOTHING


# ---- the tray


def values(ask: Ask) -> list[int]:
    """Chips that fit the limits, in cents; at most four."""
    least, most = min(one.least for one in ask.circles), max(one.most for one in ask.circles)
    step = min(one.step for one in ask.circles)
    found = sorted(value * 100 for value in chips.KINDS)
    fit = [cents for cents in found if max(step, least // 5) <= cents <= most]
    return fit[:MOST_CHIPS] or [max(cents for cents in found if cents <= max(most, 100))]


def chosen(s: State, now: Rules) -> int:
    ask = s.view.ask
    fit = values(ask) if ask and ask.circles else [100]
    if s.wagers.chip in fit:
        return s.wagers.chip
    return fit[min(1, len(fit) - 1)]


class TrayChip(Struct, frozen=True):
    cents: int
    chosen: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        if self.chosen:
            c.middle(disc(CHOSEN, GOLD), *rect.center)
            c.middle(disc(CHOSEN - 8, GREENISH.top), *rect.center)
        c.middle(chips.chip(self.cents // 100, CHIP), *rect.center)


def tray(c: Canvas, s: State, ask: Ask, layout: Layout) -> None:
    """In the place of the cards, which are not dealt yet."""
    zone = s.side(PEEK)
    c.box(zone, GREENISH)
    if not ask.circles:
        return
    now = chosen(s, rules(s, ask, layout))
    places = grid(TRAY.move(zone.x - PEEK.x, 0), 2, 2, 0)
    for cents, rect in zip(values(ask), places, strict=False):
        skin = TrayChip(cents, cents == now)
        Button(f"chip {cents}", rect, skin, partial(_choose, s, cents)).draw(c)
    c.write(f"{show(now)} chip chosen", LABEL.semibold, inset(zone, 16), 220, MINT_LABEL, "c")


def _choose(s: State, cents: int) -> Intents:
    s.wagers.chip = cents
    return NOTHING
