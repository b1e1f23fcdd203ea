"""From the finger to the glass: a touch until the own station, and until every screen, shows the
new state; twelve processes, cables paced at 115,200 baud.

A touch counts from the station's input queue, a frame when it is drawn. All clocks are the
machine's monotonic one. The journal's share is measured beside it, on the same disk; and after each
touch two bare syncs, because a disk that others use too may be the slowest part of the table.
Touches during which a virtual machine's host gave the processors to somebody else are told apart:
they measure the host.
"""

import asyncio
import os
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from unittest.mock import patch

from msgspec import Struct

from firmware.journal.frame import Entry, Record
from lab.bench.all import Figure, figure
from lab.live.fingers import GUARD_S, TURN, FingerBot, brisk
from lab.live.live_table import LiveTable
from lab.live.visitor import Visitor
from lab.simulation.company import company, play
from lab.simulation.demo_cage import PIN
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import WholeTable
from ui.door import Log, Told

TOUCHES = 200
PRINT_S = 6.0  # a fresh screen prints its cards ahead, then it is idle
IDLE_S = 10.0
WORD_BYTES = 40  # longer than a heartbeat or an acknowledgement: something is said
PLOT = Path("build/bench-glass.png")
QUICK = {"gap_ms": 300, "gap_showdown_ms": 500, "street_ms": 100}
STEPS = ("station", "link up", "core", "journal", "link down", "drawing")


class Way(Struct):
    """One touch, milliseconds."""

    own: float
    all: float
    disk: float  # two bare syncs, a moment later
    robbed: bool  # the host took processors away meanwhile
    steps: tuple[float, ...]  # as STEPS, core and journal in one


def _after(times: Sequence[int], at: int) -> int | None:
    found = bisect_left(times, at)
    return times[found] if found < len(times) else None


def _drawn(log: Log, sent: int) -> tuple[int, int] | None:
    """When the first view after `sent` came, and when it was on the glass."""
    came = _after(log.arrived, sent)
    if came is None:
        return None
    begins = [began for began, _ in log.drawn]
    at = bisect_left(begins, came)
    return (came, log.drawn[at][1]) if at < len(begins) else None


async def _touch(table: LiveTable, glasses: dict[int, Visitor], seat: int, act: str) -> Way | None:
    await table.stamps(seat)
    stolen = _stolen()
    before = len((await glasses[seat].log()).touched)
    await glasses[seat].tap(act)
    await asyncio.sleep(0.35)  # until the last glass has it, whatever it is
    logs = {one: await glass.log() for one, glass in glasses.items()}
    mine = logs[seat]
    touched = mine.touched[before]
    sent = _after(mine.sent, touched)
    seen = {one: _drawn(log, sent) for one, log in logs.items()} if sent else {}
    own = seen.get(seat)
    if sent is None or own is None or any(one is None for one in seen.values()):
        return None
    stamps = [one for one in await table.stamps(seat) if one[0] >= touched and one[2] >= WORD_BYTES]
    up = next((at for at, ours, _ in stamps if not ours), None)
    down = next((at for at, ours, _ in stamps if ours), None)
    if up is None or down is None or not up <= down <= own[0]:
        return None
    size = sum(size for at, ours, size in stamps if not ours and at <= down)
    heard = up + int(size * 1e10 / 115_200)  # the last byte has come down the line
    marks = (touched, up, min(heard, down), down, *own)
    steps = [(b - a) / 1e6 for a, b in pairwise(marks)]
    last = max(one[1] for one in seen.values() if one)
    robbed, disk = _stolen() > stolen, _two_syncs(table.home.home)
    return Way((own[1] - touched) / 1e6, (last - touched) / 1e6, disk, robbed, tuple(steps))


def _stolen() -> int:
    """Ticks that this machine wanted to work and its host did not let it; 0 on bare metal."""
    return int(Path("/proc/stat").read_text().split(maxsplit=9)[8])


def _two_syncs(home: Path) -> float:
    """What a touch waits at least for a journal in two copies, in milliseconds."""
    began = time.perf_counter()
    for name in ("bare-a", "bare-b"):
        descriptor = os.open(home / name, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
        os.write(descriptor, bytes(300))
        os.fsync(descriptor)
        os.close(descriptor)
    return 1000 * (time.perf_counter() - began)


def _choice(now: Told) -> str | None:
    return next((name for name in TURN if name in now.targets), None)


async def _play(table: LiveTable, glasses: dict[int, Visitor]) -> list[Way]:
    ways: list[Way] = []
    tries = 0
    while len(ways) < TOUCHES and tries < 3 * TOUCHES:
        for seat in range(1, table.seats + 1):
            act = _choice(await glasses[seat].report())
            if act is None:
                continue
            await asyncio.sleep(GUARD_S)
            tries += 1
            way = await _touch(table, glasses, seat, act)
            ways += [way] if way else []
        await asyncio.sleep(0.02)
    return ways


async def _seat_all(table: LiveTable) -> None:
    await asyncio.gather(*(_sit(table, seat) for seat in range(1, table.seats + 1)))


async def _sit(table: LiveTable, seat: int) -> None:
    """And not a bet: who is broke sees nothing of what the others do."""
    glass = Visitor(table.door(seat))
    bot = FingerBot(glass, lambda: table.swipe(seat), PIN, Random(1), brisk)
    coming = asyncio.create_task(bot.run())
    await glass.until(lambda now: "menu" in now.targets)
    coming.cancel()
    await asyncio.gather(coming, return_exceptions=True)
    glass.close()


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _memory_mb(pid: int) -> tuple[float, float]:
    """Resident, and our own part of what is shared."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in lines}
    return sizes["Rss"], sizes["Pss"]


async def _run(home: Path) -> tuple[list[Way], list[float], dict[str, float]]:
    table = LiveTable(home, 1, settings=QUICK)
    rest: dict[str, float] = {}
    try:
        began = time.monotonic()
        await table.start()
        rest["start: until every screen shows the table"] = time.monotonic() - began
        pids = {name: table.programs.pid(name) or 0 for name in table.programs.names()}
        await asyncio.sleep(PRINT_S)
        before = {name: _cpu_s(pid) for name, pid in pids.items()}
        await asyncio.sleep(IDLE_S)
        for name in ("station-1", "center", "table"):
            rest[f"idle: {name}"] = 100 * (_cpu_s(pids[name]) - before[name]) / IDLE_S
        glasses = {seat: Visitor(table.door(seat)) for seat in range(table.seats + 1)}
        await _seat_all(table)
        ways = await _play(table, glasses)
        drawn = [(b - a) / 1e6 for one in glasses.values() for a, b in (await one.log()).drawn]
        for name in ("station-1", "center", "table"):
            rest[f"memory: {name}"], rest[f"memory, own part: {name}"] = _memory_mb(pids[name])
        for glass in glasses.values():
            glass.close()
    finally:
        await table.stop()
        table.clear()
    return ways, drawn, rest


def _journal_ms(home: Path) -> float:
    """What a touch waits for the two disks: appends of a real table, in virtual time."""
    whole, spent = WholeTable(home, 1), []
    controller = whole.power_on()
    append = controller.journal.append

    def timed(batch: Sequence[Record], signed: bool = False) -> list[Entry]:
        began = time.perf_counter()
        try:
            return append(batch, signed)
        finally:
            spent.append(1000 * (time.perf_counter() - began))

    with patch.object(controller.journal, "append", timed):
        play(whole, company(whole, calls), lambda: controller.table.this_hand.number >= 8)
    whole.power_off()
    return median(spent)


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as scratch:
        journal = _journal_ms(Path(scratch) / "journal")
        ways, drawn, rest = asyncio.run(_run(Path(scratch) / "table"))
    robbed = [way for way in ways if way.robbed]
    yield figure("touches while the host was busy elsewhere", f"of {len(ways)}", len(robbed))
    yield figure("own glass, with those, p99", "ms", _share([way.own for way in ways], 0.99))
    ways = [way for way in ways if not way.robbed]
    for name, values in (("own glass", [way.own for way in ways]),
                         ("all glasses", [way.all for way in ways]),
                         ("two bare syncs of its disk", [way.disk for way in ways]),
                         ("a frame drawn", drawn)):  # fmt: skip
        yield figure(f"{name}, p50", "ms", _share(values, 0.5))
        yield figure(f"{name}, p99", "ms", _share(values, 0.99))
    for name, value in rest.items():
        unit = {"i": "% of a core", "m": "MB", "s": "s"}[name[0]]
        yield figure(name, unit, value)
    station, up, table, down, drawing = (
        median(way.steps[n] for way in ways) for n in range(len(STEPS) - 1)
    )
    parts = (station, up, max(0.0, table - journal), min(journal, table), down, drawing)
    for name, part in zip(STEPS, parts, strict=True):
        yield figure(f"share of {name}, p50", "ms", part)
    _plot(ways, parts)


def _share(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _plot(ways: list[Way], parts: Sequence[float]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    picture, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4), width_ratios=(2, 3))
    bottom = 0.0
    for name, part in zip(STEPS, parts, strict=True):
        left.bar(["a touch, p50"], [part], bottom=bottom, label=f"{name} {part:.1f}")
        bottom += part
    left.set_ylabel("ms")
    left.legend(fontsize=8)
    own, every = sorted(way.own for way in ways), sorted(way.all for way in ways)
    for name, values, wanted in (("own glass", own, 50), ("all glasses", every, 150)):
        shares = [100 * n / len(values) for n in range(len(values))]
        (line,) = right.plot(values, shares, label=name)
        right.axvline(wanted, color=line.get_color(), linestyle=":")
    right.set_xlabel("ms from touch to glass; dotted: wanted at p99")
    right.set_ylabel("% of touches")
    right.legend()
    PLOT.parent.mkdir(exist_ok=True)
    picture.tight_layout()
    picture.savefig(PLOT, dpi=110)
    pyplot.close(picture)
