"""Doors and keys: an open one stops the table where it is; all shut again, it goes on by itself
(REQ-R24)."""

from firmware.controller.effects import Effects, Perform, Write
from firmware.journal import records as r
from firmware.journal.folds import Folds
from firmware.table import commands as c
from firmware.table.engine import Table


def moved(folds: Folds, table: Table, now: int, told: r.DoorOpened | r.DoorShut) -> Effects:
    """Written down in any case; a table that is closed has nothing to stop, and refuses."""
    what, was = told.door, set(folds.meters.doors_open)
    still = was | {what} if isinstance(told, r.DoorOpened) else was - {what}
    if still and not table.paused:
        return [Write([told]), Perform(c.Pause(now, "doors", f"the {what} is open"))]
    if was and table.paused and not still:
        return [Write([told]), Perform(c.Resume(now, "doors", f"the {what} is shut"))]
    return [Write([told])]
