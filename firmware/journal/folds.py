"""All folds of the journal together: kept beside the table's state, in the same snapshot."""

from collections.abc import Iterable

from msgspec import Struct, field, msgpack

from firmware.journal import happenings
from firmware.journal.disputes import Disputes, follow
from firmware.journal.fault_log import FaultLog, note
from firmware.journal.frame import Entry
from firmware.journal.happenings import Outgoing
from firmware.journal.hours import Hours, add
from firmware.journal.meters import Meters, count
from firmware.journal.orders import Orders, remember
from firmware.journal.preferences import Preferences, keep
from firmware.journal.recall import Recall, place
from firmware.journal.records import from_entry
from firmware.journal.sessions import Sessions, tally


class Folds(Struct):
    meters: Meters = field(default_factory=Meters)
    recall: Recall = field(default_factory=Recall)
    sessions: Sessions = field(default_factory=Sessions)
    faults: FaultLog = field(default_factory=FaultLog)
    preferences: Preferences = field(default_factory=Preferences)
    orders: Orders = field(default_factory=Orders)
    disputes: Disputes = field(default_factory=Disputes)
    hours: Hours = field(default_factory=Hours)
    outgoing: Outgoing = field(default_factory=Outgoing)


def fold(folds: Folds, entries: Iterable[Entry]) -> None:
    """Every entry, once, in order: at start those of the journal, then each as it is appended."""
    for entry in entries:
        told = from_entry(entry)
        if told is None:
            continue
        count(folds.meters, told)
        note(folds.faults, entry.at_ms, told)
        keep(folds.preferences, told)
        remember(folds.orders, entry.at_ms, told)
        follow(folds.disputes, entry.at_ms, told)
        happenings.follow(folds.outgoing, entry.seq, told)
        if not folds.meters.in_service_test:
            place(folds.recall, entry.seq, told)
            tally(folds.sessions, entry.at_ms, told)
            add(folds.hours, entry.at_ms, told)


to_bytes = msgpack.Encoder().encode
from_bytes = msgpack.Decoder(Folds).decode
