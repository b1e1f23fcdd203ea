"""Help for tests of the live table: it is there for one test, and its books are checked after."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

from msgspec.structs import replace

from firmware.table.config import Config
from lab.live.browser import PageServer, application, uvicorn
from lab.live.fingers import GUARD_S, FingerBot, brisk, cents
from lab.live.live_table import LiveTable
from lab.live.ports import listen
from lab.live.room import Room
from lab.live.visitor import PATIENCE_S, Visitor
from lab.simulation.demo_cage import PIN
from lab.simulation.whole_table import demo_config
from ui.door import Told

QUICK = {"gap_ms": 600, "gap_showdown_ms": 1200, "street_ms": 200}
# On a busy machine everybody is slow.
UNHURRIED = {"action_ms": 600_000, "link_ms": 600_000, "share_ms": 60_000}
SIX = replace(demo_config(), seats=6)  # for those who need no more screens
TURN = ("call", "fold", "raise")
TRY_S, TRIES = 4.0, 30  # nothing came of it: once more


def with_table(
    tmp_path: Path, play: Callable[[LiveTable], Awaitable[None]], bots: tuple[int, ...] = (),
    floor_port: int = 0, config: Config | None = None, **settings: int,
) -> LiveTable:  # fmt: skip
    """Plays, stops everything, and compares the three books."""
    ways = QUICK | UNHURRIED | settings

    async def evening() -> LiveTable:
        table = LiveTable(
            tmp_path / "home", 7, bots, pause=brisk, settings=ways, floor_port=floor_port,
            config=config,
        )  # fmt: skip
        try:
            assert await table.start()
            await play(table)
            if table.failure:
                raise table.failure
            assert table.fault is None
        except BaseException:
            for name in table.programs.names():
                print(f"---- {name}\n{table.programs.log(name)[-2000:]}")
            await table.stop()
            table.clear()
            raise
        await table.stop()
        return table

    table = asyncio.run(evening())
    try:
        problems = table.audit()
        assert problems == [], problems
        logs = "".join(table.programs.log(name) for name in table.programs.names())
        assert "Traceback" not in logs, logs
    finally:
        table.clear()
    return table


async def insist(glass: Visitor, act: Callable[[], Awaitable[None]], true: Callable[[Told], bool]
                 ) -> Told:  # fmt: skip
    """As a person does when nothing came of a touch: once more. A screen that was dark for a
    moment, or a row that just changed, takes none."""
    for _ in range(TRIES):
        if not true(seen := await glass.report()):
            with suppress(TimeoutError):
                await act()
        with suppress(TimeoutError):
            return await glass.until(true, TRY_S)
    raise TimeoutError(" | ".join(seen.words))


async def tap(glass: Visitor, *targets: str) -> None:
    """As a person does: looks first. A row that just appeared takes no touch."""
    for target in targets:
        await glass.until(lambda now, target=target: target in now.targets, TRY_S)
        await asyncio.sleep(GUARD_S)
        await glass.tap(target, TRY_S)


async def sit_down(
    table: LiveTable, glass: Visitor, seat: int,
    look: Callable[[Visitor], Awaitable[None]] | None = None,
) -> None:  # fmt: skip
    """`look`: what is done before the chips are bought."""

    async def swipe() -> None:
        table.swipe(seat)

    async def pin() -> None:
        for key in ("clear", *PIN):
            await glass.tap(f"key {key}", TRY_S)

    await insist(glass, swipe, lambda now: "key 1" in now.targets)
    await insist(glass, pin, lambda now: "sit down" in now.targets)
    if look is not None:
        await look(glass)
    await insist(glass, lambda: tap(glass, "sit down"), seated)


async def peek(glass: Visitor) -> tuple[int, ...]:
    """Holds the own cards until they are seen, then lets go."""

    async def hold() -> None:
        await glass.press(await glass.until(lambda now: "peek" in now.targets, TRY_S), "peek")

    seen = await insist(glass, hold, lambda now: bool(now.hole))
    await glass.lift(seen, "peek")
    return seen.hole


async def leave(table: LiveTable, glasses: dict[int, Visitor]) -> None:
    """Through the menu, which closes by itself when it is his turn: then once more."""
    await asyncio.gather(*(_leave(table, glass, seat) for seat, glass in glasses.items()))


async def _leave(table: LiveTable, glass: Visitor, seat: int) -> None:
    bot = FingerBot(glass, lambda: table.swipe(seat), PIN, Random(seat), brisk)
    playing = asyncio.create_task(bot.run())
    try:
        going = asyncio.create_task(bot.go_home())
        done, _ = await asyncio.wait(
            [playing, going], timeout=PATIENCE_S, return_when="FIRST_COMPLETED"
        )
        assert done == {going}, playing if done else " | ".join((await glass.report()).words)
    finally:
        playing.cancel()


def seated(now: Told) -> bool:
    return "menu" in now.targets


def turn(now: Told) -> bool:
    return any(name in now.targets for name in TURN)


def answered(now: Told) -> bool:
    """The table has it: an answer on its way may get lost, and a dark glass says nothing."""
    return seated(now) and not turn(now) and "SENT" not in now.words


def wish(now: Told) -> int:
    """What he would raise to; 0: he may not, or the glass is dark."""
    return cents(now.inside("raise")) if "raise" in now.targets else 0


def hand(now: Told) -> int:
    """Its number, as it stands in the top bar; 0: none yet."""
    found = next((words for words in now.words if words.startswith("Hand #")), "Hand #0")
    return int(re.sub(r"\D", "", found))


def board(now: Told) -> list[int]:
    return [card for card, (_, y, w, _), private in now.faces if not private and w == 96]


async def acts(glasses: dict[int, Visitor]) -> int:
    """The seat whose glass says that it is its turn."""
    waits = {asyncio.create_task(glass.until(turn)): seat for seat, glass in glasses.items()}
    done, rest = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    await asyncio.sleep(GUARD_S)  # a row that just appeared takes no touch
    return waits[done.pop()]


@asynccontextmanager
async def served(table: LiveTable) -> AsyncIterator[str]:
    listener = listen(0)
    room = Room(lambda home, config: table)
    room.table = table
    server = PageServer(uvicorn.Config(application(room), log_level="error"))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield f"127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving
