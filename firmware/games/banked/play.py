"""A round against the bank as a play: what the table, the controller and the screens may ask."""

from collections.abc import Mapping
from typing import Any

from firmware.errors import Refused
from firmware.games.banked import three_card
from firmware.games.banked.commands import PassBank, Stay, TakeBank, Wager
from firmware.games.banked.engine import Offer, decide, evolve, offer, targets
from firmware.games.banked.events import BankedEvent
from firmware.games.banked.round import Round
from firmware.games.banked.rules import BankedFee, BankedRules
from firmware.games.play import BANK, BANK_UP, Award, Best, Pot, Settled, Wants
from firmware.games.poker.commands import Fold
from firmware.money import show

ANSWERS = frozenset((TakeBank, PassBank, Wager, Stay, Fold))
NOTICES = {"bank": "Who holds the bank?", "wager": "Place your wagers", "play": "Play or fold"}


class BankedPlay(Round, tag="round"):
    """Answers in the words of games.play.Play."""

    @property
    def together(self) -> bool:
        return self.due in ("wager", "play")

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
        return new_round(self.rules, self.fee, self.places, stacks, tuple(self.queue))

    # ---- Chips

    @property
    def jackpot(self) -> int:
        return 0

    @property
    def facing(self) -> int:
        return 0

    def bet(self, seat: int) -> int:
        own = self.stake if seat == self.banker else 0
        return own + self.ante[seat] + self.bonus[seat] + self.play[seat]

    def owes(self, seat: int) -> int:
        return 0

    def paid_out(self, seat: int) -> int:
        return self.back[seat]

    def gain(self, seat: int) -> int:
        return max(0, -sum(self.paid) if seat == self.banker else self.paid[seat])

    def pots(self) -> list[Pot]:
        return []

    @property
    def uncalled(self) -> tuple[int, int]:
        return 0, 0

    def award(self, won: Any, *, showed: bool) -> Award:
        raise AssertionError("a bank pays wagers, not pots")

    def settled(self) -> Settled | None:
        """Who took most from the bank; or the bank, if nobody did."""
        if not any(self.paid):
            return None
        best, bank = max(self.seats, key=self.paid.__getitem__), -sum(self.paid)
        winner, chips = (best, self.paid[best]) if self.paid[best] > 0 else (self.banker, bank)
        outcome = f"wins {show(bank)}" if bank >= 0 else f"pays {show(-bank)}"
        plays = three_card.qualifies(self.strength(self.banker))
        note = f"The bank {'plays' if plays else 'does not qualify'} and {outcome}"
        return Settled(winner, max(0, chips), note)

    def carried(self) -> dict[int, int]:
        return {}

    # ---- Cards

    def wants(self) -> Wants:
        return Wants(tuple(targets(self))) if self.due == "deal" else Wants()

    def rest(self) -> list[int]:
        return []

    def held(self, seat: int) -> tuple[int, ...]:
        at = (BANK, BANK_UP, seat) if seat == self.banker else (seat,)
        return tuple(number for number, to in enumerate(self.to) if to in at)

    def face(self, number: int) -> int:
        return self.dealt[number]

    def _hand(self, seat: int) -> list[int]:
        return self.bank if seat == self.banker else self.cards[seat]

    @property
    def runs_out(self) -> bool:
        return False

    def gathers(self, before: int) -> bool:
        return False

    @property
    def board(self) -> list[int]:
        return []

    @property
    def second(self) -> list[int]:
        return []

    def folded(self, seat: int) -> bool:
        return seat in self.gone

    def own(self, seat: int) -> tuple[int, ...]:
        """The bank's only in a round of an older journal, where they went to its seat."""
        return tuple(self._hand(seat)) if seat in self.to else ()

    def hole(self, seat: int) -> tuple[int, ...]:
        return () if seat in self.gone else tuple(self.cards[seat])

    def backs(self, seat: int) -> int:
        if seat == self.banker:
            return len(self.bank) - len(self.faces(seat))
        return 0 if seat in self.gone else len(self.cards[seat])

    def faces(self, seat: int) -> tuple[int, ...]:
        """Of the bank's hand what was turned up before the end."""
        return (self.bank[-1],) if seat == self.banker and self.turned else ()

    def best(self) -> list[Best]:
        return []

    # ---- Words

    @property
    def street(self) -> str:
        return ""

    @property
    def opened(self) -> bool:
        return False

    def new_street(self, before: int) -> bool:
        return False

    @property
    def notice(self) -> str:
        return NOTICES.get(self.due, "")

    def did(self, event: Any) -> str:
        return ""

    def hint(self, seat: int) -> str:
        return ""

    def strength(self, seat: int) -> int:
        return three_card.strength(self._hand(seat)) if self._hand(seat) else 0

    def words(self, seat: int) -> str:
        return three_card.kind(self.strength(seat)).capitalize() if self._hand(seat) else ""


def new_round(
    rules: BankedRules,
    fee: BankedFee,
    places: int,
    stacks: Mapping[int, int],
    offers: tuple[int, ...],
) -> BankedPlay:
    """A round about to begin: the bank is offered to `offers`, one after the other."""
    size = max(stacks) + 1
    blank = [0] * size
    return BankedPlay(
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
        back=list(blank),
        paid=list(blank),
    )
