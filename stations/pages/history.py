"""The last hands: each again, step by step. What this player saw, nothing more."""

from functools import partial

from msgspec import Struct
from pygame import Rect

from firmware.screens.protocol import Moment, Past, Placard, Public
from stations import sentences
from stations.answers import open_page
from stations.areas import HEAD, NARROW, SHEET
from stations.faces import lay, lay_back
from stations.hand import small_felt
from stations.page import Page, Tile, header, nothing_here
from stations.state import State
from ui.buttons import Button, Label, Skin
from ui.canvas import Canvas
from ui.controls import level, track
from ui.icons import icon
from ui.layout import columns, inset, left, right, rows, split
from ui.looks import ACTION_BLUE, ACTION_CARD, PANEL, QUIET_KEY, SOFT, TICKED_KEY, fill
from ui.shapes import disc
from ui.sizes import BUTTON, FINE, HEADING, LABEL, VALUE
from ui.theme import GOLD, TEXT, TEXT2, TEXT3, rgb
from ui.touch import NOTHING, Hold, Intents, Slider

KEPT = 10  # hands of a sitting
LIST = rows(left(SHEET, 216), 5, NARROW)
STEPS_AT = Rect(964, 184, 300, 416)
LINES = rows(inset(STEPS_AT, 12, 8), 9, 4)
LINE_OF_NOW = 6  # of the steps that are seen, where there are more
STEER = Rect(248, 612, 1016, 172)
GROOVE = Rect(300, 652, 912, 12)
SLIDE = Rect(264, 612, 984, 72)
LABELS_Y, KNOB, APART = 627, 40, 110
KEYS = split(Rect(300, 692, 908, 76), (120, 190, 240, 190, 120), 12)
OWN_CARD = (42, 60)
HOLD = Rect(596, 496, 352, 100)
MARK_LOW, MARK_HIGH = rgb("7A4E08"), rgb("B9C4CC")
FORGOTTEN = "The table has restarted since: only the words are left."


def tile(s: State) -> Tile:
    count = min(KEPT, s.view.session.hands)
    note = f"Review {count} {s.play}s" if count > 1 else "Review it" if count else "None yet"
    return Tile("history", f"Last {s.play}", note)


def draw(c: Canvas, s: State) -> None:
    header(c, s, f"The last {s.play}s", "What you saw, nothing more", HEAD.w - 180)
    hand = _looked_at(s)
    if hand is None:
        played = s.view.session.hands  # then they are on their way to this page
        nothing_here(c, "One moment …" if played else f"You have played no {s.play} here yet.")
        return
    skin = Label(SOFT, "Proof", BUTTON, sign="qr")
    Button("proof", right(HEAD, 172), skin, open_page(s, "proof", hand.hand), guarded=True).draw(c)
    _list(c, s, hand)
    told = _told(s, hand)
    at = _at(s, len(told))
    small_felt.draw(c, s, told[at])
    small_felt.own(c, s, told[at].public)
    _mine(c, s, hand, told[at].public)
    _steps(c, told, at)
    _steer(c, s, told, at)


def _looked_at(s: State) -> Past | None:
    """The one that was chosen; else the one that came with the page."""
    past, reading = s.view.past, s.reading
    came = s.view.replay[0].public.hand if s.view.replay else 0
    wanted = reading.past_of or came
    return next((hand for hand in past if hand.hand == wanted), past[0] if past else None)


def _told(s: State, hand: Past) -> tuple[Moment, ...]:
    """Step by step, if the table still has it so; else in words, around the board."""
    replay = s.view.replay
    if replay and replay[0].public.hand == hand.hand:
        return replay
    public = Public(placard=Placard(board=len(hand.board)), hand=hand.hand, board=hand.board)
    return tuple(Moment(line, public) for line in hand.lines) or (Moment(hand.words, public),)


def _at(s: State, count: int) -> int:
    return count - 1 if s.reading.step < 0 else min(s.reading.step, count - 1)


# ---- which hand


class Choice(Struct, frozen=True):
    hand: Past
    chosen: bool

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, TICKED_KEY if self.chosen else QUIET_KEY, down)
        words, net = inset(rect, 20, right=12), self.hand.net
        ink = GOLD if self.chosen else TEXT
        c.write(sentences.number(self.hand.hand), VALUE.bold, words, 28, ink)
        c.write(sentences.signed(net), VALUE.semibold, words, 58, tab=True)
        c.write(self.hand.end, FINE.medium, words, 87, TEXT2)


class Turn(Struct, frozen=True):
    sign: str

    def draw(self, c: Canvas, rect: Rect, down: bool) -> None:
        fill(c, rect, ACTION_CARD, down)
        c.middle(icon(self.sign, 32, TEXT, 3), *rect.center)


def _list(c: Canvas, s: State, shown: Past) -> None:
    """Five; of more than that four, and two keys for the others."""
    past, first = s.view.past, s.reading.past_from
    room = len(LIST) if len(past) <= len(LIST) else len(LIST) - 1
    for n, rect in zip(range(first, len(past)), LIST[:room], strict=False):
        skin = Choice(past[n], past[n].hand == shown.hand)
        Button(f"past {n}", rect, skin, partial(_choose, s, past[n].hand)).draw(c)
    if room < len(LIST):
        newer, older = columns(LIST[-1], 2, NARROW)
        Button("newer", newer, Turn("up"), partial(_scroll, s, -room)).draw(c)
        Button("older", older, Turn("down"), partial(_scroll, s, room)).draw(c)


def _choose(s: State, hand: int) -> Intents:
    s.reading.past_of, s.reading.step, s.reading.plays_since = hand, -1, None
    return NOTHING


def _scroll(s: State, by: int) -> Intents:
    most = max(0, len(s.view.past) - len(LIST) + 1)
    s.reading.past_from = max(0, min(most, s.reading.past_from + by))
    return NOTHING


# ---- the own cards


def _mine(c: Canvas, s: State, hand: Past, view: Public) -> None:
    """Faces only while they are held, as at the table; what he showed lies open."""
    me = next((seat for seat in view.seats if seat.seat == s.view.seat), None)
    lies = (*me.shown, *me.up) if me else ()
    if me and me.shown:
        _faces(c, s, lies, private=False)
        return
    mine, held = s.log.own_receipts.cards(hand.hand), s.down("past mine") and not s.silent
    if mine and held:
        _faces(c, s, mine, private=True)
    elif lies:
        _faces(c, s, lies, private=False)
    elif mine:
        for rect in _places(len(mine)):
            lay_back(c, rect)
    if mine:
        c.middle(icon("hand", 24, TEXT), 738, 567)
        c.write("Hold to see yours", LABEL.medium, Rect(756, 555, 186, 24))
        c.touchable(Hold("past mine", HOLD))


def _faces(c: Canvas, s: State, found: tuple[int, ...], private: bool) -> None:
    for card, rect in zip(found, _places(len(found)), strict=True):
        lay(c, s, card, rect, private)


def _places(count: int) -> list[Rect]:
    """At the right end of the own plate; many lie over one another."""
    w, h = OWN_CARD
    step = min(w + 2, (92 - w) // max(1, count - 1)) if count > 1 else 0
    x = small_felt.OWN.right - 8 - w - step * (count - 1)
    return [Rect(x + step * n, small_felt.OWN.y + 8, w, h) for n in range(count)]


# ---- the steps


def _steps(c: Canvas, told: tuple[Moment, ...], at: int) -> None:
    c.box(STEPS_AT, PANEL)
    first = max(0, min(at - LINE_OF_NOW, len(told) - len(LINES)))
    for n, rect in zip(range(first, len(told)), LINES, strict=False):
        if n == at:
            c.box(rect, TICKED_KEY)
        elif n > first and _street(told, n):
            level(c, rect.x + 8, rect.y - 2, rect.w - 16)
        ink = GOLD if n == at else TEXT if n < at else TEXT3
        c.text(str(n + 1), rect.x + 40, rect.centery, *FINE.medium, TEXT3, "r")
        c.write(_without_hand(told[n]), LABEL.semibold, inset(rect, 54, right=8), ink=ink)


def _without_hand(told: Moment) -> str:
    """There is little room, and the felt has the rest."""
    words, result = told.words.removesuffix(", shows nothing"), told.public.result
    if result is None:
        return words
    hands = [result.hand, *(one.hand for one in (result.most, *result.shares) if one)]
    for hand in filter(None, hands):
        words = words.removesuffix(f": {hand}").removesuffix(f", {hand}")
    return words


def _street(told: tuple[Moment, ...], n: int) -> bool:
    return n > 0 and told[n].public.street != told[n - 1].public.street


def _share(n: int, count: int) -> float:
    return n / max(1, count - 1)


def _steer(c: Canvas, s: State, told: tuple[Moment, ...], at: int) -> None:
    c.box(STEER, PANEL)
    if not s.view.replay:
        c.write(FORGOTTEN, FINE.medium, Rect(GROOVE.x, LABELS_Y - 12, GROOVE.w, 24), ink=TEXT2)
    else:
        _labels(c, told, at)
    track(c, GROOVE, _share(at, len(told)), (), KNOB)
    for n in range(len(told)):
        x = GROOVE.x + round(_share(n, len(told)) * GROOVE.w)
        if n != at and len(told) <= 40:
            d = 16 if n == 0 or _street(told, n) else 10
            c.middle(disc(d, MARK_LOW if n < at else MARK_HIGH), x, GROOVE.centery)
    c.touchable(Slider("replay", SLIDE, GROOVE, partial(_slide, s, len(told))))
    _keys(c, s, len(told), at)


def _labels(c: Canvas, told: tuple[Moment, ...], at: int) -> None:
    """Where the streets begin; those that would lie over the step's own words are left out."""
    count = len(told)
    here = max(GROOVE.x + 70, min(GROOVE.right - 70, GROOVE.x + _share(at, count) * GROOVE.w))
    says = f"Step {at + 1} of {count}"
    c.text(says, here, LABELS_Y, *FINE.semibold, GOLD, "c")
    taken = [here]
    marks = [(n, told[n].public.street.capitalize()) for n in range(count) if _street(told, n)]
    for n, words in [(0, "Deal"), (count - 1, "End"), *marks]:
        x = max(GROOVE.x + 20, min(GROOVE.right - 20, GROOVE.x + _share(n, count) * GROOVE.w))
        if words and all(abs(x - other) > APART for other in taken):
            c.text(words, x, LABELS_Y, *FINE.medium, TEXT2, "c")
            taken.append(x)


def _keys(c: Canvas, s: State, count: int, at: int) -> None:
    plays = s.reading.plays_since is not None
    says = ("Pause", "pause") if plays else ("Play", "play")
    skins: tuple[Skin, ...] = (
        Turn("first"),
        Label(ACTION_CARD, "Back", HEADING, sign="before"),
        Label(ACTION_BLUE, says[0], HEADING, sign=says[1]),
        Label(ACTION_CARD, "Next", HEADING, sign="next"),
        Turn("last"),
    )
    goes = (
        partial(_go, s, count, 0), partial(_go, s, count, at - 1), partial(_play, s, count, at),
        partial(_go, s, count, at + 1), partial(_go, s, count, count - 1),
    )  # fmt: skip
    names = ("first", "step back", "play", "step next", "last")
    for name, rect, skin, does in zip(names, KEYS, skins, goes, strict=True):
        Button(name, rect, skin, does).draw(c)


def _go(s: State, count: int, to: int) -> Intents:
    s.reading.step, s.reading.plays_since = max(0, min(count - 1, to)), None
    return NOTHING


def _slide(s: State, count: int, share: float) -> None:
    _go(s, count, round(share * (count - 1)))


def _play(s: State, count: int, at: int) -> Intents:
    """From here on; from the deal, at the end."""
    if s.reading.plays_since is not None:
        s.reading.step, s.reading.plays_since = at, None
    else:
        s.reading.step, s.reading.plays_since = 0 if at == count - 1 else at, s.now
        s.reading.plays_to = count - 1
    return NOTHING


PAGE = Page("history", draw, tile, wire="history", before_seat=True)
