"""The state of one banked round. One owner; only evolve moves it."""

from typing import Literal

from msgspec import Struct

from firmware.games.banked.rules import BankedFee, BankedRules

Due = Literal["bank", "wager", "deal", "play", "settle", "over"]


class Round(Struct):
    rules: BankedRules
    fee: BankedFee
    places: int  # at the table: the action button counts them
    seats: tuple[int, ...]  # clockwise from the left of the last bank
    stacks: list[int]
    bought: int
    due: Due
    queue: list[int]  # who owes a choice; all at once, but for the bank, which is offered in order
    at: int = 0  # how often something else was due
    banker: int = 0
    stake: int = 0
    ante: list[int] = []
    bonus: list[int] = []
    play: list[int] = []
    gone: list[int] = []  # folded
    cards: list[list[int]] = []  # of the seats with a wager
    bank: list[int] = []  # the bank's, nobody's until they are opened
    turned: bool = False  # the last of them lies face up
    dealt: list[int] = []  # every card, in deal order
    to: list[int] = []  # and where each went
    fees: int = 0
    back: list[int] = []  # what came back to each seat at the end
    paid: list[int] = []  # what the bank paid it; less than none: what it took

    @property
    def wagering(self) -> list[int]:
        """Seats with a wager, clockwise from the left of the bank."""
        return [seat for seat in self.order if self.ante[seat]]

    @property
    def order(self) -> list[int]:
        """Clockwise from the left of the bank, the bank last."""
        at = self.seats.index(self.banker) + 1
        return [*self.seats[at:], *self.seats[:at]]

    @property
    def action(self) -> int:
        """All that was wagered before the deal."""
        return sum(self.ante) + sum(self.bonus)

    @property
    def actor(self) -> int:
        return self.queue[0] if self.queue else 0

    @property
    def pot(self) -> int:
        return self.stake + self.action + sum(self.play)
