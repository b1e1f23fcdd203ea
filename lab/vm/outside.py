"""Outside the machine: stations at the far ends of its wires, and an ear for what it says."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from drivers.link.keys import Identity, Kind, Peer, new_identity, open_book
from lab.twins.station import StationTwin
from lab.vm.cpio import Archive, copy_tree
from lab.vm.gadget import SOCKET
from lab.vm.machine import Machine, socket_path

SEATS = 10
CENTER = 11  # its wire and its port
PATIENCE_S = 90.0


class Silent(AssertionError):
    """The guest did not say what it should have."""


class Ear:
    """What the guest says, and waiting for it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.said: list[dict[str, Any]] = []
        self.console: list[str] = []

    def line(self, line: str) -> None:
        if line.startswith("@ "):
            self.said.append(json.loads(line[2:]))
        else:
            self.console.append(line)

    def mark(self) -> int:
        """From here on."""
        return len(self.said)

    async def expect(
        self,
        what: str | tuple[str, ...],
        since: int = 0,
        patience_s: float = PATIENCE_S,
        **details: Any,
    ) -> dict[str, Any]:
        """The first thing said since then that fits; raises Silent when it does not come."""

        wanted = (what,) if isinstance(what, str) else what

        def fits(one: dict[str, Any]) -> bool:
            return one["what"] in wanted and all(
                value(one.get(key)) if callable(value) else one.get(key) == value
                for key, value in details.items()
            )

        for _ in range(int(patience_s / 0.05)):
            for one in self.said[since:]:
                if fits(one):
                    return one
            if not self.machine.running:
                break
            await asyncio.sleep(0.05)
        place = details.get("place")
        near = [one for one in self.said[since:] if one.get("place", place) == place]
        said = "\n  ".join(str(one) for one in near[-12:])
        console = "\n  ".join(self.console[-12:])
        raise Silent(f"no {what} {details}; it said:\n  {said}\n  console:\n  {console}")

    async def until(
        self, true: Callable[[], bool], words: str, patience_s: float = PATIENCE_S
    ) -> None:
        for _ in range(int(patience_s / 0.05)):
            if true():
                return
            await asyncio.sleep(0.05)
        raise Silent(words)


class Outside(Ear):
    def __init__(self, folder: Path, kernel: Path, disk: Path) -> None:
        self._table = new_identity()
        self.people: list[tuple[Identity, Kind, str]] = [
            (new_identity(), "station", f"Station {n}") for n in range(1, SEATS + 1)
        ]
        self.people.append((new_identity(), "center", "Center screen"))
        files = _run_files(self._table, self.people, folder)
        super().__init__(Machine(folder, kernel, two_archives(folder, disk, files), self.line))
        self.stations: dict[int, StationTwin] = {}

    async def boot(self) -> dict[str, Any]:
        await self.machine.start(wires=len(self.people))
        return await self.expect("ready", patience_s=240.0)

    def sit_down(self) -> None:
        """Each station program takes the far end of its wire, as on its own board."""
        table = Peer(self._table.public, "controller", "The table")
        for number, (me, _, name) in enumerate(self.people, 1):
            self.stations[number] = StationTwin(me, table, name)
            self.stations[number].on_socket(self.machine.wire(number))


def _run_files(table: Identity, people: list[tuple[Identity, Kind, str]], folder: Path) -> bytes:
    """A second archive behind the cached one: this run's keys, the plan, rules and our programs."""
    book, path = folder / "keys.json", folder / "run.cpio"
    open_book(book, lambda _: table._private)
    peers = [{"public": me.public.hex(), "kind": kind, "name": name} for me, kind, name in people]
    with path.open("wb") as out:
        archive = Archive(out)
        archive.copy(book, "lab/run/keys.json")
        archive.file("lab/run/peers.json", json.dumps(peers).encode())
        archive.file("lab/run/sockets.toml", sockets_plan().encode())
        root = Path(__file__).parents[2]
        our_programs(archive, root)
        archive.close()
    return path.read_bytes()


def our_programs(archive: Archive, root: Path) -> None:
    for rules in sorted((root / "systemd/udev").glob("*.rules")):
        archive.copy(rules, f"etc/udev/rules.d/{rules.name}")
    for package in ("drivers", "lab", "firmware", "commands", "ui", "stations", "center_screen"):
        copy_tree(archive, root / package, f"lab/code/{package}", frozenset({"__pycache__"}))


def two_archives(folder: Path, disk: Path, files: bytes) -> Path:
    whole, first = folder / "disk", disk.read_bytes()
    gap = b"\0" * (-len(first) % 4)  # the kernel looks for the next archive in steps of four
    whole.write_bytes(first + gap + files)
    return whole


def sockets_plan() -> str:
    stations = {n: socket_path(n) for n in range(1, SEATS + 1)}
    readers = {n: f"lab/reader/{n}" for n in range(1, SEATS)} | {SEATS: SOCKET}
    others = {"center": socket_path(CENTER)}
    page: dict[str, dict[Any, str]] = {"stations": stations, "readers": readers, "others": others}
    lines = []
    for name, rows in page.items():
        lines += [f"[{name}]", *(f'{key} = "{socket}"' for key, socket in rows.items())]
    assert msgspec.toml.decode("\n".join(lines))
    return "\n".join(lines) + "\n"
