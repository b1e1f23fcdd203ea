"""A desk's end of the wire to one table: whole views in, orders out and their answers back.

A desk is a screen like any other, on a socket instead of a serial port. An order is sent until the
table has answered it, through every reconnect: its id makes it happen once. While the table is not
heard there is no view; when it is back, a whole one comes first.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from drivers.fault import Fault
from drivers.link.cable import Cable
from drivers.link.happenings import Arrived, Down, Misfit, Up
from drivers.link.keys import Identity, Peer
from drivers.link.link import Link, screen_link
from firmware.screens import protocol as g
from firmware.screens.asking import Asking
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.devices import Devices, ShowDevices
from firmware.screens.schema import desk_codec
from firmware.screens.screen_end import Audience, Follower


def _floor(body: bytes, own: bytes) -> g.Floor:
    return g.floor(body)


def _floor_changed(old: g.Floor, body: bytes, own: bytes) -> g.Floor:
    return g.changed_floor(old, body)


DESK: Audience[g.Floor] = Audience("desk", _floor, _floor_changed)


class DeskEnd:
    """`seen()` is called whenever `view` is another: None while the table is away. `tell` is for
    the log. `run` is a task of its own; everything is on the loop's thread."""

    def __init__(
        self,
        me: Identity,
        table: Peer,
        address: str,
        seen: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        self.table, self._seen, self._tell = table.name, seen, tell
        self._follower = Follower(DESK)
        self._asking: Asking[g.FromDesk] = Asking(self._send)
        self._steps: dict[str, list[o.Step]] = {}  # of hands that are shown again
        self._heard = asyncio.Event()  # while there is a view
        now_s = asyncio.get_running_loop().time()
        self._link: Link[g.FromDesk, g.ToDesk] = screen_link(me, table, desk_codec(), now_s)
        self._cable = Cable(address, self._link, self._happened)

    @property
    def view(self) -> g.Floor | None:
        return self._follower.view

    async def run(self) -> None:
        """For ever; ends by being cancelled."""
        await self._cable.run()

    async def heard(self) -> None:
        """Until the table is heard; at once, if it is."""
        await self._heard.wait()

    async def order(self, order: o.AnyOrder) -> o.Answer:
        """Waits as long as it takes; whoever gives up may ask again with the same id."""
        answer: o.Answer = await self._asking.ask(order)
        return answer

    async def show_hand(self, id: str, hand: int) -> list[o.Step] | o.No:
        """One of the last hands, step by step."""
        steps: list[o.Step] | o.No = await self._asking.ask(o.ShowHand(id, hand))
        return steps

    async def show_devices(self, id: str, unit: str) -> Devices:
        """What every wire has been through, and minute by minute this one."""
        told: Devices = await self._asking.ask(ShowDevices(id, unit))
        return told

    def give_up(self, id: str) -> None:
        """It is not sent again; what the table does with what it heard, its view says."""
        self._asking.give_up(id)
        self._steps.pop(id, None)

    def _send(self, order: g.FromDesk) -> None:
        if self._link.up:
            self._link.send(order)
            self._cable.pump()

    def _happened(self, happening: Any) -> None:
        match happening:
            case Up():
                self._steps.clear()
                self._asking.again()
            case Arrived(message=g.Whole() | g.Changed() as message):
                self._follower.follow(message)
                self._heard.set()
                self._seen()
            case Arrived(message=o.Step() as step):
                self._stepped(step)
            case Arrived(message=answer):
                self._asking.answered(answer.id, answer)
            case Down(why):
                self._follower.forget()
                self._heard.clear()
                self._seen()
                self._tell(f"{self.table} is not heard: {why}.")
            case Misfit(_, why):
                self._tell(f"{self.table} cannot talk to this desk: {why}. Install the same.")
            case Fault():
                self._tell(str(happening))

    def _stepped(self, step: o.Step) -> None:
        steps = self._steps.setdefault(step.id, [])
        steps.append(step)
        if step.number == step.of:
            self._asking.answered(step.id, self._steps.pop(step.id))
