"""kill -9 of the floor's server, of the table or of the books at any moment of an evening: whatever
was confirmed is there once, and whoever was not answered presses again and is."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from lab.live.floor_evening import FLOOR, TABLE, FloorEvening
from lab.live.processes import Processes
from lab.twins.postgres_server import Server

BOOKS = "books"


class Killer:
    def __init__(self, programs: Processes, server: Server | None, seed: int) -> None:
        self.programs, self.server, self.rng = programs, server, Random(seed)

    async def kill(self) -> None:
        await asyncio.sleep(self.rng.uniform(0, 0.1))
        victim = self.rng.choice([TABLE, FLOOR] + [BOOKS] * (self.server is not None))
        if victim != BOOKS:
            self.programs.kill(victim)
            return
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)


def evening(path: Path, server: Server | None, kills: int, seed: int) -> None:
    async def work() -> FloorEvening:
        one = FloorEvening(path, server.url if server else "")
        async with one.programs() as programs:
            killer = Killer(programs, server, seed)
            for number in range(kills):
                await one.press(f"{number}a")
                falls = asyncio.create_task(killer.kill())
                await one.press(f"{number}b")  # while somebody dies
                await falls
            await one.press("last")
        return one

    asyncio.run(work()).check()


def test_an_evening_of_kills_on_postgresql(tmp_path):
    with Server() as server:
        evening(tmp_path, server, 3, seed=8)  # one of each


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("books", ["sqlite", "postgresql"])
def test_many_evenings_of_kills(tmp_path, books, seed):
    if books == "sqlite":
        evening(tmp_path, None, 20, seed)
        return
    with Server() as server:
        evening(tmp_path, server, 20, seed)
