"""`make appliance`: the built image, from power-on.

Firmware, boot loader, verified root, systemd, table: nothing of it is started or changed by hand.
Two stations, the center screen and two readers are at the far ends of USB serial ports, a
technician is at the service port, the floor at a desk of its own. It plays, loses its power in
mid-hand and plays on; takes an update from the technician's stick while it plays, and keeps it;
takes one whose table never becomes ready, and goes back.
"""

import asyncio
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from firmware.machine.slots import TRIAL_MS, Boot
from lab.live.home import lay_out
from lab.live.paper_screens import PaperPlayer, PaperScreen
from lab.live.ports import free_port
from lab.simulation.demo_people import STAFF_PIN, staff_track
from lab.twins.card_reader import events
from lab.vm.after_a_cut import FIRST, LOG, AfterACut, Found, check
from lab.vm.disk import STATE, boot_of, lay_in, of_table, stick
from lab.vm.floor import FloorDesk
from lab.vm.machine import FLOOR_PORT, FromDisk
from lab.vm.next_version import NextVersion, next_version
from lab.vm.outside import Silent
from lab.vm.service_port import ServicePort
from lab.vm.table import PLAYERS, TableOutside, Tell
from lab.vm.user_mode import UserMode

SEATS, CENTER, READERS = 2, 3, (4, 5)  # wires and ports
TECHNICIAN = "tom"
KEPT = Path("build/lab/writes")  # of each update's life: where `stormdeck lab cuts` finds them
SAID = Path("build/lab/said.log")  # the system's log of the last life, start by start
DOORS = ["unix:/run/stormdeck/desks", f"tcp:0.0.0.0:{FLOOR_PORT}"]
SEALED = "credential:bank.key"
QUIET_S = 1200.0  # a machine that says nothing for so long hangs; on a busy one it is only slow
ENDED_S = 20.0  # what one that has ended said last may be on its way for so long
STILL_S = 60.0  # so often whoever waits says for what
TRIAL_S = 2400, TRIAL_MS // 1000  # as long as emulation may take; as it ships, for one that fails
PATIENT = {"etc/stormdeck/trial.env": b"TRIAL_S=3000\n"}  # emulation takes its time


class Appliance(TableOutside):
    """One disk, and whoever is at its wires; each power-on is a machine of its own."""

    def __init__(
        self, bench: "Bench", folder: Path, more: dict[str, bytes], updates: str = "",
        kept: Path | None = None,
    ) -> None:  # fmt: skip
        """`kept`: a folder for the disk as it was, and every write to it."""
        kind, built, tell = bench.kind, bench.built, bench.tell
        sockets = {f"station-{n}": kind.socket(n) for n in PLAYERS}
        sockets |= {
            f"reader-{n}": kind.reader(wire) for n, wire in zip(PLAYERS, READERS, strict=True)
        }
        sockets |= {"center": kind.socket(CENTER)}
        self.home, self.tracks = lay_out(
            folder / "home", SEATS, len(PLAYERS), simulation=False, sockets=sockets,
            state=f"{STATE}/", action_ms=600_000,
        )  # fmt: skip
        page = self.home.page.read_text().replace("desks = []", f"desks = {DOORS}")
        page = page.replace(f"{STATE}/bank.key", SEALED)
        self.home.page.write_text(page + updates)
        self.port, self._tell = ServicePort(), tell
        self._bank, self._door = self.home.bank(), free_port(0)
        self.floor = FloorDesk(self.home, self._bank)
        self.kind, self._built = kind, built
        self.machine: FromDisk | UserMode  # type: ignore[assignment]
        self._folder, self._disk = folder, folder / "disk.img"
        lay_in(built, self._disk, of_table(self.home) | more)
        self._kept, self._starts, self.records = kept, 0, 0
        SAID.parent.mkdir(parents=True, exist_ok=True)
        SAID.write_text("")
        if kept is not None:
            shutil.rmtree(kept, ignore_errors=True)
            kept.mkdir(parents=True)
            subprocess.run(["cp", "--sparse=always", self._disk, kept / FIRST], check=True)
        self.said, self.console = [], []
        self.screens, self.players, self._joined = {}, {}, []

    def line(self, line: str) -> None:
        """What is said of an update is told on: whoever waits for it sees how far it is."""
        self.console.append(line)
        with SAID.open("a") as said:
            said.write(f"{self._starts} {line}\n")
        if "]: update" in line:
            self._tell(f"    {line.partition(']: ')[2]}")

    async def power_on(self, screens: tuple[int, ...] = (0, *PLAYERS)) -> None:
        self._tell("power on")
        self.machine = self.kind(self._folder, self._built, self._disk, self.line)
        self.machine.door, self._starts = self._door, self._starts + 1
        if self._kept is not None:
            self.machine.writes = self._kept / LOG.format(self._starts)
            self.machine.writes.touch()
        self.console.clear()
        await self.machine.start(wires=max(READERS))
        self.floor.call(self.machine.floor)
        await self.port.open(self.machine.service_port)
        for wire in range(1, max(READERS) + 1):
            await self.machine.plug(wire, wire)
        for seat in screens:
            self.screens[seat] = PaperScreen(self.home, seat)
            self.screens[seat].on_port(self._wire(seat or CENTER))
        self._readers = {
            seat: await asyncio.open_unix_connection(self.machine.wire(wire))
            for seat, wire in zip(PLAYERS, READERS, strict=True)
        }

    def found(self) -> Found:
        """What the next start will find."""
        with tempfile.TemporaryDirectory(prefix="stormdeck-lab-") as scratch:
            return AfterACut(self._disk, Path(scratch)).look()

    async def power_off(self) -> None:
        """As somebody pulls the plug."""
        self.close()
        self.port.close()
        self.floor.close()
        await self.machine.end()
        self.screens, self.players, self._joined = {}, {}, []

    def sit(self, seat: int) -> None:
        track = self.tracks[seat - 1]
        swipe = lambda: self._readers[seat][1].write(events(f"{track}\n"))  # noqa: E731
        self.players[seat] = PaperPlayer(self.screens[seat], swipe)
        self.players[seat].look()

    async def sees(self, true: Callable[[], object], words: str) -> None:
        async def whoever_tries_again() -> None:
            while True:
                for player in self.players.values():
                    player.again()
                await asyncio.sleep(6.0)

        async def whoever_waits() -> None:
            while True:
                await asyncio.sleep(STILL_S)
                last = self.console[-1] if self.console else "(nothing said yet)"
                self._tell(f"    still {words}; its log: {last}")
                said = " ".join(re.sub(r"[^\x20-\x7e]", " ", self.port.words).split())
                self._tell(f"    its console: {said[:600]}")

        works = [asyncio.create_task(one()) for one in (whoever_tries_again, whoever_waits)]
        try:
            await self._until(true, words)
        finally:
            for work in works:
                work.cancel()

    async def _until(self, true: Callable[[], object], words: str) -> None:
        """As long as it says something, or its screens change."""
        heard, since_s = self._heard(), time.monotonic()
        while not true():
            if (now := self._heard()) != heard:
                heard, since_s = now, time.monotonic()
            running = self.machine.running
            if time.monotonic() - since_s > (QUIET_S if running else ENDED_S):
                what = "says nothing any more" if running else "has ended"
                log = "\n  ".join(self.console[-25:])
                raise Silent(f"{words}; it {what}, its log:\n  {log}")
            await asyncio.sleep(0.2)

    def _heard(self) -> object:
        seen = [(one.wholes, one.changes) for one in self.screens.values()]
        return len(self.console), seen, self.port.words, self.machine.running

    async def reads(self, *words: str) -> None:
        """The technician, at the service port."""
        there = lambda: all(one in self.port.words for one in words)  # noqa: E731
        try:
            await self.sees(there, f"no {words} at the service port")
        except Silent as no:
            raise Silent(f"{no}\n  the service port:\n{self.port.words}") from None

    async def plug_stick(self, files: dict[str, bytes]) -> None:
        assert isinstance(self.machine, FromDisk)
        await self.machine.plug_stick(stick(self._folder / "stick.img", files))
        await self.logs("/media/stick")

    async def signs_on(self) -> None:
        bank = self.home.bank()
        track = staff_track(bank, TECHNICIAN)
        bank.store.close()
        await self.reads("SERVICE CONSOLE", "Swipe your card")
        self.port.types(f"{track}\n")
        await self.reads("PIN:")
        self.port.types(STAFF_PIN)
        await self.reads(f"{TECHNICIAN}  technician", "State  ")

    async def logs(self, words: str) -> None:
        await self.sees(lambda: any(words in line for line in self.console), f"no line {words!r}")

    def block(self) -> Boot:
        return boot_of(self._disk)


async def boots_into_play(table: Appliance, tell: Tell) -> None:
    await table.power_on()
    await table.sees(lambda: all(one.wholes for one in table.screens.values()), "no view came")
    await table.logs(f"bank.key is sealed to this machine ({table.machine.sealed_by})")
    tell("the image started by itself: firmware, boot loader, verified root, table; screens are up")
    tell(
        f"the bank's key, laid down in the clear, is sealed by {table.machine.sealed_by}, and opens"
    )
    await table.signs_on()
    tell("the technician signed on at the service port, and reads how the table is")
    await _sit_down(table)
    await table.sees(lambda: table.hand > 1, "no hand is played")
    tell("two players swiped, typed their PINs, bought in; the floor opened; they played a hand")


async def _sit_down(table: Appliance) -> None:
    for seat in PLAYERS:
        table.sit(seat)
    await table.sees(lambda: table.floor.state != "not heard", "the floor hears no table")
    await table.floor.open_table()


async def loses_its_power(table: Appliance, tell: Tell) -> None:
    for player in table.players.values():
        player.plays = False
    await table.sees(lambda: any(p.thinking for p in table.players.values()), "nobody's turn")
    before = {seat: _cards(table, seat) for seat in PLAYERS}
    await table.power_off()
    await table.power_on()
    await table.sees(lambda: all(one.wholes for one in table.screens.values()), "no view came")
    await table.sees(lambda: all(_cards(table, seat) for seat in PLAYERS), "no cards came back")
    after = {seat: _cards(table, seat) for seat in PLAYERS}
    assert after == before, f"{before}, then {after}"
    tell("power gone in mid-hand: back in the same hand with the same cards")


def _cards(table: Appliance, seat: int) -> tuple[object, ...]:
    view = table.screens[seat].view
    return (view.public.hand, view.hole, view.public.board) if view and view.hole else ()


async def keeps_an_update(table: Appliance, offered: NextVersion, tell: Tell) -> None:
    """Nobody plays: it was offered before the table was started."""
    await table.power_on()
    await _armed(table, offered, tell)
    await _kept(table, offered, tell)


async def takes_one_while_it_plays(table: Appliance, offered: NextVersion, tell: Tell) -> None:
    version = offered.version
    await table.power_on()
    await _sit_down(table)
    await table.signs_on()
    await table.sees(lambda: table.hand > 0, "no hand is played")
    await _bring(table, offered)
    await table.logs("RAUC writes slot")
    before = table.hand
    await table.logs(f"update {version}: written")
    await table.sees(lambda: table.hand > before, "no other hand is played")
    tell(f"version {version} was written and read back, and the table plays on")
    await table.sees(lambda: "UPDATE_WAITS" in table.floor.troubles, "the floor is not told")
    assert table.block() == Boot("A"), "nothing is switched while people play"
    table.players.clear()
    await table.floor.close_table()
    tell("the floor, told that it waits, closed the table")
    await _armed(table, offered, tell)
    await _kept(table, offered, tell)


async def _kept(table: Appliance, offered: NextVersion, tell: Tell) -> None:
    await table.power_on()
    await table.logs(f"update {offered.version}: good")
    assert table.block() == Boot("B"), table.block()
    tell("slot B was tried once; it verified the journal, every screen greeted: kept")
    await table.power_off()
    await table.power_on()
    await table.sees(lambda: all(one.wholes for one in table.screens.values()), "no view came")
    tell("started again: slot B, into play")


async def goes_back(table: Appliance, offered: NextVersion, tell: Tell) -> None:
    """Under the limits that ship."""
    await table.power_on()
    await _armed(table, offered, tell)
    began_s = time.monotonic()
    await table.power_on()
    await table.sees(lambda: not table.machine.running, "it does not go back")
    tell(
        f"no table became ready: slot B was ended {time.monotonic() - began_s:.0f} s after it began"
    )
    await table.power_off()
    assert table.block() == Boot("A"), table.block()
    await table.power_on()
    await table.logs("UPDATE_WENT_BACK")
    await table.sees(lambda: "UPDATE_WENT_BACK" in table.floor.troubles, "the floor is not told")
    tell(f"back to slot A by itself; the floor reads: {table.floor.troubles['UPDATE_WENT_BACK']}")
    await table.signs_on()
    table.port.types("update\n")
    await table.reads("NOT KEPT")
    tell("the technician reads at the console that it was not kept, and why")


STEPS = (
    "is offered; its bytes are read", ": checked", "RAUC: 20% Checking bundle",
    "RAUC: 85% Copying image to root", "RAUC: 95% Copying image to boot",
    "root of slot B is read back", ": written", "stepped down for version",
)  # fmt: skip


async def is_cut_at_every_step(table: Appliance, offered: NextVersion, tell: Tell) -> None:
    """Ten times: while it is installed, on trial, and when it went back."""
    for words in STEPS:
        await table.power_on()
        await table.logs(words)
        await _cut(table, words, tell)
    await table.power_on()
    await _armed(table, offered, tell)
    await table.power_on()
    await table.logs("Started stormdeck-update.service")
    await _cut(table, "on trial", tell)
    await table.power_on()
    await table.logs(f"update {offered.version}: back")
    await _cut(table, "it went back", tell)
    await table.power_on()
    await table.sees(lambda: all(one.wholes for one in table.screens.values()), "no view came")
    tell("after ten cuts: slot A, into play")


async def _cut(table: Appliance, when: str, tell: Tell) -> None:
    await table.power_off()
    found = await asyncio.to_thread(table.found)
    check(found)
    assert found.records >= table.records, f"{table.records} records, then {found.records}"
    table.records = found.records
    step = found.update.step if found.update else "none"
    tell(f"power gone: {when}; slot {found.starts} starts, whole; update: {step}; "
         f"{found.records} records")  # fmt: skip


async def _bring(table: Appliance, offered: NextVersion) -> None:
    """By the technician, who has signed on."""
    if isinstance(table.machine, FromDisk):
        await table.plug_stick(offered.stick)
    table.port.types("write a new version\n")
    await table.reads("WRITING")
    table.port.types(f"update {table.kind.stick_at}\n")
    await table.logs(f"update {offered.version}: checked")


async def _armed(table: Appliance, offered: NextVersion, tell: Tell) -> None:
    """It steps down by itself, and the next start is the new slot's, once."""
    await table.logs(f"update {offered.version}: armed")
    await table.sees(lambda: not table.machine.running, "it does not start anew")
    await table.power_off()
    assert table.block() == Boot("A", "B"), table.block()
    tell("the table stepped down; the boot loader is to try slot B once")


class Bench(Struct, frozen=True):
    """What the lives of an image are tried on."""

    part: str  # as `stormdeck lab` calls it
    kind: type[FromDisk] | type[UserMode]
    built: Path
    nexts: tuple[Path, Path]  # the next version; and one whose table is never ready
    tell: Tell

    @asynccontextmanager
    async def table(
        self, offered: NextVersion | None = None, trial_s: int = 0,
        more: dict[str, bytes] | None = None, kept: str = "", brought: bool = True,
    ) -> AsyncIterator[Appliance]:  # fmt: skip
        """Not `brought`: the technician has it with him."""
        files, page = dict(more or {}), ""
        if offered is not None:
            files, page = files | offered.files, offered.page(trial_s)
            place = "update" if brought else "stick"
            if brought or self.kind is UserMode:
                files |= {
                    f"lib/stormdeck/{place}/{name}": one for name, one in offered.stick.items()
                }
        with tempfile.TemporaryDirectory(prefix="stormdeck-lab-") as folder:
            where = KEPT / f"{self.part}-{kept}" if kept else None
            table = Appliance(self, Path(folder), files, page, where)
            try:
                yield table
            finally:
                await table.power_off()
                await asyncio.sleep(0)


async def _plays(bench: Bench) -> None:
    async with bench.table() as table:
        await boots_into_play(table, bench.tell)
        await loses_its_power(table, bench.tell)


async def _keeps(bench: Bench) -> None:
    offered = next_version(bench.built, bench.nexts[0])
    async with bench.table(offered, TRIAL_S[0], PATIENT, "keeps") as table:
        await keeps_an_update(table, offered, bench.tell)


async def _goes_back(bench: Bench) -> None:
    offered = next_version(bench.built, bench.nexts[1], ready=False)
    async with bench.table(offered, TRIAL_S[1], kept="goes-back") as table:
        await goes_back(table, offered, bench.tell)


async def _is_cut(bench: Bench) -> None:
    offered = next_version(bench.built, bench.nexts[0])
    async with bench.table(offered, TRIAL_S[0], PATIENT) as table:
        await is_cut_at_every_step(table, offered, bench.tell)


async def _while_it_plays(bench: Bench) -> None:
    offered = next_version(bench.built, bench.nexts[0])
    async with bench.table(offered, TRIAL_S[0], PATIENT, brought=False) as table:
        await takes_one_while_it_plays(table, offered, bench.tell)


LIVES = {
    "plays": _plays, "keeps": _keeps, "goes-back": _goes_back, "while-it-plays": _while_it_plays,
    "is-cut": _is_cut,
}  # fmt: skip
