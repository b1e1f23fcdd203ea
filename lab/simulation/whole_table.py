"""A whole table in one process: the real controller, journal, bank and fair deal; people of paper.

Time is virtual and all luck comes from one seed, so that an evening takes seconds and happens
again in the same way. Screens hang on queues instead of wires: what a station is shown has been
packed and unpacked as on the wire.
"""

import heapq
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from firmware.controller.loop import Controller
from firmware.fairness.station import StationLog, checked
from firmware.fairness.verify import Attempt
from firmware.journal.disk import Disk, RealDisk
from firmware.journal.journal import open_journal
from firmware.journal.keys import Keys, load_keys
from firmware.screens import protocol as g
from firmware.settlement.window import TableWindow
from firmware.table.config import Config
from lab.simulation.bare_table import no_limit
from lab.simulation.demo_cage import demo_bank, demo_key, funds
from lab.simulation.seeded import means
from lab.twins.noise import keystream
from stations.shares import share_intents

EVENING_MS = 1_781_118_000_000


def demo_config(**settings: Any) -> Config:
    """No-limit hold'em, $1/$2, for ten."""
    ways = {"approval": False, **settings}
    return replace(no_limit(buy_in=(4_000, 40_000)), table="1", settings=ways)


class Inline(Executor):
    """Errands done at once: virtual time does not wait for anybody."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future


class QueueLink:
    """A wire that is a list: the newest view waits at its end, packed. Without a glass at its end
    it has a station's own half of the shuffle there, if nothing else."""

    def __init__(self, answer: Callable[[g.Intent], object], log: StationLog | None) -> None:
        self.waiting: bytes | None = None
        self.bytes = self.views = 0
        self.watch: Callable[[bytes], None] | None = None
        self._answer, self.log = answer, log
        if log is not None:
            log.unheard()

    def show(self, view: g.View | g.Public) -> None:
        self.waiting = g.pack(view)
        self.bytes += len(self.waiting)
        self.views += 1
        if self.watch:
            self.watch(self.waiting)
        if self.log is not None and isinstance(view, g.View):
            for intent in share_intents(self.log, view):
                self._answer(intent)

    def pop(self) -> bytes | None:
        found, self.waiting = self.waiting, None
        return found


class WholeTable:
    """One table, from the noise to the glass. `power_on` again on the same disks is a restart."""

    def __init__(
        self,
        home: Path,
        seed: int = 1,
        config: Config | None = None,
        disks: tuple[Disk, Disk] | None = None,
        books: Path | str | None = None,
        keys: Keys | None = None,
    ) -> None:
        self.home, self.seed, self.config = home, seed, config or demo_config()
        self.now = EVENING_MS
        self._disks, self._keys = disks, keys
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        key = demo_key(home / "bank.key")
        self.each = funds(self.config)  # on every card
        self.bank, self.tracks = demo_bank(
            books or home / "bank.db", key, lambda: self.now, self.config.table, self.each
        )
        self.players = 2  # to open the table with
        self.latencies: list[float] = []
        self._later: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self._heard_at: float | None = None
        self._checked: tuple[str, Attempt | None] = "", None
        self.logs: dict[int, StationLog] = {}  # of each seat's station

    @property
    def window(self) -> TableWindow:
        return TableWindow(self.bank, self.config.table)

    def power_on(self) -> Controller:
        home = self.home
        disks = self._disks or (RealDisk(home / "a"), RealDisk(home / "b"))
        keys = self._keys or load_keys(home / "table.key")
        opened = open_journal(disks, keys, table=self.config.table, clock=lambda: self.now)
        self.controller = Controller(
            self.config, opened, means(home, self.seed), self.window,
            lambda: self.now,
            Inline(), patient=True,
        )  # fmt: skip
        self.controller.opens_with = self.players
        self.controller.power_up()
        self.now = max(self.now, self.controller.table.now)
        self._later.clear()
        self.links = {seat: self.link(seat) for seat in range(self.config.seats + 1)}
        for seat, link in self.links.items():
            self.controller.attach(seat, link)
        return self.controller

    def link(self, seat: int) -> QueueLink:
        """The stations kept their power, and with it their memory of the log."""
        if seat and seat not in self.logs:
            random = keystream(f"station {self.seed} {seat} {self.now}".encode())
            self.logs[seat] = StationLog(seat, random, self._check_once)
        return QueueLink(lambda intent: self.controller.touch(seat, intent), self.logs.get(seat))

    def _check_once(self, entries: list[dict[str, Any]], where: str) -> Attempt:
        """Ten stations are ten machines; here one of them reckons what all were told alike."""
        told, found = self._checked
        if told != repr(entries):
            found = checked(entries, where)
            self._checked = repr(entries), found
        assert found is not None
        return found

    def power_off(self) -> None:
        """As a cable that is pulled: nothing is told to anybody."""
        self.controller.close()

    # Time

    def at(self, ms: int, work: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._later, (ms, self._count, work))

    def touch(self, seat: int, intent: g.Intent) -> None:
        self._heard_at = perf_counter()
        self.controller.touch(seat, intent)

    def settle(self) -> None:
        """Until the table waits for a person or for time; then everybody sees it."""
        stepped = True
        while stepped:
            while self.controller.step():
                pass
            self.controller.publish()
            stepped = self.controller.step()  # an answer to what was shown
        if self._heard_at is not None:
            self.latencies.append(perf_counter() - self._heard_at)
            self._heard_at = None

    def advance(self) -> bool:
        """To the next thing that happens. False: nothing ever will."""
        at = self.controller.next_at()
        due = self._later[0][0] if self._later else None
        times = [ms for ms in (at, due) if ms is not None]
        if not times:
            return False
        self.now = max(self.now, min(times))
        if due is not None and due <= self.now:
            heapq.heappop(self._later)[2]()
        return True
