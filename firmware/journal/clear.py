"""REQ-R16, REQ-R47: a memory fault is cleared by two people, two keys, an open door and a reason.

Nothing is deleted: the old journal is set aside under its own name, and the first records of the
new one say who cleared the table and why.
"""

import json

from msgspec import Struct

from firmware.errors import Refused
from firmware.journal import mend
from firmware.journal.frame import Record
from firmware.journal.journal import Clock, Opened, open_journal, wall_clock_ms
from firmware.journal.keep import set_aside
from firmware.journal.keys import Keys
from firmware.journal.two_people import Hand, check_two, names

ROLES = {"technician", "manager", "regulator"}


class ClearOrder(Struct, frozen=True):
    first: Hand
    second: Hand
    logic_door_open: bool
    reason: str


def clear(
    disks: mend.Disks, keys: Keys, order: ClearOrder, *, table: str, clock: Clock = wall_clock_ms
) -> Opened:
    check(order)
    for disk in disks:
        set_aside(disk, clock())
    opened = open_journal(disks, keys, table=table, clock=clock)
    body = json.dumps({"by": names(order.first, order.second), "reason": order.reason}).encode()
    entries = opened.journal.append([Record("journal.cleared", body)])
    return Opened(opened.journal, None, opened.entries + entries, [])


def check(order: ClearOrder) -> None:
    check_two(order.first, order.second, ROLES, "Clearing", "REQ-R16")
    if not order.logic_door_open:
        raise Refused(
            "Open the logic door first: the memory is cleared only there.", rule="REQ-R16"
        )
    if not order.reason.strip():
        raise Refused("Write down why the memory is cleared.", rule="REQ-R16")
