"""What one seat may know: everything that one station draws."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from firmware.fairness.station import Told
from firmware.screens.protocol.public_view import Public


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
    wins: int = 0  # what who calls plays for; less than the pot if the call is short
    late: str = ""  # what becomes of who does nothing: you fold and sit out
    called: int = 0  # of a raise: no more than this can be called, the rest comes back; 0: all can


class Option(Struct, frozen=True, array_like=True, omit_defaults=True):
    name: str
    title: str
    note: str = ""


class Circle(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A place for a wager: by itself from least to most, in steps."""

    name: str
    least: int
    most: int
    step: int
    placed: int = 0
    always: bool = False  # whoever wagers anything has a wager here
    needs: tuple[str, ...] = ()  # only with one of these
    equals: str = ""  # as big as that one
    no_more_than: str = ""
    without: tuple[str, ...] = ()  # never beside one of these
    stood: int = 0  # of what is placed: this lay there before the bets were opened
    locked: bool = False  # neither more nor less until it is decided


class Verb(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A choice with its price; `cards` of one's own have to be given up with it."""

    name: str
    chips: int = 0
    cards: int = 0
    sets: bool = False  # or all of them are set into hands
    # Of pan: places of the own cards that may go with it, and what each way collects from everybody
    ways: tuple[tuple[int, ...], ...] = ()
    pays: tuple[int, ...] = ()
    back: int = 0  # of the wager, where the rest is given up
    least: int = 0  # for less than `chips`, from so much on; 0: for exactly that


class Ask(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Any other choice: which cards to give up, up or down, show or muck, where to cut; against a
    bank whether to hold it, what to wager, what to do."""

    decision: int
    kind: Literal[
        "draw", "discard", "roll", "kill", "show", "cut", "pick", "bank", "wager", "choose", "pan"
    ]  # fmt: skip
    least: int = 0  # cards to choose
    most: int = 0
    chips: int = 0  # what a kill costs
    words: str = ""
    options: tuple[Option, ...] = ()  # pick: one of these (votes, entries)
    vote: bool = False  # nobody waits for the answer
    hand: int = 0  # cut: whose deck it is
    # Against a bank a Pick names "pass", "bank/5000", "bets/ante=500/bonus=500" or "do/draw/0/2"
    # (verb, chips, places), within these; in pan "do/meld/0/2/5".
    stake: tuple[int, int] = (0, 0)  # of the bank, least and most; (0, 0): too few chips
    circles: tuple[Circle, ...] = ()
    verbs: tuple[Verb, ...] = ()
    way: tuple[int, ...] = ()  # the house's: places of the own cards, the weakest hand first
    ms: int = 0  # cut: left to type
    late: str = ""  # what becomes of who does nothing: "you fold and sit out"


class Pin(Struct, frozen=True, array_like=True, omit_defaults=True):
    tail: str  # the card's last four digits, never more
    tries: int = 0  # left; 0: nobody said yet
    wrong: bool = False
    keys: str = "123456789 0"  # in the order of the pad; scrambled by the controller
    nonce: int = 0  # counts the tries, so that a wrong one empties the boxes
    asked: bool = False  # the bank looks at what was typed: no digit is taken


class Slip(Struct, frozen=True, array_like=True, omit_defaults=True):
    """What became of the chips of who sat here: read for a while, or until a touch."""

    title: str  # You left the table
    chips: int
    keep_ms: int
    tail: str = ""  # of the card that they go to
    to_seat: int = 0  # or the seat that they went to
    done: bool = False  # the bank has them
    balance: int | None = None  # on the card then
    text: str = ""  # the slip itself, for a QR code


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
    no: str = ""  # why nothing can be bought now
    because: str = ""  # why no more than the most


class Session(Struct, frozen=True, array_like=True, omit_defaults=True):
    minutes: int = 0
    hands: int = 0
    bought_in: int = 0
    balance: int | None = None  # on the card; sent only while it is held
    room: int = 0  # chips that may be added
    lobby_ms: int = 0  # a lobby gives
    open_seats: tuple[int, ...] = ()
    meal_ms: int = 0  # a meal gives
    wish: int = -1  # the seat that is asked for; 0: any; -1: none
    in_queue: int = 0  # his place in the queue for it; 1: the next
    coming: int = 0  # chips that he bought in this hand: they play from the next one
    result: int = 0  # won or lost in the hands that are over


class No(Struct, frozen=True, array_like=True, omit_defaults=True):
    """What this seat would be refused now, in the words of the rule; "": it may."""

    sit_out: str = ""
    back: str = ""  # to be dealt in again
    lobby: str = ""
    meal: str = ""
    leave: str = ""
    seat: str = ""  # another one


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
    volume: Annotated[int, Meta(ge=0, le=3)] = 2


class Proof(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A receipt, sent while it is looked at: the station opens and checks it."""

    hand: int
    receipt: bytes = b""  # the rail's, packed; b"": there is none
    box: bytes = b""  # this seat's own part, which only its station opens


class Past(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One hand of the last ones, as everybody saw it."""

    hand: int
    board: tuple[int, ...] = ()
    net: int = 0
    winner: str = ""
    words: str = ""
    lines: tuple[str, ...] = ()
    end: str = ""  # how it ended for him: you folded


class Moment(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A step of a hand that is over: what happened, and the table after it as everyone saw it."""

    words: str
    public: Public


class Chapter(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Of the rules page."""

    tab: Literal["pays", "play", "fees"]
    title: str
    lines: tuple[str, ...]


class Limits(Struct, frozen=True, array_like=True, omit_defaults=True):
    """What a player may want to stop at, as the bank keeps it; None: he set none."""

    cents: int | None = None  # a gaming day may cost
    spent: int = 0
    minutes: int | None = None  # at tables, a gaming day
    played: int = 0


class OutOfService(Struct, frozen=True, array_like=True, omit_defaults=True):
    """Out of service, told by the controller. A lost link is found by the station itself."""

    title: str
    words: str
    code: str
    detail: str = ""


# please wait: the floor approves the seat, or the chips are on their way; `said` has the words
Mode = Literal[
    "attract", "pin", "locked", "buy-in", "please wait", "seated", "slip", "out of service"
]  # fmt: skip
Pre = Literal["check/fold", "check", "call", "call any"]
# sent home: the floor closes the seat after this hand, which is still his to play
Away = Literal["", "sit out", "lobby", "leaving", "sent home", "after hand"]


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
    waits: Literal["", "hand", "blind", "free"] = ""  # free: dealt in behind the blinds
    proof: Proof | None = None
    past: tuple[Past, ...] = ()
    out_of_service: OutOfService | None = None
    refused: str = ""  # the polite No to the last intent
    said: str = ""  # a note only for this seat: The floor is called.
    pre: tuple[Pre, ...] = ()  # pre-actions on offer; which one is ticked never leaves the station
    owed: int = 0  # what a call would cost now
    motions: tuple[Option, ...] = ()  # what may be brought up, for everybody's yes
    vote: int = 0  # the number of such a vote
    told: Told = Told()  # of the log of deals, for the station's own share
    time: bool = False  # more time may be asked for
    entries: tuple[Option, ...] = ()  # ways into the game, for who is not dealt in yet
    entry: str = ""  # the one that is chosen
    why: str = ""  # why he is away, if he did not choose it; or what his clock did
    why_ms: int = 0  # so long ago
    plays_for: int = 0  # all-in: what he can win as the chips lie
    no: No = No()
    slip: Slip | None = None
    replay: tuple[Moment, ...] = ()  # of the past hand that is looked at
    rules: tuple[Chapter, ...] = ()  # while they are read
    limits: Limits | None = None  # his own, while he looks at them
    left_to: Literal["", "check", "fold"] = ""  # what the table does for him once he leaves
    sitting: int = -1  # whose glass this is, counted by the table; 0: nobody's; -1: it did not say

    def __repr__(self) -> str:  # a hole card is in no log and in no crash report
        return f"<View of seat {self.seat}: {self.mode}, hand {self.public.hand}>"
