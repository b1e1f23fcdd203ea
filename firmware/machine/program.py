"""The process of one table: what the wires say becomes the controller's, and the other way round.

It decides nothing. The wires are opened only after the journal was verified and the table is back
in its hand; systemd's watchdog is fed by the controller's own loop.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from drivers.card_reader import Listening
from drivers.doors import Inputs, Lamps, changes
from drivers.doors import controller_words as doors_words
from drivers.hotplug import Hotplug, Plugged, Unplugged
from drivers.link.happenings import Arrived, Down, Up
from drivers.link.keys import Book
from drivers.paths import PathWatch
from drivers.readers import Heard, Readers
from drivers.sockets import Place
from drivers.stations import Stations
from drivers.track_decoder import BadSwipe, Swipe
from firmware.controller.loop import Controller
from firmware.errors import Fault, Refused
from firmware.fairness.noise import NoiseWorker
from firmware.journal import records
from firmware.journal.journal import Opened
from firmware.machine import house, telling
from firmware.machine.notify import Notify
from firmware.machine.page import Plan
from firmware.machine.screens import WireScreen
from firmware.screens import protocol as g
from firmware.screens.schema import controller_words
from firmware.table import commands as c

ERRANDS = 4
MISSING_S = 5.0  # after the start: a screen that is not there by now is lost
Say = Callable[[str], None]


class Table:
    """Everything that is open while a table runs. `say` gets the lines of the log."""

    def __init__(self, plan: Plan, say: Say) -> None:
        """Verifies, mends and resumes. Raises Fault; then nothing was shown to anybody."""
        self.plan, self._say = plan, say
        self.notify = Notify()
        self._errands = ThreadPoolExecutor(ERRANDS, "errand")
        opened = house.journal(plan)
        self.book = house.link_book(plan)
        self.noise = house.noise(plan)
        self.controller = self._resume(opened, self.noise)
        self._crash: BaseException | None = None
        for repair in opened.repairs:
            say(f"mended: {repair.copy} {repair.segment}, record {repair.seq}: {repair.what}")

    def _resume(self, opened: Opened, noise: NoiseWorker) -> Controller:
        plan = self.plan
        means, bank = house.means(plan, noise), house.bank(plan)
        controller = Controller(
            plan.config, opened, means, bank, house.wall_clock_ms, self._errands
        )
        controller.listeners.recorded = self._told
        controller.opens_with = plan.machine.opens_with
        controller.power_up()
        if opened.state is None and controller.table.live is None:
            controller.snapshot()  # from here on the journal itself knows which game it began with
        self._say(_where(controller))
        if controller.table.config.page != plan.config:
            self._change_game(controller)
        return controller

    def _change_game(self, controller: Controller) -> None:
        order = c.ChangeGame(controller.now, "table.toml", "the page was changed", self.plan.config)
        try:
            controller.perform(order)
            self._say("table.toml was changed: the table plays by the new page")
        except Refused as no:
            self._say(f"table.toml was changed, but the table plays on as before: {no}")

    def _told(self, told: Any) -> None:
        words = telling.line(told)
        if words:
            self._say(words)

    # ---- The loop

    async def run(self) -> None:
        """Until SIGTERM or SIGINT. A Fault of the journal ends it; so does our own mistake."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._crashed)
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, self.stop)
        self.wires = Wires(self.plan, self.book, self.controller)
        self.noise.start()
        self.controller.listeners.turned = self._beat
        jobs = [asyncio.create_task(work) for work in (self.controller.run(), *self.wires.jobs())]
        loop.call_later(MISSING_S, self.wires.lose_the_missing)
        self.notify.say("READY=1")
        try:
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
            if self._crash is not None:
                raise self._crash
        finally:
            await self._close(jobs)

    def _beat(self) -> None:
        self.wires.light()
        self.notify.status(self._status())
        self.notify.alive()

    def _status(self) -> str:
        table, missing = self.controller.table, self.wires.missing()
        words = f"hand {table.this_hand.number}" if table.live is not None else table.phase
        faults = len(self.controller.folds.faults.open)
        parts = [words, f"not there: {', '.join(map(str, missing))}" if missing else "all screens"]
        cycles = self.controller.deal.cycles
        parts += [f"{faults} faults"] if faults else []
        parts += [f"{cycles} blocks cycled"] if cycles else []
        return "; ".join(parts)

    def stop(self) -> None:
        self.notify.say("STOPPING=1")
        self.controller.stop()

    def _crashed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A broken promise in a callback stops the table as one in the loop does."""
        problem = context.get("exception")
        self._crash = self._crash or problem or AssertionError(context["message"])
        self.controller.stop()

    async def _close(self, jobs: Sequence["asyncio.Task[None]"]) -> None:
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        self.wires.close()
        self.close()

    def close(self) -> None:
        self.noise.stop()
        self._errands.shutdown(wait=False, cancel_futures=True)
        self.controller.close()
        self.notify.close()


class Wires:
    """Screens, readers and doors of one table, by their sockets."""

    def __init__(self, plan: Plan, book: Book, controller: Controller) -> None:
        self._sockets, self._table = plan.sockets, controller
        self._screens: Stations[g.ToScreen, g.ToController] = Stations(
            plan.sockets, book, controller_words(), self._screen
        )
        self._doors: Stations[Lamps, Inputs] = Stations(
            plan.sockets, book, doors_words(), self._door, ("doors",)
        )
        self._readers = Readers(plan.sockets, self._reader)
        self._lamps: Lamps | None = None
        self._glass: dict[Place, WireScreen] = {}

    def jobs(self) -> list[Any]:
        """What tells of cables: the paths, and udev where a socket is named by its port."""
        watches = [self._watch(PathWatch(self._sockets).events())]
        if len(self._sockets.by_path()) < len(self._sockets.places()):
            watches.append(self._watch(Hotplug().events()))
        return watches

    async def _watch(self, events: AsyncIterator[Plugged | Unplugged]) -> None:
        async for event in events:
            for devices in (self._screens, self._doors, self._readers):
                devices.changed(event)

    def missing(self) -> list[Place]:
        return [place for place, link in self._screens.links.items() if not link.up]

    def lose_the_missing(self) -> None:
        for place in self.missing():
            if place not in self._glass:
                self._broke(place, telling.fault_of(place, Down("it has not called yet")))
                self._table.detach(place.seat)

    # ---- What they say

    def _screen(self, place: Place | None, happening: Any) -> None:
        match happening:
            case Up() if place is not None:
                self._over(place, telling.LINK_FAULTS)
                self._glass[place] = WireScreen(place, self._screens)
                self._table.attach(place.seat, self._glass[place])
            case Down() if place is not None:
                screen = self._glass.pop(place, None)
                if screen is not None:
                    screen.gone()
                self._table.detach(place.seat)
            case Arrived(intent) if place is not None and place.seat:
                self._table.touch(place.seat, intent)
        self._tell(place, happening)

    def _reader(self, place: Place, happening: Heard) -> None:
        match happening:
            case Listening():
                self._over(place, telling.READER_FAULTS)
            case Swipe():
                self._table.swipe(place.seat, happening.track2 or "")
            case BadSwipe(reason):
                self._table.bad_swipe(place.seat, reason)
        self._tell(place, happening)

    def _door(self, place: Place | None, happening: Any) -> None:
        match happening:
            case Up() if place is not None:
                self._over(place, telling.LINK_FAULTS)
            case Arrived(Inputs() as inputs):
                self._table.later(partial(self._board, inputs))
        self._tell(place, happening)

    def _board(self, inputs: Inputs) -> None:
        """The journal knows what the board had counted: what happened in the dark is seen too."""
        meters = self._table.folds.meters
        is_open, counts = meters.doors_open, meters.door_counts
        keys = tuple(n for n in range(1, 11) if _key(n) in is_open)
        before = Inputs(
            "main door" in is_open, "logic door" in is_open, keys,
            counts.get("main door", 0), counts.get("logic door", 0),
        )  # fmt: skip
        totals = {
            "main door": inputs.main_door_openings,
            "logic door": inputs.logic_door_openings,
        }
        for one in changes(before, inputs):
            what = _key(one.seat) if one.seat else one.what
            told: records.DoorOpened | records.DoorShut = records.DoorShut(what)
            if one.active:
                told = records.DoorOpened(what, one.missed, totals.get(what, 0))
            self._table.door(told)

    def light(self) -> None:
        """The tower blinks while a door is open or a fault is."""
        place, folds = Place("doors"), self._table.folds
        lamps = Lamps("blink" if folds.meters.doors_open or folds.faults.open else "off")
        if place in self._doors.links and lamps != self._lamps:
            self._lamps = lamps
            self._doors.show(place, lamps)

    def _tell(self, place: Place | None, happening: Any) -> None:
        notice = telling.notice_of(place, happening)
        if notice is not None:
            self._table.notice(notice)
        if place is not None:
            self._broke(place, telling.fault_of(place, happening))

    def _broke(self, place: Place, fault: Fault | None) -> None:
        if fault is not None:
            self._table.fault(fault, telling.where(place))

    def _over(self, place: Place, names: tuple[str, ...]) -> None:
        for name in names:
            self._table.fault_over(f"{name} {telling.where(place)}")

    def close(self) -> None:
        with suppress(Fault):
            self._screens.close()
            self._doors.close()
            self._readers.close()


def _key(seat: int) -> str:
    return f"key of seat {seat}"


def _where(controller: Controller) -> str:
    table, head = controller.table, controller.journal.head
    proof = f"journal at record {head.seq}, {head.chain.hex()[:16]}"
    if table.live is not None:
        return f"back in hand {table.this_hand.number}; {proof}"
    return (
        f"table {table.config.table} is {table.phase} after {table.this_hand.number} hands; {proof}"
    )
