"""The logic door of a table that does not run, asked of its own board over its own sealed wire
(REQ-R16: what is cleared is cleared by somebody who stands at the open machine)."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from drivers.doors import Inputs, Lamps, controller_codec
from drivers.hotplug import Hotplug, Plugged, Unplugged
from drivers.link.happenings import Arrived
from drivers.link.keys import Book
from drivers.paths import PathWatch
from drivers.sockets import Place
from drivers.stations import Stations
from firmware.errors import Refused
from firmware.machine.plan import Plan

ANSWERS_S = 20.0
NO_BOARD = "no board of doors in the wiring plan"
OPEN = "logic door open"


def demand_open(plan: Plan, links: Book) -> str:
    """How it was seen, for the record. Refused: it is shut, or its board does not answer."""
    if Place("doors") not in plan.sockets.places():
        return NO_BOARD
    try:
        seen = asyncio.run(_inputs(plan, links))
    except TimeoutError:
        words = "The board of the doors does not answer: plug it in, then try again."
        raise Refused(f"{words} Nothing was cleared.", "REQ-R16") from None
    if not seen.logic_door_open:
        raise Refused("The logic door is shut: open it first. Nothing was cleared.", "REQ-R16")
    return OPEN


async def _inputs(plan: Plan, links: Book) -> Inputs:
    heard: asyncio.Future[Inputs] = asyncio.get_running_loop().create_future()

    def tell(place: Place | None, happening: Any) -> None:
        if isinstance(happening, Arrived) and not heard.done():
            heard.set_result(happening.message)

    board: Stations[Lamps, Inputs] = Stations(
        plan.sockets, links, controller_codec(), tell, ("doors",)
    )
    watches = [PathWatch(plan.sockets).events()]
    if len(plan.sockets.by_path()) < len(plan.sockets.places()):
        watches.append(Hotplug().events())
    tasks = [asyncio.create_task(_watch(one, board)) for one in watches]
    try:
        async with asyncio.timeout(ANSWERS_S):
            return await heard
    finally:
        for task in tasks:
            task.cancel()
        board.close()


async def _watch(
    events: AsyncIterator[Plugged | Unplugged], board: Stations[Lamps, Inputs]
) -> None:
    async for event in events:
        board.changed(event)
