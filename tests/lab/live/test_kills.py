"""kill -9 of any program at any moment: the others go on, it comes back, the books agree."""

import asyncio
from random import Random

import pytest

from lab.live.live_table import LiveTable
from lab.twins.station import until
from tests.lab.live.tables import SIX, hand, with_table

BOTS = (1, 3, 4, 6)


def evening(tmp_path, hands: int, seed: int) -> LiveTable:
    async def play(table: LiveTable) -> None:
        rng = Random(seed)
        killed = 0
        while (await _dealt(table)) < hands:
            await asyncio.sleep(rng.uniform(0.3, 8.0))  # a hand has to get somewhere between two
            fallen = len(table.fallen)
            table.programs.kill(rng.choice(running(table)))
            assert await until(lambda fallen=fallen: len(table.fallen) > fallen)
            killed += 1
        assert killed >= hands / 4
        table.programs.kill("table")  # at least once, in any order of luck
        await asyncio.gather(*(bot.go_home() for bot in table.bots.values()))
        assert len(table.fallen) >= killed

    return with_table(tmp_path, play, BOTS, config=SIX)


def running(table: LiveTable) -> list[str]:
    """One that is just coming back cannot be killed."""
    return [name for name in table.programs.names() if table.programs.pid(name) is not None]


async def _dealt(table: LiveTable) -> int:
    """The newest hand that any player's glass names."""
    numbers = [hand(await bot.glass.report()) for bot in table.bots.values()]
    return max(numbers)


def test_every_program_may_be_killed_at_any_moment(tmp_path):
    evening(tmp_path, hands=4, seed=3)


@pytest.mark.soak
def test_two_hundred_hands_of_murder(tmp_path):
    evening(tmp_path, hands=200, seed=4)
