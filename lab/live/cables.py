"""The cables of a table in a process of its own: a pty at each end, paced as a serial line is.

    python -m lab.live.cables FOLDER NAME…

FOLDER/NAME is the table's end, FOLDER/NAME.screen the screen's.

It obeys lines on its standard input, and ends with it:

    pull NAME    both ends are gone, as with a cable in your hand
    plug NAME    both are there again, on other devices, as in life
    noise NAME N one byte in N is spoilt, one chunk in N lost; 0: none
    stamp NAME   answered with a line: [nanoseconds, is it the table's end, bytes] since the last
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Literal

from msgspec import convert

from lab.twins.pty_wire import PtyWire
from lab.twins.wire import BAUD_BYTE_S, Faults

Order = Literal["pull", "plug", "noise", "stamp"]
SCREEN = ".screen"


class Cables:
    def __init__(self, folder: Path, names: list[str]) -> None:
        self._folder = folder
        self._wires = {name: PtyWire(BAUD_BYTE_S, seed=n) for n, name in enumerate(names)}
        self._pulled: set[str] = set()
        for name in names:
            self._name_ends(name)

    def _name_ends(self, name: str) -> None:
        wire = self._wires[name]
        for end, path in (("", wire.path_a), (SCREEN, wire.path_b)):
            draft = self._folder / f".{name}{end}"
            draft.unlink(missing_ok=True)
            draft.symlink_to(path)
            draft.rename(self._folder / f"{name}{end}")

    def do(self, order: Order, name: str, one_in: int = 0) -> None:
        wire = self._wires[name]
        match order:
            case "pull" if name not in self._pulled:
                self._pulled.add(name)
                for end in ("", SCREEN):
                    (self._folder / f"{name}{end}").unlink(missing_ok=True)
                wire.pull()
            case "plug" if name in self._pulled:
                self._pulled.discard(name)
                wire.put_back()
                self._name_ends(name)
            case "noise":
                share = 1 / one_in if one_in else 0.0
                wire.spoil(Faults(corrupt=share, lose=share, delay_s=0.0))
            case "stamp":
                print(json.dumps(wire.stamps or []), flush=True)
                wire.stamps = []


async def _obey(cables: Cables) -> None:
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    print("ready", flush=True)
    while line := (await reader.readline()).split():
        order, name, *more = line
        cables.do(convert(order.decode(), Order), name.decode(), *map(int, more))


async def main(folder: Path, names: list[str]) -> None:
    await _obey(Cables(folder, names))


if __name__ == "__main__":
    os.setsid()  # Ctrl-C is for the simulator; it closes our input
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
