"""The table's time: it begins with the clock on the wall and then counts by itself.

Nobody can set it. A clock that is set by an hour, a day or twenty years, forward or back, folds
nobody and keeps nobody waiting; it is a note in the journal, and the next start may take it over.
"""

from collections.abc import Callable

from drivers.fault import Fault
from firmware.journal.journal import steady_ms, wall_clock_ms

UNSURE = "CLOCK_UNSURE"


class TableClock:
    def __init__(
        self, wall: Callable[[], int] = wall_clock_ms, steady: Callable[[], int] = steady_ms
    ) -> None:
        self._steady = steady
        self._offset = wall() - steady()

    def __call__(self) -> int:
        return self._steady() + self._offset

    def not_before(self, ms: int) -> None:
        """The last thing that happened here: time goes on from there, whatever the wall says."""
        self._offset += max(0, ms - self())


def unsure() -> Fault:
    """The wall's clock was not set by a time server since this machine was started."""
    return Fault(
        UNSURE,
        happened="No time server has set this machine's clock since it was started.",
        safe="No hand begins: receipts, reports and the gaming day would bear a wrong date.",
        do="Check the network and the time server (timedatectl); it goes on by itself.",
    )
