"""An honest touch while other stations have gone mad, beside the same touch at a quiet table.

A real table program on ptys that carry whatever is written to them; the mad stations have the right
keys, a seat and a receipt, and ask for proof pages as fast as the table lets them. Quiet, one and
nine of them take turns in one run.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from typing import Any

from firmware.screens import protocol as g
from lab.bench.all import Figure, figure
from lab.live.home import Home, lay_out
from lab.live.paper_screens import PaperPlayer, PaperScreen
from lab.twins.card_reader import FifoCardReader
from lab.twins.pty_wire import PtyWire

SEATS, HONEST = 10, 10
MODES = {"quiet": 0, "one mad station": 1, "nine mad stations": 9}
TURNS, TOUCHES, EVERY_S = 10, 10, 0.22
BACKLOG_BYTES = 4_000
QUICK: dict[str, Any] = {
    "action_ms": 600_000,
    "gap_ms": 600,
    "gap_showdown_ms": 1_200,
    "street_ms": 200,
}
WISHES: list[g.Intent] = [
    g.Open("proof", 1),
    g.Close("proof"),
    g.Open("history"),
    g.Open("proof", 2),
]
RUN = "import sys; from commands import main; sys.exit(main(sys.argv[1:]))"


def figures() -> Iterator[Figure]:
    found = asyncio.run(_evening())
    for word, at in (("p50", 49), ("p99", 98)):
        ms = {name: quantiles(took, n=100)[at] * 1000 for name, took in found.items()}
        for name in list(MODES)[1:]:
            told = f"flood: touch, {name}, {word}"
            yield figure(told, "ms", ms[name], ms["quiet"], "quiet table")


class Person:
    """A paper player on a wire of his own."""

    def __init__(self, home: Home, seat: int, track: str) -> None:
        self.screen, self.wire = PaperScreen(home, seat), PtyWire()
        reader = FifoCardReader(home.reader(seat))
        self.screen.on(self.wire.path_a)
        home.lead(seat, self.wire.path_b)
        self.player = PaperPlayer(self.screen, lambda: reader.type(track + "\n"))

    def played(self, hands: int) -> bool:
        view = self.screen.view
        return view is not None and view.mode == "seated" and view.public.hand > hands


async def _evening() -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        home, tracks = lay_out(Path(folder), SEATS, SEATS, **QUICK)
        words = [sys.executable, "-c", RUN, "table", str(home.page)]
        table = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        context = get_context("fork")
        mad = context.Value("i", 0)
        others = context.Process(target=_others, args=(home, tracks, mad), daemon=True)
        others.start()
        try:
            return await _measured(Person(home, HONEST, tracks[HONEST - 1]), mad)
        finally:
            for process in (others, table):
                process.terminate()
            others.join()
            table.wait()


async def _measured(honest: Person, mad: Any) -> dict[str, list[float]]:
    await _until(lambda: honest.played(1))
    honest.player.plays = False
    took: dict[str, list[float]] = {name: [] for name in MODES}
    for _ in range(TURNS):
        for name, count in MODES.items():
            mad.value = count
            await asyncio.sleep(1.0)
            for _ in range(TOUCHES):
                took[name] += [await _touch(honest, g.Open("balance"), True)]
                took[name] += [await _touch(honest, g.Close("balance"), False)]
    return took


async def _touch(honest: Person, intent: g.Intent, shown: bool) -> float:
    """From the finger to the answer on the glass."""
    await asyncio.sleep(EVERY_S)
    screen, began_s = honest.screen, time.perf_counter()
    screen.send(intent)
    await _until(lambda: screen.view and (screen.view.session.balance is not None) == shown)
    return time.perf_counter() - began_s


async def _until(true: Callable[[], object], limit_s: float = 120.0) -> None:
    async with asyncio.timeout(limit_s):
        while not true():
            await asyncio.sleep(0.0005)


def _others(home: Home, tracks: list[str], mad: Any) -> None:
    async def run() -> None:
        center, wire = PaperScreen(home, 0), PtyWire()
        center.on(wire.path_a)
        home.lead(0, wire.path_b)
        people = [Person(home, seat, tracks[seat - 1]) for seat in range(1, SEATS)]
        wishes = cycle(WISHES)
        while True:
            for person in people[: mad.value]:
                link = person.screen.link
                while link.up and link.backlog_bytes < BACKLOG_BYTES:
                    person.screen.send(next(wishes))
            await asyncio.sleep(0.01)

    with suppress(KeyboardInterrupt):
        asyncio.run(run())
