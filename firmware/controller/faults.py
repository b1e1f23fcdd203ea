"""What is wrong with a table, for its journal: faults that end, notices, doors (R24).

The words that a screen shows come from elsewhere.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from firmware.controller import records as keeper
from firmware.errors import Fault, Refused
from firmware.journal import records
from firmware.journal.folds import Folds
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.state import Table


class Shell(Protocol):
    """What a trouble needs of the table around it."""

    folds: Folds

    @property
    def table(self) -> Table: ...
    @property
    def now(self) -> int: ...
    def commit(self, happened: Sequence[keeper.Happened]) -> None: ...
    def do(self, command: c.AnyCommand) -> list[e.AnyEvent]: ...


class Faults:
    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    @property
    def open(self) -> list[str]:
        return list(self._shell.folds.faults.open)

    def broke(self, fault: Fault, where: str = "") -> None:
        """Journalled once, until it is cleared."""
        name = f"{fault.name} {where}".strip()
        if name not in self.open:
            self._shell.commit([records.FaultOpened(name, str(fault))])

    def cleared(self, name: str) -> None:
        if name in self.open:
            self._shell.commit([records.FaultCleared(name)])

    def notice(self, name: str, words: str) -> None:
        self._shell.commit([records.Noticed(name, words)])


class Doors:
    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    @property
    def open(self) -> list[str]:
        return self._shell.folds.meters.doors_open

    def moved(self, what: str, opened: bool, unseen: bool = False, openings: int = 0) -> None:
        """R24: an open door stops the table where it is; all shut again, it goes on by itself."""
        shell = self._shell
        told = records.DoorOpened(what, unseen, openings) if opened else records.DoorShut(what)
        by_doors = shell.table.paused and bool(self.open)
        shell.commit([told])
        with suppress(Refused):  # the table is closed: there is nothing to stop
            if self.open and not shell.table.paused:
                shell.do(c.Pause(shell.now, "doors", f"the {what} is open"))
            elif by_doors and not self.open:
                shell.do(c.Resume(shell.now, "doors", f"the {what} is shut"))
