"""What happened, on both disks and then in the state: in this order, and nowhere else."""

from collections.abc import Sequence

from firmware.controller.records import Happened, following, to_record
from firmware.controller.restore import TableMemory
from firmware.journal.journal import Journal


def commit(journal: Journal, memory: TableMemory, happened: Sequence[Happened]) -> list[Happened]:
    """With all that follows from it, which is returned. A Fault of the journal: nothing moved."""
    batch = following(memory.state, happened)
    entries = journal.append([to_record(each) for each in batch])
    memory.apply(batch, entries)
    return batch
