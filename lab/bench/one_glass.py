"""One screen program through a long evening, in a process of its own: its loop, its window and its
screen; the views come through a pipe, and all time is virtual. Only the wire is left out.

    python -m lab.bench.one_glass station|center < views > a line at the first frame, and one a hand

Whoever sits at a station does what can be done there: peeks, drags, types, reads every page.
"""

import os

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # its greeting would be read as a weight

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.screens import protocol as g
from lab.scenes.sealed import over, proof_for
from lab.simulation.still_loop import StillLoop
from ui.program import Program
from ui.sprites import SPRITES
from ui.theme import CENTER, STATION
from ui.window import Touch, Window

LENGTH_BYTES = 4
STEP_S = 0.05
PAGES = ("menu", "tile history", "page back", "tile display", "page back", "tile rules", "menu")


class Sent(Struct, array_like=True):
    """A view, and when the table sent it."""

    at_ms: int
    body: bytes


class Weight(Struct):
    """What the program holds after so many hands, in bytes: all of it, and its pictures."""

    hand: int
    resident: int
    sprites: int
    allowed: int  # of these


encode, sent = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Sent).decode
weight = msgspec.json.Decoder(Weight).decode


def framed(one: Sent) -> bytes:
    body = encode(one)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def views(source: BinaryIO) -> Iterator[Sent]:
    while head := source.read(LENGTH_BYTES):
        yield sent(source.read(int.from_bytes(head, "big")))


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


class Glass:
    def __init__(self, kind: str) -> None:
        from center_screen.screen import Screen as Center
        from stations.screen import Screen as Station

        self.screen: Any = Station() if kind == "station" else Center()
        size = STATION if kind == "station" else CENTER
        self._read: Callable[[bytes], Any] = g.view if kind == "station" else g.public
        self.program = Program(
            self.screen, Window(size, kind, False), lambda: self.program.now, self._ask
        )
        self.screen.warm()
        self.program.beat = self._first
        self.hand = 0
        self._view: Any = None

    def _first(self) -> None:
        """The first frame is on the glass."""
        self.program.beat = lambda: None
        self._tell()

    def _tell(self) -> None:
        line = Weight(self.hand, resident(), SPRITES.bytes, SPRITES.budget)
        print(msgspec.json.encode(line).decode(), flush=True)

    async def evening(self, source: BinaryIO) -> None:
        run, began_ms = asyncio.create_task(self.program.run()), None
        await asyncio.sleep(STEP_S)  # it shows itself before anybody has said a word
        for one in views(source):
            began_ms = one.at_ms if began_ms is None else began_ms
            await asyncio.sleep(max(0.0, (one.at_ms - began_ms - self.program.now) / 1000))
            self._show(self._read(one.body))
            await self._fingers()
        self.program.stop()
        await run

    def _show(self, view: Any) -> None:
        self._view = view
        self.screen.update(view, self.program.now)
        self.program.seen()
        if self._public.hand > self.hand:
            self.hand = self._public.hand
            self._tell()

    @property
    def _public(self) -> g.Public:
        found: g.Public = getattr(self._view, "public", self._view)
        return found

    def _ask(self, intent: g.Intent) -> None:
        """The table's answer to who wants to see a proof: one as long as that of ten players."""
        if isinstance(intent, g.Open) and intent.page == "proof":
            key = self.screen.state.log.own_receipts.key
            self._show(replace(self._view, proof=proof_for(key, over(self.hand - 1))))

    # ---- whoever sits there

    async def _fingers(self) -> None:
        if not isinstance(self._view, g.View) or self._view.mode != "seated":
            return
        if self._view.turn is not None:
            await self._hold("peek")
            await self._drag("slider")
            await self._tap("keypad", "digit 7", "digit 3", "key back", "page back")
        elif self._public.result is not None:
            await self._hold("peek")
            await self._tap("proof", "code", "code next", "code next", "page back", "page back")
        elif self._view.hole:
            await self._hold("peek")
            await self._tap(*PAGES)

    async def _hold(self, name: str) -> None:
        if name in self.screen.report.targets:
            x, y = self.screen.report.targets[name].center
            await self._touch("down", x, y)
            for _ in range(3):
                await self._touch("move", x, y)
            await self._touch("up", x, y)

    async def _drag(self, name: str) -> None:
        if name in self.screen.report.targets:
            row = self.screen.report.targets[name]
            await self._touch("down", row.x + 40, row.centery)
            for n in range(9):
                step = (self.hand * 37 + n * 53) % max(1, row.w - 80)
                await self._touch("move", row.x + 40 + step, row.centery)
            await self._touch("up", row.x + 40, row.centery)

    async def _tap(self, *names: str) -> None:
        for name in names:
            if name in self.screen.report.targets:
                x, y = self.screen.report.targets[name].center
                await self._touch("down", x, y)
                await self._touch("up", x, y)

    async def _touch(self, kind: Any, x: float, y: float) -> None:
        self.program.touch(Touch(kind, x, y))
        await asyncio.sleep(STEP_S)


async def main(kind: str) -> None:
    await Glass(kind).evening(sys.stdin.buffer)


if __name__ == "__main__":
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        runner.run(main(sys.argv[1]))
