"""The only shell: it owns the clock and the loop, and wires table, journal, fair deal and bank.

    touch(seat, intent) ─ decide ─ journal (durable) ─ evolve ─ publish ─ every screen

`perform` (perform.py) is the one way a table moves. The helpers return what they want done
(effects.py); nothing but this loop does it. What is slow (the bank, a PIN's hash) runs beside the
table and comes back as a command.

Made on a journal it is the table that the power left: same hand, same cards, same turn; it writes
nothing before `power_up`. `step` does one thing that is due and reads no clock but its own; `run`
is the loop around it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial

from firmware.controller import custody, doors, faults, no_floor
from firmware.controller.accept import doubted
from firmware.controller.background import Background
from firmware.controller.cards_and_pins import CardsAndPins
from firmware.controller.custody import Custody
from firmware.controller.deck import Decks
from firmware.controller.desk_orders import DeskOrders, NewScreens
from firmware.controller.effects import (
    Desk,
    Effects,
    FaultBegan,
    FaultEnded,
    Refuse,
    Task,
    Write,
    raise_it,
)
from firmware.controller.fair_deal import FairDeal
from firmware.controller.floor_notes import floor_notes
from firmware.controller.hand_tape import HandTape
from firmware.controller.holds import Holds
from firmware.controller.intents import Intents
from firmware.controller.log_witness import LogWitness
from firmware.controller.next_deck import Means
from firmware.controller.outgoing import OutgoingEvents
from firmware.controller.own_limits import OwnLimits
from firmware.controller.perform import Listeners, Performer
from firmware.controller.publisher import Publisher, Screen
from firmware.controller.restore import restore
from firmware.controller.seat_pages import SeatPages
from firmware.controller.snapshots import Snapshots
from firmware.controller.to_bank import ToBank
from firmware.controller.turns import Lane, Turns
from firmware.errors import Fault, Refused
from firmware.games.play import Play
from firmware.journal import records as r
from firmware.journal.folds import Folds
from firmware.journal.journal import Opened
from firmware.screens import protocol as g
from firmware.screens.protocol import orders as o
from firmware.settlement.window import TableWindow
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import Config, Table, decide, wants

REST_S = 1.0  # at most, so that whoever listens to the loop hears that it lives
STEPS_MOST = 20
FLOOR_BACK_MS = 10_000  # a desk that is away longer leaves the table to itself
HICCUP_MS = 1500  # a link that is back so soon was never lost: it costs nobody a hand
SCRUB, SCRUB_MS = "scrub", 60_000
OF_STATION = g.SealShare | g.OpenShare | g.KeepFor  # no finger keeps these waiting


class Controller:
    def __init__(
        self,
        config: Config,
        opened: Opened,
        means: Means,
        bank: TableWindow,
        clock: Callable[[], int],
        beside: Executor,
        patient: bool = False,
    ) -> None:
        """`patient`: wait for a deck in place, for a table that lives in virtual time."""
        self.journal, self._clock = opened.journal, clock
        self._snapshots = Snapshots(config, opened)
        try:
            self.memory = restore(config, opened)
            self.deal = FairDeal(config.table, means, self.memory.deals)
        except Fault:  # the hand in play cannot be opened: is it the journal that is not today's?
            doubted(config, opened, bank)
            raise
        self.holds = Holds(self.journal, self.memory)
        self.decks = Decks(self.deal, self.memory, patient)
        self.cards = CardsAndPins(bank, self.memory.state)
        self.to_bank = ToBank(bank, self.memory.state, self.journal)
        self.outgoing = OutgoingEvents(bank, self.memory, self.journal)
        self.log_witness = LogWitness(bank, self.decks, self.journal)
        tape = HandTape()
        self.pages = SeatPages(self.memory, self.cards.tails, self.cards.asked, config.seats, tape)
        self._orders = DeskOrders(bank.person, self.memory)
        limits = OwnLimits(bank, self.memory.state, self.pages)
        self._intents = Intents(
            self.cards, self.to_bank, self.pages, self.decks.opening, limits, self._sitting
        )
        self.publisher = Publisher(self.pages.noted, self._sitting, tape)
        self.listeners = Listeners()
        self._background = Background(beside)
        self.later = self._background.later  # in the table's own time, between two steps
        performer = Performer(
            self.journal, self.memory, self.decks, self.cards, self.pages, self.publisher,
            self.listeners, self._background, lambda: self.now,
        )  # fmt: skip
        self.perform, self.record = performer.perform, performer.record
        self.fulfil = performer.fulfil
        self._floor_until = 0  # a desk that was there a moment ago may come back
        self.software = ""  # the hash of what runs here, for the journal
        self.opens_with = 0  # players with chips that open the table; 0: as the house begins
        self._scrub_at = 0
        self._lost: dict[int, int] = {}  # seats without a screen: when the table is told
        self._turns = Turns()
        self._touches = 0  # answered
        self._stopping = False

    @property
    def table(self) -> Table:
        return self.memory.state.table

    @property
    def custody(self) -> Custody:
        return self.memory.state.custody

    def _sitting(self, seat: int) -> int:
        return self.custody.sitting(seat)

    @property
    def folds(self) -> Folds:
        return self.memory.folds

    @property
    def now(self) -> int:
        """The table's own time: it only ever goes on. What the clock on the wall says is a label,
        which the journal and the bank write down beside it."""
        return max(self._clock(), self.table.now)

    @property
    def floor(self) -> bool:
        """Is a desk of the floor connected?"""
        return any(desk.of_floor for desk in self.publisher.desks) or self.now < self._floor_until

    @property
    def players_to_open(self) -> int:
        """By themselves; 0: the floor opens the table."""
        return 0 if self.floor else no_floor.players(self.table.config, self.opens_with)

    # ---- The start

    def power_up(self) -> None:
        """Back where it was; a clock that ran goes on with what was left of it."""
        table = self.table
        away = table.phase != "closed" and any(seat.life == "away" for seat in table.seats)
        runs = table.live is not None or table.sit_n_go.running or away
        ran = runs and not table.paused
        limits = custody.after_dark(self.custody, self.now - self.table.now)
        if ran:  # at the moment of the last event: the dark time counts for nobody
            self.perform(c.Pause(self.table.now, *c.BY_THE_POWER))
        self.record([r.PoweredUp(self.software), *limits])
        self.perform(c.Wake(self.now))
        if ran:
            self.perform(c.Resume(self.now, *c.BY_THE_POWER))
        self.fulfil(self.holds.both_copies(self.now))
        for seat in self.table.seats[1:]:
            if seat.life == "pin":  # the card's track was never on the disk
                self.perform(c.CancelEntry(self.now, seat.number))
        if self.table.live is None and not self.deal.playing:
            self.journal.forget_hand()  # if the power went before it was
        if still := self.folds.meters.doors_open:
            self.fulfil(doors.stop(still, self.now))
        self._nothing_is_stranded()
        self.pages.after_dark()
        self.fulfil(self.log_witness.tell(self._background.busy))

    def _nothing_is_stranded(self) -> None:
        """What earlier versions swept and sent with nobody is fees again."""
        for name in custody.never_sent(self.custody, self.table):
            self.perform(c.BankAnswered(self.now, name, False, "it was never sent"))
        found = custody.stranded(self.custody, self.table)
        lost = FaultBegan(custody.money_stranded(found)) if found else FaultEnded(custody.STRANDED)
        self.fulfil([lost])

    # ---- What is due

    def step(self) -> bool:
        """One thing: what came in, what is on its way, what the table wants. False: rest."""
        if work := self._background.next() or self._turns.next(self.now):
            work()
            return True
        if self._watch_the_mad():
            return True
        if effects := self.to_bank.next(self.now, self._background.busy):
            self.fulfil(effects)
            return True
        if effects := self.outgoing.next(self.now, self._background.busy):
            self.fulfil(effects)
            return True
        if effects := self._orders.due(self.now) or self._orders.begin_tests(self.now):
            self.fulfil(effects)
            return True
        return (
            self._lose_links()
            or self._does(self.holds.news())
            or any(map(self._may, self.holds.stop(self.now)))
            or self._after_the_hand()
            or self._what_the_table_wants()
        )

    def read_page_by(self, read: Callable[[], Config]) -> None:
        """How its page is read again, when somebody orders it."""
        self._orders.new_page.read = read

    def pair_by(self, screens: NewScreens) -> None:
        """Who knows a new screen at a cable, when somebody orders it."""
        self._orders.new_screens = screens

    def hold(self, fault: Fault) -> None:
        """The hand in play is its last one until this is mended."""
        self.later(lambda: self.fulfil(self.holds.hold(fault)))

    def release(self, name: str) -> None:
        self.later(lambda: self.fulfil(self.holds.release(name, self.now)))

    def _lose_links(self) -> bool:
        """Those that did not come back in time."""
        due = [seat for seat, at in self._lost.items() if at <= self.now]
        for seat in due:
            del self._lost[seat]
            self.perform(c.LoseLink(self.now, seat))
        return bool(due)

    def _after_the_hand(self) -> bool:
        """The deck is put away, everybody has his receipt, nobody the key; then the next deck is
        sealed while everybody still looks at this pot."""
        if self.decks.done:
            self.record(self.decks.put_away())
        elif self.deal.over is not None:
            self._hand_out(self.deal.over.number)
        elif self._snapshots.due(self.memory):
            self.snapshot()
        else:
            return False
        return True

    def _hand_out(self, number: int) -> None:
        last, receipts = self.memory.take_last_hand(number), self.deal.write_receipts()
        self.to_bank.hand_is_over()
        self.fulfil(self.log_witness.tell(self._background.busy))
        self.deal.forget_key()
        self.journal.forget_hand()
        if last is None:
            return  # a deck that was never dealt from
        self.listeners.hand_over(last.done)
        self.pages.hand_out(last.sat, receipts)
        _, effects = self.decks.prepare(number + 1, self.table.spread, self.now)
        self.fulfil(effects)

    def _what_the_table_wants(self) -> bool:
        want, now = wants(self.table), self.now
        if self._must_go() or self._runs_itself():
            return True
        if want.rabbit and self.deal.playing:
            return self._does(self.decks.show_rabbit(self._play, want.rabbit, now))
        if want.button:
            return self._does(self.decks.draw_button(want.button, now))
        if effects := self.decks.commit_ahead(now):
            self.fulfil(effects)
        elif want.cards and want.deal_at <= now:
            return self._does(self.decks.next_cards(self._play, want, now))
        elif want.tick_at is not None and want.tick_at <= now:
            return self._tick(c.Tick(now))
        else:
            return False
        return True

    def _does(self, effects: Effects) -> bool:
        self.fulfil(effects)
        return bool(effects)

    @property
    def _play(self) -> Play:
        assert self.table.play is not None
        return self.table.play

    def _runs_itself(self) -> bool:
        """What the floor would order, where none is connected."""
        orders = no_floor.orders(self.table, self.players_to_open, self.now)
        return not self.floor and any(map(self._may, orders))

    def _must_go(self) -> bool:
        """A player's own limit: he is cashed out as if he had asked. What cannot be done in this
        state of the seat is asked again at the next."""
        stopped = self.to_bank.must_go
        return any(map(self._may, custody.must_go(self.custody, self.table, self.now, stopped)))

    def _may(self, command: c.AnyCommand) -> bool:
        try:
            return bool(self.perform(command))
        except Refused:
            return False

    def _tick(self, tick: c.Tick) -> bool:
        """A hand begins with a deck that is sealed and cut, and not before the last one is put
        away for good: the vault has room for one key."""
        began = None
        if self.table.live is None:
            events = decide(self.table, tick)
            began = next((event for event in events if isinstance(event, e.HandBegan)), None)
        if began is None:
            assert self.perform(tick), "a tick that was asked for did nothing"
            return True
        if self.deal.playing:
            self.record(self.decks.put_away())
            return True
        ready, effects = self.decks.ready(began, tick.now)
        self.fulfil(effects)
        if ready:
            self.perform(tick)
        return ready or bool(effects)

    def wake_at(self) -> int | None:
        """When there is something to do: what will be due, or a question to the bank."""
        times = [at for at in (self.next_at(), self.to_bank.stay_at()) if at is not None]
        return min(times, default=None)

    def next_at(self) -> int | None:
        """When something will be due by itself."""
        want, now = wants(self.table), self.now
        ends = [sitting.until_ms for sitting in self.custody.sittings.values()]
        times = [want.tick_at, want.deal_at if want.cards and want.deal_at > now else None]
        times.append(self.decks.opening.waits_until)
        times += [end for end in ends if end > now]
        if self.decks.resting(now):
            times = [self.decks.retry_at]
        elif want.button or want.dice or (want.tick_at is not None and want.tick_at <= now):
            times = [now + 5]  # a deck is on its way
        elif self.decks.deck_is_coming(now):
            times.append(now + 5)
        times += [self.outgoing.next_at(now)]
        times += [self.to_bank.next_at(now), self._orders.next_at(), self.publisher.desks_at()]
        times += [*self._lost.values(), self._turns.next_at(now)]
        return min((at for at in times if at is not None), default=None)

    def snapshot(self) -> None:
        """Fees and pools leave for the bank then."""
        self._nothing_is_stranded()
        self.record(custody.sweep(self.custody, self.table.books))
        self._snapshots.write(self.memory, self.deal.memory)

    # ---- What comes in

    def attach(self, seat: int, screen: Screen) -> None:
        """A screen is there, or is back; 0 is the center. It gets a whole view, and not before the
        table knows that its link is good: a seat without a link is shown no cards."""

        def attached() -> None:
            self.publisher.attach(seat, screen)
            self._lost.pop(seat, None)
            if seat and seat not in self.deal.owed:
                self.perform(c.RegainLink(self.now, seat))

        self.later(attached)

    def looked_at(self, seat: int) -> None:
        """A person is at this station, and vouches for it: the share that it did not open is logged
        as lost, and it is dealt in again."""
        if seat not in self.deal.owed:
            return
        self.record(self.deal.new_station(seat, "a key at the seat"))
        if seat in self.publisher.screens:
            self.perform(c.RegainLink(self.now, seat))

    def detach(self, seat: int) -> None:
        self.publisher.detach(seat)

        def detached() -> None:
            self.publisher.detach(seat)  # it may have come and gone while others were served
            if seat:
                self._lost.setdefault(seat, self.now + HICCUP_MS)

        self.later(detached)

    def attach_desk(self, desk: Desk) -> None:
        """It gets a whole view; one of the floor has the floor's work from now on."""
        self.later(partial(self.publisher.attach_desk, desk))

    def detach_desk(self, desk: Desk) -> None:
        def detached() -> None:
            self.publisher.detach_desk(desk)
            if desk.of_floor:
                self._floor_until = self.now + FLOOR_BACK_MS

        self.later(detached)

    def show_hand(self, desk: Desk, ask: o.ShowHand) -> None:
        def shown() -> None:
            for step in self.publisher.tape.replay(ask):
                desk.answer(step)

        self.later(shown)

    def order(self, desk: Desk, order: o.AnyOrder) -> None:
        """What the floor wants; who it is, the order says, and the bank."""

        def ordered() -> None:
            self.fulfil(self._orders.read(desk, order, self._background.busy))

        self.later(ordered)

    def swipe(self, seat: int, track: str) -> None:
        """A card at the reader of this seat."""

        def swiped() -> None:
            self.pages.was_read(seat)
            if self.table.stopped_by("service"):  # the reader is tested, and nobody's card
                self.fulfil([Refuse(seat, Refused("Card read. This is a test.", "REQ-R27"))])
            else:
                self.fulfil(self.cards.swipe(seat, track))

        self.in_turn(f"seat {seat}", swiped)

    def bad_swipe(self, seat: int, reason: str) -> None:
        """Nobody reads what a bad swipe held; its seat is asked for another."""

        def swiped() -> None:
            words = f"Seat {seat}: a swipe could not be read ({reason})."
            self.pages.was_read(seat)
            self.fulfil([Refuse(seat, Refused("Please swipe again.", "REQ-R38")),
                         Write([r.Noticed("BAD_SWIPE", words)])])  # fmt: skip

        self.in_turn(f"seat {seat}", swiped)

    def touch(self, seat: int, intent: g.Intent) -> bool:
        """What a finger wants; the seat is the link's, whatever the message says. False: it was
        too much, and is not answered."""

        def touched() -> None:
            self.publisher.touched = seat
            busy = self._background.busy
            self.fulfil(self._intents.read(self.table, seat, intent, self.now, busy))
            self.publisher.look_again()  # what was noted for the seat, its glass shows
            self._touches += 1

        lane: Lane = "shares" if isinstance(intent, OF_STATION) else "touches"
        return self.in_turn(f"seat {seat}", touched, lane)

    def in_turn(self, who: str, work: Callable[[], None], lane: Lane = "touches") -> bool:
        """Like `later`, for what a device asks: nobody waits for one that has gone mad. What found
        no place does not even wake the table."""
        heard = self._turns.add(who, work, self.now, lane)
        if heard:
            self._background.wake()
        return heard

    def _watch_the_mad(self) -> bool:
        """Told of once, and once more when it is over."""
        if who := self._turns.mad():
            self.fulfil([FaultBegan(faults.flood(who), who)])
        elif who := self._turns.calm(self.now):
            self.fulfil([FaultEnded(f"{faults.FLOOD} {who}")])
        return bool(who)

    def door(self, told: r.DoorOpened | r.DoorShut) -> None:
        """At once, so that whoever compares a board with the journal never counts it twice."""
        self.fulfil(doors.moved(self.folds, self.now, told))

    def fault(self, fault: Fault, where: str = "") -> None:
        self.later(partial(self.fulfil, [FaultBegan(fault, where)]))

    def fault_over(self, name: str) -> None:
        self.later(partial(self.fulfil, [FaultEnded(name)]))

    def notice(self, noticed: r.Noticed) -> None:
        self.later(partial(self.fulfil, [Write([noticed])]))

    @property
    def at_rest(self) -> bool:
        return self._background.at_rest and not self._turns.waiting

    # ---- The loop

    def publish(self) -> bool:
        """To every screen what is new to it. True if there was anything."""
        changed = self.publisher.changed
        if changed:
            self.publisher.show(self.table, self.now, self.decks, self.players_to_open)
        desks_at = self.publisher.desks_at()
        if desks_at is not None and desks_at <= self.now:
            hands = self.publisher.tape.hands
            notes = floor_notes(self.memory, self.cards.tails, hands, self.now, self._holding())
            self.publisher.show_desks(self.table, self.now, notes)
        return changed

    def _holding(self) -> set[str]:
        """Faults for which no hand begins, by their names in the journal."""
        decks = {one.name for one in (self.decks.fault, self.decks.forked) if one is not None}
        return decks | self.holds.faults

    async def run(self) -> None:
        """Until `stop`, or until a Fault of the journal stops it."""
        loop, woken = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # what comes back after the loop is over wakes nobody
                loop.call_soon_threadsafe(woken.set)

        self._background.wake = wake
        while not self._stopping:
            woken.clear()
            busy = await self._steps()
            self.publish()
            self.listeners.turned()
            if not busy:
                await self._rest(woken)

    async def _steps(self) -> bool:
        """So many at most before everybody sees them, however much is still to do; a touch is
        seen before anything else happens."""
        for _ in range(STEPS_MOST):
            touches = self._touches
            if self._stopping or not self.step():
                return False
            await asyncio.sleep(0)
            if self._touches != touches:
                break
        return True

    async def _rest(self, woken: asyncio.Event) -> None:
        if self._background.waiting:
            return
        at = self.wake_at()
        wait = REST_S if at is None else min(REST_S, max(1, at - self.now) / 1000)
        try:
            async with asyncio.timeout(wait):
                await woken.wait()
        except TimeoutError:
            if wait == REST_S:
                self.idle()

    def idle(self) -> None:
        """Nothing is due: the stream of the decks goes on, and now and then a piece of the journal
        is looked at, beside the table."""
        if effects := self.decks.idle(self.now):
            self.fulfil(effects)
        if self.now < self._scrub_at or SCRUB in self._background.busy:
            return
        self._scrub_at = self.now + SCRUB_MS
        self.fulfil([Task(SCRUB, self.journal.look(), self._scrubbed, raise_it)])

    def _scrubbed(self, whole: bool, now: int) -> Effects:
        self.journal.scrub_step(whole)
        return []

    def stop(self) -> None:
        self._stopping = True
        self._background.wake()

    def close(self) -> None:
        self.deal.close()
        self.journal.close()
