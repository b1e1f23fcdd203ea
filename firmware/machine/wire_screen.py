"""A screen at the end of a link, as the controller sees it: something with `show`.

After each Up a whole view, then differences against what this very link was sent last. A view is
written when the wire has room for it: a slow wire gets the newest, never a queue of old ones. The
link's own heartbeat tells the screen that all is well.
"""

from drivers.sockets import Place
from drivers.stations import Stations
from firmware.screens import protocol as g
from firmware.screens.sending import changed, whole

Wires = Stations[g.ToScreen, g.ToController]


class WireScreen:
    def __init__(self, place: Place, wires: Wires) -> None:
        self._place, self._wires = place, wires
        self._newest: g.View | g.Public | None = None
        self._sent: g.View | g.Public | None = None
        self._number = 0

    def show(self, view: g.View | g.Public) -> None:
        self._newest = view
        self._wires.compose(self._place, self._write)

    def gone(self) -> None:
        """The link is down: nothing of today is shown to whoever comes next."""
        self._newest = self._sent = None
        self._wires.links[self._place].compose(None)

    def _write(self) -> g.ToScreen:
        assert self._newest is not None
        before, self._sent = self._sent, self._newest
        self._number = g.after(self._number)
        if before is None:
            return whole(self._number, self._newest)
        return changed(self._number, before, self._newest)
