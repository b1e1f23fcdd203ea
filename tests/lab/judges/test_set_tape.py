"""Games whose hands are set, and craps, on tape: real programs, real cables, bots that touch glass.
No card or tile is told or drawn before it lies open, no draft and no wager before it is placed."""

import asyncio

import pytest
from msgspec.structs import replace

from firmware.machine.plan import read_plan
from firmware.screens import protocol as g
from lab.judges import surveillance
from lab.judges.surveillance import Cameras, HandKeys, Tape
from lab.live.live_table import LiveTable
from lab.live.visitor import Visitor
from lab.simulation.any_game import page_of
from tests.lab.live.tables import with_table

LIMIT_S = 3_600  # only ends what would never end
ROUNDS = {"cal-craps": 1}  # a deal of craps is some eight draws; of all others three
BOTS = (1, 2, 4)
GAMES = [
    ("hawaiian-gardens", "chinese-poker-13"), ("artichoke-joes", "pai-gow-poker"),
    ("club-caribe", "jokers-wild-pai-gow-poker"), ("casino-royale", "fortune-pai-gow-poker"),
    ("club-caribe", "posoy"), ("artichoke-joes", "pai-gow-tiles"),
    ("delta-downtown", "mah-jong-pai-gow"), ("club-caribe", "cal-craps"),
]  # fmt: skip


async def rounds_over(center: Visitor, count: int) -> None:
    over = set[int]()
    while len(over) < count:
        await asyncio.sleep(0.5)
        told = [g.public(body) for body in (await center.log()).messages]
        over |= {public.hand for public in told if public.result}
    center.close()


@pytest.mark.soak
@pytest.mark.parametrize(("house", "game"), GAMES)
def test_soak_nobody_sees_a_hand_that_is_being_set(tmp_path, house, game):
    tapes: list[Tape] = []
    kept: set[bytes] = set()

    async def play(table: LiveTable) -> None:
        keys = HandKeys(table.home.page)
        cameras = Cameras({seat: table.door(seat) for seat in range(table.seats + 1)})
        await cameras.start()
        async with asyncio.timeout(LIMIT_S):
            await rounds_over(Visitor(table.door(0)), ROUNDS.get(game, 3))
        tapes.extend(await cameras.stop())
        keys.stop()
        kept.update(keys.kept)

    config = replace(page_of(game, house), seats=4)
    table = with_table(tmp_path, play, BOTS, config=config)
    kept.add((read_plan(table.home.page).secrets / "hand.key").read_bytes())
    found = surveillance.hands(table.home.page, kept)
    assert surveillance.check(tapes, found) == []
    assert sum(bool(hand.wagers) for hand in found.values()) >= min(2, ROUNDS.get(game, 2))
