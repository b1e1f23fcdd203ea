"""Somebody who stands beside the table and tells the page what is going on: who sits where, whose
turn it is, which wires answer, what the journal says. He is paired as a console is: he sees what
everyone may see, and the table runs as if he were not there."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from drivers.link.keys import Book
from firmware.journal.frame import Entry
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol import Floor
from firmware.screens.protocol.devices import Devices
from firmware.screens.protocol.public_view import Clock
from lab.live.ticker import JournalTail, Line, lines

LOOK_S = 0.5
KEPT = 300  # lines, and with each its record
DOING = {
    "open": "free", "reserved": "held", "ready": "in next hand", "waiting": "in next hand",
    "in": "in", "folded": "folded", "away": "away", "lobby": "away", "leaving": "leaving",
    "fault": "no link",
}  # fmt: skip


class SeatNow(Struct, frozen=True):
    seat: int
    name: str = ""
    stack: int = 0
    doing: str = "free"
    stage: str = ""  # on the way to the chips
    turn: bool = False
    left_ms: int = 0
    won: int = 0


class WireNow(Struct, frozen=True):
    seat: int
    up: bool
    mean_ms: int
    frames: int
    beaten: int  # frames that noise spoilt, and the link got through all the same


class Now(Struct, frozen=True, tag="now"):
    """What the page draws beside the pictures."""

    answers: bool = False
    hand: int = 0
    paused: bool = False
    seats: tuple[SeatNow, ...] = ()
    wires: tuple[WireNow, ...] = ()
    units: tuple[int, int] = (0, 0)  # that answer, and all
    doors: tuple[str, ...] = ()


class News(Struct, frozen=True, tag="news"):
    """Lines since the last time, oldest first."""

    lines: tuple[Line, ...]


class Watcher:
    """Whoever is told (`tell`) hears what is new in `now`, and each line as it is written."""

    def __init__(self, book: Book, door: str, journal: Path) -> None:
        self._news = asyncio.Event()
        self._desk = DeskEnd(book.me, book.peers()[0], door, self._news.set, lambda words: None)
        self._tail = JournalTail(journal)
        self._devices: Devices | None = None
        self._seen: Floor | None = None
        self._seen_s = 0.0  # since when
        self.now = Now()
        self.hands = 0  # the last that anybody saw begin
        self.told: deque[Line] = deque(maxlen=KEPT)
        self.records: dict[int, Entry] = {}
        self._ears: set[Callable[[Now | News], None]] = set()

    async def run(self) -> None:
        """For ever; ends by being cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._desk.run())
            group.create_task(self._looks())
            group.create_task(self._reads())

    def tell(self, ear: Callable[[Now | News], None]) -> Callable[[], None]:
        """From now on, and what is so already; call what it returns to hear no more."""
        self._ears.add(ear)
        ear(News(tuple(self.told)))
        ear(self.now)
        return lambda: self._ears.discard(ear)

    def note(self, words: str, seat: int) -> None:
        """What somebody does at the page, among what the machine does: it has no record."""
        line = Line(0, time.time_ns() // 1_000_000, "You", words, seat)
        self.told.append(line)
        self._say(News((line,)))

    def _say(self, word: Now | News) -> None:
        for ear in [*self._ears]:
            ear(word)

    async def _looks(self) -> None:
        count = 0
        while True:
            count += 1
            if self._desk.view is not None:
                asked = self._desk.show_devices(f"lab {count}", "")
                try:
                    async with asyncio.timeout(2.0):
                        self._devices = await asked
                except TimeoutError:
                    self._desk.give_up(f"lab {count}")
            self._look()
            self._news.clear()
            try:
                async with asyncio.timeout(LOOK_S):
                    await self._news.wait()
            except TimeoutError:
                continue
            self._look()
            await asyncio.sleep(0.1)  # a burst of views is one

    def _look(self) -> None:
        view = self._desk.view  # none: the table is dark, and what was seen last stays
        if view is not self._seen:
            self._seen, self._seen_s = view, time.monotonic()
        age_ms = int(1000 * (time.monotonic() - self._seen_s))
        now = now_of(view, self._devices, age_ms) if view else replace(self.now, answers=False)
        if now != self.now:
            self.now, self.hands = now, max(self.hands, now.hand)
            self._say(now)

    async def _reads(self) -> None:
        while True:
            entries = await asyncio.to_thread(self._tail.new)
            fresh = tuple(line for entry in entries[-KEPT:] for line in lines(entry))
            if fresh:
                self.told.extend(fresh)
                self._keep(entries)
                self._say(News(fresh))
            await asyncio.sleep(LOOK_S)

    def _keep(self, entries: Iterable[Entry]) -> None:
        """The record of every line that is still told can be opened."""
        named = {line.record for line in self.told}
        known = self.records | {entry.seq: entry for entry in entries}
        self.records = {number: known[number] for number in named & known.keys()}


def now_of(view: Floor, devices: Devices | None, age_ms: int = 0) -> Now:
    """`age_ms`: since the view came; a table tells of a clock once, and all count on from there."""
    wires = tuple(_wires(devices)) if devices else ()
    screens = devices.wires if devices else ()
    up = 1 + sum(wire.link == "up" for wire in screens)
    return Now(
        answers=True,
        hand=view.public.hand,
        paused=any(stop.who == "floor" for stop in view.stops),
        seats=tuple(_seats(view, age_ms)),
        wires=wires,
        units=(up, 1 + len(screens)),
        doors=view.doors,
    )


def _seats(view: Floor, age_ms: int) -> Iterator[SeatNow]:
    stages = {one.seat: one.stage for one in view.seats}
    left_ms = _left_ms(view.public.clock, age_ms)
    for seat in view.public.seats:
        turn = seat.seat == view.public.actor
        yield SeatNow(
            seat.seat, seat.name, seat.stack, "to act" if turn else DOING[seat.life],
            stages.get(seat.seat, ""), turn, left_ms if turn else 0, seat.won,
        )  # fmt: skip


def _left_ms(clock: Clock | None, age_ms: int) -> int:
    if clock is None:
        return 0
    return max(0, clock.left_ms - age_ms * clock.running)


def _wires(devices: Devices) -> Iterator[WireNow]:
    for wire in devices.wires:
        kind, _, number = wire.unit.partition(" ")
        if kind == "seat":
            yield WireNow(int(number), wire.link == "up", wire.mean_ms, wire.frames, wire.damaged)
