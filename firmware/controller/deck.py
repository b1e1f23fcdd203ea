"""The deck of each hand: asked for ahead, cut, dealt from, put away.

No sealed deck, no hand: a sick noise source lets a hand be finished and starts no other. What a
deck gives is records first, cards afterwards; the loop writes them before anything else happens.
"""

from collections.abc import Callable
from typing import TypeVar

from msgspec import json

from firmware.controller.effects import Effect, Effects, FaultBegan, FaultEnded, Perform, Write
from firmware.controller.fair_deal import FairDeal
from firmware.controller.past_cards import told
from firmware.controller.players_cut import PlayersCut
from firmware.controller.restore import TableMemory
from firmware.controller.to_bank import RETRY_MS
from firmware.errors import Fault
from firmware.games.cards import DECKS
from firmware.journal.frame import Record
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import Table, Wants, rabbit_open

T = TypeVar("T")


class Decks:
    def __init__(self, deal: FairDeal, memory: TableMemory, patient: bool) -> None:
        """`patient`: wait for a deck in place, for a table that lives in virtual time."""
        self.deal, self.cut = deal, PlayersCut(deal)
        self._memory, self._patient = memory, patient
        self.fault: Fault | None = None  # why no hand begins
        self.retry_at = 0

    @property
    def _table(self) -> Table:
        return self._memory.state.table

    # ---- Before a hand

    def prepare(self, number: int, spread: int, now: int) -> tuple[bool, Effects]:
        """Is the deck of this hand there? If not it is on its way, or its source is sick."""
        cards, waiting = self._cards(spread), self.deal.waiting
        if waiting is not None and waiting.cards != cards:  # another game than was expected
            return False, [Write(self.deal.void("another game is played"))]
        offered = self._table.config.ways.player_cut

        def there() -> bool:
            there = self.deal.prepare(number, cards, now, offered=offered)
            if not there and self._patient:
                self.deal.wait()
            return there or self._patient

        found, effects = self._with_noise(there, now)
        return bool(found), effects

    def ready(self, began: e.HandBegan, now: int) -> tuple[bool, Effects]:
        """May this hand begin? Sealed touches are opened first; without any it begins at once."""
        there, effects = self.prepare(began.number, began.spread, now)
        if not there:
            return False, effects
        seals = self.cut.close(now)
        if seals:
            return False, [*effects, Write(seals)]
        return self.cut.done(now), effects

    def begin(self, number: int) -> list[Record]:
        return self.deal.begin(number)

    def offer_cut(self, now: int) -> Effects:
        """In the pause between two hands, where the house lets players cut."""
        if not self._pause_for_cut(now):
            return []
        there, effects = self.prepare(self._table.this_hand.number + 1, self._table.spread, now)
        return [*effects, Write(self.deal.commit())] if there else effects

    def _pause_for_cut(self, now: int) -> bool:
        table = self._table
        if not table.config.ways.player_cut or table.paused or table.live is not None:
            return False
        pause = table.phase == "open" and now < table.pace.next_hand_at
        return pause and not self.deal.playing and self.deal.waiting is None

    def cut_is_coming(self, now: int) -> bool:
        """A deck for the players' cut is on its way."""
        return self._pause_for_cut(now) and self.deal.preparing

    # ---- The source

    def resting(self, now: int) -> bool:
        """Nothing is asked of a source that was sick a moment ago."""
        return self.fault is not None and self.retry_at > now

    def idle(self, now: int) -> Effects:
        """The stream goes on while nothing is dealt from it."""
        try:
            self.deal.cycle()
        except Fault as fault:
            return self._sick(fault, now)
        return []

    def _with_noise(self, work: Callable[[], T], now: int) -> tuple[T | None, Effects]:
        if self.resting(now):
            return None, []
        try:
            done = work()
        except Fault as fault:
            return None, self._sick(fault, now)
        return done, self._healthy() if done else []

    def _sick(self, fault: Fault, now: int) -> Effects:
        other = self.fault is not None and self.fault.name != fault.name
        over: list[Effect] = [FaultEnded(self.fault.name)] if self.fault and other else []
        self.fault, self.retry_at = fault, now + RETRY_MS
        return [*over, FaultBegan(fault)]

    def _healthy(self) -> Effects:
        self.fault = None
        names = self._memory.folds.faults.open  # also one that was open when the power went
        return [FaultEnded(name) for name in names if name.startswith("NOISE_")]

    def _cards(self, spread: int) -> tuple[int, ...]:
        return self._table.config.law(spread).shoe

    # ---- Cards

    def draw_button(self, seats: tuple[int, ...], now: int) -> Effects:
        high = self._table.config.ways.button_draw == "high card"
        deck = tuple(DECKS["52"] if high else range(len(seats)))  # whatever is played: no joker
        count = len(seats) if high else 1
        drawn, effects = self._with_noise(lambda: self.deal.draw(deck, count, self._patient), now)
        if drawn is None:
            return effects
        button = c.DrawButton(now, 0, drawn) if high else c.DrawButton(now, seats[drawn[0]])
        return [*effects, Perform(button, sure=True)]

    def next_cards(self, want: Wants, now: int) -> Effects:
        """With the dice that go with them: the bets are closed."""
        dice, effects = self._dice(want.dice, now)
        if len(dice) < want.dice:
            return effects
        cards, steps = self.deal.deal(want.targets, want.back)
        return [*effects, Perform(c.Deal(now, cards, dice), before=steps, sure=True)]

    def _dice(self, count: int, now: int) -> tuple[tuple[int, ...], Effects]:
        """One draw for all of them, each of the six faces as likely."""
        if not count:
            return (), []
        throws = tuple(range(6**count))
        drawn, effects = self._with_noise(lambda: self.deal.draw(throws, 1, self._patient), now)
        if drawn is None:
            return (), effects
        return tuple(drawn[0] // 6**at % 6 + 1 for at in range(count)), effects

    def show_rabbit(self, to: tuple[int, ...], now: int) -> Perform:
        cards, steps = self.deal.rabbit(to)
        return Perform(c.ShowRabbit(now, cards), before=steps, sure=True)

    # ---- After a hand

    @property
    def done(self) -> bool:
        """Can nobody ask for another card of it?"""
        table = self._table
        return self.deal.playing and table.live is None and not rabbit_open(table)

    def put_away(self) -> list[Record]:
        """The deck's end; none if it is put away already."""
        if not self.deal.playing:
            return []
        result = self._table.this_hand.result
        shown = result.shown.values() if result is not None else ()
        return self._told(self.deal.finish([number for numbers in shown for number in numbers]))

    def _told(self, ended: list[Record]) -> list[Record]:
        """With the hand's end: what everybody saw of it, for whoever replays this journal when the
        key of its cards is gone."""
        hand, sealed = self.deal.hand, self._memory.sealed
        if hand is None or not sealed:
            return ended
        shown = dict(json.decode(ended[-1].body)["shown"])
        return [*ended, told(hand.number, sealed, hand.to, shown, hand.cards)]

    def void(self, events: list[e.AnyEvent]) -> list[Record]:
        """A voided hand's deck is void with it."""
        why = next((event.reason for event in events if isinstance(event, e.HandVoided)), None)
        return [] if why is None else self._told(self.deal.void(_plain(why)))


def _plain(why: str) -> str:
    """As the public log may hold it."""
    return why.encode("ascii", "replace").decode()[:200]
