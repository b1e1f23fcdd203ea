"""The state of one hand. One owner; only evolve.py moves it. Plain data: msgspec can carry it.

Lists are indexed by seat number. `seats` is the clockwise order from the left of the button, so
that walking it is walking the table.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, field

from firmware.games.poker.game import Phase
from firmware.games.poker.rules import Rules, Stakes
from firmware.games.state import moves

Due = Literal["post", "deal", "act", "draw", "discard", "roll", "kill", "settle", "over"]


@moves
class Betting(Struct):
    """Of this round: the bet that is faced, who answered it, what the next may be."""

    small: int = 0  # the limits: a kill raises them for the rest of the hand
    big: int = 0
    level: int = 0  # the bet that everyone faces
    base: int = 0  # the last full bet: limit raises are measured from it
    raise_by: int = 0  # size of the last full bet or raise
    wagers: int = 0  # full bets and raises so far
    upper: bool = False  # open pair: somebody chose the upper limit
    free: bool = True  # anybody may check
    forced: int = 0  # what the first to speak must put in
    may_fold: bool = False  # he need not: the one who had to is all-in
    uncapped: bool = False  # heads-up before the cap was reached
    seen: list[int] = []  # the level when a seat spoke last, -1 if it has not
    checked: list[int] = []
    aggressor: int = 0  # who bet or raised last
    leader: int = 0  # who was first to speak


@moves
class Deck(Struct):
    """What is known of it: what is left, what came, what may be shuffled back in."""

    stub: int = 0  # cards left
    unseen: int = 0  # which, as bits
    dealt: list[int] = []  # every card so far, in deal order
    to: list[int] = []  # and where each lies now: a target, SCRAP once it is out of play
    plan: list[int] = []  # the deal still to come: a target a card
    phantoms: list[int] = []  # folded seats still dealt to, so that no other card shifts

    def at(self, *places: int) -> list[int]:
        """The numbers of the cards that lie there."""
        return [number for number, place in enumerate(self.to) if place in places]

    def number(self, card: int, place: int) -> int:
        """Of the one with this face that lies there."""
        at = self.dealt.index(card)
        while self.to[at] != place:
            at = self.dealt.index(card, at + 1)
        return at

    def move(self, numbers: Iterable[int], place: int) -> None:
        for number in numbers:
            self.to[number] = place


@moves
class Drawing(Struct):
    """Of draw games: who opened, the seat that draws now, and fifth cards that come last."""

    opener: int = 0  # who bet first before the draw
    passed: bool = False  # nobody opened
    given: list[int] = []  # the numbers of its discards
    burn_due: bool = False  # before the first card of this draw
    owed: list[int] = []  # seats whose fifth card comes last
    kept: list[int] = []  # their discards, out of a reshuffle as long as the others' reach


@moves
class Sevens(Struct):
    """What the sevens rule of lowball looks back at."""

    early: list[int] = []  # what each had paid before the betting after the draw
    short_round: bool = False  # all that was bet on it was a short all-in


@moves
class Hand(Struct):
    rules: Rules
    stakes: Stakes
    button: int
    seats: tuple[int, ...]
    stacks: list[int]
    bought: int  # all chips in this hand: what must come out of it
    due: Due = "post"  # the command that the hand waits for
    at: int = -1  # phase

    # Chips
    bets: list[int] = []  # on this round
    paid: list[int] = []  # on earlier rounds, antes included
    dead: int = 0  # straight to the main pot; what was dropped or paid out is missing from it
    won: list[int] = []  # paid out of the pot, by seat
    fees: int = 0  # taken out of the pot for the house
    jackpot: int = 0  # and for a jackpot

    # Who is in, who speaks
    live: list[int] = []
    able: int = 0  # live seats that still have chips
    queue: list[int] = []  # seats that owe an answer, next first
    circle: list[int] = []  # the order of a round that does not go strictly clockwise
    last_blind: int = 0
    killer: int = 0
    excused: int = 0  # had less than half of the forced bet: the next made it

    # Cards
    down: list[list[int]] = []
    up: list[list[int]] = []
    board: list[int] = []
    second: list[int] = []  # the other board, where the end is run twice
    up_jokers: list[int] = []  # seats whose joker was dealt face up

    betting: Betting = field(default_factory=Betting)
    deck: Deck = field(default_factory=Deck)
    drawing: Drawing = field(default_factory=Drawing)
    sevens: Sevens = field(default_factory=Sevens)

    @property
    def phase(self) -> Phase:
        return self.rules.phases[self.at]

    @property
    def actor(self) -> int:
        """The seat whose answer is due, or 0."""
        return self.queue[0] if self.due in ("act", "draw", "roll", "kill") else 0

    @property
    def button_seat(self) -> int:
        """The last to be dealt to: the button, or the seat before it if nobody sits there."""
        return self.seats[-1]

    @property
    def size(self) -> int:
        """The bet of this round in limit games."""
        betting, bet = self.betting, self.phase.bet
        if bet == "triple":
            return 3 * betting.small
        return betting.big if betting.upper or bet == "big" else betting.small

    @property
    def pot(self) -> int:
        """Every chip on the table that is in no stack."""
        return sum(self.paid) + sum(self.bets) + self.dead

    def cards(self, seat: int) -> list[int]:
        return self.down[seat] + self.up[seat]


def least_bet(hand: Hand) -> int:
    """The least bet of a round: in some houses twice the blind (000 L843); without blinds, the
    posted minimum (000 L1513)."""
    if hand.rules.limit == "no-limit" and hand.stakes.blinds:
        return hand.betting.small * hand.rules.settings.opening_blinds
    return hand.betting.small
