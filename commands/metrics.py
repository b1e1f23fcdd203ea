"""stormdeck metrics TABLE.TOML --listen 127.0.0.1:9410: numbers of a table, for Prometheus.

A small process beside the table: it calls the table as a console does (paired by `stormdeck pair
--as console`) and looks at its disks; with the table dead it says so. No patron, no card and no
hand is in a label.
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from commands import arguments
from console.numbers import Machine, Times, numbers
from drivers.link.keys import open_book
from firmware.errors import Fault, Refused
from firmware.machine.plan import Plan, read_plan
from firmware.pages import BadPage
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol.devices import Devices
from firmware.screens.screen_end import controller_of

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

ASK_S, LATE_S = 5.0, 10.0
ZONES = Path("/sys/class/thermal")


def main(argv: list[str]) -> int:
    parser = arguments.parser("metrics", __doc__)
    parser.add_argument("file", type=Path, metavar="TABLE.TOML")
    parser.add_argument("--book", type=Path, required=True, help="own key and the paired table")
    parser.add_argument("--listen", default="127.0.0.1:9410", metavar="HOST:PORT")
    args = parser.parse_args(argv)
    try:
        asyncio.run(Watch(read_plan(args.file), args.book).serve(args.listen))
    except (BadPage, Refused, Fault) as no:
        print(f"stormdeck metrics: {no}", file=sys.stderr)
    except (OSError, ValueError) as no:
        print(f"stormdeck metrics: {args.listen}: {no}", file=sys.stderr)
    except ModuleNotFoundError as no:
        print(f"stormdeck metrics: {no.name} is missing: pip install 'stormdeck[metrics]'",
              file=sys.stderr)  # fmt: skip
    return 1


class Watch:
    """What was last seen; asked for by whoever reads the page, in its own thread."""

    def __init__(self, plan: Plan, book: Path) -> None:
        self._plan, self._book = plan, open_book(book)
        self._desk: DeskEnd | None = None
        self._devices: Devices | None = None

    async def serve(self, listen: str) -> None:
        """For ever."""
        from prometheus_client import CollectorRegistry, start_http_server

        host, _, port = listen.rpartition(":")
        registry = CollectorRegistry()
        registry.register(self)
        if not self._plan.desks:
            raise Refused(f"{self._plan.path} names no desks: the table hears none.")
        start_http_server(int(port), host or "127.0.0.1", registry)
        print(f"metrics at http://{listen}/metrics", flush=True)
        me, table = self._book.me, controller_of(self._book)
        self._desk = DeskEnd(me, table, self._plan.desks[0], lambda: None, lambda words: None)
        calling = asyncio.create_task(self._desk.run())
        try:
            while True:
                self._devices = await self._asked(self._desk)
                await asyncio.sleep(ASK_S)
        finally:
            calling.cancel()

    async def _asked(self, desk: DeskEnd) -> Devices | None:
        id = os.urandom(8).hex()
        if desk.view is None:
            return None
        try:
            async with asyncio.timeout(LATE_S):
                return await desk.show_devices(id, "")
        except TimeoutError:
            desk.give_up(id)
            return None

    def collect(self) -> "Iterator[Metric]":
        from prometheus_client.core import (
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
        )

        floor = self._desk.view if self._desk is not None else None
        for one in numbers(floor, self._devices if floor is not None else None, self._machine()):
            name, about = f"stormdeck_{one.name}", one.about
            if isinstance(one, Times):
                times = HistogramMetricFamily(name, about, labels=["unit"])
                for labels, buckets, total in one.rows:
                    times.add_metric([*labels.values()], [*buckets], total)
                yield times
                continue
            kind = CounterMetricFamily if one.kind == "counter" else GaugeMetricFamily
            names = [*one.samples[0][0]] if one.samples else []
            family = kind(name, about, labels=names)
            for labels, value in one.samples:
                family.add_metric([*labels.values()], value)
            yield family

    def _machine(self) -> Machine:
        free, length = {}, {}
        for number, name in enumerate(self._plan.machine.journal, 1):
            with suppress(OSError):
                where = self._plan.beside(name)
                room = os.statvfs(where)
                free[str(number)] = room.f_bavail * room.f_frsize
                length[str(number)] = sum(one.stat().st_size for one in where.glob("*.log"))
        return Machine(free, length, dict(_zones()))


def _zones() -> Iterator[tuple[str, float]]:
    for number, zone in enumerate(sorted(ZONES.glob("thermal_zone*"))[:4]):
        with suppress(OSError, ValueError):
            yield str(number), int((zone / "temp").read_text()) / 1000
