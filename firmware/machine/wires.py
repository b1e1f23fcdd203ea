"""Screens, readers and doors of one table: what they say becomes the controller's calls, and its
views become messages. Nothing is decided here."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from typing import Any

from drivers.budget import Budget
from drivers.card_reader import Listening
from drivers.doors import Inputs, Lamp, Lamps, changes
from drivers.doors import controller_codec as doors_codec
from drivers.hotplug import Hotplug, Plugged, Unplugged
from drivers.link.happenings import Arrived, Down, Up
from drivers.link.keys import Book
from drivers.link.pairing import Compare, Failed, Paired
from drivers.paths import PathWatch
from drivers.readers import Heard, Readers
from drivers.sockets import Place
from drivers.stations import Moved, Stations
from drivers.track_decoder import BadSwipe, Swipe
from firmware.controller.loop import HICCUP_MS, Controller
from firmware.errors import Fault
from firmware.journal import records
from firmware.machine import device_faults
from firmware.machine.device_counts import DeviceCounts
from firmware.machine.moved_stations import WAITS, MovedStations
from firmware.machine.new_screens import NewScreens
from firmware.machine.plan import Plan
from firmware.machine.wire_screen import WireScreen
from firmware.screens import protocol as g
from firmware.screens.schema import controller_codec
from firmware.table import commands as c

LINES_AT_ONCE, LINE_S = 40, 30.0  # of the journal, for what one device goes through


class Wires:
    """Screens, readers and doors of one table, by their sockets."""

    def __init__(self, plan: Plan, links: Book, controller: Controller) -> None:
        self._sockets, self._table = plan.sockets, controller
        self._loop = asyncio.get_running_loop()
        self._moved = MovedStations(plan.secrets / "places.json")
        self._screens: Stations[g.ToScreen, g.ToController] = Stations(
            plan.sockets, links, controller_codec(), self._screen, last=self._moved.load()
        )
        self.new_screens = NewScreens(self._screens, links, plan.config.table)
        self._doors: Stations[Lamps, Inputs] = Stations(
            plan.sockets, links, doors_codec(), self._door, ("doors",)
        )
        self._readers = Readers(plan.sockets, self._reader)
        self._lamps: Lamps | None = None
        self._inputs: Inputs | None = None  # of the doors, not read yet
        self._reports: dict[Place | None, Budget] = {}
        self._shown: dict[Place, WireScreen] = {}
        readers = [place for place in plan.sockets.places() if place.what == "reader"]
        now_s = self._loop.time()
        self.counts = DeviceCounts(self._screens, self._doors, readers, controller.now, now_s)

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
            if place not in self._shown:
                self._fault(place, device_faults.fault_of(place, Down("it has not called yet")))
                self._table.detach(place.seat)

    # ---- What they say

    def _screen(self, place: Place | None, happening: Any) -> None:
        match happening:
            case Compare() | Paired() | Failed() if place is not None:
                self.new_screens.heard(place, happening)
            case Moved() if place is not None:
                if self._moved.came(place, self._table.table):
                    self._table.later(partial(self._call_floor, place))
            case Up() if place is not None:
                self._fault_over(place, device_faults.LINK_FAULTS)
                self._shown[place] = WireScreen(partial(self._screens.compose, place))
                self._let_in(place)
            case Down() if place is not None:
                self._moved.left(place)
                self.counts.silent(place)
                screen = self._shown.pop(place, None)
                if screen is not None:
                    screen.gone()
                self._table.detach(place.seat)
                self._loop.call_later(HICCUP_MS / 1000, self._still_down, place, happening)
                return
            case Arrived(intent) if place is not None and place.seat:
                if not self._moved.waits(place) and not self._table.touch(place.seat, intent):
                    self._screens.slow_down(place)
        self._report(place, happening)

    def _let_in(self, place: Place) -> None:
        """It plays for this place from now on, unless it was carried here in a hand."""
        if self._moved.waits(place):
            waits = g.View(place.seat, "out of service", out_of_service=WAITS)
            self._shown[place].show(waits)
            return
        self._screens.accept(place)
        self._moved.keep(self._screens.last)
        self._table.attach(place.seat, self._shown[place])

    def _call_floor(self, place: Place) -> None:
        """Somebody has to look at a station that was carried here."""
        if not self._table.table.seats[place.seat].called:
            self._table.perform(c.CallFloor(self._table.now, place.seat))
        self._moved.floor_called(place)

    def _answer_call(self, seat: int) -> None:
        """A key was turned at this seat: somebody is there."""
        if self._moved.waits(Place("station", seat)) and self._table.table.seats[seat].called:
            self._table.perform(c.CallFloor(self._table.now, seat))
        self._table.looked_at(seat)

    def _reader(self, place: Place, happening: Heard) -> None:
        match happening:
            case Listening():
                self._fault_over(place, device_faults.READER_FAULTS)
                self.counts.listens(place, True)
            case Swipe():
                self._table.swipe(place.seat, happening.track2 or "")
                self.counts.swiped(place, happening)
            case BadSwipe(reason):
                self._table.bad_swipe(place.seat, reason)
                self.counts.swiped(place, happening)
            case Fault():
                self.counts.listens(place, False)
        self._report(place, happening)

    def _door(self, place: Place | None, happening: Any) -> None:
        match happening:
            case Up() if place is not None:
                self._fault_over(place, device_faults.LINK_FAULTS)
            case Down() if place is not None:
                self.counts.silent(place)
            case Arrived(Inputs() as inputs):
                self._newest(inputs)
        self._report(place, happening)

    def _newest(self, inputs: Inputs) -> None:
        """It counts what it saw: a newer word tells all of an older one that nobody read yet."""
        waiting, self._inputs = self._inputs is not None, inputs
        if not waiting:
            self._table.in_turn("doors", self._read_board)

    def _read_board(self) -> None:
        inputs, self._inputs = self._inputs, None
        assert inputs is not None
        self._board(inputs)

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
            if one.active and one.seat:
                self._answer_call(one.seat)

    def turned(self) -> None:
        """Once a turn of the table."""
        for place in self._moved.free(self._table.table):
            self._let_in(place)
        self.light()
        self.counts.turned(self._loop.time())

    def light(self) -> None:
        """The tower blinks while a door is open or a fault is; it burns while a seat calls the
        floor, and so does the lamp of that seat; in a test all of them do."""
        place, folds = Place("doors"), self._table.folds
        test = self._table.table.stopped_by("service")
        seats = [seat.number for seat in self._table.table.seats[1:] if seat.called or test]
        called: dict[int, Lamp] = dict.fromkeys(seats, "on")
        tower: Lamp = "on" if called else "off"
        lamps = Lamps("blink" if folds.meters.doors_open or folds.faults.open else tower, called)
        if place in self._doors.links and lamps != self._lamps:
            self._lamps = lamps
            self._doors.show(place, lamps)

    def _still_down(self, place: Place, down: Down) -> None:
        """A cable that shakes is no fault, and not worth a line."""
        if not self._screens.links[place].up:
            self._fault(place, device_faults.fault_of(place, down))

    def _report(self, place: Place | None, happening: Any) -> None:
        notice = device_faults.notice_of(place, happening)
        if notice is not None and self._worth_a_line(place):
            self._table.notice(notice)
        if place is not None:
            self._fault(place, device_faults.fault_of(place, happening))

    def _fault(self, place: Place, fault: Fault | None) -> None:
        if fault is not None and self._worth_a_line(place):
            self._table.fault(fault, device_faults.where(place))

    def _worth_a_line(self, place: Place | None) -> bool:
        """A device that comes and goes all night must not fill the journal."""
        budget = self._reports.setdefault(place, Budget(LINES_AT_ONCE, 1 / LINE_S))
        now_s = self._loop.time()
        if budget.left(now_s) < 1:
            return False
        budget.spend(1, now_s)
        return True

    def _fault_over(self, place: Place, names: tuple[str, ...]) -> None:
        for name in names:
            self._table.fault_over(f"{name} {device_faults.where(place)}")

    def close(self) -> None:
        with suppress(Fault):
            self._screens.close()
            self._doors.close()
            self._readers.close()


def _key(seat: int) -> str:
    return f"key of seat {seat}"
