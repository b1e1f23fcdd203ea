"""The only shell: it owns the clock and the loop, and wires table, journal, fair deal and bank.

    heard(seat, intent) ─ decide ─ journal (durable) ─ evolve ─ publish ─ every screen

Nothing is shown before the journal has it. Everything slow (the bank, a PIN's hash) is an errand:
it runs beside the table and comes back as a command. After a power cut `Controller` on the same
journal is the same table: same hand, same cards, same turn.

`step` does one thing that is due and reads no clock but its own; `run` is the loop around it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from msgspec import Struct, msgpack
from msgspec.structs import replace

from firmware import border, glass, keeper
from firmware import protocol as g
from firmware.bank.bank import Bank, Known, SignedOn
from firmware.bank.pins import WrongPin
from firmware.errors import Fault, Refused
from firmware.fair_deal import FairDeal, Means, Memory
from firmware.games.cards import DECKS
from firmware.games.poker import events as p
from firmware.games.poker.hand import BOARD, RESHUFFLE
from firmware.games.poker.rules import Page, Rules
from firmware.journal import folds, records
from firmware.journal.frame import Record
from firmware.journal.journal import Opened
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Config
from firmware.table.engine import Table, decide, wants
from firmware.table.receipt import Finished, Recorder

T = TypeVar("T")
RETRY_MS = 1000  # a bank that is away, noise that is missing
SNAPSHOT_HANDS = 25
HANDS_KEPT = 10
REST_S = 1.0  # at most, so that whoever listens to the loop hears that it lives
STEPS_MOST = 20
SCRUB, SCRUB_MS = "scrub", 60_000
MINE = ("table", "the power came back")


class Glass(Protocol):
    """One screen, at the end of whatever wire: it gets the newest whole view."""

    def show(self, view: g.View | g.Public) -> None: ...


class Saved(Struct):
    """A snapshot: the table's book and every fold that stands beside it."""

    book: keeper.Book
    memory: Memory
    folds: bytes


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
        for at, spread in enumerate(config.spreads):
            if not isinstance(config.law(at), Rules):
                raise Page(f"{spread.game}: this controller deals no banked games yet")
        self.journal, self.bank, self._clock = opened.journal, bank, clock
        self._errands, self._patient = errands, patient
        self.recorder, self.finished = Recorder(), _nobody
        self.notes = [glass.Notes() for _ in range(config.seats + 1)]
        self.screens: dict[int, Glass] = {}
        self._shown: dict[int, bytes] = {}
        self.last: g.Last | None = None
        self.trouble: Fault | None = None  # why no hand begins
        self._tracks: dict[int, str] = {}
        self._posts: set[int] = set()
        self._busy: set[str] = set()  # errands under way, by name
        self._retry_at = 0
        self._inbox: deque[Callable[[], None]] = deque()
        self._wake: Callable[[], None] = _nothing
        self._dirty, self._hands, self._stopping = True, 0, False
        self._scrub_at = 0
        self.opens_with = 0  # players with chips that open the table; 0: the floor opens it
        self.beat: Callable[[], None] = _nothing  # each turn of the loop
        self.told: Callable[[records.Told], None] = _unheard  # durable, and worth a line of a log
        self._load(config, opened)
        self.deal = FairDeal(config.table, means, self.memory)
        self._resume()

    # ---- The start

    def _load(self, config: Config, opened: Opened) -> None:
        self.book = keeper.new_book(config, journal=self.journal.id.hex()[:8])
        self.memory, self.folds = Memory(), folds.Folds()
        if opened.state is not None:
            saved = msgpack.decode(opened.state, type=Saved)
            self.book, self.memory = saved.book, saved.memory
            self.folds = folds.from_bytes(saved.folds)
        folds.take(self.folds, opened.entries)
        for entry in opened.entries:
            body = self.journal.unseal(entry)
            if entry.kind.startswith("fair."):
                self.memory.hear(entry.kind, body)
            else:
                self._look(keeper.hear(self.book, entry, body))

    def _resume(self) -> None:
        """Back where it was; a clock that ran goes on with what was left of it."""
        ran = self.table.live is not None and not self.table.paused
        if ran:  # at the moment of the last event: the dark time counts for nobody
            self.do(c.Pause(self.table.now, *MINE))
        self._commit([records.PoweredUp()])
        if ran:
            self.do(c.Resume(self.now, *MINE))
        for seat in self.table.seats[1:]:
            if seat.life == "pin":  # the card's track was never on the disk
                self.do(c.CancelEntry(self.now, seat.number))

    @property
    def table(self) -> Table:
        return self.book.table

    @property
    def now(self) -> int:
        return max(self._clock(), self.table.now)

    # ---- The one way: decide, make durable, evolve

    def do(self, command: c.AnyCommand) -> list[e.AnyEvent]:
        """Refused: nothing moved. A Fault of the journal stops the table before it can lie."""
        events = decide(self.table, command)
        self._commit(events)
        return events

    def _commit(self, happened: Sequence[keeper.Happened], first: Sequence[Record] = ()) -> None:
        batch, over = list(first), []
        for each in happened:
            if isinstance(each, e.HandBegan):
                batch += self.deal.begin(each.number, each.at)
            batch += keeper.tell(self.book, [each])
            if isinstance(each, e.InHand) and self.table.live is None:
                batch += self.deal.finish(_faces(each))
            elif isinstance(each, e.HandVoided):
                batch += self.deal.void(each.reason)
            over += self._look(each)
        if not batch:
            return
        folds.take(self.folds, self.journal.append(batch))
        for record in batch:
            if record.kind.startswith("fair."):
                self.memory.hear(record.kind, record.body)
        self._durable(happened, over)

    def _durable(self, happened: Sequence[keeper.Happened], over: list[Finished]) -> None:
        """Only now may anyone see it."""
        events = [each for each in happened if not isinstance(each, records.Told)]
        for each in happened:
            if isinstance(each, records.Told):
                self.told(each)
        for done in over:
            self._hand_over(done)
            self.deal.forget_key()
        for event in events:
            self._after(event)
        self.last = glass.last_act(events, self.table.hand) or self.last
        self._dirty = True

    def _look(self, each: keeper.Happened | None) -> list[Finished]:
        """The hand that this event finished. One that began before the snapshot is not recorded."""
        if each is None or isinstance(each, records.Told):
            return []
        if self.recorder.began is None and not isinstance(each, e.HandBegan):
            return []
        done = self.recorder.look(self.table, each)
        return [done] if done is not None else []

    def _hand_over(self, done: Finished) -> None:
        self.finished(done)
        self._hands += 1
        for line in done.receipt.seats:
            notes = self.notes[line.seat]
            notes.past = [glass.past(done, line.seat), *notes.past][:HANDS_KEPT]
            notes.hands += 1

    def _after(self, event: e.AnyEvent) -> None:
        """What the stations' own notes, and the bank, have to know of an event."""
        match event:
            case e.CardLocked(seat=seat) | e.EntryCancelled(seat=seat) | e.CashedOut(seat=seat):
                self._goodbye(seat, event)
            case e.WentAway(seat=seat, kind="broke"):
                self.notes[seat].pages.add("add chips")
            case e.BuyInRefused(seat=seat, words=words):
                self.notes[seat].refused = words
            case e.BoughtIn(seat=seat):
                self.notes[seat].pages.discard("add chips")
                self.notes[seat].since_ms = self.notes[seat].since_ms or event.at
            case e.Moved(seat=seat, to=to):
                self.notes[seat], self.notes[to] = glass.Notes(), self.notes[seat]
            case e.HandBegan():
                self.last = None

    def _goodbye(self, seat: int, event: e.AnyEvent) -> None:
        self._tracks.pop(seat, None)
        self._posts.discard(seat)
        self.notes[seat] = glass.Notes()
        if isinstance(event, e.CardLocked):
            self.notes[seat].said = "The PIN is locked: please ask at the cage."

    # ---- What is due

    def step(self) -> bool:
        """One thing: what came in, what the table wants, what is on its way. False: rest."""
        if self._inbox:
            self._inbox.popleft()()
            return True
        return self._carry() or self._answer()

    def _answer(self) -> bool:
        want, now = wants(self.table), self.now
        if self._time_is_up():
            return True
        if self._opens():
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
        begins = any(isinstance(event, e.HandBegan) for event in events)
        if begins and not self._deck_ready(events):
            return False
        self._commit(events)
        if self.table.live is None and self._hands >= SNAPSHOT_HANDS:
            self.snapshot()
        return True

    def _deck_ready(self, events: list[e.AnyEvent]) -> bool:
        began = next(event for event in events if isinstance(event, e.HandBegan))

        def ready() -> bool:
            there = self.deal.prepare(began.number, self._cards(began.spread))
            if not there and self._patient:
                self.deal.wait()
            return there or self._patient

        return self._with_noise(ready) or False

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
        assert isinstance(law, Rules)
        return tuple(DECKS[law.deck])

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
        hand = self.table.hand
        assert hand is not None
        anew = hand.due == "deal" and hand.plan[0] == RESHUFFLE
        plan = hand.plan[anew : anew + count] if hand.due == "deal" else [BOARD] * count
        cards, steps = self.deal.deal(plan, reshuffle if anew else None)
        events = decide(self.table, c.Deal(self.now, cards))
        self._commit(events, steps)

    def next_at(self) -> int | None:
        """When something will be due by itself."""
        want = wants(self.table)
        ends = [sitting.until_ms for sitting in self.book.sittings.values()]
        times = [want.tick_at, want.deal_at if want.cards else None]
        times += [end for end in ends if end > self.now]
        waits = self.trouble is not None or border.to_carry(self.book.outbox) or self.book.leaving
        if waits and self._retry_at > self.now:
            times = [self._retry_at] if self.trouble else [*times, self._retry_at]
        elif want.button or (want.tick_at is not None and want.tick_at <= self.now):
            times = [self.now + 5]  # a deck is on its way
        return min((at for at in times if at is not None), default=None)

    def snapshot(self) -> None:
        """Between two hands, so that a start is quick; fees and pools leave for the bank then."""
        assert self.table.live is None
        self._hands = 0
        self._commit(keeper.sweep(self.book))
        saved = Saved(self.book, self.memory, folds.to_bytes(self.folds))
        self.journal.snapshot(msgpack.encode(saved))

    # ---- The bank

    def _carry(self) -> bool:
        """Everything in the outbox, each parcel once at a time; the bank decides."""
        if self.now < self._retry_at:
            return False
        for parcel in border.to_carry(self.book.outbox):
            name = parcel.transfer.id
            if name not in self._busy:
                work = partial(border.carry, self.bank, parcel)
                self._errand(name, work, self._carried, self._away)
                return True
        for session in self.book.leaving:
            if session not in self._busy:
                off = partial(self.bank.sign_off, session)
                self._errand(session, off, partial(self._signed_off, session), self._away)
                return True
        return False

    def _carried(self, said: records.TransferPosted | records.TransferRefused) -> None:
        seat, bought = said.transfer.seat, said.transfer.kind == "buy_in"
        self._commit(keeper.answered(self.book, said, self.now))
        if bought and isinstance(said, records.TransferPosted) and seat in self._posts:
            self._posts.discard(seat)
            with suppress(Refused):  # the button has come meanwhile: nothing to post
                self.do(c.ChooseEntry(self.now, seat, "post"))

    def _away(self, problem: Exception) -> None:
        if not isinstance(problem, Fault):
            raise problem
        self._retry_at = self.now + RETRY_MS
        self.broke(problem)

    def _signed_off(self, session: str, done: None) -> None:
        self._commit([records.SignedOff(session)])

    def _errand(
        self,
        name: str,
        work: Callable[[], T],
        then: Callable[[T], None],
        instead: Callable[[Exception], None],
    ) -> None:
        """Beside the table; its end comes back through the inbox, in the table's own time."""
        self._busy.add(name)

        def back(future: Future[T]) -> None:
            self._inbox.append(partial(self._came_back, name, future, then, instead))
            self._wake()

        self._errands.submit(work).add_done_callback(back)

    def _came_back(
        self,
        name: str,
        future: Future[Any],
        then: Callable[[Any], None],
        instead: Callable[[Exception], None],
    ) -> None:
        self._busy.discard(name)
        problem = future.exception()
        if name != SCRUB and not isinstance(problem, Fault):
            self.cleared("BANK_AWAY")
        if isinstance(problem, Exception):
            instead(problem)
        else:
            then(future.result())

    @property
    def at_rest(self) -> bool:
        return not self._inbox and not self._busy

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
        """A card at the reader of this seat. The track stays in memory until the PIN."""
        self.later(partial(self._swipe, seat, track))

    def _swipe(self, seat: int, track: str) -> None:
        def known(card: Known) -> None:
            self._tracks[seat], self.notes[seat].tail = track, card.tail
            self._asked(seat, c.SwipeCard(self.now, seat, card.account, card.name))

        self._polite(seat)
        work = partial(self.bank.recognise, track)
        self._errand(f"card {seat}", work, known, partial(self._no, seat))

    def heard(self, seat: int, intent: g.Intent) -> None:
        """What a finger wants; the seat is the link's, whatever the message says."""
        self.later(partial(self._heard, seat, intent))

    def bad_swipe(self, seat: int, reason: str) -> None:
        """Nobody reads what a bad swipe held; its seat is asked for another."""
        self._polite(seat)
        self._no(seat, Refused("Please swipe again.", "R38"))
        self.notice("BAD_SWIPE", f"Seat {seat}: a swipe could not be read ({reason}).")

    def order(self, command: c.AnyCommand) -> list[e.AnyEvent]:
        """Of the floor, with a name and a reason; Refused comes back to who gave it."""
        return self.do(command)

    def later(self, work: Callable[[], None]) -> None:
        """In the table's own time, between two steps."""
        self._inbox.append(work)
        self._wake()

    def _polite(self, seat: int) -> None:
        notes = self.notes[seat]
        if notes.refused or notes.said:
            notes.refused = notes.said = ""
            self._dirty = True

    def _heard(self, seat: int, intent: g.Intent) -> None:
        self._polite(seat)
        notes = self.notes[seat]
        match intent:
            case g.EnterPin(pin):
                self._enter_pin(seat, pin)
            case g.Open(page):
                notes.pages.add(page)
            case g.Close(page):
                notes.pages.discard(page)
            case g.Choose(prefs):
                notes.prefs = prefs
            case _:
                self._wish(seat, intent)
        self._dirty = True

    def _wish(self, seat: int, intent: g.Intent) -> None:
        if isinstance(intent, g.Buy):
            (self._posts.add if intent.post else self._posts.discard)(seat)
        try:
            command = glass.command(self.table, seat, intent, self.now)
        except Refused as no:
            self._no(seat, no)
            return
        asked = command is not None and self._asked(seat, command)
        if asked and isinstance(intent, g.CallFloor):
            self.notes[seat].said = "The floor is on the way."

    def _asked(self, seat: int, command: c.AnyCommand) -> bool:
        try:
            self.do(command)
        except Refused as no:
            self._no(seat, no)
            return False
        return True

    def _no(self, seat: int, problem: Exception) -> None:
        """A refusal is an answer: its own seat reads it, nobody else."""
        if isinstance(problem, Fault):
            self.broke(problem)
            problem = Refused("The bank does not answer. Please try again in a moment.", "R40")
        if not isinstance(problem, Refused):
            raise problem
        self.notes[seat].refused, self._dirty = str(problem), True

    def _enter_pin(self, seat: int, pin: str) -> None:
        owner, track = self.table.seats[seat], self._tracks.get(seat)
        if owner.life != "pin" or track is None:
            self._no(seat, Refused("Please swipe your card first.", "R38"))
            return
        session = self.book.sittings[seat].session
        if session in self._busy:
            return

        def good(signed: SignedOn) -> None:
            sitting = self.book.sittings.get(seat)
            if sitting is None or sitting.session != session:
                return  # gone while the bank was thinking: it is told next that he left
            self._tracks.pop(seat, None)
            checked = decide(self.table, c.PinChecked(self.now, seat, True, signed.available))
            until = signed.play_until_ms
            self._commit([*checked, *([records.PlayUntil(session, until)] if until else [])])

        def bad(problem: Exception) -> None:
            if isinstance(problem, WrongPin):
                self._asked(seat, c.PinChecked(self.now, seat, False))
            elif isinstance(problem, Refused):
                self._asked(seat, c.CancelEntry(self.now, seat))
            self._no(seat, problem)

        work = partial(self.bank.sign_on, track, pin, session, keeper.account(self.book), seat)
        self._errand(session, work, good, bad)  # by its name, so that no sign-off overtakes it

    # ---- What is wrong

    def broke(self, fault: Fault, where: str = "") -> None:
        """Journalled once, until it is cleared; every screen's own words come from elsewhere."""
        name = f"{fault.name} {where}".strip()
        if name not in self.folds.faults.open:
            self._commit([records.FaultOpened(name, str(fault))])

    def cleared(self, name: str) -> None:
        if name in self.folds.faults.open:
            self._commit([records.FaultCleared(name)])

    def notice(self, name: str, words: str) -> None:
        self._commit([records.Noticed(name, words)])

    def door(self, what: str, opened: bool, unseen: bool = False, openings: int = 0) -> None:
        """R24: an open door stops the table where it is; all shut again, it goes on by itself."""
        told = records.DoorOpened(what, unseen, openings) if opened else records.DoorShut(what)
        by_doors = self.table.paused and bool(self.doors_open)
        self._commit([told])
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
        if self.now < self._scrub_at or SCRUB in self._busy:
            return
        self._scrub_at = self.now + SCRUB_MS
        self._errand(SCRUB, self.journal.look(), self._scrubbed, _raised)

    def _scrubbed(self, whole: bool) -> None:
        self.journal.scrub_step(whole)

    # ---- What goes out

    def publish(self) -> bool:
        """To every screen what is new to it. True if there was anything."""
        if not self._dirty:
            return False
        self._dirty, now = False, self.now
        everyone = glass.public(self.table, now, self.last, self.deal.code)
        if self.trouble is not None and self.table.live is None:
            alert = g.Alert("No new hand", "All chips are safe. The floor is told.", "C-RNG-01")
            everyone = replace(everyone, phase="fault", alert=alert)
        for seat, screen in list(self.screens.items()):
            view: g.View | g.Public = everyone
            if seat:
                view = glass.station(self.table, seat, now, self.notes[seat], everyone)
            packed = g.pack(view)
            if self._shown.get(seat) != packed:
                self._shown[seat] = packed
                screen.show(view)
        return True

    # ---- The loop

    async def run(self) -> None:
        """Until `stop`, or until a Fault of the journal stops it."""
        loop, woken = asyncio.get_running_loop(), asyncio.Event()
        self._wake = lambda: loop.call_soon_threadsafe(woken.set)  # type: ignore[assignment]
        while not self._stopping:
            woken.clear()
            busy = await self._steps()
            self.publish()
            self.beat()
            if not busy:
                await self._rest(woken)

    async def _steps(self) -> bool:
        """So many at most before everybody sees them, however much is still to do."""
        for _ in range(STEPS_MOST):
            if self._stopping or not self.step():
                return False
            await asyncio.sleep(0)
        return True

    async def _rest(self, woken: asyncio.Event) -> None:
        if self._inbox:
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
        self._wake()

    def close(self) -> None:
        self.deal.close()
        self.journal.close()


def _faces(event: e.InHand) -> list[int]:
    """Hole cards that everybody saw: shown at the end, or turned up on the way."""
    return [card for one in event.events if isinstance(one, p.Shown) for card in one.cards]


def _nobody(done: Finished) -> None:
    pass


def _nothing() -> None:
    pass


def _unheard(told: records.Told) -> None:
    pass


def _raised(problem: Exception) -> None:
    raise problem
