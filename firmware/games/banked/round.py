"""The state of one banked round. One owner; only evolve moves it."""

from typing import Literal

from msgspec import Struct

from firmware.games.banked.events import AwardPaid, PointsPaid, WagerSettled
from firmware.games.banked.page import BankedRules
from firmware.games.play import BANK, BANK_UP, BOARD
from firmware.houses.wager_fees import BankedFee

Due = Literal["bank", "wager", "deal", "choose", "settle", "over"]


class Round(Struct):
    """Lists are by seat number; cards are named by their deal number, from 0 on."""

    rules: BankedRules
    fee: BankedFee
    places: int  # at the table: the action button counts them
    seats: tuple[int, ...]  # clockwise from the left of the last bank
    stacks: list[int]
    bought: int
    due: Due
    queue: list[int]  # who owes a choice; all at once, but for the bank, which is offered in order
    at: int = 0  # how often something else was due
    banker: int = 0  # whose spot the bank is
    banks: list[int] = []  # who put up its stake, in the order in which they cover
    stakes: list[int] = []  # what lies in the bank of each now
    staked: list[int] = []  # and lay there when the bets were closed
    bets: list[dict[str, int]] = []
    answers: list[list[str]] = []  # what each seat chose, in order
    gone: list[int] = []  # folded
    foul: list[int] = []
    dealt: list[int] = []  # every card, in deal order
    to: list[int] = []  # and where each went
    given: list[int] = []  # of these, what was given up again
    laid: list[tuple[int, ...]] = []  # and how each seat set its own, the weakest hand first
    turned: list[int] = []  # and which of the bank's were turned up
    deals: int = 0  # how often cards came
    coming: list[int] = []  # where those go that are due now
    dice: tuple[int, ...] = ()
    fees: int = 0
    charged: list[int] = []  # of these, by seat
    back: list[int] = []  # what came back to each seat at the end
    paid: list[int] = []  # what the bank paid it; less than none: what it took
    results: list[WagerSettled] = []
    awards: list[AwardPaid] = []
    scores: list[PointsPaid] = []
    outcome: tuple[str, ...] = ()  # what it came to, for the result board
    # Where bets are open between draws
    stood: list[dict[str, int]] = []  # what lay there when they were opened
    decided: int = 0  # draws
    since: int = 0  # the first result of the last draw
    passed: list[int] = []  # who was offered the bank, or a part of it, and did not take it

    @property
    def wagering(self) -> list[int]:
        """Seats with a wager, clockwise from the left of the bank."""
        return [seat for seat in self.order if self.bets[seat]]

    @property
    def live(self) -> list[int]:
        """Of these, who has not folded."""
        return [seat for seat in self.wagering if seat not in self.gone]

    @property
    def order(self) -> list[int]:
        """Clockwise from the left of the bank, the bank last."""
        if not self.banker:
            return [*self.seats]
        at = self.seats.index(self.banker) + 1
        return [*self.seats[at:], *self.seats[:at]]

    @property
    def stake(self) -> int:
        """All that lies in the bank."""
        return sum(self.stakes)

    @property
    def action(self) -> int:
        """All that is wagered."""
        return sum(sum(bets.values()) for bets in self.bets)

    def standing(self, seat: int) -> dict[str, int]:
        """What an earlier draw did not decide."""
        return self.stood[seat] if self.stood else {}

    @property
    def actor(self) -> int:
        return self.queue[0] if self.queue else 0

    @property
    def pot(self) -> int:
        return self.stake + self.action

    # ---- Cards

    def numbers(self, *places: int) -> list[int]:
        """Of the cards that lie in these places."""
        there = [n for n, to in enumerate(self.to) if to in places]
        return [n for n in there if n not in self.given] if self.given else there

    def _faces(self, *places: int) -> list[int]:
        return [self.dealt[number] for number in self.numbers(*places)]

    def hand(self, seat: int) -> list[int]:
        return self._faces(seat, -seat)

    @property
    def bank_numbers(self) -> list[int]:
        """In rounds of older journals the bank's cards went to its seat."""
        seat = self.banker
        return self.numbers(BANK, BANK_UP, *((seat, -seat) if seat else ()))

    @property
    def bank(self) -> list[int]:
        return [self.dealt[number] for number in self.bank_numbers]

    @property
    def hidden(self) -> list[int]:
        """Which of the bank's cards nobody has seen."""
        up = self.numbers(BANK_UP)
        return [n for n in self.bank_numbers if n not in self.turned and n not in up]

    @property
    def common(self) -> list[int]:
        """The cards of everybody: a board, or the player's hand of baccarat."""
        return self._faces(BOARD)
