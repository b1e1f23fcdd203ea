"""A desk at the end of a link, as the controller sees it; and how much of it is listened to.

A person gives an order now and then. What comes faster than hands can is answered No before it is
looked at, and the desk that sends it is read slowly, so that the table has time for its players and
its journal room for what happened. To hang up and call again is no new beginning.
"""

from collections.abc import Callable

from drivers.budget import Budget
from drivers.desks import Caller
from drivers.link.keys import Peer
from firmware.machine.wire_screen import WireScreen
from firmware.screens import protocol as g
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.devices import Devices

ORDERS_A_S, ORDERS_AT_ONCE = 5, 20
TOO_MANY = "Too many orders at once: this one was not looked at. Nothing was done."


def orders_of_a_desk() -> Budget:
    return Budget(ORDERS_AT_ONCE, ORDERS_A_S)


class WireDesk:
    def __init__(
        self,
        peer: Peer,
        caller: Caller[g.ToDesk, g.FromDesk],
        now: Callable[[], float],
        budget: Budget,
    ) -> None:
        """`budget`: of whoever has this name, however often he calls."""
        self.name, self.of_floor = peer.name, peer.kind == "desk"
        self._caller, self._now, self._budget = caller, now, budget
        self._screen = WireScreen(caller.compose)

    def show(self, view: g.Floor) -> None:
        self._screen.show(view)

    def answer(self, answer: o.Answer | o.Step | Devices) -> None:
        if self._caller.link.up:  # or it is gone, and asks again when it is back
            self._caller.send(answer)

    def gone(self) -> None:
        self._screen.gone()

    def may_order(self, order: g.FromDesk) -> bool:
        """False: it was told so."""
        now_s = self._now()
        if self._budget.left(now_s) < 1:
            self._caller.slow_down()
            self.answer(o.No(order.id, TOO_MANY, "REQ-R30", again=True))
            return False
        self._budget.spend(1, now_s)
        return True
