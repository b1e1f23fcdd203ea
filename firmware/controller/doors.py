"""Doors and keys: an open one stops the table where it is; all shut again, it goes on by itself, if
the floor has not stopped it too (REQ-R24)."""

from collections.abc import Iterable

from firmware.controller.effects import Effects, Perform, Write
from firmware.journal import records as r
from firmware.journal.folds import Folds
from firmware.table import commands as c


def moved(folds: Folds, now: int, told: r.DoorOpened | r.DoorShut) -> Effects:
    """Written down in any case; a stop that stands already is refused, and that is no news."""
    what, was = told.door, set(folds.meters.doors_open)
    still = was | {what} if isinstance(told, r.DoorOpened) else was - {what}
    if still:
        return [Write([told]), *stop(still, now)]
    if was:
        return [Write([told]), Perform(c.Resume(now, c.DOORS, f"the {what} is shut"))]
    return [Write([told])]


def stop(still: Iterable[str], now: int) -> Effects:
    """The stop names every door that is open, also when a second one opens or one of two shuts."""
    words = " and ".join(f"the {what} is open" for what in sorted(still))
    return [Perform(c.Pause(now, c.DOORS, words))]
