"""What a table says of an update to floor and console, and when it steps down. Pure."""

from firmware.errors import Fault
from firmware.machine.slots import Update
from firmware.table.engine import Table

WAITS, ON_TRIAL, BACK, REFUSED, STAYS = (
    "UPDATE_WAITS", "UPDATE_ON_TRIAL", "UPDATE_WENT_BACK", "UPDATE_REFUSED", "UPDATE_STAYS",
)  # fmt: skip
NAMES = (WAITS, ON_TRIAL, BACK, REFUSED, STAYS)


def told(update: Update | None) -> Fault | None:
    """What somebody has to know, or do; None: nothing."""
    if update is None:
        return None
    version = f"Version {update.approved.offer.version}"
    match update.step:
        case "written":
            return Fault(
                WAITS, f"{version} is approved and written, and waits for the table to close.",
                "Play goes on as it is.",
                "Close the table when it suits the room: it is back in about three minutes.",
            )  # fmt: skip
        case "armed":
            return Fault(
                ON_TRIAL, f"{version} is on trial: journal and screens are looked at.",
                "No hand begins; all chips are as they were.",
                "Wait some minutes: it is kept, or the old version comes back by itself.",
            )  # fmt: skip
        case "back":
            return Fault(
                BACK, f"{version} was not kept: {update.reason}",
                "The version before it plays on; the journal and all chips are as they were.",
                "Tell the technician; it can be offered again.",
            )  # fmt: skip
        case "refused":
            return Fault(
                REFUSED, f"{version} is not installed: {update.reason}",
                "Nothing was written; play goes on as it is.",
                "Bring a bundle that house and lab have approved for this table.",
            )  # fmt: skip
    return None


def cannot_step_down(why: str) -> Fault:
    return Fault(
        STAYS, f"The table cannot step down for the new version: {why}.",
        "It plays on as it is.",
        "Tell the technician: the folder of updates must be there, and be the table's to write.",
    )  # fmt: skip


def empty(table: Table) -> bool:
    """The floor has closed it, nobody sits there, and no chip is on its way."""
    transit = table.transit
    seated = any(seat.life != "empty" for seat in table.seats)
    return table.phase == "closed" and not (seated or transit.flying or transit.asked)
