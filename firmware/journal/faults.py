"""The faults of the memory room, each by its name. docs/journal.md says what to do about them."""

import errno

from firmware.errors import Fault
from firmware.journal.frame import Bad

OF_MEMORY = {
    "JOURNAL_DAMAGED", "JOURNAL_FORKED", "JOURNAL_TRUNCATED", "JOURNAL_FORGED", "JOURNAL_FOREIGN",
    "JOURNAL_ROLLED_BACK", "BOOKS_DIFFER",
}  # fmt: skip
LATCHED = {"JOURNAL_DAMAGED", "JOURNAL_FORKED", "JOURNAL_TRUNCATED", "JOURNAL_FORGED"}
_KEEP = "stormdeck table FILE --keep-copy 1 (or 2) REASON"


def damaged(bad: Bad, segment: str) -> Fault:
    return Fault(
        "JOURNAL_DAMAGED",
        happened=f"Both copies of the journal are damaged in {segment}, {bad}.",
        safe="Nothing was changed and no hand can start; everything before it is whole.",
        do=f"Call a technician: restore the segment from a backup. Or two people keep what one copy"
        f" has whole: {_KEEP}; if neither can be kept, they begin anew:"
        " stormdeck table FILE --clear-journal REASON",
    )


def one_damaged(bad: Bad, segment: str, whole: int) -> Fault:
    """The other one ends before: whether it should, two people say."""
    good, damaged_one = ("first", "second") if whole == 0 else ("second", "first")
    return Fault(
        "JOURNAL_DAMAGED",
        happened=f"The {damaged_one} copy of the journal is damaged in {segment}, {bad}; the"
        f" {good} one ends whole before it.",
        safe="Nothing was changed and no hand can start; everything before it is whole.",
        do=f"Restore the segment from a backup, or two people keep the {good} copy:"
        f" stormdeck table FILE --keep-copy {whole + 1} REASON",
    )


def forked(segment: str, seq: int) -> Fault:
    return Fault(
        "JOURNAL_FORKED",
        happened=f"The two copies of the journal tell two stories from record {seq} ({segment}).",
        safe="Nothing was changed and no hand can start.",
        do=f"One disk is of another table or another day. Two people keep the right one: {_KEEP}",
    )


def forged(bad: Bad, segment: str) -> Fault:
    return Fault(
        "JOURNAL_FORGED",
        happened=f"Somebody wrote on the journal's disk: {segment}, {bad}.",
        safe="Nothing was changed, nothing of it was believed, and no hand can start.",
        do=f"Keep the disks as they are for the inquiry. If one copy is good, two people keep it:"
        f" {_KEEP}",
    )


def foreign(where: str) -> Fault:
    return Fault(
        "JOURNAL_FOREIGN",
        happened=f"The disk {where} holds another journal.",
        safe="Not a byte of it was written.",
        do="Take it out; put in the table's own disk, or an empty one, which is filled by itself.",
    )


def of_another_table(where: str, whose: str, table: str) -> Fault:
    return Fault(
        "JOURNAL_FOREIGN",
        happened=f"The disk {where} holds the journal of table {whose}; table.toml says {table}.",
        safe="Not a byte of it was written.",
        do=f"Put in the disks of table {table}, or write in table.toml which table this is.",
    )


def rolled_back(seq: int, end: int) -> Fault:
    return Fault(
        "JOURNAL_ROLLED_BACK",
        happened=f"The journal ends at record {end}; the bank has seen record {seq}, or another"
        " story.",
        safe="Nothing was changed and no hand can start.",
        do="Put back the newer disk or the backup. If there is none, two people go on with what is"
        " there: stormdeck table FILE --accept-journal REASON",
    )


def truncated(seq: int, end: int) -> Fault:
    return Fault(
        "JOURNAL_TRUNCATED",
        happened=f"The journal ends at record {end}, but record {seq} was signed.",
        safe="Nothing was changed and no hand can start.",
        do="Call a technician: records were cut off both copies; restore them from a backup. If"
        " there is none, two people begin anew: stormdeck table FILE --clear-journal REASON",
    )


def hand_is_over(seq: int) -> Fault:
    return Fault(
        "HAND_IS_OVER",
        happened=f"Record {seq} was sealed with the key of its hand, and that key is gone.",
        safe="Nothing is lost: chips and shown cards stand beside it.",
        do="If that hand is still in play, two people void it: stormdeck table FILE --void-hand"
        " REASON. What was folded in a past hand only the auditor can open.",
    )


def in_use(where: str) -> Fault:
    return Fault(
        "JOURNAL_IN_USE",
        happened=f"Another program already writes the journal in {where}.",
        safe="Nothing was changed.",
        do="Stop the other program, then start again.",
    )


def latched(words: str) -> Fault:
    return Fault(
        "MEMORY_FAULT",
        happened=f"The table stopped earlier with a fault of its memory: {words}",
        safe="Nothing was changed since.",
        do="Call a technician: two people clear it, never a restart: stormdeck table FILE"
        " --keep-copy 1 (or 2) REASON if one copy is good, --clear-journal REASON if none is.",
    )


def stopped() -> Fault:
    return Fault(
        "JOURNAL_STOPPED",
        happened="The journal stopped after an earlier fault.",
        safe="Everything shown so far is on the disk.",
        do="Mend the disk, then restart the table.",
    )


_CAUSES = {
    errno.ENOSPC: ("DISK_FULL", "is full", "Free some space on it, then restart the table."),
    errno.EDQUOT: ("DISK_FULL", "is full", "Free some space on it, then restart the table."),
    errno.EROFS: ("DISK_READ_ONLY", "is read-only", "Check or change the disk, then restart."),
    errno.EACCES: ("DISK_READ_ONLY", "may not be written", "Give the table its disk, restart."),
    errno.EPERM: ("DISK_READ_ONLY", "may not be written", "Give the table its disk, restart."),
}
_ANY_CAUSE = ("DISK_FAILED", "failed", "Change the disk, then restart; it is filled by itself.")


def from_error(error: OSError, where: str) -> Fault:
    name, what, do = _CAUSES.get(error.errno or 0, _ANY_CAUSE)
    detail = error.strerror or "unknown error"
    return Fault(
        name,
        happened=f"The journal disk {where} {what} ({detail}).",
        safe="The table stopped before anyone saw what could not be written.",
        do=do,
    )


def copy_failed(error: OSError, where: str) -> Fault:
    """The other copy has everything, and goes on by itself."""
    name, what, do = _CAUSES.get(error.errno or 0, _ANY_CAUSE)
    detail = error.strerror or "unknown error"
    return Fault(
        name,
        happened=f"The journal disk {where} {what} ({detail}).",
        safe="The other copy has everything, and the hand goes on.",
        do=do,
    )
