"""The lab's room: one table after the other stands in it, as its page asks for one."""

from collections.abc import Callable
from pathlib import Path

from firmware.table.config import Config
from lab.live.live_table import LiveTable
from lab.simulation.any_game import page_of

Stand = Callable[[Path, Config], LiveTable]
Tell = Callable[[str], None]


class Room:
    """`table` is the one that has been set up; None: it is not yet."""

    def __init__(self, stand: Stand) -> None:
        self._stand = stand
        self.table: LiveTable | None = None
        self.count = 0
        self._next: Config | None = None
        self._standing: LiveTable | None = None

    async def run(
        self, home: Path, config: Config | None, tell: Tell, ready: Callable[[LiveTable], None]
    ) -> None:
        """Until it is ended. The first table keeps its things in `home`, the others beside it."""
        while config is not None:
            self.count += 1
            place = home if self.count == 1 else home / f"table-{self.count}"
            self._standing = self._stand(place, config)
            await self._one(self._standing, tell, ready)
            config, self._next = self._next, None

    async def _one(self, table: LiveTable, tell: Tell, ready: Callable[[LiveTable], None]) -> None:
        try:
            if await table.start(tell):
                tell("")
                self.table = table
                ready(table)
                await table.stopped.wait()
        finally:
            self.table = None
            await table.stop()
            table.clear()
        if (wrong := table.failure or table.fault) is not None:
            raise wrong

    @property
    def ready(self) -> LiveTable | None:
        """None while the next one is set up."""
        table = self.table
        return None if table is None or table.stopped.is_set() else table

    def wish(self, game: str, house: str) -> None:
        """After this hand; whoever asks for the same again does not want to wait."""
        config = page_of(game, house)
        table = self.ready
        if table is None:
            return
        if config == self._next:
            table.end()
        elif self._next is None:
            table.end_after_hand()
        self._next = config

    def end(self) -> None:
        self._next = None
        if self._standing is not None:
            self._standing.end()
