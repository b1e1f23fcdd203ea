"""`make appliance`: the built image, from power-on.

Firmware, boot loader, verified root, systemd, table: nothing of it is started or changed by hand.
Two stations, the center screen and two readers are at the far ends of USB serial ports, a
technician is at the service port. It plays, loses its power in mid-hand and plays on; takes an
update from his stick and keeps it; takes one and goes back.
"""

import asyncio
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from firmware.machine.slots import Boot, read_block
from lab.live.home import lay_out
from lab.live.paper_screens import PaperPlayer, PaperScreen
from lab.simulation.demo_people import STAFF_PIN, staff_track
from lab.twins.card_reader import events
from lab.vm.disk import STATE, lay_in, partition, stick
from lab.vm.machine import FromDisk, socket_path
from lab.vm.next_version import NextVersion, next_version
from lab.vm.outside import Silent
from lab.vm.service_port import ServicePort
from lab.vm.table import PLAYERS, TableOutside, Tell

SEATS, CENTER, READERS = 2, 3, (4, 5)  # wires and ports
TECHNICIAN = "tom"
DOOR = "unix:/run/stormdeck/desks"
START_S = 1500.0  # from power-on to the first view, in software on a busy machine
TRIAL_S = 2400, 600  # as long as emulation may take; as short as it has to be to fail


class Appliance(TableOutside):
    """One disk, and whoever is at its wires; each power-on is a machine of its own."""

    def __init__(
        self, folder: Path, built: Path, more: dict[str, bytes], updates: str = ""
    ) -> None:
        sockets = {f"station-{n}": socket_path(n) for n in PLAYERS}
        sockets |= {f"reader-{n}": f"/dev/stormdeck/serial/{socket_path(wire)}"
                    for n, wire in zip(PLAYERS, READERS, strict=True)}  # fmt: skip
        sockets |= {"center": socket_path(CENTER)}
        self.home, self.tracks = lay_out(
            folder / "home", SEATS, len(PLAYERS), simulation=False, sockets=sockets,
            state=f"{STATE}/", action_ms=600_000,
        )  # fmt: skip
        page = self.home.page.read_text().replace("desks = []", f"desks = ['{DOOR}']")
        self.home.page.write_text(page + updates)
        self.port = ServicePort()
        self.machine: FromDisk
        self._folder, self._disk = folder, folder / "disk.img"
        lay_in(built, self._disk, self.home, more)
        self.said, self.console = [], []
        self.screens, self.players, self._joined = {}, {}, []

    async def power_on(self, screens: tuple[int, ...] = (0, *PLAYERS)) -> None:
        self.machine = FromDisk(self._folder, Path(), self._disk, self.line)
        self.console.clear()
        await self.machine.start(wires=max(READERS))
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

    async def power_off(self) -> None:
        """As somebody pulls the plug."""
        self.close()
        self.port.close()
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

        trying = asyncio.create_task(whoever_tries_again())
        try:
            await self.until(lambda: bool(true()), words, START_S)
        except Silent as no:
            log = "\n  ".join(self.console[-25:])
            raise Silent(f"{no}; its log:\n  {log}") from None
        finally:
            trying.cancel()

    async def reads(self, *words: str) -> None:
        """The technician, at the service port."""
        there = lambda: all(one in self.port.words for one in words)  # noqa: E731
        try:
            await self.sees(there, f"no {words} at the service port")
        except Silent as no:
            raise Silent(f"{no}\n  the service port:\n{self.port.words}") from None

    async def plug_stick(self, files: dict[str, bytes]) -> None:
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
        """What the boot loader would read now."""
        start, _ = partition(self._disk, "start")
        copy = ["mcopy", "-i", f"{self._disk}@@{start}", "::/stormdeck.env", "-"]
        return read_block(subprocess.run(copy, capture_output=True, check=True).stdout)

    async def starts_anew(self) -> None:
        await self.sees(lambda: not self.machine.running, "it does not start anew")
        await self.power_off()


async def boots_into_play(table: Appliance, tell: Tell) -> None:
    await table.power_on()
    await table.sees(lambda: all(one.wholes for one in table.screens.values()), "no view came")
    tell("the image started by itself: firmware, boot loader, verified root, table; screens are up")
    await table.signs_on()
    tell("the technician signed on at the service port, and reads how the table is")
    for seat in PLAYERS:
        table.sit(seat)
    await table.sees(lambda: table.hand > 1, "no hand is played")
    tell("two players swiped, typed their PINs, bought in and played a hand")


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
    version = offered.version
    await _to_trial(table, offered)
    tell(f"version {version} was checked, written by RAUC and read back; the table stepped down")
    await table.power_on()
    await table.logs(f"update {version}: good")
    assert table.block() == Boot("B"), table.block()
    tell("the boot loader tried slot B once; it verified the journal, every screen greeted: kept")
    await table.power_off()
    await table.power_on()
    await table.sees(lambda: all(one.wholes for one in table.screens.values()), "no view came")
    tell("started again: slot B, into play")


async def goes_back(table: Appliance, offered: NextVersion, tell: Tell) -> None:
    version = offered.version
    await _to_trial(table, offered)
    await table.power_on(screens=(0, 1))  # the station of seat 2 stays dark
    await table.logs(f"update {version}: back")
    await table.starts_anew()
    assert table.block() == Boot("A"), table.block()
    await table.power_on()
    await table.logs("UPDATE_WENT_BACK")
    tell("a station that does not greet: back to slot A by itself, with the reason in the journal")


async def _to_trial(table: Appliance, offered: NextVersion) -> None:
    await table.power_on()
    await table.signs_on()
    await table.plug_stick(offered.stick)
    table.port.types("write a new version\n")
    await table.reads("WRITING")
    table.port.types("update /media/stick\n")
    for step in ("checked", "written", "armed"):
        await table.logs(f"update {offered.version}: {step}")
    await table.starts_anew()
    assert table.block() == Boot("A", "B"), table.block()


async def run(built: Path, next_built: Path, tell: Tell) -> None:
    async with _table(built) as table:
        await boots_into_play(table, tell)
        await loses_its_power(table, tell)
    offered = next_version(built, next_built)
    for step, trial_s in zip((keeps_an_update, goes_back), TRIAL_S, strict=True):
        async with _table(built, offered.files, offered.page(trial_s)) as table:
            await step(table, offered, tell)


@asynccontextmanager
async def _table(
    built: Path, more: dict[str, bytes] | None = None, updates: str = ""
) -> AsyncIterator[Appliance]:
    with tempfile.TemporaryDirectory(prefix="stormdeck-lab-") as folder:
        table = Appliance(Path(folder), built, more or {}, updates)
        try:
            yield table
        finally:
            await table.power_off()
            await asyncio.sleep(0)
