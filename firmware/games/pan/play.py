"""A hand of pan as a play: what the table, the controller and the screens may ask of it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from firmware.errors import Refused
from firmware.games.banked.commands import Choose
from firmware.games.pan import events as e
from firmware.games.pan import melds
from firmware.games.pan.engine import PanOffer, decide, offer, wanted
from firmware.games.pan.events import PanEvent
from firmware.games.pan.evolve import evolve
from firmware.games.pan.hand import Hand
from firmware.games.pan.page import PanRules
from firmware.games.play import Award, NoStreets, Pot, Settled, Wants
from firmware.games.poker import events as p
from firmware.games.poker.rules import Stakes


class PanPlay(Hand, NoStreets, tag="pan"):
    """Answers in the words of games.play.Play."""

    together: ClassVar[bool] = False
    road: ClassVar[tuple[str, ...]] = ()
    banker: ClassVar[int] = 0
    round: ClassVar[None] = None

    def offer(self, seat: int) -> PanOffer | None:
        return offer(self, seat)

    def answer(self, command: Any) -> list[PanEvent]:
        if type(command) is not Choose:
            raise Refused("This is no choice of this game.", "in turn")
        return decide(self, command)

    def decide(self, command: Any) -> list[PanEvent]:
        return decide(self, command)

    def evolve(self, event: Any) -> None:
        evolve(self, event)

    def fresh(self) -> "PanPlay":
        stacks = {seat: self.stacks[seat] for seat in self.seats}
        return new_pan(self.rules, self.stakes, self.seats[0], stacks)

    # ---- Chips

    def bet(self, seat: int) -> int:
        return 0

    def paid_out(self, seat: int) -> int:
        return self.won[seat]

    def gain(self, seat: int) -> int:
        """Tops and what going out brought; conditions were paid when they were melded. Where the
        block was used up nobody won: the tops went back to who was in."""
        return 0 if self.used_up else self.won[seat]

    def pots(self) -> list[Pot]:
        there = self.inside or [*self.seats]
        return [Pot(self.tops, there)] if self.tops and self.due != "over" else []

    def reach(self, seat: int) -> int:
        return self.tops

    def award(self, won: Any, *, showed: bool) -> Award:
        seat = won.seat
        cards = tuple(n for meld in self.melds[seat] for n in meld.cards)
        if seat == self.out_with:
            return Award(seat, self.won[seat], words="Eleven Cards", cards=self.faces_of(cards))
        return Award(seat, self.won[seat])

    def settled(self) -> Settled | None:
        return None

    # ---- Cards

    @property
    def dealing(self) -> tuple[int, ...]:
        return self.seats

    def wants(self) -> Wants:
        return Wants(tuple(wanted(self)))

    def held(self, seat: int) -> tuple[int, ...]:
        """What he has not melded first, then what he has."""
        laid = (number for meld in self.melds[seat] for number in meld.cards)
        return (*self.hands[seat], *laid)

    def open_numbers(self) -> list[int]:
        laid = [n for each in self.melds for meld in each for n in meld.cards]
        return [*laid, *self.dead, *([self.turned] if self.turned != -1 else [])]

    @property
    def board(self) -> list[int]:
        """The card that may be used now."""
        return [self.dealt[self.turned]] if self.turned != -1 else []

    def folded(self, seat: int) -> bool:
        return bool(self.dealt) and seat not in (*self.inside, *self._undeclared)

    @property
    def _undeclared(self) -> list[int]:
        return self.queue if self.due == "declare" else []

    def own(self, seat: int) -> tuple[int, ...]:
        return self.unmelded(seat)

    def hole(self, seat: int) -> tuple[int, ...]:
        return self.own(seat)

    def backs(self, seat: int) -> int:
        return len(self.hands[seat])

    def faces(self, seat: int) -> tuple[int, ...]:
        """Nothing is dealt so; what lies on his board is `melds`."""
        return ()

    # ---- Words

    @property
    def notice(self) -> str:
        return {"declare": "In or out?", "agree": "Split the tops?"}.get(self.due, "")

    @property
    def pan(self) -> "PanPlay":
        return self

    def posted(self) -> Stakes:
        return self.stakes

    def did(self, event: Any) -> str:
        match event:
            case p.Posted():
                return "ante"
            case p.Fouled() | e.Declared(plays=False):
                return "fold"
        return ""

    def late(self, event: Any) -> str:
        return self.did(event) or "played"

    def hint(self, seat: int) -> str:
        """What lies ready in his hand."""
        found = []
        for way in melds.ways(self.unmelded(seat)):
            cards = tuple(self.unmelded(seat)[place] for place in way)
            if kind := melds.kind(cards):
                found.append(melds.words(kind, cards))
        return ", ".join(dict.fromkeys(found))

    def words(self, seat: int) -> str:
        return ""


def new_pan(rules: PanRules, stakes: Stakes, first: int, stacks: Mapping[int, int]) -> PanPlay:
    """A hand about to begin: dealt from `first` on, to the right (000 L1436)."""
    order = sorted(stacks, reverse=True)
    at = order.index(first)
    size = order[0] + 1
    return PanPlay(
        rules,
        stakes,
        (*order[at:], *order[:at]),
        [stacks.get(seat, 0) for seat in range(size)],
        sum(stacks.values()),
        len(rules.shoe),
        hands=[[] for _ in range(size)],
        melds=[[] for _ in range(size)],
        unasked=[0] * size,
        won=[0] * size,
    )
