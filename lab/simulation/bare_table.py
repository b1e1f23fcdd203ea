"""A table without a cabinet: the machine's part (time, cards, bank) played by a seeded stand-in.

`BareTable` answers what wants() asks for and lets time pass; it decides nothing. Every event goes
to a list, so that whoever drives it can replay the evening.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from firmware.games.play import BOARD
from firmware.games.poker.hand import Hand
from firmware.games.poker.rules import Stakes
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Config, Spread
from firmware.table.engine import Table, decide, evolve, new_table, wants

FLOOR = {"by": "floor", "reason": "test"}


def config(house: str = "artichoke-joes", **changes: Any) -> Config:
    """A $2-4 limit table as the house would post it."""
    stakes = Stakes(small=200, big=400, blinds=(100, 200), chip=100)
    fees = {
        "artichoke-joes": ("board-2018-12", (13, 38, 53)),
        "delta-downtown": ("delta-2008-03", (4, 5, 6)),
    }
    schedule, options = fees[house]
    spread = Spread("lightning-holdem", stakes, "limit", (2_000, 0), options)
    return replace(Config("t1", house, (spread,), schedule=schedule), **changes)


def no_limit(
    house: str = "artichoke-joes", buy_in: tuple[int, int] = (4_000, 0), **changes: Any
) -> Config:
    stakes = Stakes(small=200, blinds=(100, 200), chip=100)
    spread = Spread("lightning-holdem", stakes, "no-limit", buy_in)
    return replace(Config("t1", house, (spread,)), **changes)


class BareTable:
    """Keeps the journal, the deck, the bank and the clock of one table."""

    def __init__(self, config: Config, seed: int = 1, now: int = 1_000_000) -> None:
        self.table: Table = new_table(config, now)
        self.start = config, now
        self.rng = Random(seed)
        self.now = now
        self.events: list[e.AnyEvent] = []
        self.deck: list[int] = []
        self.dealt: list[int] = []
        self.watch: Callable[[BareTable, list[e.AnyEvent]], None] | None = None

    def do(self, command: c.AnyCommand) -> list[e.AnyEvent]:
        events = decide(self.table, command)
        for event in events:
            if isinstance(event, e.HandBegan) and event.spread != self.table.spread:
                self.shuffle(event.spread)  # perhaps another deck
            evolve(self.table, event)
            self.events.append(event)
            if self.watch:
                self.watch(self, [event])
        return events

    def ask(self, kind: Callable[..., Any], *args: Any, **more: Any) -> list[e.AnyEvent]:
        """A command at the present moment."""
        return self.do(kind(self.now, *args, **more))

    def order(self, kind: Callable[..., Any], *args: Any) -> list[e.AnyEvent]:
        return self.do(kind(self.now, "floor", "because", *args))

    # People

    def sit(self, seat: int, chips: int = 10_000, name: str = "") -> None:
        """From the swipe to the chips, everybody saying yes."""
        name = name or f"p{seat}"
        self.ask(c.SwipeCard, seat, name, name)
        self.ask(c.PinChecked, seat, True, 10_000_000)
        if self.table.seats[seat].life == "asking":
            self.order(c.Approve, seat)
        self.ask(c.BuyIn, seat, chips)
        self.bank()

    def bank(self) -> None:
        """The bank says yes to everything on its way."""
        for transfer in [*self.table.transit.asked, *self.table.transit.flying]:
            self.ask(c.BankAnswered, transfer, True)

    def open(self, *seats: int, chips: int = 10_000, button: int = 0) -> "BareTable":
        for seat in seats:
            self.sit(seat, chips)
        self.order(c.OpenTable)
        if button:
            self.ask(c.DrawButton, button, *([self._draw(button)] if self._high_card else []))
        return self

    @property
    def _high_card(self) -> bool:
        return self.table.config.ways.button_draw == "high card"

    def _draw(self, button: int) -> tuple[int, ...]:
        seats = wants(self.table).button
        return tuple(51 if seat == button else at for at, seat in enumerate(seats))

    # The machine

    def step(self) -> bool:
        """One thing that the table wants now; false if it waits for somebody, or for time."""
        want = wants(self.table)
        if want.button:
            cards = tuple(self.rng.sample(range(52), len(want.button))) if self._high_card else ()
            self.ask(c.DrawButton, 0 if self._high_card else self.rng.choice(want.button), cards)
        elif want.cards and want.deal_at <= self.now:
            dice = tuple(self.rng.randint(1, 6) for _ in range(want.dice))
            self.ask(c.Deal, self.cards(want.cards, want.back), dice)
        elif want.rabbit:
            cards = self.cards(len(want.rabbit))
            to_show = zip(cards, want.rabbit, strict=True)
            self.ask(c.ShowRabbit, tuple(card for card, to in to_show if to == BOARD))
        elif want.tick_at is not None and want.tick_at <= self.now:
            assert self.ask(c.Tick), "a tick that was asked for did nothing"
        else:
            return False
        return True

    def cards(self, count: int, back: tuple[int, ...] | None = None) -> tuple[int, ...]:
        if back:
            self.deck += [self.dealt[number] for number in back]
            self.rng.shuffle(self.deck)
        out = tuple(self.deck[:count])
        del self.deck[:count]
        self.dealt += out
        return out

    def shuffle(self, spread: int | None = None) -> None:
        law = self.table.config.law(self.table.spread if spread is None else spread)
        self.deck, self.dealt = list(law.shoe), []
        self.rng.shuffle(self.deck)

    def settle(self) -> None:
        """Until the table waits for a person, or for longer than chips need to the pot."""
        while self.step() or self._gathered():
            pass

    def _gathered(self) -> bool:
        live, wait = self.table.live, self.table.pace.deal_at - self.now
        gathers = live is not None and live.due in ("deal", "settle") and not self.table.paused
        if not gathers or not 0 < wait <= self.table.config.ways.gather_ms:
            return False
        self.now = self.table.pace.deal_at
        return True

    def wait(self) -> None:
        """Time passes to the next thing that it brings."""
        want = wants(self.table)
        times = [
            at for at in (want.tick_at, want.deal_at if want.cards else None) if at is not None
        ]
        assert times, "nothing will ever happen"
        self.now = max(self.now, min(times))

    def next_hand(self) -> "BareTable":
        """To the first decision of a new hand."""
        number = self.table.this_hand.number
        for _ in range(200):
            if self.table.this_hand.number > number and self.table.live and self.table.live.queue:
                return self
            if not self.table.live:
                self.shuffle()
            if not self.step():
                if self.table.live and self.table.live.queue:
                    self.fold_out()
                else:
                    self.wait()
        raise AssertionError("no next hand")

    def move(self, move: c.Move) -> list[e.AnyEvent]:
        """A touch at the present decision, then whatever follows by itself."""
        events = self.do(c.Play(self.now, self.table.decision, move))
        self.settle()
        return events

    def fold_out(self) -> "BareTable":
        """Everybody folds, or checks to the end."""
        from firmware.games.poker import commands as p

        while (hand := self.table.live) is not None:
            if hand.due in ("deal", "settle") or not hand.queue:
                if not self.step():
                    self.wait()
            elif hand.due == "act":
                self.move(p.Fold(hand.queue[0]))
            elif hand.due == "kill":
                self.move(p.Kill(hand.queue[0], kill=False))
            else:
                assert isinstance(hand, Hand)
                self.move(p.Draw(hand.queue[0], tuple(hand.down[hand.queue[0]][-1:])))
        return self

    def call_down(self) -> "BareTable":
        """Everybody checks and calls to the showdown."""
        from firmware.games.poker import commands as p

        while (hand := self.table.live) is not None:
            if hand.due == "act":
                self.move(p.Call(hand.queue[0]))
            elif not self.step():
                self.wait()
        return self

    def replay(self) -> Table:
        """The table again, from the journal alone."""
        again = new_table(*self.start)
        for event in self.events:
            evolve(again, e.from_line(e.to_line(event)))
        return again
