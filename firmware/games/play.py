"""A play: a hand of poker or pan or a round against a bank, as all other rooms know it.

The table asks who owes a choice and how the chips lie, the controller which cards are due and
where they go, the screens what may be seen of it. A seat's choice goes in by `answer`, what the
table asks by `decide`, what happened by `evolve`: the rules are the engine's affair alone.
"""

from copy import copy
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from msgspec import Struct

# A target is where a card goes: a seat (face down), minus a seat (face up), or one of these. The
# bank's cards are nobody's until they are opened: whoever holds the bank does not peek. MUCK is no
# target: there lie the cards that seats gave up.
BURN, BOARD, SCRAP, RESHUFFLE, BANK, BANK_UP = 0, -100, -200, -300, -400, -401
MUCK = -500


class Happened(Struct, frozen=True, tag=True, gc=False):
    """What happened in a play. Journalled once, never edited.

    New field: give it a default, so that last year's journal opens. New meaning: new name.
    """

    secret: ClassVar[bool] = False  # holds cards that not everybody may see: sealed on the disk
    # What the table notes of it: a seat's act, a seat that turned up all it holds, a pot that
    # somebody won, a seat that took the bank.
    told: ClassVar[Literal["", "act", "shown", "won", "bank"]] = ""
    ends: ClassVar[bool] = False  # the play: nothing of it follows


class Wants(Struct, frozen=True, gc=False):
    """What a play asks of the deck: a card for each target, perhaps after a reshuffle of the
    stub together with the dealt cards of these numbers."""

    targets: tuple[int, ...] = ()
    back: tuple[int, ...] | None = None
    dice: int = 0  # to be shaken first
    sides: int = 6  # that they have
    step: int = -1  # of the plan, where somebody chose to have cards; -1: the next that all have
    asked: tuple[int, ...] = ()  # there: the seat, and the numbers of the cards that it gave up


class Best(Struct, frozen=True, gc=False):
    """A hand of the showdown, as far as jackpots ask."""

    seat: int
    strength: int
    kind: str
    words: str
    plays: bool  # both hole cards are in it
    main: bool  # it could win the main pot


class Pot(Struct, gc=False):
    chips: int
    seats: list[int]  # who can win it


class Award(Struct, frozen=True, omit_defaults=True):
    """A pot, or a part of one, and the hand that won it."""

    seat: int
    chips: int
    pot: int = 0
    side: str = ""  # high or low, in games that split
    run: int = 0  # 1: on the second end of the board
    words: str = ""  # "Full House, Queens over Tens"; "" when nobody called
    cards: tuple[int, ...] = ()  # the five that won


class Settled(Struct, frozen=True, gc=False):
    """How a play ended that has no pots to win."""

    winner: int
    chips: int
    note: str  # what the bank did


class Law(Protocol):
    """The rules that a play is played by: a game, as a house spreads it."""

    @property
    def title(self) -> str:
        """For the screens."""

    @property
    def label(self) -> str:
        """For receipts."""

    @property
    def short(self) -> str: ...
    @property
    def pack(self) -> tuple[str, int]:
        """The name of its deck, and how many of them."""

    @property
    def shoe(self) -> tuple[int, ...]:
        """Every card that it is played with, in no order."""

    @property
    def forced(self) -> str:
        """How a play begins: "blinds", "ante", "bring-in", "tops" of pan, or "bank" where one is
        offered."""

    @property
    def banked(self) -> bool:
        """Is it played against a bank that players hold?"""

    @property
    def has_pot(self) -> bool:
        """Jackpots come out of it, and antes that nobody opened for go on into it."""

    @property
    def has_button(self) -> bool:
        """Does a dealer's button lie on the table? Not where it would decide nothing."""

    @property
    def page(self) -> Any:
        """Itself, where it is so: circles and what they pay, for who draws them."""

    @property
    def hole(self) -> int:
        """Cards that a seat holds."""

    @property
    def board(self) -> int:
        """Cards of a whole board."""

    @property
    def flop(self) -> bool:
        """Does its board come after the first street?"""

    @property
    def bank_hands(self) -> int:
        """How often in a row somebody may hold the bank."""

    @property
    def words(self) -> str:
        """How it is played, in a sentence or two, where players have to be told."""

    @property
    def plan(self) -> tuple[tuple[Any, ...], ...]:
        """Where each card goes, as it is logged before the deck is cut (docs/fairness.md); none:
        it is what the closed bets ask for."""

    def sign(self, stakes: Any, option: int) -> str:
        """The posted stakes; banked: those of a fee option."""


class Play(Protocol):
    """Lists are by seat number. About a seat only a seat of `seats` is asked."""

    @property
    def rules(self) -> Law: ...

    # ---- What it waits for

    @property
    def due(self) -> str:
        """'deal', 'settle', 'over', or a choice of seats in the game's own word."""

    @property
    def at(self) -> int:
        """How far it has come; moves when something new is asked of everybody."""

    @property
    def queue(self) -> list[int]:
        """Seats that owe a choice, next first."""

    @property
    def together(self) -> bool:
        """Do all of them answer at once, under one clock?"""

    def offer(self, seat: int) -> Any:
        """What a seat that is asked may do, as its engine says it; None: it is not asked."""

    def answer(self, command: Any) -> list[Any]:
        """A seat's own choice, as events or as Refused."""

    def decide(self, command: Any) -> list[Any]:
        """Deal, Timeout, Settle, Drop, Foul, RunAgain; as events or as Refused."""

    def evolve(self, event: Any) -> None: ...
    def fresh(self) -> "Play":
        """As it is before its first event: a play of its own, for whoever tells it again."""

    # ---- Chips

    @property
    def seats(self) -> tuple[int, ...]: ...
    @property
    def stacks(self) -> list[int]: ...
    @property
    def pot(self) -> int:
        """Every chip on the table that is in no stack."""

    @property
    def fees(self) -> int:
        """Taken for the house so far."""

    @property
    def jackpot(self) -> int:
        """Taken for the jackpots so far."""

    @property
    def facing(self) -> int:
        """The bet that everyone faces."""

    def bet(self, seat: int) -> int:
        """What lies in front of it."""

    def owes(self, seat: int) -> int:
        """What it costs to stay in."""

    def paid_out(self, seat: int) -> int:
        """What came back to it at the end, its own wagers included."""

    def gain(self, seat: int) -> int:
        """What it is said to have won."""

    def pots(self) -> list[Pot]:
        """As they stand, without the bets of this round."""

    @property
    def uncalled(self) -> tuple[int, int]:
        """(seat, chips) of a bet that nobody can call any more: it goes back to who made it."""

    def reach(self, seat: int) -> int:
        """What a seat that is all-in can win as the chips lie."""

    def award(self, won: Any, *, showed: bool) -> Award:
        """What a "won" event says, with the hand if it was shown."""

    def settled(self) -> Settled | None:
        """None: pots were won, or nothing was."""

    @property
    def road(self) -> tuple[str, ...]:
        """What it came to, for the result board: first the side that won. None: it has no board."""

    def carried(self) -> dict[int, int]:
        """What stays on the table for the next play, by who paid it; 0: somebody who left."""

    # ---- Cards

    @property
    def dealing(self) -> tuple[int, ...]:
        """Who is dealt in, in the order of the deal; known once the first card is due."""

    @property
    def placeholders(self) -> list[int]:
        """Folded seats whose place in the deal is kept, so that no other card shifts."""

    def wants(self) -> Wants: ...
    def rest(self) -> list[int]:
        """Where the cards that did not come would have gone."""

    def held(self, seat: int) -> tuple[int, ...]:
        """Which of the cards dealt in this play are its own, or the bank's that it holds: those of
        `hole` first. With several decks a face is not unique, its number is."""

    def open_numbers(self) -> list[int]:
        """Of the cards that lie open at its end, beside those of seats that turned theirs over."""

    def all_held(self, seats: list[int]) -> dict[int, list[int]]:
        """The same of several: one look at the deck for a whole showdown."""

    def face(self, number: int) -> int:
        """Of the card that was dealt as this one, from 0 on."""

    @property
    def runs_out(self) -> bool:
        """Are cards due that nobody can bet on?"""

    @property
    def runs_twice(self) -> bool:
        """Are there cards enough to deal this end and another?"""

    def gathers(self, before: int) -> bool:
        """Are the bets of the step `before` drawn in before anything else is seen?"""

    @property
    def board(self) -> list[int]: ...
    @property
    def second(self) -> list[int]: ...
    def folded(self, seat: int) -> bool: ...
    def own(self, seat: int) -> tuple[int, ...]:
        """What was dealt to it alone, folded or not."""

    def hole(self, seat: int) -> tuple[int, ...]:
        """What only this seat may look at now."""

    def backs(self, seat: int) -> int:
        """How many cards lie face down there."""

    def faces(self, seat: int) -> tuple[int, ...]:
        """What lies face up there."""

    def best(self) -> list[Best]:
        """The hands of a showdown, best first; none where no jackpot looks at them."""

    # ---- Words

    @property
    def street(self) -> str: ...
    @property
    def opened(self) -> bool:
        """Is its first street over?"""

    def new_street(self, before: int) -> bool:
        """Is it another one than that of the step `before`?"""

    @property
    def notice(self) -> str:
        """What everybody is asked."""

    @property
    def banker(self) -> int:
        """Who holds the bank; 0: nobody."""

    @property
    def round(self) -> Any:
        """Itself, where it is a round against a bank: circles and stakes, for who draws them."""

    @property
    def pan(self) -> Any:
        """Itself, where it is a hand of pan: boards and a block, for who draws them."""

    @property
    def leads(self) -> int:
        """Who is dealt to first in the next hand; 0: the button goes on by itself."""

    @property
    def killer(self) -> int:
        """Who killed the pot; 0: nobody."""

    @property
    def excused(self) -> int:
        """Who had too few chips for a forced bet: the next made it; 0: nobody."""

    def posted(self) -> Any:
        """Its stakes, as a kill has left them; None: its wagers have limits."""

    def did(self, event: Any) -> str:
        """A seat's act in a word; '': this is none."""

    def late(self, event: Any) -> str:
        """What the clock did for a seat that said nothing, in a word."""

    def hint(self, seat: int) -> str:
        """What a seat holds, for itself."""

    def strength(self, seat: int) -> int:
        """Of a hand that was contested to the end; 0: there was none."""

    def words(self, seat: int) -> str:
        """The same in words."""


class NoStreets:
    """What is the same in every play without streets: no bet to face or to call, nothing carried
    on, no board to run out."""

    __slots__ = ()
    dealt: list[int]

    jackpot: ClassVar[int] = 0
    facing: ClassVar[int] = 0
    uncalled: ClassVar[tuple[int, int]] = (0, 0)
    runs_out: ClassVar[bool] = False
    runs_twice: ClassVar[bool] = False
    street: ClassVar[str] = ""
    opened: ClassVar[bool] = False
    killer: ClassVar[int] = 0
    excused: ClassVar[int] = 0

    def owes(self, seat: int) -> int:
        return 0

    def carried(self) -> dict[int, int]:
        return {}

    @property
    def placeholders(self) -> list[int]:
        return []

    def rest(self) -> list[int]:
        return []

    def all_held(self: Play, seats: list[int]) -> dict[int, list[int]]:
        return {seat: [*self.held(seat)] for seat in seats}

    def face(self, number: int) -> int:
        return self.dealt[number]

    def gathers(self, before: int) -> bool:
        return False

    @property
    def second(self) -> list[int]:
        return []

    def best(self) -> list[Best]:
        return []

    def new_street(self, before: int) -> bool:
        return False

    def strength(self, seat: int) -> int:
        return 0


def live_seats(play: Play) -> list[int]:
    """Who has not folded, clockwise."""
    return [seat for seat in play.seats if not play.folded(seat)]


def hole_numbers(play: Play, seat: int) -> tuple[int, ...]:
    """Of the cards that only this seat may look at now."""
    return play.held(seat)[: len(play.hole(seat))]


S = TypeVar("S", bound=Struct)
_NESTED = (list, dict)


def copied(state: S) -> S:
    """A play of its own, as this one stands; what never moves is shared."""
    fresh = copy(state)
    for name in state.__struct_fields__:
        value = getattr(state, name)
        if type(value) is list:
            nested = value and type(value[0]) in _NESTED  # all of a kind
            setattr(fresh, name, [one.copy() for one in value] if nested else value.copy())
        elif isinstance(value, Struct) and not value.__struct_config__.frozen:
            setattr(fresh, name, copied(value))
    return fresh
