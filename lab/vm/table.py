"""The second half of `make lab`: systemd boots the machine, and the machine boots into play.

Nothing of the table is started by hand: its unit is the one that ships. Ten stations and the center
screen sit at the far ends of USB serial ports, ten readers behind evdev, the noise is /dev/hwrng.
Two players swipe, type their PINs, buy in and play; the controller is killed in mid-hand, and
systemd brings it back in the same hand.
"""

import asyncio
import socket
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from drivers.link.port import Port
from lab.live.home import Home, lay_out
from lab.live.paper_screens import PaperPlayer, PaperScreen
from lab.vm import units
from lab.vm.cpio import Archive
from lab.vm.gadget import SOCKET
from lab.vm.image import GROUPS, MODULES, TABLE
from lab.vm.machine import Machine, socket_path
from lab.vm.outside import CENTER, SEATS, Ear, Silent, our_programs, two_archives
from lab.vm.units import STATE, TABLE_UNIT, UNITS

ROOT = Path(__file__).parents[2]
PLAYERS = (1, 2)
HANDS = 2
TRY_S, TRIES = 6.0, 25
STARTER = """#!/bin/sh
export PYTHONPATH=/lab/site:/lab/code
exec /bin/python3 -c 'import sys; from commands import main; sys.exit(main())' "$@"
"""
HAND = f"""[Unit]
Description=A hand at the readers
[Service]
ExecStartPre=/sbin/modprobe -a {" ".join(MODULES)}
ExecStartPre=/bin/mount -t configfs none /sys/kernel/config
ExecStartPre=/bin/stty -F /dev/ttyS0 raw -echo
ExecStart=/bin/sh -c 'cd /lab/code; PYTHONPATH=/lab/site:/lab/code exec /bin/python3 -m lab.vm.technician </dev/ttyS0 >/dev/ttyS0 2>&1'
"""  # noqa: E501


class TableOutside(Ear):
    def __init__(self, folder: Path, kernel: Path, disk: Path) -> None:
        sockets = {f"station-{n}": socket_path(n) for n in range(1, SEATS + 1)}
        sockets |= {f"reader-{n}": f"lab/reader/{n}" for n in range(1, SEATS)}
        sockets |= {f"reader-{SEATS}": SOCKET, "center": socket_path(CENTER)}
        self.home, self.tracks = lay_out(
            folder / "home", SEATS, len(PLAYERS), simulation=False, sockets=sockets,
            state=f"{STATE}/", action_ms=120_000,
        )  # fmt: skip
        files = _files(folder / "run.cpio", self.home)
        whole = two_archives(folder, disk, files)
        words = (
            f"{TABLE} systemd.show_status=0 systemd.log_target=console systemd.log_level=warning"
        )
        super().__init__(Machine(folder, kernel, whole, self.line, words))
        self.screens: dict[int, PaperScreen] = {}
        self.players: dict[int, PaperPlayer] = {}
        self._joined: list[asyncio.Task[None]] = []

    async def boot(self) -> dict[str, Any]:
        await self.machine.start(wires=max(units.FAR.values()))
        for wire in range(1, SEATS + 2):
            await self.machine.plug(wire, wire)
        for seat in range(SEATS + 1):
            self.screens[seat] = PaperScreen(self.home, seat)
            self.screens[seat].on_port(self._wire(seat or CENTER))
        return await self.expect("ready", patience_s=240.0)

    def _wire(self, number: int) -> Callable[[Any, Callable[[Any], None]], Port]:
        far = socket.socket(socket.AF_UNIX)
        far.connect(self.machine.wire(number))
        far.setblocking(False)
        return lambda link, tell: Port(far.fileno(), link, tell, far.close)

    async def lead_back(self, wire: int) -> None:
        """The far end of a wire is plugged into this machine too, at a port of its own."""
        far = units.FAR[wire]
        await self.machine.plug(far, far)
        ends = [await asyncio.open_unix_connection(self.machine.wire(n)) for n in (wire, far)]
        for (reader, _), (_, writer) in (ends, reversed(ends)):
            self._joined.append(asyncio.create_task(_carry(reader, writer)))

    def sit(self, seat: int) -> None:
        text = f"%B9900^PLAYER/ANY^2912101?{self.tracks[seat - 1]}\n"
        swipe = lambda: self.machine.say(do="type", seat=seat, text=text)  # noqa: E731
        self.players[seat] = PaperPlayer(self.screens[seat], swipe)
        self.players[seat].look()

    async def service(self, unit: str = TABLE_UNIT) -> dict[str, Any]:
        since = self.mark()
        self.machine.say(do="service", unit=unit)
        return await self.expect("service", since)

    async def kill(self, unit: str = TABLE_UNIT) -> int:
        since = self.mark()
        self.machine.say(do="kill", unit=unit)
        return int((await self.expect("killed", since))["pid"])

    async def sees(self, true: Callable[[], object], words: str) -> None:
        """With players who try again now and then, as people do: emulation is slow enough for a
        link to drop in the middle of a word, or a swipe to stall."""
        for _ in range(TRIES):
            for player in self.players.values():
                player.again()
            try:
                await self.until(lambda: bool(true()), words, TRY_S)
                return
            except Silent:
                state = await self.service()
        log, console = ("\n  ".join(lines) for lines in (state["log"], self.console[-12:]))
        raise Silent(f"{words}; {state | {'log': ''}}\n  {log}\n  {console}")

    @property
    def hand(self) -> int:
        """The newest that a player was told of."""
        views = [self.screens[seat].view for seat in PLAYERS]
        return max(0 if view is None else view.public.hand for view in views)

    def close(self) -> None:
        for screen in self.screens.values():
            screen.close()
        for task in self._joined:
            task.cancel()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Never waits for the other end: QEMU stands still while a wire of its own is full."""
    while data := await reader.read(4096):
        writer.write(data)


def _files(path: Path, home: Home) -> bytes:
    """This run's page, keys and books, the shipped units, our programs."""
    with path.open("wb") as out:
        archive = Archive(out)
        our_programs(archive, ROOT)
        archive.file("etc/stormdeck/table.toml", home.page.read_bytes())
        for name in ("bank.db", "bank.key", "secrets/links.json"):
            archive.file(f"{STATE}/{name}", (home.home / name).read_bytes(), 0o600)
        archive.file("opt/stormdeck/bin/stormdeck", STARTER.encode(), 0o755)
        units.put(archive, home)
        archive.file(f"{UNITS}/lab-hand.service", HAND.encode())
        for name in (TABLE_UNIT, "lab-hand.service"):
            archive.link(f"{UNITS}/multi-user.target.wants/{name}", f"/{UNITS}/{name}")
        archive.close()
    return path.read_bytes()


Tell = Callable[[str], None]


async def boots_into_play(outside: TableOutside, tell: Tell) -> None:
    for seat in range(1, SEATS + 1):
        outside.machine.say(do="plug reader", seat=seat)
    screens = outside.screens.values()
    await outside.sees(lambda: all(one.wholes for one in screens), "not every screen has its view")
    state = await outside.service()
    assert (state["ActiveState"], state["NRestarts"]) == ("active", "0"), state
    assert state["user"] == GROUPS.index("stormdeck"), state
    tell("systemd started the table by itself, as its own user: eleven screens have their views")


async def two_players_play(outside: TableOutside, tell: Tell) -> None:
    for seat in PLAYERS:
        outside.sit(seat)
    await outside.sees(
        lambda: all((one := outside.screens[n].view) and one.mode == "seated" for n in PLAYERS),
        "nobody sits",
    )
    tell("two players swiped, typed their PINs and bought in")
    await outside.sees(lambda: outside.hand > HANDS, "no hands are played")
    tell(f"{HANDS} hands are played")


async def killed_in_mid_hand(outside: TableOutside, tell: Tell) -> None:
    for player in outside.players.values():
        player.plays = False
    before = await _quiet(outside)
    killed = await outside.kill()
    await outside.sees(
        lambda: not any(outside.screens[n].view for n in PLAYERS), "the cards stayed"
    )
    await outside.sees(
        lambda: all(outside.screens[n].view for n in PLAYERS), "it did not come back"
    )
    state = await outside.service()
    assert int(state["MainPID"]) != killed, state
    assert (state["ActiveState"], state["NRestarts"]) == ("active", "1"), state
    for seat, old in before.items():
        assert old[0], "he had no cards"
        assert _moment(outside, seat) == old, f"seat {seat}: {old}, then {_moment(outside, seat)}"
    for player in outside.players.values():
        player.plays = True
        player.again()
    number = outside.hand
    await outside.sees(lambda: outside.hand > number, "the hand does not go on")
    tell("killed with -9 in mid-hand: back in the same hand, same cards, same turn; it goes on")


def _moment(outside: TableOutside, seat: int) -> tuple[Any, ...]:
    """What a power cut must not change: cards, hand, turn, board, bets and stacks."""
    view = outside.screens[seat].view
    if view is None:
        return ((),)
    public = view.public
    chips = [(one.stack, one.bet) for one in public.seats]
    return view.hole, public.hand, public.actor, public.board, chips


async def _quiet(outside: TableOutside) -> dict[int, tuple[Any, ...]]:
    """A moment in which one of them thinks and nothing is on its way any more."""
    seen: dict[int, tuple[Any, ...]] = {}
    for _ in range(TRIES):
        await outside.until(
            lambda: any(one.thinking for one in outside.players.values()), "nobody's turn"
        )
        now = {seat: _moment(outside, seat) for seat in PLAYERS}
        if now == seen and all(moment[0] for moment in now.values()):
            return now
        seen = now
        await asyncio.sleep(3.0)
    raise Silent("the table does not come to rest")


Step = Callable[[TableOutside, Tell], Awaitable[None]]
STEPS: tuple[Step, ...] = (boots_into_play, two_players_play, killed_in_mid_hand)


async def run(kernel: Path, disk: Path, tell: Tell, steps: tuple[Step, ...]) -> None:
    with tempfile.TemporaryDirectory(prefix="stormdeck-lab-") as folder:
        outside = TableOutside(Path(folder), kernel, disk)
        try:
            tell("booting again, with systemd and the table's own unit ...")
            await outside.boot()
            for step in steps:
                await step(outside, tell)
        finally:
            outside.close()
            await outside.machine.end()
            await asyncio.sleep(0)
