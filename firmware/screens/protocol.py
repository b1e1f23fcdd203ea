"""The words between controller and screens: views go out, intents come in.

A view says everything that one screen shows; a screen draws the view it was last sent and holds
no rules, no money and no card but its own seat's. Money is cents, time is milliseconds left when
the view was sent, a card is firmware.games.cards' integer. A slow line carries it, so structs
travel as arrays, and `changes` sends only what is different since the last view.

New field: at the end, with a default. New meaning: new name, and a new VERSION.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

VERSION = 3

# ---- What everyone may know ---------------------------------------------------------------

Life = Literal[
    "open", "reserved", "ready", "waiting", "in", "folded", "away", "lobby", "leaving", "fault"
]  # fmt: skip
Did = Literal[
    "", "post", "ante", "bring-in", "check", "call", "bet", "raise", "complete", "all-in", "fold",
    "draw", "pat", "discard", "roll", "keep", "kill", "show", "muck", "win",
]  # fmt: skip
Phase = Literal["closed", "waiting", "in hand", "showdown", "break", "paused", "fault"]


class Clock(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Time to answer. `bank_ms` may be spent after it; `running` is false while it is stopped."""

    left_ms: int
    of_ms: int
    bank_ms: int = 0
    running: bool = True
    in_bank: bool = False


class Seat(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A plate (who and stack) and the slot in front of it (what he did)."""

    seat: int
    life: Life = "open"
    name: str = ""
    stack: int = 0
    bet: int = 0  # in front of him on this round
    did: Did = ""
    count: int = 0  # cards given up (draw)
    down: int = 0  # cards he holds face down
    up: tuple[int, ...] = ()  # dealt face up
    shown: tuple[int, ...] = ()  # his down cards, at the showdown
    mark: str = ""  # SB, BB, K, ...
    all_in: bool = False
    pots: tuple[int, ...] = ()  # when all-in: the pots he plays for; 0 is the main pot
    away_ms: int = 0  # left of the lobby or of sitting out
    won: int = 0
    hand: str = ""  # in words, at the showdown
    winning: tuple[int, ...] = ()  # his and the board's cards that won


class Pot(Struct, frozen=True, array_like=True, omit_defaults=True):
    chips: int  # net of fee
    won_by: tuple[int, ...] = ()


class Facts(Struct, frozen=True, array_like=True, omit_defaults=True):
    """What the table is. Changes between hands, if at all."""

    table: str = "1"
    game: str = ""  # No-Limit Hold'em
    short: str = ""  # NL
    stakes: str = ""  # $1 / $3
    fee: str = ""  # $4 + $1 jackpot
    jackpot: int = 0
    buy_in: tuple[int, int] = (0, 0)  # most is 0 where there is no maximum
    chip: int = 100  # the smallest chip in play
    big_blind: int = 0
    board: int = 5  # cards on a full board; 0 in stud and draw
    hole: int = 2  # down cards dealt to a seat, at most
    age: str = "21+"
    proof: str = ""  # address behind the public QR code
    rules: tuple[str, ...] = ()  # the rules and fees page, a paragraph each
    high_hand: int = 0  # the other pool
    cut: bool = False  # players may cut the deck
    chips: bool = False  # a tournament's: stacks, bets and pots are no money


class Last(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The act that everyone looks at now."""

    seat: int
    did: Did
    chips: int = 0


class Result(Struct, frozen=True, array_like=True, omit_defaults=True):
    """How the hand ended; stays on the glass until the next deal."""

    winner: int  # seat of the largest share
    chips: int  # that it won
    hand: str = ""  # in words; empty if nobody called
    beaten: int = 0
    beaten_hand: str = ""
    cards: tuple[int, ...] = ()  # the winning five
    note: str = ""  # One pot · no split
    next_ms: int = 0
    next_of_ms: int = 0


class Alert(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Paused by floor, a break, or a fault: what is safe comes first."""

    title: str
    words: str = ""
    code: str = ""


class Contest(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A sit-n-go: where it stands, and what it pays."""

    level: int  # from 1; 0: not begun
    levels: int
    left_ms: int = 0  # of the level, or of the break
    on_break: bool = False
    players: int = 0  # still in
    entered: int = 0
    prizes: tuple[int, ...] = ()  # cents, first place first


class Public(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The table as everyone may see it. The center screen draws this and nothing else."""

    facts: Facts = Facts()
    phase: Phase = "closed"
    hand: int = 0
    seal: str = ""  # short code of the sealed deck
    street: str = ""
    button: int = 0
    board: tuple[int, ...] = ()
    pots: tuple[Pot, ...] = ()
    seats: tuple[Seat, ...] = ()
    actor: int = 0
    to_call: int = 0  # for the actor
    clock: Clock | None = None
    last: Last | None = None
    result: Result | None = None
    alert: Alert | None = None
    missing: int = 0  # players still needed to start
    second: tuple[int, ...] = ()  # the board of the second run
    rabbit: tuple[int, ...] = ()  # the cards that would have come
    total: int = 0  # every chip that is in no stack, where the pots leave the bets out
    notice: str = ""  # how a vote stands
    contest: Contest | None = None


# ---- What one seat may know ---------------------------------------------------------------


class Range(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Amounts: least, then steps up to most; the last chip is always good."""

    least: int
    most: int
    step: int


class Turn(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Your turn to bet: exactly what the rules offer."""

    decision: int
    fold: bool = True
    call: int | None = None  # chips to put in; 0 is a check
    raise_to: Range | None = None
    forced: bool = False  # the call is the bring-in
    fixed: bool = False  # limit: one size, one touch
    bet: int = 0  # already in front of you
    level: int = 0  # the bet you face
    pot: int = 0  # every chip that is in no stack
    unit: int = 0  # what the minus and plus steps are worth
    street_bet: int = 0  # limit: the bet of this street
    raises: tuple[int, int] = (0, 0)  # used, cap; cap 0 is none
    complete: bool = False  # the raise completes a short bet


class Option(Struct, frozen=True, array_like=True, omit_defaults=True):
    name: str
    title: str
    note: str = ""


class Ask(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Any other choice: which cards to give up, up or down, show or muck, where to cut."""

    decision: int
    kind: Literal["draw", "discard", "roll", "kill", "show", "cut", "pick"]
    least: int = 0  # cards to choose
    most: int = 0
    chips: int = 0  # what a kill costs
    words: str = ""
    options: tuple[Option, ...] = ()  # pick: one of these (votes, entries, banked games)
    vote: bool = False  # nobody waits for the answer
    hand: int = 0  # cut: whose deck it is


class Pin(Struct, frozen=True, array_like=True, omit_defaults=True):
    tail: str  # the card's last four digits, never more
    tries: int = 5
    wrong: bool = False
    keys: str = "123456789 0"  # in the order of the pad; scrambled by the controller
    digits: int = 4
    nonce: int = 0  # counts the tries, so that a wrong one empties the boxes


class BuyIn(Struct, frozen=True, array_like=True, omit_defaults=True):
    name: str
    balance: int  # on the card
    amounts: Range
    presets: tuple[int, ...] = ()
    start: int = 0
    post: int = 0  # what a hand at once costs; 0: not offered
    note: str = ""  # Big blind reaches you next hand
    returning: int = 0  # the stack taken away within the hour: the least to come back with
    adding: bool = False  # add chips: the seat is held already


class Session(Struct, frozen=True, array_like=True, omit_defaults=True):
    minutes: int = 0
    hands: int = 0
    bought_in: int = 0
    balance: int | None = None  # on the card; sent only while it is held
    room: int = 0  # chips that may be added
    lobby_ms: int = 0  # a lobby would give
    open_seats: tuple[int, ...] = ()


Deck = Literal["four", "classic", "redgreen"]


class Prefs(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Kept on the player's card."""

    deck: Deck = "four"
    left: bool = False
    large: bool = False
    calm: bool = False  # reduced motion
    contrast: bool = False
    hints: bool = True  # name of the hand, only inside the peek
    slide: bool = False  # all-in must be slid, not touched
    cut: bool = False  # ask me to cut the deck
    volume: int = 2  # 0 to 3


class Check(Struct, frozen=True, array_like=True, omit_defaults=True):
    title: str
    words: str
    badge: str = ""
    good: bool = True


class Proof(Struct, frozen=True, array_like=True, omit_defaults=True):
    hand: int
    checks: tuple[Check, ...]
    limits: str = ""
    codes: tuple[str, ...] = ()  # the receipt, a text for each QR code; sent while it is looked at
    head: str = ""  # of the log


class Past(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One hand of the last ones, as its players saw it. `mine` are this seat's own cards."""

    hand: int
    board: tuple[int, ...] = ()
    mine: tuple[int, ...] = ()
    net: int = 0
    winner: str = ""
    words: str = ""
    lines: tuple[str, ...] = ()


class Trouble(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Out of service, told by the controller. A lost link is found by the station itself."""

    title: str
    words: str
    code: str
    detail: str = ""


# please wait: the floor approves the seat, or the chips are on their way; `said` has the words
Mode = Literal["attract", "pin", "locked", "buy-in", "please wait", "seated", "out of service"]
Pre = Literal["check/fold", "check", "call", "call any"]
Away = Literal["", "sit out", "lobby", "leaving", "after hand"]


class View(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Everything that one station draws."""

    seat: int
    mode: Mode = "attract"
    public: Public = Public()
    hole: tuple[int, ...] = ()  # own down cards
    hint: str = ""  # own hand in words, drawn only inside the peek
    turn: Turn | None = None
    ask: Ask | None = None
    pin: Pin | None = None
    buy_in: BuyIn | None = None
    session: Session = Session()
    prefs: Prefs = Prefs()
    away: Away = ""
    waits: Literal["", "hand", "blind"] = ""
    proof: Proof | None = None
    past: tuple[Past, ...] = ()
    trouble: Trouble | None = None
    refused: str = ""  # the polite No to the last intent
    said: str = ""  # a note only for this seat: The floor is on the way.
    pre: tuple[Pre, ...] = ()  # pre-actions on offer; which one is ticked never leaves the station
    owed: int = 0  # what a call would cost now
    motions: tuple[Option, ...] = ()  # what may be brought up, for everybody's yes
    vote: int = 0  # the number of such a vote
    opens: int = 0  # the cut whose sealed touch is to be opened now
    time: bool = False  # more time may be asked for

    def __repr__(self) -> str:  # a hole card is in no log and in no crash report
        return f"<View of seat {self.seat}: {self.mode}, hand {self.public.hand}>"


# ---- What a seat can ask ------------------------------------------------------------------


class _Intent(Struct, frozen=True, array_like=True, tag=True):
    pass


class EnterPin(_Intent, frozen=True):
    pin: str

    def __repr__(self) -> str:
        return "EnterPin(…)"


class Cancel(_Intent, frozen=True):
    """Give the card back: no PIN, no buy-in."""


class Buy(_Intent, frozen=True):
    chips: int
    post: bool = False  # pay for a hand at once
    adding: bool = False


class Act(_Intent, frozen=True):
    decision: int
    act: Literal["fold", "call", "raise"]
    to: int = 0
    chosen_before: bool = False  # a pre-action that waited on the station


class Draw(_Intent, frozen=True):
    """Give up these own cards, for new ones or for none."""

    decision: int
    cards: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"Draw(decision={self.decision}, {len(self.cards)} cards)"


class Roll(_Intent, frozen=True):
    decision: int
    up: bool


class Kill(_Intent, frozen=True):
    decision: int
    kill: bool


class Show(_Intent, frozen=True):
    decision: int
    show: bool
    places: tuple[int, ...] = ()  # of the own cards; none: all of them


class Pick(_Intent, frozen=True):
    decision: int
    name: str


class SealCut(_Intent, frozen=True):
    """A touch for the cut was made; only its seal leaves the station."""

    decision: int
    seal: bytes


class Cut(_Intent, frozen=True):
    """The touch itself, when the view says that the window is closed."""

    decision: int
    at: int  # 0 to 65535
    nonce: bytes


class UseTime(_Intent, frozen=True):
    decision: int


class SitOut(_Intent, frozen=True):
    pass


class GoLobby(_Intent, frozen=True):
    pass


class ComeBack(_Intent, frozen=True):
    pass


class Leave(_Intent, frozen=True):
    pass


class ChangeSeat(_Intent, frozen=True):
    seat: int


class CallFloor(_Intent, frozen=True):
    pass


class Open(_Intent, frozen=True):
    """Asks for what a page needs: the last hands, a proof, the card balance while held."""

    page: Literal["history", "proof", "balance", "add chips"]
    hand: int = 0


class Close(_Intent, frozen=True):
    page: Literal["history", "proof", "balance", "add chips"]


class Choose(_Intent, frozen=True):
    """New preferences, to be kept on the card."""

    prefs: Prefs


Intent = (
    EnterPin | Cancel | Buy | Act | Draw | Roll | Kill | Show | Pick | SealCut | Cut | UseTime
    | SitOut | GoLobby | ComeBack | Leave | ChangeSeat | CallFloor | Open | Close | Choose
)  # fmt: skip


# ---- On the wire: every byte counts, so tags are numbers -----------------------------------


class Whole(Struct, frozen=True, array_like=True, tag=0):
    """A full snapshot; `body` is a View or a Public, packed and squeezed. Ends a fault."""

    number: int
    body: bytes


class Changed(Struct, frozen=True, array_like=True, tag=1):
    """What is different from snapshot or change `number` - 1."""

    number: int
    body: bytes


class Wish(Struct, frozen=True, array_like=True):
    """An intent on its way; `seen` is the number of the view that it answers."""

    seen: int
    intent: Intent


ToScreen = Whole | Changed
ToController = Wish

pack = msgspec.msgpack.Encoder().encode
view = msgspec.msgpack.Decoder(View).decode
public = msgspec.msgpack.Decoder(Public).decode
to_screen = msgspec.msgpack.Decoder(ToScreen).decode
to_controller = msgspec.msgpack.Decoder(ToController).decode

_unpack = msgspec.msgpack.Decoder().decode


def changes(old: Struct, new: Struct) -> bytes:
    """The difference of two views of one kind, packed: nested {place: value} maps."""
    return pack(_changes(msgspec.to_builtins(old), msgspec.to_builtins(new)))


def changed_view(old: View, body: bytes) -> View:
    """`old` with the packed changes laid over it."""
    return msgspec.convert(_patched(msgspec.to_builtins(old), _unpack(body)), View)


def changed_public(old: Public, body: bytes) -> Public:
    return msgspec.convert(_patched(msgspec.to_builtins(old), _unpack(body)), Public)


def _changes(old: Any, new: Any) -> Any:
    """A map of what changed at which place of two lists as long as each other, else the new one."""
    if not _alike(old, new):
        return [new]
    return {n: _changes(a, b) for n, (a, b) in enumerate(zip(old, new, strict=True)) if a != b}


def _alike(old: Any, new: Any) -> bool:
    if not isinstance(old, list | tuple) or not isinstance(new, list | tuple):
        return False
    return len(old) == len(new)


def _patched(old: Any, change: Any) -> Any:
    if isinstance(change, list):
        return change[0]
    fresh = list(old)
    for place, inner in change.items():
        fresh[place] = _patched(fresh[place], inner)
    return fresh
