"""The whole table as it stands in a card room, on this machine: the controller, ten stations and
the center screen as processes, cables of real ptys, a reader at every seat, a cage with funded
cards, and bots who are fingers.
"""

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from drivers.link.keys import open_book
from firmware.bank.bank import Bank
from firmware.bank.gaming_day import HouseClock
from firmware.bank.sqlite_store import SqliteStore
from firmware.errors import Fault
from firmware.machine.plan import read_plan
from firmware.machine.program import start
from firmware.settlement import transfers
from firmware.table.config import Config
from lab.live.cables import SCREEN, Order
from lab.live.cage_hand import swipes
from lab.live.door_board import DoorBoard
from lab.live.fingers import FingerBot, Pause, human
from lab.live.home import DOORS, lay_out, lay_out_cage, lay_out_floor
from lab.live.opening import close_table, open_table, pause_table, resume_table
from lab.live.processes import Processes
from lab.live.trays import Trays, tray_for
from lab.live.visitor import Visitor
from lab.live.watching import Watcher
from lab.simulation.audit import check
from lab.simulation.demo_cage import PIN, demo_key
from lab.simulation.temper import TEMPERS
from lab.simulation.whole_table import demo_config
from lab.twins.card_encoder import EncoderTwin
from lab.twins.card_reader import FifoCardReader
from lab.twins.receipt_printer import PaperTwin

TABLE, FLOOR, CAGE = "table", "floor", "cage"
FALLS = 4


def station(seat: int) -> str:
    return f"station-{seat}" if seat else "center"


ORDER = (2, 7, 4, 9, 6, 3, 8, 5, 10, 1)  # of bots: spread around, one next to the free seat 1


def bot_seats(seats: int, bots: int) -> list[int]:
    return sorted([seat for seat in ORDER if seat <= seats][:bots])


class LiveTable:
    """`data` holds what a table keeps: keys, journal, bank. The rest is gone with the power."""

    def __init__(
        self, data: Path, seed: int, bots: Iterable[int] = (), windows: bool = False,
        pause: Pause = human, settings: Mapping[str, Any] | None = None, floor_port: int = 0,
        cage_port: int = 0, config: Config | None = None,
    ) -> None:  # fmt: skip
        """`settings`: what this table does otherwise than its house. `floor_port`: where
        the floor's pages are served, `cage_port`: the cage's; 0: there are none. `config`: what is
        played; none: hold'em."""
        self.config = config or demo_config()
        if floor_port:  # a receipt's code opens the page of this room's own floor
            self.config = replace(self.config, verify=f"http://127.0.0.1:{floor_port}/verify")
        self._data, self.seats = data.resolve(), self.config.seats
        self.bot_seats, self._windows = sorted(n for n in bots if n <= self.seats), windows
        self._seed, self.pace, self._settings = seed, pause, settings or {}
        self.floor_port, self.cage_port = floor_port, cage_port
        self.run = Path(tempfile.mkdtemp(prefix="stormdeck-"))  # sockets want short names
        self.programs = Processes(self.run, self._fell)
        self.bots: dict[int, FingerBot] = {}
        self._bot_tasks: dict[int, asyncio.Task[None]] = {}
        self._leaving: set[int] = set()  # bots on their way home
        self.unplugged: set[int] = set()
        self.noisy: dict[int, int] = {}  # seats, and one byte in how many
        self.house = HouseClock()
        self.door_open = self.bank_away = self.printer_off = False
        self._printer: PaperTwin | None = None
        self._watcher: Watcher | None = None
        self.powered = False
        self.fallen: list[str] = []
        self.stopped = asyncio.Event()
        self.fault: Fault | None = None
        self.failure: BaseException | None = None  # of a bot: our own mistake
        self._tasks: set[asyncio.Task[None]] = set()
        self._cables: subprocess.Popen[bytes] | None = None

    # ---- The start

    async def start(self, tell: Callable[[str], None] = lambda words: None) -> bool:
        """True when every screen shows the table; False when it was ended before."""
        starting = asyncio.create_task(self._start(tell))
        ended = asyncio.create_task(self.stopped.wait())
        await asyncio.wait([starting, ended], return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if not starting.done():
            starting.cancel()
            return False
        starting.result()
        return True

    async def _start(self, tell: Callable[[str], None]) -> None:
        make = partial(
            lay_out, self._data, self.seats, config=self.config, doors=True, **self._settings
        )
        self.home, tracks = await asyncio.to_thread(make)
        self.house = (await asyncio.to_thread(self.bank)).house
        self.trays = Trays(tracks)
        if self.floor_port:
            lay_out_floor(self.home, self.floor_port)
        tell("keys, cards and the cage")
        names = [station(seat) for seat in range(self.seats + 1)]
        await asyncio.to_thread(self._lay_cables, [*names, DOORS])
        self.readers = {n: FifoCardReader(self.home.reader(n)) for n in range(1, self.seats + 1)}
        tell("cables")
        self.programs.start(TABLE, ["table", str(self.home.page)])
        self.powered = True
        for seat in range(self.seats + 1):
            self._start_screen(seat)
        self._doors = DoorBoard(open_book(self.home.doors), f"{self.home.home}/dev/{DOORS}{SCREEN}")
        self._keep(self._doors.run())
        await self._all_shown(tell)
        journal = self.home.home / "journal-a"
        self._watcher = Watcher(open_book(self.home.watcher), self.home.door, journal)
        self._keep(self._watcher.run())
        if self.floor_port:
            self._keep(open_table(open_book(self.home.desk), self.home.door, self.bank()))
            self.programs.start(FLOOR, ["floor", str(self.home.floor)])
            await _answers(self.floor_port)
            tell("the floor")
        if self.cage_port:
            encoder = EncoderTwin()
            self._printer = PaperTwin()
            await asyncio.to_thread(
                lay_out_cage, self.home, self.cage_port, self.bank(), encoder.path,
                self._printer.port,
            )  # fmt: skip
            self._keep(swipes(encoder, self._new_card))
            self.programs.start(CAGE, ["cage", str(self.home.cage)])
            await _answers(self.cage_port)
            tell("the cage's window")
        for seat in self.bot_seats:
            self._sit(seat)

    @property
    def watcher(self) -> Watcher:
        """Who looks on, since the table was ready."""
        assert self._watcher is not None
        return self._watcher

    @property
    def hands(self) -> int:
        """That were begun, as far as anybody saw."""
        return self._watcher.hands if self._watcher else 0

    def bank(self) -> Bank:
        """The books of the demo house, beside whoever else has them open."""
        key = demo_key(self.home.home / "bank.key")
        return Bank(SqliteStore(self.home.home / "bank.db"), key)

    def _lay_cables(self, names: list[str]) -> None:
        self._cables = subprocess.Popen(
            [sys.executable, "-m", "lab.live.cables", self._data / "dev", *names],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self._cables.stdout is not None
        if self._cables.stdout.readline() != b"ready\n":
            raise no_cables()

    def _start_screen(self, seat: int) -> None:
        argv = ["station" if seat else "center", "--port", str(self.home.socket(seat)) + SCREEN]
        argv += ["--book", str(self.home.book(seat)), "--door", str(self.door(seat))]
        quiet = {} if self._windows else {"SDL_VIDEODRIVER": "dummy"}
        self.programs.start(station(seat), argv, quiet)

    async def _all_shown(self, tell: Callable[[str], None]) -> None:
        glasses = [Visitor(self.door(seat)) for seat in range(self.seats + 1)]
        waits = [glass.until(lambda now: not now.says("One moment")) for glass in glasses]
        for shown, ready in enumerate(asyncio.as_completed(waits), 1):
            await ready
            tell(f"{shown} of {self.seats + 1} screens")
        for glass in glasses:
            glass.close()

    def _sit(self, seat: int) -> None:
        rng = Random(f"{self._seed} {seat}")
        glass = Visitor(self.door(seat))
        temper = TEMPERS[(seat - 1) % len(TEMPERS)]
        bot = FingerBot(
            glass, lambda: self.swipe(seat), PIN, rng, lambda rng: self.pace(rng), temper
        )
        self.bots[seat] = bot
        self._bot_tasks[seat] = self._keep(bot.run())

    # ---- What hands can do

    def door(self, seat: int) -> Path:
        return self.run / f"{station(seat)}.door"

    def swipe(self, seat: int) -> None:
        self.readers[seat].type(self.trays.track(seat) + "\n")

    def _new_card(self, track: str) -> None:
        """Made at the cage, and taken to where somebody can sit down with it."""
        seat = tray_for(self._free(), self.bot_seats, self.seats)
        self.trays.lay(seat, self.trays.add(track))
        self.watcher.note("take the new card from the cage to its tray", seat)

    def cable(self, seat: int, plugged: bool) -> None:
        (self.unplugged.discard if plugged else self.unplugged.add)(seat)
        self._order("plug" if plugged else "pull", seat)

    def noise(self, seat: int, one_in: int) -> None:
        self.noisy[seat] = one_in
        self._order("noise", seat, one_in)

    def _order(self, order: Order, seat: int, *more: int) -> None:
        assert self._cables is not None
        assert self._cables.stdin is not None
        words = order, station(seat), *map(str, more)
        self._cables.stdin.write(f"{' '.join(words)}\n".encode())
        self._cables.stdin.flush()

    async def stamps(self, seat: int) -> list[tuple[int, bool, int]]:
        """When which end of this cable said how many bytes, since the last call."""
        assert self._cables is not None
        assert self._cables.stdout is not None
        self._order("stamp", seat)
        line = await asyncio.to_thread(self._cables.stdout.readline)
        return [(at, ours, size) for at, ours, size in json.loads(line)]

    def power(self, on: bool) -> None:
        """Off: the controller is killed where it stands. On: the same disks wake it again."""
        self.powered = on
        (self.programs.power_on if on else self.programs.power_off)(TABLE)

    def bad_swipe(self, seat: int) -> None:
        """Too fast, or the wrong way round: half of it is read."""
        self.readers[seat].type(self.trays.track(seat)[:7] + "\n")

    def main_door(self, is_open: bool) -> None:
        self.door_open = is_open
        self._doors.main_door(is_open)

    def lock_bank(self, away: bool) -> None:
        """Nobody else gets at its books: who asks waits, as for a server that does not answer."""
        self.bank_away = away
        if away:
            self._books = sqlite3.connect(self.home.home / "bank.db", isolation_level=None)
            self._books.execute("BEGIN EXCLUSIVE")
        else:
            self._books.close()

    def printer(self, on: bool) -> None:
        """The cage's, if there is one."""
        if self._printer is None:
            return
        self.printer_off = not on
        (self._printer.on if on else self._printer.off)()

    def hold(self, on: bool) -> None:
        """The floor's manager pauses the table, or lets it go on."""
        order = (pause_table if on else resume_table)(
            open_book(self.home.desk), self.home.door, self.bank()
        )
        self._keep(order)

    # ---- Bots

    def let_bot(self, seat: int, on: bool) -> None:
        """A bot at this seat, for whoever sits there too; or it takes its hands off the glass. It
        knows the PIN of the seat's own card, and of no other."""
        if on and seat in self._leaving:
            self._leaving.discard(seat)
            self.bots[seat].going = False
        elif on and seat not in self._bot_tasks:
            self.trays.lay_own(seat)
            self._sit(seat)
        elif not on and seat in self._bot_tasks:
            self._leaving.discard(seat)
            self._bot_tasks.pop(seat).cancel()
            self.bots.pop(seat).glass.close()
        self._count()

    def seat_bots(self, count: int) -> None:
        """Until so many play: more are called back on their way home or take the free seats, the
        last of them go home."""
        order = [seat for seat in ORDER if seat <= self.seats]
        can_play = {*self._leaving, *(self._free() - self._bot_tasks.keys())}
        for seat in sorted(can_play, key=lambda one: (one not in self._leaving, order.index(one))):
            if len(self.bot_seats) < count:
                self.let_bot(seat, True)
        for seat in [one for one in reversed(order) if one in self.bot_seats]:
            if len(self.bot_seats) > count:
                self._leaving.add(seat)
                self._count()
                self._keep(self._goes_home(seat, self.bots[seat]))

    def _free(self) -> set[int]:
        return {one.seat for one in self.watcher.now.seats if one.doing == "free"}

    def _count(self) -> None:
        """Who goes home is counted out at once, however long the hand takes it."""
        self.bot_seats = sorted(self._bot_tasks.keys() - self._leaving)

    async def _goes_home(self, seat: int, bot: FingerBot) -> None:
        """At home its hands are off the glass: who sits down there next is alone with it."""
        await bot.go_home()
        if seat in self._leaving:
            self.let_bot(seat, False)

    # ---- The end

    def _fell(self, name: str) -> None:
        """A program that dies again and again will not come back by itself; before the table
        stands it may have been long about it, on a slow machine."""
        self.fallen.append(name)
        soon = self._watcher is None or self.programs.lived_s(name) < 1.0
        if self.fallen[-FALLS:] == [name] * FALLS and soon:
            lines = self.programs.log(name).strip().splitlines()
            self.fault = will_not_start(name, lines[-1] if lines else "It said nothing.")
            self.stopped.set()

    def _keep(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.failure = self.failure or task.exception()
            self.stopped.set()

    def end(self) -> None:
        """Whoever waits for `stopped` will stop it."""
        self.stopped.set()

    def end_after_hand(self) -> None:
        """As a floor person closes a table: the hand is played out, everybody is paid."""
        self._keep(self._ends())

    async def _ends(self) -> None:
        for bot in self.bots.values():
            bot.going = True
        if self.powered:
            await close_table(open_book(self.home.desk), self.home.door, self.bank())
        self.end()

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for bot in self.bots.values():
            bot.glass.close()
        await self.programs.stop()
        if self._cables is not None and self._cables.stdin is not None:
            self._cables.stdin.close()
            await asyncio.to_thread(self._cables.wait)
        self.stopped.set()

    def audit(self) -> list[str]:
        """After the stop: what is off between table, bank and journal; the disks tell."""
        table = start(read_plan(self.home.page), lambda words: None)
        controller = table.controller
        table.power_up()
        try:
            while transfers.to_carry(controller.custody.outbox) or not controller.at_rest:
                controller.step()  # chips that were on their way home arrive first
                time.sleep(0.005)
            return check(controller, self.bank())
        finally:
            table.close()

    def clear(self) -> None:
        shutil.rmtree(self.run, ignore_errors=True)


async def _answers(port: int) -> None:
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.05)


def will_not_start(name: str, said: str) -> Fault:
    return Fault(
        name="NO_START",
        happened=f"The program of the {name} ended as soon as it was started, again and again.",
        safe="What it kept is untouched.",
        do=f"It said: {said}",
    )


def no_cables() -> Fault:
    return Fault(
        name="NO_CABLES",
        happened="The simulated cables could not be laid: this system gave no pseudo-terminals.",
        safe="Nothing was started.",
        do="Mount /dev/pts, or free some, and start again.",
    )
