"""All that a console knows at one moment: from the door, from the disks, of the person at it."""

from msgspec import Struct

from console.look import Look, Table
from console.opening import Unsealing
from firmware.screens.protocol import Floor
from firmware.screens.protocol.devices import Devices

WRITING_MS = 300_000


class Seen(Struct):
    now_ms: int
    look: Look | None = None  # None: the disks are still being read
    floor: Floor | None = None  # the table, through its door; None: it is not heard
    away_ms: int = 0  # not heard since
    no_door: str = ""  # why this console cannot call at all
    person: str = ""
    role: str = ""
    last_here_ms: int = 0  # 0: never
    hand: int = 0  # that is recalled
    step: int = 0
    devices: Devices | None = None  # what wires, readers and noise have been through
    mark: Devices | None = None  # the same, when somebody marked "before"
    at_entry: Devices | None = None  # the same, when its test began
    unit: str = "seat 1"  # whose wire is looked at
    timer_ms: int = 0  # since some start; a clock that is set back lengthens nothing
    writing_until_ms: int = 0  # of the timer: until then this console may change something
    unsealing: Unsealing | None = None  # with the cards that are shown, and with nothing after it

    @property
    def table(self) -> Table | None:
        return self.look.table if self.look is not None else None

    @property
    def no_journal(self) -> str:
        """Why a page has nothing to show of it: nobody is frightened by a disk that is slow."""
        return "Being read ..." if self.look is None else "The journal cannot be read."

    @property
    def view(self) -> Floor | None:
        """The table now; or, while it is not heard, as it lies on its disks."""
        return self.floor or (self.table.floor if self.table is not None else None)

    @property
    def writing(self) -> bool:
        return self.timer_ms < self.writing_until_ms

    @property
    def under_test(self) -> bool:
        stops = self.floor.stops if self.floor is not None else ()
        return any(stop.who == "service" for stop in stops)

    @property
    def dead(self) -> bool:
        """Nothing runs: neither does it answer, nor does a program hold its journal."""
        return self.floor is None and self.look is not None and not self.look.runs
