"""What a seat can ask. Nothing in an intent says whose it is: the link that it came by does."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from firmware.screens.protocol.station_view import Prefs

Wanted = Literal["history", "proof", "rules", "limits", "balance", "add chips"]


class _Intent(Struct, frozen=True, array_like=True, tag=True):
    pass


class OfASitting(_Intent, frozen=True, kw_only=True):
    """Whose glass was touched: seats are traded and taken while a touch is on its way, and it is
    for nobody but who sat there."""

    sitting: int = -1  # the view's; -1: it does not say


class EnterPin(OfASitting, frozen=True):
    pin: str

    def __repr__(self) -> str:
        return "EnterPin(…)"


class Cancel(OfASitting, frozen=True):
    """Give the card back: no PIN, no buy-in."""


class Buy(OfASitting, frozen=True):
    chips: int
    post: bool = False  # pay for a hand at once
    adding: bool = False


class Act(OfASitting, frozen=True):
    decision: int
    act: Literal["fold", "call", "raise"]
    to: int = 0


class Draw(OfASitting, frozen=True):
    """Give up these own cards, for new ones or for none."""

    decision: int
    cards: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"Draw(decision={self.decision}, {len(self.cards)} cards)"


class Roll(OfASitting, frozen=True):
    decision: int
    up: bool


class Kill(OfASitting, frozen=True):
    decision: int
    kill: bool


class Show(OfASitting, frozen=True):
    decision: int
    show: bool
    places: tuple[int, ...] = ()  # of the own cards; none: all of them


class Pick(OfASitting, frozen=True):
    decision: int
    name: str


class SealShare(_Intent, frozen=True):
    """The station's own, which no finger asks for: the seal of its share of the shuffle."""

    hand: int
    attempt: int
    seal: bytes


class OpenShare(_Intent, frozen=True):
    """The share itself, or a link of it, under the square that this station drew."""

    hand: int
    attempt: int
    n: int
    link: bytes

    def __repr__(self) -> str:
        return f"OpenShare(hand={self.hand}, n={self.n})"


class KeepFor(OfASitting, frozen=True):
    """The station's own: what belongs to its player alone is to be boxed for this key."""

    key: bytes


class Doubt(_Intent, frozen=True):
    """The station's own: what the table told it does not fit, and it seals nothing any more."""

    hand: int
    words: str


class CutKey(OfASitting, frozen=True):
    """A digit was typed; which, nobody knows before all are."""

    decision: int


class Digits(OfASitting, frozen=True):
    """The cut, six to twelve digits; none: skipped."""

    decision: int
    digits: str = ""


class UseTime(OfASitting, frozen=True):
    decision: int


class SitOut(OfASitting, frozen=True):
    pass


class GoLobby(OfASitting, frozen=True):
    meal: bool = False  # or for money: longer, and the floor is told


class ComeBack(OfASitting, frozen=True):
    pass


class Leave(OfASitting, frozen=True):
    pass


class ChangeSeat(OfASitting, frozen=True):
    """To an open seat at once; to another one when it opens, by the queue; 0: the next that opens.
    Its own number: not after all."""

    seat: int


class Enter(OfASitting, frozen=True):
    """How to come into the game: one of the view's entries."""

    entry: str


class CallFloor(OfASitting, frozen=True):
    pass


class Open(OfASitting, frozen=True):
    """Asks for what a page needs: the last hands, a proof, the rules, the card balance while
    held."""

    page: Wanted
    hand: int = 0


class Close(OfASitting, frozen=True):
    page: Wanted


class LowerLimit(OfASitting, frozen=True):
    """One's own: money or minutes of a gaming day; None: it stays as it is."""

    cents: Annotated[int, Meta(ge=0)] | None = None
    minutes: Annotated[int, Meta(ge=0)] | None = None


class Choose(OfASitting, frozen=True):
    """New preferences, to be kept on the card."""

    prefs: Prefs


Intent = (
    EnterPin | Cancel | Buy | Act | Draw | Roll | Kill | Show | Pick | SealShare | OpenShare
    | KeepFor | Doubt
    | CutKey | Digits | UseTime
    | SitOut | GoLobby | ComeBack | Leave | ChangeSeat | Enter | CallFloor | Open | Close
    | LowerLimit | Choose
)  # fmt: skip
