"""The floor at its desk, which is another machine: it closes the table in the virtual one, and
reads there what needs somebody."""

import asyncio

from drivers.link.keys import open_book
from firmware.bank.bank import Bank, wall_clock_ms
from firmware.bank.identity import Identity
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol import orders as o
from lab.live.home import Home
from lab.simulation.demo_people import at_work

SEEN_S = 2.0  # until the table's view tells what came of an order
ANSWER_S = 60.0  # then once more, with a slip of its own: one is good for two minutes


class FloorDesk:
    """Whoever is the manager signed on before the books went onto the table's disk."""

    def __init__(self, home: Home, bank: Bank, person: str = "mia") -> None:
        self._home, self._identity = home, Identity(bank)
        self._token, self._given = at_work(bank, person).token, 0
        self._seen_ms, bank.clock = wall_clock_ms(), self.now_ms
        self.said: list[str] = []

    def call(self, door: str) -> None:
        """The table's; called again whenever it was shut."""
        book = open_book(self._home.desk)
        self._end = DeskEnd(book.me, book.peers()[0], door, self._look, self.said.append)
        self._running = asyncio.create_task(self._end.run())

    def _look(self) -> None:
        self._seen_ms = wall_clock_ms()

    def now_ms(self) -> int:
        """What a slip is good until: by the table's clock, which is slower where it is emulated."""
        view, now_ms = self._end.view, wall_clock_ms()
        return now_ms if view is None else view.now + now_ms - self._seen_ms

    @property
    def troubles(self) -> dict[str, str]:
        """What stands under "Needs you", by name; empty too while the table is not heard."""
        view = self._end.view
        return {} if view is None else {one.name: one.words for one in view.faults}

    @property
    def state(self) -> str:
        view = self._end.view
        return "not heard" if view is None else view.state

    async def open_table(self) -> None:
        """Where a floor is connected nobody else opens it."""
        while self.state != "open":
            await self._give(o.OpenTable, "a new day")

    async def close_table(self) -> None:
        """After this hand everybody is cashed out."""
        while self.state in ("open", "not heard"):
            await self._give(o.CloseTable, "a new version")

    async def _give(self, kind: type[o.OpenTable | o.CloseTable], why: str) -> None:
        """Once; what comes of it is seen."""
        self._given += 1
        id_ = f"order{self._given}"
        slip = self._identity.slip(self._token, "1", f"{kind.__name__} {id_}")
        order = kind(id=id_, table="1", token=slip, reason=why, sure=True)
        try:
            async with asyncio.timeout(ANSWER_S):
                self.said.append(str(await self._end.order(order)))
        except TimeoutError:
            self._end.give_up(id_)
        await asyncio.sleep(SEEN_S)

    def close(self) -> None:
        self._running.cancel()
