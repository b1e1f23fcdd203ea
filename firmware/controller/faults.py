"""What is wrong with a table, for its journal: faults that end, and notices (REQ-R25).

Each gives the records to write. Whoever must see it: the floor on the center screen (a sick noise
source), the seat that asked (a bank that is away), and a line of the log for every one of them.
"""

from firmware.errors import Fault
from firmware.journal import records as r
from firmware.journal.folds import Folds

FLOOD = "TOUCH_FLOOD"


def began(folds: Folds, fault: Fault, where: str = "") -> list[r.Told]:
    """Journalled once, until it has ended."""
    name = f"{fault.name} {where}".strip()
    return [] if name in folds.faults.open else [r.FaultOpened(name, str(fault))]


def ended(folds: Folds, name: str) -> list[r.Told]:
    return [r.FaultCleared(name)] if name in folds.faults.open else []


def flood(who: str) -> Fault:
    return Fault(
        FLOOD,
        happened=f"The device of {who} asks for more than any finger can.",
        safe="The others are served first, and nothing of it is kept that found no place.",
        do=f"Look at {who}. If nobody touches it, take the device away.",
    )
