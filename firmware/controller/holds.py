"""Why no hand begins: something of the machine is not as it must be, or a copy of the journal has
failed. The hand in play is played to its end, and everybody reads why the next one waits.
"""

from firmware.controller.effects import Effects, FaultBegan, FaultEnded, Perform
from firmware.controller.restore import TableMemory
from firmware.errors import Fault
from firmware.journal.journal import Journal
from firmware.table import commands as c
from firmware.table.engine import Table

MACHINE, COPIES = "machine", "journal"  # by whom the table is stopped
REASON_LETTERS = 200


class Holds:
    def __init__(self, journal: Journal, memory: TableMemory) -> None:
        self._journal, self._memory = journal, memory
        self._held: dict[str, Fault] = {}
        self.plays_on_one_copy = False  # a copy of the journal failed, and the house plays on
        self._stopped_for_copy = False

    @property
    def _table(self) -> Table:
        return self._memory.state.table

    @property
    def faults(self) -> set[str]:
        """For which no hand begins, by their names in the journal."""
        return {*self._held, *(self._lost() if self._stopped_by(COPIES) else ())}

    def hold(self, fault: Fault) -> Effects:
        """The hand in play is the last one until this is mended."""
        if fault.name in self._held:
            return []
        self._held[fault.name] = fault
        return [FaultBegan(fault)]

    def release(self, name: str, now: int) -> Effects:
        """It was mended while the table ran: play goes on by itself."""
        if self._held.pop(name, None) is None:
            return []
        if self._held or not self._stopped_by(MACHINE):
            return [FaultEnded(name)]
        return [FaultEnded(name), Perform(c.Resume(now, MACHINE, f"{name} is over"))]

    def both_copies(self, now: int) -> Effects:
        """What failed before and is there again is over, and whatever waited for it goes on."""
        gone, known = self._lost(), self._memory.folds.faults.open
        over = [FaultEnded(name) for name in known if name.startswith("DISK_") and name not in gone]
        if gone or not self._stopped_by(COPIES):
            return over
        # Not while a door is open or devices are tested: then the floor lets it go on.
        return [*over, Perform(c.Resume(now, COPIES, "both copies are there"))]

    def news(self) -> Effects:
        """A copy of the journal that failed is told at once."""
        known, lost = self._memory.folds.faults.open, self._journal.lost.items()
        return [FaultBegan(fault, copy) for copy, fault in lost if _name(fault, copy) not in known]

    def stop(self, now: int) -> list[c.Pause]:
        """Whoever lets a table go on that is held finds it stopped again. For a failed copy it is
        stopped once: the floor may let it play on with the other, and so may the house's page."""
        table = self._table
        if table.live is not None or table.phase != "open":
            return []
        if self._journal.lost and not (self._stopped_for_copy or self.plays_on_one_copy):
            self._stopped_for_copy = True
            return [c.Pause(now, COPIES, "one copy of the journal has failed")]
        if self._held and not table.paused:
            worst = next(iter(self._held.values()))
            return [c.Pause(now, MACHINE, worst.happened[:REASON_LETTERS])]
        return []

    def _lost(self) -> set[str]:
        return {_name(fault, copy) for copy, fault in self._journal.lost.items()}

    def _stopped_by(self, who: str) -> bool:
        return any(stop.by == who for stop in self._table.stops)


def _name(fault: Fault, copy: str) -> str:
    return f"{fault.name} {copy}"
