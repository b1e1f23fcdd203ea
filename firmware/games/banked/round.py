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
    banker: int = 0
    stake: int = 0
    ante: list[int] = []
    bonus: list[int] = []
    play: list[int] = []
    folded: list[int] = []
    cards: list[list[int]] = []
    dropped: int = 0  # fees

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


def new_round(
    rules: BankedRules,
    fee: BankedFee,
    places: int,
    stacks: dict[int, int],
    offers: tuple[int, ...],
) -> Round:
    """A round about to begin: the bank is offered to `offers`, one after the other."""
    size = max(stacks) + 1
    blank = [0] * size
    return Round(
        rules,
        fee,
        places,
        tuple(sorted(stacks)),
        [stacks.get(seat, 0) for seat in range(size)],
        sum(stacks.values()),
        "bank",
        list(offers),
        ante=list(blank),
        bonus=list(blank),
        play=list(blank),
        cards=[[] for _ in blank],
    )
