"""The last part of `make lab`: a station and the center screen as systemd starts them.

Their far ends of the wires are plugged into the same machine, so each is the shipped unit at a real
serial port. The hands go on meanwhile; then the station is killed, and systemd brings it back.
"""

import asyncio
from typing import Any

from drivers.sockets import Place
from lab.vm.image import GROUPS
from lab.vm.outside import CENTER, SEATS, Silent
from lab.vm.table import PLAYERS, Step, TableOutside, Tell
from lab.vm.units import CENTER_UNIT, station

HEARD = "the table is heard"
ASK_S, TRIES = 4.0, 40  # asking is work for the machine too


async def screens_come_up(outside: TableOutside, tell: Tell) -> None:
    for seat in set(outside.screens) - set(PLAYERS):
        outside.screens.pop(
            seat
        ).close()  # paper until now; drawing is work enough for this machine
    for unit, place, wire in (
        (station(), Place("station", SEATS), SEATS),
        (CENTER_UNIT, Place("center"), CENTER),
    ):
        await outside.lead_back(wire)
        outside.machine.say(do="start", unit=unit)
        state = await _heard(outside, unit, place)
        assert (state["ActiveState"], state["NRestarts"]) == ("active", "0"), state
        assert state["user"] == GROUPS.index("stormdeck"), state
    tell("systemd started a station and the center screen: both draw, both are at the table")


async def a_killed_station_comes_back(outside: TableOutside, tell: Tell) -> None:
    number, killed = outside.hand, await outside.kill(station())
    state = await _heard(outside, station(), Place("station", SEATS), killed)
    assert (state["ActiveState"], state["NRestarts"]) == ("active", "1"), state
    await outside.sees(lambda: outside.hand > number, "the others do not play on")
    tell("a station killed with -9: the others played on, it was started anew and is heard again")


async def _heard(outside: TableOutside, unit: str, place: Place, old: int = 0) -> dict[str, Any]:
    """Until this program, another than `old`, hears the table and the table hears it."""
    for _ in range(TRIES):
        state, table = await outside.service(unit), await outside.service()
        new = int(state["MainPID"]) not in (0, old)
        if new and state["StatusText"] == HEARD and str(place) not in table["StatusText"]:
            return state
        for player in outside.players.values():
            player.again()
        await asyncio.sleep(ASK_S)
    log = "\n  ".join((*state["log"][-6:], *table["log"][-6:]))
    raise Silent(f"{unit} does not hear the table; {state | {'log': ''}}\n  {log}")


STEPS: tuple[Step, ...] = (screens_come_up, a_killed_station_comes_back)
