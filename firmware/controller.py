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

from firmware import glass, keeper
from firmware import protocol as g
from firmware.bank.bank import Bank
from firmware.cutting import Cutting
from firmware.errands import Errands
from firmware.errors import Fault, Refused
from firmware.fair_deal import FairDeal, Means
from firmware.games.banked.engine import targets
from firmware.games.cards import DECKS
from firmware.games.poker.hand import BOARD, RESHUFFLE
from firmware.games.poker.rules import Rules
from firmware.host import Host
from firmware.journal import folds, records
from firmware.journal.frame import Record
from firmware.journal.journal import Opened
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Config
from firmware.table.engine import Table, decide, wants
from firmware.table.playing import rabbit_open, rabbit_plan
from firmware.table.receipt import Finished
from firmware.teller import RETRY_MS, Teller
from firmware.waking import Woken

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
        self._errands, self._patient = Errands(errands), patient
        self.host = Host(self, self._errands, config.seats)
        self.teller = Teller(self, bank, self._errands)
        self.finished = _nobody
        self.screens: dict[int, Glass] = {}
        self._shown: dict[int, bytes] = {}
        self._touched = 0  # the seat of the last intent
        self._answered = False  # and whether it was answered since everybody last saw the table
        self.last: g.Last | None = None
        self.trouble: Fault | None = None  # why no hand begins
        self._retry_at = 0
        self._dirty, self._hands, self._stopping = True, 0, False
        self._over: Finished | None = None  # whose deck may still be asked for a card
        self._sat: dict[int, str] = {}
        self._closing = False  # a deck was put away in this batch
        self._scrub_at = 0
        self.opens_with = 0  # players with chips that open the table; 0: the floor opens it
        self.beat: Callable[[], None] = _nothing  # each turn of the loop
        self.told: Callable[[records.Told], None] = _unheard  # durable, and worth a line of a log
        self._woken = woken = Woken(config, opened)
        self.book, self.folds, self.keepsakes = woken.book, woken.folds, woken.keepsakes
        self.deal = FairDeal(config.table, means, woken.memory)
        self.cutting = Cutting(self.deal)
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
                batch += self.deal.void(each.reason)
                self._closing = True
            elif self.table.live is None and not rabbit_open(self.table):
                batch += self._put_away()
            over += self._woken.look(each)
        if not batch:
            return
        folds.take(self.folds, self.journal.append(batch))
        self._durable(happened, over)

    def _put_away(self) -> list[Record]:
        """The deck's end, when nobody can ask for another card of it."""
        if not self.deal.playing:
            return []
        self._closing = True
        shown = self.table.result.shown if self.table.result else {}
        return self.deal.finish([card for cards in shown.values() for card in cards])

    def _durable(self, happened: Sequence[keeper.Happened], over: list[Finished]) -> None:
        """Only now may anyone see it."""
        events = [each for each in happened if not isinstance(each, records.Told)]
        for each in happened:
            if isinstance(each, records.Told):
                self.told(each)
        for done in over:
            self._hands += 1
            self._over, self._sat = done, self.host.sessions
            self.keepsakes.hand(done, self._sat, self._woken.in_chips)
        if self._closing:
            self._hand_over()
        for event in events:
            self._after(event)
        self.last = glass.last_act(events, self.table.hand) or self.last
        self._dirty = True

    def _hand_over(self) -> None:
        """A deck is put away: everybody has his receipt, and nobody the key."""
        self._closing = False
        if self._over is not None:
            self.finished(self._over)
        self.host.hand_over(self._sat, self.deal.receipts)
        self.deal.forget_key()
        self._over = None
        if not self.deal.playing:  # the next deck is sealed while everybody looks at this pot
            self._prepared(self.table.number + 1, self.table.spread)

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
            self._show_rabbit()
            return True
        if self._opens() or self._offer_cut():
            return True
        if want.button:
            return self._draw_button(want.button)
        if want.cards and want.deal_at <= now:
            self._deal(want.reshuffle, want.cards)
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
        if began is not None and not (self._deck_ready(began) and self._is_cut()):
            return False
        self.commit(events)
        if self.table.live is None and self._hands >= SNAPSHOT_HANDS:
            self.snapshot()
        return True

    def _deck_ready(self, began: e.HandBegan) -> bool:
        """The last deck is durably put away before the vault's key is the next one's."""
        if self.deal.playing:
            self.commit([], self._put_away())
        return self._prepared(began.number, began.spread)

    def _prepared(self, number: int, spread: int) -> bool:
        cards, offered = self._cards(spread), self.table.config.ways.player_cut

        def ready() -> bool:
            waiting = self.deal.waiting
            if waiting is not None and waiting.cards != cards:  # another game than was expected
                self.commit([], self.deal.void("another game is played"))
            there = self.deal.prepare(number, cards, self.now, offered=offered)
            if not there and self._patient:
                self.deal.wait()
            return there or self._patient

        return self._with_noise(ready) or False

    def _is_cut(self) -> bool:
        """Sealed touches are opened before the hand; without any it begins at once."""
        seals = self.cutting.close(self.now)
        if seals:
            self.commit([], seals)
        return self.cutting.done(self.now)

    def _offer_cut(self) -> bool:
        """In the pause between two hands, where the house lets players cut."""
        table = self.table
        if not self._pause_for_cut or not self._prepared(table.number + 1, table.spread):
            return False
        self.commit([], self.deal.commit())
        return True

    @property
    def _pause_for_cut(self) -> bool:
        table = self.table
        if not table.config.ways.player_cut or table.paused or table.live is not None:
            return False
        pause = table.phase == "open" and self.now < table.next_at
        return pause and not self.deal.playing and self.deal.waiting is None

    def _with_noise(self, work: Callable[[], T]) -> T | None:
        """No sealed deck, no hand: a sick noise source finishes the hand and starts no other."""
        if self.trouble is not None and self.now < self._retry_at:
            return None
        try:
            done = work()
        except Fault as fault:
            if self.trouble is not None and self.trouble.name != fault.name:
                self.cleared(self.trouble.name)
            self.trouble, self._retry_at, self._dirty = fault, self.now + RETRY_MS, True
            self.broke(fault)
            return None
        if done:
            self._noise_is_good()
        return done

    def _noise_is_good(self) -> None:
        for name in [name for name in self.folds.faults.open if name.startswith("NOISE_")]:
            self.cleared(name)  # also one that was open when the power went
        if self.trouble is not None:
            self.trouble, self._dirty = None, True

    def _cards(self, spread: int) -> tuple[int, ...]:
        law = self.table.config.law(spread)
        return tuple(DECKS[law.deck if isinstance(law, Rules) else "52"])

    def _draw_button(self, seats: tuple[int, ...]) -> bool:
        high = self.table.config.ways.button_draw == "high card"
        deck = self._cards(self.table.spread) if high else tuple(range(len(seats)))
        count = len(seats) if high else 1
        drawn = self._with_noise(lambda: self.deal.draw(deck, count, self._patient))
        if drawn is None:
            return False
        if high:
            self.do(c.DrawButton(self.now, 0, drawn))
        else:
            self.do(c.DrawButton(self.now, seats[drawn[0]]))
        return True

    def _deal(self, reshuffle: tuple[int, ...], count: int) -> None:
        hand, anew = self.table.hand, False
        if hand is None:
            assert self.table.round is not None
            plan = targets(self.table.round)
        else:
            anew = hand.due == "deal" and hand.plan[0] == RESHUFFLE
            plan = hand.plan[anew : anew + count] if hand.due == "deal" else [BOARD] * count
        cards, steps = self.deal.deal(plan, reshuffle if anew else None)
        events = decide(self.table, c.Deal(self.now, cards))
        self.commit(events, steps)

    def _show_rabbit(self) -> None:
        hand = self.table.hand
        assert hand is not None
        cards, steps = self.deal.rabbit(rabbit_plan(hand))
        self.commit(decide(self.table, c.ShowRabbit(self.now, cards)), steps)

    def next_at(self) -> int | None:
        """When something will be due by itself."""
        want = wants(self.table)
        ends = [sitting.until_ms for sitting in self.book.sittings.values()]
        times = [want.tick_at, want.deal_at if want.cards else None]
        times += [end for end in ends if end > self.now]
        if self.trouble is not None and self._retry_at > self.now:
            times = [self._retry_at]
        elif want.button or (want.tick_at is not None and want.tick_at <= self.now):
            times = [self.now + 5]  # a deck is on its way
        elif self._pause_for_cut and self.deal.preparing:
            times.append(self.now + 5)
        if self.teller.waits and self.teller.retry_at > self.now:
            times.append(self.teller.retry_at)
        return min((at for at in times if at is not None), default=None)

    def snapshot(self) -> None:
        """Between two hands, so that a start is quick; fees and pools leave for the bank then."""
        assert self.table.live is None
        self._hands = 0
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
        self.later(partial(self._heard, seat, intent))

    def bad_swipe(self, seat: int, reason: str) -> None:
        """Nobody reads what a bad swipe held; its seat is asked for another."""
        self.host.polite(seat)
        self.no(seat, Refused("Please swipe again.", "R38"))
        self.notice("BAD_SWIPE", f"Seat {seat}: a swipe could not be read ({reason}).")

    def order(self, command: c.AnyCommand) -> list[e.AnyEvent]:
        """Of the floor, with a name and a reason; Refused comes back to who gave it."""
        return self.do(command)

    def later(self, work: Callable[[], None]) -> None:
        """In the table's own time, between two steps."""
        self._errands.later(work)

    @property
    def at_rest(self) -> bool:
        return self._errands.at_rest

    def _heard(self, seat: int, intent: g.Intent) -> None:
        self.host.polite(seat)
        match intent:
            case g.EnterPin(pin):
                self.teller.enter_pin(seat, pin)
            case g.Open(page, hand):
                self.host.open(seat, page, hand)
            case g.Close(page):
                self.host.close(seat, page)
            case g.Choose(prefs):
                self.host.prefer(seat, prefs)
            case g.SealCut() | g.Cut():
                self._cut(seat, intent)
            case g.Cancel() if self.table.seats[seat].life == "empty":
                pass  # only what it read is closed
            case g.Show(show=False):
                self.host.notes[seat].mucked = self.table.number
            case _:
                self._wish(seat, intent)
        self._dirty = self._answered = True

    def _cut(self, seat: int, intent: g.SealCut | g.Cut) -> None:
        if isinstance(intent, g.Cut):
            self.cutting.open(seat, intent)
            return
        try:
            if not self.table.seats[seat].seated:
                raise Refused("Please sit down first.", "cut")
            self.cutting.seal(seat, intent)
        except Refused as no:
            self.no(seat, no)

    def _wish(self, seat: int, intent: g.Intent) -> None:
        if isinstance(intent, g.Buy):
            self.teller.post_at_once(seat, intent.post)
        try:
            command = glass.command(self.table, seat, intent, self.now)
        except Refused as no:
            self.no(seat, no)
            return
        asked = command is not None and self.asked(seat, command)
        if asked and isinstance(intent, g.CallFloor):
            self.notes[seat].said = "The floor is on the way."

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
            self.broke(problem)
            problem = Refused("The bank does not answer. Please try again in a moment.", "R40")
        if not isinstance(problem, Refused):
            raise problem
        self.notes[seat].refused, self._dirty = str(problem), True

    # ---- What is wrong

    def broke(self, fault: Fault, where: str = "") -> None:
        """Journalled once, until it is cleared; every screen's own words come from elsewhere."""
        name = f"{fault.name} {where}".strip()
        if name not in self.folds.faults.open:
            self.commit([records.FaultOpened(name, str(fault))])

    def cleared(self, name: str) -> None:
        if name in self.folds.faults.open:
            self.commit([records.FaultCleared(name)])

    def notice(self, name: str, words: str) -> None:
        self.commit([records.Noticed(name, words)])

    def door(self, what: str, opened: bool, unseen: bool = False, openings: int = 0) -> None:
        """R24: an open door stops the table where it is; all shut again, it goes on by itself."""
        told = records.DoorOpened(what, unseen, openings) if opened else records.DoorShut(what)
        by_doors = self.table.paused and bool(self.doors_open)
        self.commit([told])
        with suppress(Refused):  # the table is closed: there is nothing to stop
            if self.doors_open and not self.table.paused:
                self.do(c.Pause(self.now, "doors", f"the {what} is open"))
            elif by_doors and not self.doors_open:
                self.do(c.Resume(self.now, "doors", f"the {what} is shut"))

    @property
    def doors_open(self) -> list[str]:
        return self.folds.meters.doors_open

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
        if self.trouble is not None and self.table.live is None:
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
