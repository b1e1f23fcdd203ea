"""A room at work while its books fail: a real table that plays, the floor's server with twenty tabs
open, and the transfers of forty tables, each on a connection of its own. The primary is killed, the
next one's cable is pulled, then a node is lost with its disk. Nothing that was confirmed may be
missing, nothing be there twice.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

from msgspec import Struct, field

from drivers.link.keys import open_book
from firmware.bank import ledger
from firmware.bank.bank import Bank
from firmware.bank.ledger import Order
from firmware.controller.to_bank import RETRY_MS
from firmware.errors import Fault
from firmware.money import Cents
from lab.cluster.nodes import Cluster, Node
from lab.live.floor_evening import FloorEvening
from lab.live.opening import open_table
from lab.live.paper_screens import PaperPlayer, PaperScreens

TABLES, TABS, QUIET_S = 40, 20, 10.0
BETWEEN_S = 1.0  # two transfers of one table
PATIENCE_S = 300.0  # only ends what would never end
POT = "promotion:trial"


class Failure(Struct):
    """One thing that went wrong, in seconds of the trial."""

    what: str
    at: float
    transfers_again: float = 0.0  # after so long
    orders_again: float = 0.0
    tabs_again: float = 0.0  # all of them
    hands_meanwhile: int = 0


class Seen(Struct):
    """When what was confirmed, in seconds of the trial."""

    transfers: list[float] = field(default_factory=list)
    orders: list[float] = field(default_factory=list)
    hands: list[float] = field(default_factory=list)
    tabs: dict[int, float] = field(default_factory=dict)  # heard last, each
    failures: list[Failure] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def now(self) -> float:
        return time.monotonic() - self.began


class Trial:
    def __init__(self, path: Path, cluster: Cluster, tell: Callable[[str], None]) -> None:
        self.cluster, self.tell = cluster, tell
        self.evening = FloorEvening(path, cluster.url)
        self.evening.home.bank().open_account(POT, "promotion")
        self.seen, self._over = Seen(), Event()
        self._ended: list[int] = []
        self.confirmed: list[str] = []

    async def run(self) -> Seen:
        async with self.evening.programs(), self._players():
            for number in range(TABLES):
                Thread(target=self._transfer, args=(number,), daemon=True).start()
            beside = [asyncio.create_task(self._press()), asyncio.create_task(self._watch())]
            tabs = [asyncio.create_task(self._look(tab)) for tab in range(TABS)]
            try:
                await self._fail_in_turn()
                self._over.set()  # what was begun is brought to its end
                await asyncio.gather(*beside)
                await _until(lambda: len(self._ended) == TABLES)
            finally:
                self._over.set()
                for task in (*beside, *tabs):
                    task.cancel()
        return self.seen

    # ---- What fails

    async def _fail_in_turn(self) -> None:
        await self._while_quiet()
        first = await self._fails("the primary is killed", lambda node: node.kill())
        await self._returns(first, lambda: self.cluster.nodes[first].start(joins=True))
        second = await self._fails("the primary's cable is pulled", lambda node: node.cut())
        await self._returns(second, self.cluster.nodes[second].mend)
        await self._fails("a node is lost for good", lambda node: node.lose())
        await self._while_quiet()

    async def _fails(self, what: str, fall: Callable[[Node], None]) -> int:
        """The primary, as it always is when it hurts."""
        number = await asyncio.to_thread(self.cluster.primary)
        assert number is not None
        failure = Failure(what, self.seen.now())
        await asyncio.to_thread(fall, self.cluster.nodes[number])
        fallen = self.seen.now()
        await _until(lambda: any(at > fallen + 1 for at in self.seen.transfers))
        await _until(lambda: any(at > fallen + 1 for at in self.seen.orders))
        await _until(lambda: self._all_tabs_after(fallen + 1))
        failure.tabs_again = self.seen.now() - failure.at
        failure.transfers_again = _again_s(self.seen.transfers, failure.at)
        failure.orders_again = _again_s(self.seen.orders, failure.at)
        until = failure.at + max(failure.transfers_again, failure.orders_again)
        failure.hands_meanwhile = sum(failure.at < at < until for at in self.seen.hands)
        self.seen.failures.append(failure)
        self.tell(
            f"{what}: transfers again after {failure.transfers_again:.1f} s, orders after "
            f"{failure.orders_again:.1f} s, all {TABS} tabs by {failure.tabs_again:.1f} s, "
            f"{failure.hands_meanwhile} hands meanwhile"
        )
        return number

    async def _returns(self, number: int, comes: Callable[[], None]) -> None:
        await asyncio.to_thread(comes)
        cluster, wait = self.cluster, self.cluster.wait

        def back() -> bool:
            """As a copy; or it was quick enough to be the primary again."""
            return cluster.follows(number) or cluster.primary() == number

        await asyncio.to_thread(wait, back, f"node {number} is back")
        await asyncio.to_thread(wait, lambda: cluster.standby() is not None, "a standby")
        self.tell(f"node {number} is back")
        await self._while_quiet()

    async def _while_quiet(self) -> None:
        """A while in which everybody is at work."""
        began, seen = self.seen.now(), self.seen
        for times in (seen.transfers, seen.orders, seen.hands):
            await _until(partial(_after, times, began))
        await _until(lambda: self._all_tabs_after(began))
        await _until(lambda: seen.now() > began + QUIET_S)

    # ---- Who works meanwhile

    def _transfer(self, table: int) -> None:
        """One after another, each under its id until the bank has said yes."""
        bank, number = self.evening.home.bank(), 0
        while not self._over.is_set():
            number += 1
            id_ = f"trial-{table}-{number}"
            while not self._moved(bank, id_):
                time.sleep(RETRY_MS / 1000)  # as a table asks again, whatever became of the books
            self.confirmed.append(id_)
            self.seen.transfers.append(self.seen.now())
            self._over.wait(BETWEEN_S)
        self._ended.append(table)

    def _moved(self, bank: Bank, id_: str) -> bool:
        order = Order(id_, "promotion_in", "vault", POT, Cents(1), "vault")
        try:
            bank.do(lambda tx, now: ledger.transfer(tx, order, now, bank.pen))
        except Fault:
            return False
        return True

    async def _press(self) -> None:
        number = 0
        while not self._over.is_set():
            number += 1
            await self.evening.press(str(number))
            self.seen.orders.append(self.seen.now())
            await asyncio.sleep(0.3)

    async def _look(self, tab: int) -> None:
        def heard() -> None:
            self.seen.tabs[tab] = self.seen.now()

        await self.evening.look(heard)

    def _all_tabs_after(self, at: float) -> bool:
        return sum(heard > at for heard in self.seen.tabs.values()) == TABS

    async def _watch(self) -> None:
        last = 0
        while not self._over.is_set():
            public = self.screens.screens[0].public
            if public is not None and public.hand != last:
                last = public.hand
                self.seen.hands.append(self.seen.now())
            await asyncio.sleep(0.05)

    @asynccontextmanager
    async def _players(self) -> AsyncIterator[None]:
        home = self.evening.home
        self.screens = PaperScreens(home)
        for seat, track in zip((1, 2), self.evening.tracks, strict=False):
            reader = self.screens.readers[seat]
            PaperPlayer(self.screens.screens[seat], partial(reader.type, f"{track}\n")).look()
        await open_table(open_book(home.desk), home.door, home.bank())
        try:
            yield
        finally:
            self.screens.close()

    # ---- What is left in the end

    def check(self) -> None:
        sql = "SELECT id FROM transfer WHERE credit = ?"
        rows = self.evening.home.bank().do(lambda tx, now: tx.rows(sql, POT))
        assert Counter(row[0] for row in rows) == Counter(self.confirmed)
        self.evening.check()


async def _until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < until, "the room does not come back"
        await asyncio.sleep(0.05)


def _after(times: list[float], at: float) -> bool:
    return sum(one > at for one in times) > 1


def _again_s(times: list[float], at: float) -> float:
    """From the failure to the end of the longest silence that it brought."""
    silences = [pair for pair in pairwise(sorted(times)) if pair[1] > at]
    _, end = max(silences, key=lambda pair: pair[1] - pair[0])
    return end - at
