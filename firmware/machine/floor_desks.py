"""The desks of the floor at their sockets: what they say becomes the controller's calls. Nothing is
decided here."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from drivers.budget import Budget
from drivers.desks import Caller, Desks
from drivers.link.happenings import Arrived, Down, Misfit, Stranger, Up
from drivers.link.keys import Book, Peer
from drivers.stations import Misplaced
from firmware.controller.loop import Controller
from firmware.errors import Fault
from firmware.journal import records
from firmware.machine.plan import Plan
from firmware.machine.wire_desk import WireDesk, orders_of_a_desk
from firmware.screens import protocol as g
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.devices import Devices, ShowDevices
from firmware.screens.schema import table_to_desk

AGAIN_S = 60.0  # a stranger who calls without end is told of once a minute
TOLD_MAX = 100


class FloorDesks:
    def __init__(
        self, plan: Plan, links: Book, controller: Controller,
        devices: Callable[[ShowDevices], Devices],
    ) -> None:  # fmt: skip
        self._table, self._devices = controller, devices
        self._now = asyncio.get_running_loop().time
        self._there: dict[Caller[g.ToDesk, g.FromDesk], WireDesk] = {}
        self._told: dict[str, float] = {}
        self._budgets: defaultdict[str, Budget] = defaultdict(orders_of_a_desk)  # by name
        self._desks: Desks[g.ToDesk, g.FromDesk] = Desks(links, table_to_desk(), self._hear)
        for address in plan.desks:
            self._listen(address)

    def _listen(self, address: str) -> None:
        """A table that no desk can call plays on, and says so."""
        try:
            self._desks.listen(address)
            self._table.fault_over(f"CANNOT_LISTEN {address}")
        except Fault as fault:
            self._table.fault(fault, address)

    def _hear(self, caller: Caller[g.ToDesk, g.FromDesk] | None, happening: Any) -> None:
        match happening:
            case Up(peer) if caller is not None:
                self._came(caller, peer)
            case Down() if caller is not None and caller in self._there:
                self._went(caller)
            case Arrived(order) if caller is not None and caller in self._there:
                self._order(self._there[caller], order)
            case Stranger(name):
                self._notice("STRANGER", f"{name} calls as a desk and was never paired.")
            case Misplaced(_, why):
                self._notice("MISPLACED", f"{why}.")
            case Misfit(peer, why):
                self._notice("MISFIT", f"{peer.name} is of another version: {why}.")

    def _order(self, desk: WireDesk, order: g.FromDesk) -> None:
        if not desk.may_order(order):
            return
        if isinstance(order, o.ShowHand):
            self._table.show_hand(desk, order)
        elif isinstance(order, ShowDevices):
            desk.answer(self._devices(order))
        else:
            self._table.order(desk, order)

    def _came(self, caller: Caller[g.ToDesk, g.FromDesk], peer: Peer) -> None:
        if caller in self._there:  # it had not heard us: everything anew
            self._went(caller)
        self._there[caller] = WireDesk(peer, caller, self._now, self._budgets[peer.name])
        self._table.attach_desk(self._there[caller])

    def _went(self, caller: Caller[g.ToDesk, g.FromDesk]) -> None:
        desk = self._there.pop(caller)
        desk.gone()
        self._table.detach_desk(desk)

    def _notice(self, name: str, words: str) -> None:
        now_s = self._now()
        if self._told.get(words, now_s - AGAIN_S) > now_s - AGAIN_S or len(self._told) > TOLD_MAX:
            return
        self._told[words] = now_s
        self._table.notice(records.Noticed(name, words))

    def close(self) -> None:
        self._desks.close()
