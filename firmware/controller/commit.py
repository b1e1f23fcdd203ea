"""What happened, on both disks and then in the state: in this order, and nowhere else."""

from collections.abc import Sequence

from firmware.controller.records import Happened, following, to_record
from firmware.controller.restore import TableMemory
from firmware.journal.journal import Journal
from firmware.journal.records import HandPaid, TransferAsked, TransferPosted


def commit(journal: Journal, memory: TableMemory, happened: Sequence[Happened]) -> list[Happened]:
    """With all that follows from it, which is returned. A Fault of the journal: nothing moved.
    Money that crosses to or from the bank is signed: the cage can believe it without our key."""
    batch = following(memory.state, happened)
    money = any(isinstance(each, TransferAsked | TransferPosted | HandPaid) for each in batch)
    entries = journal.append([to_record(each) for each in batch], signed=money)
    memory.apply(batch, entries)
    return batch
