"""REQ-R47: a sealed record is opened by two people who write down why, and never during its hand.

That they did is journalled, durably, before they read a byte: nobody looks and leaves no trace.
"""

import json

from msgspec import Struct

from firmware.errors import Refused
from firmware.journal.frame import Record
from firmware.journal.journal import Journal
from firmware.journal.recall import Recall
from firmware.journal.two_people import Hand, check_two, names

ROLES = {"manager", "auditor", "regulator"}  # nobody who touches the machine or the cash


class UnsealOrder(Struct, frozen=True):
    first: Hand
    second: Hand
    record: int
    reason: str


def unseal(journal: Journal, recall: Recall, order: UnsealOrder) -> bytes:
    """The body of one record. `recall` knows which hand is being played (folds.py)."""
    check_two(order.first, order.second, ROLES, "Unsealing", "REQ-R47")
    if not order.reason.strip():
        raise Refused("Write down why the record is unsealed.", rule="REQ-R47")
    if not 1 <= order.record <= journal.head.seq:
        raise Refused(f"There is no record {order.record} in this journal.", rule="REQ-R47")
    (entry,) = journal.read(order.record, order.record)
    if not entry.sealed:
        raise Refused(f"Record {order.record} is not sealed: everyone may read it.", rule="REQ-R47")
    if any(not span.last and span.first <= order.record for span in recall.spans):
        raise Refused("That hand is still being played: unseal it when it is over.", rule="REQ-R47")
    said = {"by": names(order.first, order.second), "record": order.record, "reason": order.reason}
    journal.append([Record("journal.unsealed", json.dumps(said).encode())])
    return journal.unseal(entry)
