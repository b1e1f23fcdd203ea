"""The only shell: it owns the clock and the loop, and wires table, journal, fair deal and bank.

    heard(seat, intent) ─ decide ─ journal (durable) ─ evolve ─ publish ─ every screen

Nothing is shown before the journal has it. Everything slow (the bank, a PIN's hash) is an errand:
it runs beside the table and comes back as a command. After a power cut `Controller` on the same
journal is the same table: same hand, same cards, same turn.

`step` does one thing that is due and reads no clock but its own; `run` is the loop around it.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar

from msgspec.structs import replace

from firmware.bank.bank import Bank
from firmware.controller import records as keeper
from firmware.controller.background import Errands
from firmware.controller.cards_and_pins import Teller
from firmware.controller.deck import Shoe
from firmware.controller.fair_deal import FairDeal, Means
from firmware.controller.faults import Doors, Faults
from firmware.controller.intents import Ear
from firmware.controller.players_cut import Cutting
from firmware.controller.restore import Woken
from firmware.controller.seat_pages import Host
from firmware.errors import Fault, Refused
from firmware.journal import folds, records
from firmware.journal.frame import Record
from firmware.journal.journal import Opened
from firmware.screens import projection as glass
from firmware.screens import protocol as g
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Config
from firmware.table.engine import Table, decide, wants
from firmware.table.playing import rabbit_open
from firmware.table.receipt import Finished

T = TypeVar("T")
SNAPSHOT_HANDS = 25
REST_S = 1.0  # at most, so that whoever listens to the loop hears that it lives
STEPS_MOST = 20
SCRUB, SCRUB_MS = "scrub", 60_000
MINE = ("table", "the power came back")


class Glass(Protocol):
    """One screen, at the end of whatever wire: it gets the newest whole view."""

    def show(self, view: g.View | g.Public) -> None: ...


class Controller:
    def __init__(
        self,
        config: Config,
        opened: Opened,
        means: Means,
        bank: Bank,
        clock: Callable[[], int],
        errands: Executor,
        patient: bool = False,
    ) -> None:
        """`patient`: wait for a deck in place, for a table that lives in virtual time."""
        self.journal, self._clock = opened.journal, clock
        self._errands = Errands(errands)
        self.faults, self.doors = Faults(self), Doors(self)
        self.host = Host(self, self._errands, config.seats)
        self.teller = Teller(self, bank, self._errands)
        self._ear = Ear(self)
        self.finished = _nobody
        self.screens: dict[int, Glass] = {}
        self._shown: dict[int, bytes] = {}
        self._touched = 0  # the seat of the last intent
        self._answered = False  # and whether it was answered since everybody last saw the table
        self.last: g.Last | None = None
        self._dirty, self._stopping = True, False
        self._over: Finished | None = None  # whose deck may still be asked for a card
        self._sat: dict[int, str] = {}
        self._scrub_at = 0
        self.opens_with = 0  # players with chips that open the table; 0: the floor opens it
        self.beat: Callable[[], None] = _nothing  # each turn of the loop
        self.told: Callable[[records.Told], None] = _unheard  # durable, and worth a line of a log
        self._woken = woken = Woken(config, opened)
        self.book, self.folds, self.keepsakes = woken.book, woken.folds, woken.keepsakes
        self.deal = FairDeal(config.table, means, woken.memory)
        self.cutting = Cutting(self.deal)
        self.shoe = Shoe(self, self.deal, self.cutting, patient)
        self._resume()

    # ---- The start

    def _resume(self) -> None:
        """Back where it was; a clock that ran goes on with what was left of it."""
        ran = self.table.live is not None and not self.table.paused
        if ran:  # at the moment of the last event: the dark time counts for nobody
            self.do(c.Pause(self.table.now, *MINE))
        self.commit([records.PoweredUp()])
        if ran:
            self.do(c.Resume(self.now, *MINE))
        for seat in self.table.seats[1:]:
            if seat.life == "pin":  # the card's track was never on the disk
                self.do(c.CancelEntry(self.now, seat.number))

    @property
    def table(self) -> Table:
        return self.book.table

    @property
    def notes(self) -> list[glass.Notes]:
        return self.host.notes

    def look_again(self) -> None:
        """Something that a screen shows may have changed."""
        self._dirty = True

    @property
    def now(self) -> int:
        return max(self._clock(), self.table.now)

    # ---- The one way: decide, make durable, evolve

    def do(self, command: c.AnyCommand) -> list[e.AnyEvent]:
        """Refused: nothing moved. A Fault of the journal stops the table before it can lie."""
        events = decide(self.table, command)
        self.commit(events)
        return events

    def commit(self, happened: Sequence[keeper.Happened], first: Sequence[Record] = ()) -> None:
        batch, over = list(first), []
        for each in happened:
            if isinstance(each, e.HandBegan):
                batch += self.deal.begin(each.number)
            batch += keeper.tell(self.book, [each])
            if isinstance(each, e.HandVoided):
                batch += self.shoe.void(each.reason)
            elif self.table.live is None and not rabbit_open(self.table):
                batch += self.shoe.put_away()
            over += self._woken.look(each)
        if not batch:
            return
        folds.take(self.folds, self.journal.append(batch))
        self._durable(happened, over)

    def _durable(self, happened: Sequence[keeper.Happened], over: list[Finished]) -> None:
        """Only now may anyone see it."""
        events = [each for each in happened if not isinstance(each, records.Told)]
        for each in happened:
            if isinstance(each, records.Told):
                self.told(each)
        for done in over:
            self._over, self._sat = done, self.host.sessions
            self.keepsakes.hand(done, self._sat, self._woken.in_chips)
        if self.shoe.closing:
            self._hand_over()
        for event in events:
            self._after(event)
        self.last = glass.last_act(events, self.table.hand) or self.last
        self._dirty = True

    def _hand_over(self) -> None:
        """A deck is put away: everybody has his receipt, and nobody the key."""
        self.shoe.closing = False
        if self._over is not None:
            self.finished(self._over)
        self.host.hand_over(self._sat, self.deal.receipts)
        self.deal.forget_key()
        self._over = None
        if not self.deal.playing:  # the next deck is sealed while everybody looks at this pot
            self.shoe.prepared(self.table.this_hand.number + 1, self.table.spread)

    def _after(self, event: e.AnyEvent) -> None:
        self.host.after(event)
        match event:
            case e.CardLocked(seat=seat) | e.EntryCancelled(seat=seat) | e.CashedOut(seat=seat):
                self.teller.forget(seat)
            case e.HandBegan():
                self.last = None

    # ---- What is due

    def step(self) -> bool:
        """One thing: what came in, what the table wants, what is on its way. False: rest."""
        if work := self._errands.next():
            work()
            return True
        return self.teller.carry() or self._answer()

    def _answer(self) -> bool:
        want, now = wants(self.table), self.now
        if self._time_is_up():
            return True
        if want.rabbit and self.deal.playing:
            self.shoe.show_rabbit()
            return True
        if self._opens() or self.shoe.offer_cut():
            return True
        if want.button:
            return self.shoe.draw_button(want.button)
        if want.cards and want.deal_at <= now:
            self.shoe.deal(want.reshuffle, want.cards)
        elif want.tick_at is not None and want.tick_at <= now:
            return self._tick()
        else:
            return False
        return True

    def _opens(self) -> bool:
        """A table without a floor person opens when enough players sit with chips."""
        ready = sum(seat.ready for seat in self.table.seats)
        if self.table.phase != "closed" or not 0 < self.opens_with <= ready:
            return False
        with suppress(Refused):
            return bool(self.do(c.OpenTable(self.now, "table", "enough players sit")))
        return False

    def _time_is_up(self) -> bool:
        """A player's own limit: he is cashed out as if he had asked."""
        for command in keeper.time_is_up(self.book, self.now):
            with suppress(Refused):  # not in this state of the seat: asked again at the next
                self.do(command)
                return True
        return False

    def _tick(self) -> bool:
        events = decide(self.table, c.Tick(self.now))
        assert events, "a tick that was asked for did nothing"
        began = next((event for event in events if isinstance(event, e.HandBegan)), None)
        if began is not None and not self.shoe.ready(began):
            return False
        self.commit(events)
        if self.table.live is None and self._woken.hands >= SNAPSHOT_HANDS:
            self.snapshot()
        return True

    def next_at(self) -> int | None:
        """When something will be due by itself."""
        want = wants(self.table)
        ends = [sitting.until_ms for sitting in self.book.sittings.values()]
        times = [want.tick_at, want.deal_at if want.cards else None]
        times += [end for end in ends if end > self.now]
        if self.shoe.resting:
            times = [self.shoe.retry_at]
        elif want.button or (want.tick_at is not None and want.tick_at <= self.now):
            times = [self.now + 5]  # a deck is on its way
        elif self.shoe.cut_is_coming:
            times.append(self.now + 5)
        if self.teller.waits and self.teller.retry_at > self.now:
            times.append(self.teller.retry_at)
        return min((at for at in times if at is not None), default=None)

    def snapshot(self) -> None:
        """Between two hands, so that a start is quick; fees and pools leave for the bank then."""
        assert self.table.live is None
        self._woken.hands = 0
        self.commit(keeper.sweep(self.book))
        self.journal.snapshot(self._woken.to_bytes(self.deal.memory))

    # ---- What comes in

    def attach(self, seat: int, screen: Glass) -> None:
        """A screen is there, or is back; 0 is the center. It gets a whole view, and not before the
        table knows that its link is good: a seat without a link is shown no cards."""
        self.later(partial(self._attach, seat, screen))

    def _attach(self, seat: int, screen: Glass) -> None:
        self.screens[seat] = screen
        self._shown.pop(seat, None)
        self._dirty = True
        if seat:
            self.do(c.RegainLink(self.now, seat))

    def detach(self, seat: int) -> None:
        self.screens.pop(seat, None)
        self.later(partial(self._detach, seat))

    def _detach(self, seat: int) -> None:
        self.screens.pop(seat, None)  # it may have come and gone while others were served
        if seat:
            self.do(c.LoseLink(self.now, seat))

    def swipe(self, seat: int, track: str) -> None:
        """A card at the reader of this seat."""

        def swiped() -> None:
            self.host.polite(seat)
            self.teller.swipe(seat, track)

        self.later(swiped)

    def heard(self, seat: int, intent: g.Intent) -> None:
        """What a finger wants; the seat is the link's, whatever the message says."""
        self._touched = seat

        def hear() -> None:
            self._ear.hear(seat, intent)
            self._answered = True

        self.later(hear)

    def bad_swipe(self, seat: int, reason: str) -> None:
        """Nobody reads what a bad swipe held; its seat is asked for another."""
        self.host.polite(seat)
        self.no(seat, Refused("Please swipe again.", "R38"))
        self.faults.notice("BAD_SWIPE", f"Seat {seat}: a swipe could not be read ({reason}).")

    def order(self, command: c.AnyCommand) -> list[e.AnyEvent]:
        """Of the floor, with a name and a reason; Refused comes back to who gave it."""
        return self.do(command)

    def later(self, work: Callable[[], None]) -> None:
        """In the table's own time, between two steps."""
        self._errands.later(work)

    @property
    def at_rest(self) -> bool:
        return self._errands.at_rest

    def asked(self, seat: int, command: c.AnyCommand) -> bool:
        try:
            self.do(command)
        except Refused as no:
            self.no(seat, no)
            return False
        return True

    def no(self, seat: int, problem: Exception) -> None:
        """A refusal is an answer: its own seat reads it, nobody else."""
        if isinstance(problem, Fault):
            self.faults.broke(problem)
            problem = Refused("The bank does not answer. Please try again in a moment.", "R40")
        if not isinstance(problem, Refused):
            raise problem
        self.notes[seat].refused, self._dirty = str(problem), True

    def _idle(self) -> None:
        """Nothing is due: look at a piece of the journal, beside the table."""
        if self.now < self._scrub_at or SCRUB in self._errands.busy:
            return
        self._scrub_at = self.now + SCRUB_MS
        self._errands.send(SCRUB, self.journal.look(), self._scrubbed, _raised)

    def _scrubbed(self, whole: bool) -> None:
        self.journal.scrub_step(whole)

    # ---- What goes out

    def publish(self) -> bool:
        """To every screen what is new to it, first to the one that was touched last. True if there
        was anything."""
        if not self._dirty:
            return False
        self._dirty, now = False, self.now
        key = self.deal.log.public_key.hex()
        code = self.deal.code
        everyone = glass.public(self.table, now, self.last, code, key, self.opens_with)
        if self.shoe.trouble is not None and self.table.live is None:
            alert = g.Alert("No new hand", "All chips are safe. The floor is told.", "C-RNG-01")
            everyone = replace(everyone, phase="fault", alert=alert)
        if self.cutting.notice and not everyone.notice:
            everyone = replace(everyone, notice=self.cutting.notice)
        for seat, screen in sorted(self.screens.items(), key=lambda one: one[0] != self._touched):
            view: g.View | g.Public = everyone
            if seat:
                view = glass.station(self.table, seat, now, self.host.noted(seat), everyone)
            packed = g.pack(view)
            if self._shown.get(seat) != packed:
                self._shown[seat] = packed
                screen.show(view)
        return True

    # ---- The loop

    async def run(self) -> None:
        """Until `stop`, or until a Fault of the journal stops it."""
        loop, woken = asyncio.get_running_loop(), asyncio.Event()
        self._errands.wake = lambda: loop.call_soon_threadsafe(woken.set)  # type: ignore[assignment]
        while not self._stopping:
            woken.clear()
            busy = await self._steps()
            self.publish()
            self.beat()
            if not busy:
                await self._rest(woken)

    async def _steps(self) -> bool:
        """So many at most before everybody sees them, however much is still to do; a touch is
        seen before anything else happens."""
        for _ in range(STEPS_MOST):
            if self._stopping or not self.step():
                return False
            await asyncio.sleep(0)
            if self._answered:
                self._answered = False
                break
        return True

    async def _rest(self, woken: asyncio.Event) -> None:
        if self._errands.waiting:
            return
        at = self.next_at()
        wait = REST_S if at is None else min(REST_S, max(1, at - self.now) / 1000)
        try:
            await asyncio.wait_for(woken.wait(), wait)
        except TimeoutError:
            if wait == REST_S:
                self._idle()

    def stop(self) -> None:
        self._stopping = True
        self._errands.wake()

    def close(self) -> None:
        self.deal.close()
        self.journal.close()


def _nobody(done: Finished) -> None:
    pass


def _nothing() -> None:
    pass


def _unheard(told: records.Told) -> None:
    pass


def _raised(problem: Exception) -> None:
    raise problem
