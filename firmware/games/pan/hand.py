"""The state of one hand of pan. One owner; only evolve moves it."""

from typing import Literal

from msgspec import Struct

from firmware.games.pan.events import Collected
from firmware.games.pan.melds import Kind, worth
from firmware.games.pan.page import PanRules
from firmware.games.poker.rules import Stakes

Due = Literal["ante", "deal", "declare", "use", "more", "agree", "over"]


class Meld(Struct, frozen=True):
    """On the board of one seat."""

    kind: Kind
    cards: tuple[int, ...]  # by deal number, as they were laid


class Hand(Struct):
    """Lists are by seat number; cards are named by their deal number, from 0 on."""

    rules: PanRules
    stakes: Stakes
    seats: tuple[int, ...]  # in the order of the deal: from the last winner on, to the right
    stacks: list[int]
    bought: int
    places: int  # how many cards the deck has
    due: Due = "ante"
    queue: list[int] = []
    at: int = 0  # how often something else was due
    tops: int = 0
    fees: int = 0
    inside: list[int] = []  # who is in, in the order of play
    dealt: list[int] = []  # faces, in deal order
    hands: list[list[int]] = []  # what each holds
    melds: list[list[Meld]] = []
    turned: int = -1  # the card off the block that may be used now; -1: there is none
    turned_by: int = 0
    turn: int = 0  # whose it is
    hit: bool = False  # he has used it: he may meld out of his hand
    asked_split: bool = False  # in this turn
    dead: list[int] = []  # cards that nobody may use any more, the newest last
    unasked: list[int] = []  # what each could not ask for, from every player
    won: list[int] = []  # tops, and what was collected for going out
    out_with: int = 0  # who went out
    leads: int = 0  # who is dealt to first in the next hand
    used_up: bool = False  # the block
    last: Collected | None = None  # the newest payment

    @property
    def chip(self) -> int:
        return self.stakes.small

    @property
    def pot(self) -> int:
        return self.tops

    @property
    def block(self) -> int:
        """Cards that are left on it."""
        return self.places - len(self.dealt)

    def after(self, seat: int) -> int:
        """The next who is in, to the right of him."""
        around = self.inside if seat in self.inside else [*self.seats]
        if seat not in around:
            return self.inside[0]
        at = around.index(seat)
        order = [*around[at + 1 :], *around[: at + 1]]
        return next(one for one in order if one in self.inside)

    def faces_of(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.dealt[number] for number in cards)

    def unmelded(self, seat: int) -> tuple[int, ...]:
        """Faces of what he has not melded."""
        return self.faces_of(tuple(self.hands[seat]))

    def worth(self, meld: Meld) -> int:
        """Chips from each."""
        return worth(meld.kind, self.faces_of(meld.cards), self.rules.pays)

    def on_board(self, seat: int) -> int:
        """Cards that he has melded."""
        return sum(len(meld.cards) for meld in self.melds[seat])
