"""The shoe: the deck of each hand, asked for ahead, cut, dealt from, put away.

No sealed deck, no hand: a sick noise source lets a hand be finished and starts no other.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from firmware.controller import records as keeper
from firmware.controller.cards_and_pins import RETRY_MS
from firmware.controller.fair_deal import FairDeal
from firmware.controller.faults import Faults
from firmware.controller.players_cut import Cutting
from firmware.errors import Fault
from firmware.games.banked.engine import targets
from firmware.games.cards import DECKS
from firmware.games.poker.hand import BOARD, RESHUFFLE
from firmware.games.poker.rules import Rules
from firmware.journal.frame import Record
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import decide
from firmware.table.playing import rabbit_plan
from firmware.table.state import Table

T = TypeVar("T")


class Shell(Protocol):
    """What the shoe needs of the table around it."""

    faults: Faults

    @property
    def table(self) -> Table: ...
    @property
    def now(self) -> int: ...
    def commit(self, happened: Sequence[keeper.Happened], first: Sequence[Record] = ()) -> None: ...
    def do(self, command: c.AnyCommand) -> list[e.AnyEvent]: ...
    def look_again(self) -> None: ...


class Shoe:
    def __init__(self, shell: Shell, deal: FairDeal, cutting: Cutting, patient: bool) -> None:
        """`patient`: wait for a deck in place, for a table that lives in virtual time."""
        self._shell, self._deal, self._cutting = shell, deal, cutting
        self._patient = patient
        self.trouble: Fault | None = None  # why no hand begins
        self.retry_at = 0
        self.closing = False  # a deck was put away in this batch

    # ---- Before a hand

    def ready(self, began: e.HandBegan) -> bool:
        """The last deck is durably put away before the vault's key is the next one's."""
        if self._deal.playing:
            self._shell.commit([], self.put_away())
        return self.prepared(began.number, began.spread) and self._is_cut()

    def prepared(self, number: int, spread: int) -> bool:
        shell, deal = self._shell, self._deal
        cards, offered = self._cards(spread), shell.table.config.ways.player_cut

        def ready() -> bool:
            waiting = deal.waiting
            if waiting is not None and waiting.cards != cards:  # another game than was expected
                shell.commit([], deal.void("another game is played"))
            there = deal.prepare(number, cards, shell.now, offered=offered)
            if not there and self._patient:
                deal.wait()
            return there or self._patient

        return self._with_noise(ready) or False

    def _is_cut(self) -> bool:
        """Sealed touches are opened before the hand; without any it begins at once."""
        now = self._shell.now
        seals = self._cutting.close(now)
        if seals:
            self._shell.commit([], seals)
        return self._cutting.done(now)

    def offer_cut(self) -> bool:
        """In the pause between two hands, where the house lets players cut."""
        table = self._shell.table
        if not self._pause_for_cut or not self.prepared(table.this_hand.number + 1, table.spread):
            return False
        self._shell.commit([], self._deal.commit())
        return True

    @property
    def _pause_for_cut(self) -> bool:
        table = self._shell.table
        if not table.config.ways.player_cut or table.paused or table.live is not None:
            return False
        pause = table.phase == "open" and self._shell.now < table.pace.next_hand_at
        return pause and not self._deal.playing and self._deal.waiting is None

    @property
    def cut_is_coming(self) -> bool:
        """A deck for the players' cut is on its way."""
        return self._pause_for_cut and self._deal.preparing

    @property
    def resting(self) -> bool:
        """Nothing is asked of a source that was sick a moment ago."""
        return self.trouble is not None and self.retry_at > self._shell.now

    def _with_noise(self, work: Callable[[], T]) -> T | None:
        if self.resting:
            return None
        shell = self._shell
        try:
            done = work()
        except Fault as fault:
            if self.trouble is not None and self.trouble.name != fault.name:
                shell.faults.cleared(self.trouble.name)
            self.trouble, self.retry_at = fault, shell.now + RETRY_MS
            shell.look_again()
            shell.faults.broke(fault)
            return None
        if done:
            self._noise_is_good()
        return done

    def _noise_is_good(self) -> None:
        for name in self._shell.faults.open:
            if name.startswith("NOISE_"):  # also one that was open when the power went
                self._shell.faults.cleared(name)
        if self.trouble is not None:
            self.trouble = None
            self._shell.look_again()

    def _cards(self, spread: int) -> tuple[int, ...]:
        law = self._shell.table.config.law(spread)
        return tuple(DECKS[law.deck if isinstance(law, Rules) else "52"])

    # ---- Cards

    def draw_button(self, seats: tuple[int, ...]) -> bool:
        shell = self._shell
        high = shell.table.config.ways.button_draw == "high card"
        deck = self._cards(shell.table.spread) if high else tuple(range(len(seats)))
        count = len(seats) if high else 1
        drawn = self._with_noise(lambda: self._deal.draw(deck, count, self._patient))
        if drawn is None:
            return False
        if high:
            shell.do(c.DrawButton(shell.now, 0, drawn))
        else:
            shell.do(c.DrawButton(shell.now, seats[drawn[0]]))
        return True

    def deal(self, reshuffle: tuple[int, ...], count: int) -> None:
        shell, table = self._shell, self._shell.table
        hand, anew = table.hand, False
        if hand is None:
            assert table.round is not None
            plan = targets(table.round)
        else:
            anew = hand.due == "deal" and hand.plan[0] == RESHUFFLE
            plan = hand.plan[anew : anew + count] if hand.due == "deal" else [BOARD] * count
        cards, steps = self._deal.deal(plan, reshuffle if anew else None)
        shell.commit(decide(table, c.Deal(shell.now, cards)), steps)

    def show_rabbit(self) -> None:
        shell, hand = self._shell, self._shell.table.hand
        assert hand is not None
        cards, steps = self._deal.rabbit(rabbit_plan(hand))
        shell.commit(decide(shell.table, c.ShowRabbit(shell.now, cards)), steps)

    def put_away(self) -> list[Record]:
        """The deck's end, when nobody can ask for another card of it."""
        if not self._deal.playing:
            return []
        self.closing = True
        result = self._shell.table.this_hand.result
        shown = result.shown if result else {}
        return self._deal.finish([card for cards in shown.values() for card in cards])

    def void(self, reason: str) -> list[Record]:
        self.closing = True
        return self._deal.void(reason)
