"""table.toml, changed while the table runs (REQ-R22): read and checked when it is ordered, played
from the next hand on, and what came of it stands in the journal."""

from collections.abc import Callable, Sequence

from firmware.controller.effects import Effects, Perform, Write
from firmware.controller.records import Happened
from firmware.controller.restore import TableMemory
from firmware.errors import Refused
from firmware.journal import records as r
from firmware.table import commands as c
from firmware.table.engine import Config, decide

REFUSED = "PAGE_REFUSED"


def no_page() -> Config:
    raise Refused("This table was started without a page of its own.", "table.toml")


class NewPage:
    def __init__(self, memory: TableMemory) -> None:
        self._memory = memory
        self.read: Callable[[], Config] = no_page  # Refused: what is wrong in it, with its line
        self._waiting: tuple[str, str, Config] | None = None  # by whom, why

    def ordered(self, by: str, why: str) -> Callable[[Sequence[Happened]], Effects]:
        config = self.read()
        if config == self._memory.state.table.config.page:
            raise Refused("table.toml says the same as before.", "table.toml")

        def wait(said: Sequence[Happened]) -> Effects:
            self._waiting = by, why, config
            return [Write([*said])]

        return wait

    def due(self, now: int) -> Effects:
        """Between two hands."""
        table = self._memory.state.table
        if self._waiting is None or table.live is not None:
            return []
        (by, why, config), self._waiting = self._waiting, None
        change = c.ChangeGame(now, by, why, config)
        try:
            decide(table, change)
        except Refused as no:
            return [Write([r.Noticed(REFUSED, f"The table plays on as before: {no}")])]
        return [Perform(change, sure=True)]
