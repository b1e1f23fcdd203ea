"""Doors and keys: an open one stops the table where it is; all shut again, it goes on by itself, if
the floor has not stopped it too (REQ-R24)."""

from firmware.controller.effects import Effects, Perform, Write
from firmware.journal import records as r
from firmware.journal.folds import Folds
from firmware.table import commands as c


def moved(folds: Folds, now: int, told: r.DoorOpened | r.DoorShut) -> Effects:
    """Written down in any case; a stop that stands already is refused, and that is no news."""
    what, was = told.door, set(folds.meters.doors_open)
    still = was | {what} if isinstance(told, r.DoorOpened) else was - {what}
    if still:
        return [Write([told]), *stop(sorted(still)[0], now)]
    if was:
        return [Write([told]), Perform(c.Resume(now, c.DOORS, f"the {what} is shut"))]
    return [Write([told])]


def stop(what: str, now: int) -> Effects:
    return [Perform(c.Pause(now, c.DOORS, f"the {what} is open"))]
