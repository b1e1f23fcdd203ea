"""A round against the bank as a play: what the table, the controller and the screens may ask."""

from collections.abc import Mapping
from typing import Any, ClassVar

from firmware.errors import Refused
from firmware.games.banked import events as e
from firmware.games.banked.commands import Choose, PassBank, TakeBank, Wager
from firmware.games.banked.engine import (
    Offer,
    decide,
    dice_due,
    evolve,
    kind_of,
    offer,
    targets,
)
from firmware.games.banked.events import BankedEvent
from firmware.games.banked.page import BankedRules
from firmware.games.banked.round import Round
from firmware.games.play import BANK, BANK_UP, Award, NoStreets, Pot, Settled, Wants
from firmware.money import show

ANSWERS = frozenset((TakeBank, PassBank, Wager, Choose))
NOTICES = {
    "bank": "Who holds the bank?",
    "wager": "Place your bets",
    "choose": "Make your choice",
}


class BankedPlay(Round, NoStreets, tag="bank round"):
    """Answers in the words of games.play.Play."""

    pan: ClassVar[None] = None
    leads: ClassVar[int] = 0

    @property
    def together(self) -> bool:
        return self.due in ("wager", "choose")

    def offer(self, seat: int) -> Offer | None:
        return offer(self, seat)

    def answer(self, command: Any) -> list[BankedEvent]:
        if type(command) not in ANSWERS:
            raise Refused("This is no choice of this game.", "in turn")
        return decide(self, command)

    def decide(self, command: Any) -> list[BankedEvent]:
        return decide(self, command)

    def evolve(self, event: Any) -> None:
        evolve(self, event)

    def fresh(self) -> "BankedPlay":
        stacks = {seat: self.stacks[seat] for seat in self.seats}
        return new_round(self.rules, self.fee.option, self.places, stacks, tuple(self.queue))

    # ---- Chips

    def bet(self, seat: int) -> int:
        return self.stakes[seat] + sum(self.bets[seat].values())

    def paid_out(self, seat: int) -> int:
        return self.back[seat]

    def gain(self, seat: int) -> int:
        return max(0, self._net(seat))

    def _net(self, seat: int) -> int:
        """From the bank; or what the bank won, for who put it up."""
        if seat not in self.banks:
            return self.paid[seat]
        paid = [one.banks for one in self.results] + [one.banks for one in self.awards]
        return -sum(chips for banks in paid for bank, chips in banks if bank == seat)

    def pots(self) -> list[Pot]:
        return []

    def reach(self, seat: int) -> int:
        return 0

    def award(self, won: Any, *, showed: bool) -> Award:
        raise AssertionError("a bank pays wagers, not pots")

    def settled(self) -> Settled | None:
        """Who took most from the bank; or the bank, if nobody did."""
        if not self.results and not any(self.back):
            return None  # nobody bet
        best = max(self.seats, key=self.paid.__getitem__)
        if not self.banker:
            note = "wins most" if self.rules.points else "takes the pool"
            return Settled(best, self.paid[best], note)
        bank = -sum(self.paid)
        winner, chips = (best, self.paid[best]) if self.paid[best] > 0 else (self.banker, bank)
        outcome = f"wins {show(bank)}" if bank > 0 else f"pays {show(-bank)}"
        if not bank:
            outcome = "breaks even"
        plays = "does not qualify and " if "bank out" in self.outcome else ""
        return Settled(winner, max(0, chips), f"The bank {plays}{outcome}")

    @property
    def road(self) -> tuple[str, ...]:
        return self.outcome if self.rules.roads else ()

    # ---- Cards

    @property
    def dealing(self) -> tuple[int, ...]:
        """Where bets are open between draws, everybody: who has none yet may bet later, and his
        share has to be in."""
        if kind_of(self).goes_on:
            return tuple(seat for seat in self.order if seat not in self.banks)
        return tuple(self.wagering)

    def wants(self) -> Wants:
        if self.due != "deal":
            return Wants()
        return Wants(tuple(targets(self)), dice=dice_due(self), sides=self.rules.sides)

    def held(self, seat: int) -> tuple[int, ...]:
        if seat == self.banker:
            return tuple(self.bank_numbers)
        return tuple(self.numbers(seat, -seat))

    def open_numbers(self) -> list[int]:
        """Who is paid against a bank or out of a pool shows also the card that he changed."""
        paid = {BANK, BANK_UP, *(seat for seat in self.seats if self.gain(seat) > 0)}
        paid |= {-seat for seat in paid if seat > 0}
        return [n for n, to in enumerate(self.to) if to in paid]

    @property
    def board(self) -> list[int]:
        return self.common

    def folded(self, seat: int) -> bool:
        return seat in self.gone

    def own(self, seat: int) -> tuple[int, ...]:
        """The bank's only in a round of an older journal, where they went to its seat."""
        return tuple(self.dealt[number] for number in self.numbers(seat))

    def hole(self, seat: int) -> tuple[int, ...]:
        return () if seat in self.gone or seat == self.banker else self.own(seat)

    def backs(self, seat: int) -> int:
        if seat == self.banker:
            return len(self.hidden)
        return 0 if seat in self.gone else len(self.own(seat))

    def faces(self, seat: int) -> tuple[int, ...]:
        """Of the bank's hand what was turned up before the end."""
        if seat == self.banker:
            hidden = self.hidden
            return tuple(self.dealt[n] for n in self.bank_numbers if n not in hidden)
        return tuple(self.dealt[number] for number in self.numbers(-seat))

    # ---- Words

    @property
    def notice(self) -> str:
        return NOTICES.get(self.due, "")

    @property
    def round(self) -> Round:
        return self

    def posted(self) -> None:
        return None

    def did(self, event: Any) -> str:
        match event:
            case e.Chosen(verb=("fold" | "check") as verb):
                return verb
        return ""

    def late(self, event: Any) -> str:
        match event:
            case e.BankPassed():
                return "no bank"
            case e.BetsPlaced():
                return "no bet"
            case e.Chosen(verb=verb):
                return verb
        return "played"

    def hint(self, seat: int) -> str:
        return kind_of(self).words(self, seat) if self.hole(seat) else ""

    def words(self, seat: int) -> str:
        return kind_of(self).words(self, BANK if seat == self.banker else seat)


def new_round(
    rules: BankedRules,
    option: int,
    places: int,
    stacks: Mapping[int, int],
    offers: tuple[int, ...],
) -> BankedPlay:
    """A round about to begin: the bank is offered to `offers`, one after the other."""
    size = max(stacks) + 1
    seats = tuple(sorted(stacks)) if rules.bank else offers  # in a pool from the button on
    return BankedPlay(
        rules,
        rules.fee(option),
        places,
        seats,
        [stacks.get(seat, 0) for seat in range(size)],
        sum(stacks.values()),
        "bank" if rules.bank else "wager",
        list(offers),
        stakes=[0] * size,
        staked=[0] * size,
        bets=[{} for _ in range(size)],
        answers=[[] for _ in range(size)],
        laid=[() for _ in range(size)],
        charged=[0] * size,
        stood=[{} for _ in range(size)],
        back=[0] * size,
        paid=[0] * size,
    )
