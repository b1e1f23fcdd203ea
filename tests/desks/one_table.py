"""One table of the house as it stands on the floor: the real program on real wires, two stations
of paper, and the house's own books behind it."""

import asyncio
import tempfile
from collections.abc import Callable
from contextlib import asynccontextmanager
from pathlib import Path

from firmware.screens import protocol as g
from lab.live.home import Home
from lab.live.paper_screens import PaperPlayer, PaperScreens
from lab.live.processes import Processes

TABLE = "table"
PATIENCE_S = 120.0  # only ends what would never end


class OneTable:
    def __init__(self, home: Home, programs: Processes) -> None:
        self.cables, self.programs = PaperScreens(home), programs
        self.players: dict[int, PaperPlayer] = {}

    def sit(self, seat: int, track: str) -> None:
        """With this card, until told otherwise."""
        reader = self.cables.readers[seat]
        player = PaperPlayer(self.cables.screens[seat], lambda: reader.type(f"{track}\n"))
        self.players[seat] = player
        player.look()

    async def deals(self, seat: int) -> None:
        """Cards lie there."""
        screen = self.cables.screens[seat]
        await self.until(lambda: screen.view is not None and screen.view.hole)

    async def leaves(self, seat: int) -> None:
        """After the hand that is being played; nobody swipes there again."""
        screen = self.cables.screens[seat]
        sits, screen.look = screen.look, lambda: self._gone(seat) or sits()
        screen.send(g.Leave())
        await self.until(lambda: self._gone(seat))

    def _gone(self, seat: int) -> bool:
        view = self.cables.screens[seat].view
        return view is not None and view.mode in ("slip", "attract")

    async def until(self, true: Callable[[], object]) -> None:
        for _ in range(int(PATIENCE_S / 0.02)):
            if true():
                return
            await asyncio.sleep(0.02)
        raise AssertionError(self.programs.log(TABLE))


@asynccontextmanager
async def one_table(home: Home, books: str):
    """`books`: where the bank's are, as the cage's window has them."""
    text = home.page.read_text()
    home.page.write_text(text.replace('bank = "bank.db"', f'bank = "{books}"'))
    with tempfile.TemporaryDirectory() as run:
        programs = Processes(Path(run))
        table = OneTable(home, programs)
        programs.start(TABLE, [TABLE, str(home.page)])
        try:
            yield table
        finally:
            await programs.stop()
            table.cables.close()
        assert "Traceback" not in programs.log(TABLE), programs.log(TABLE)
