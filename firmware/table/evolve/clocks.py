"""The clock of the seat that is asked, and its time bank."""

from collections.abc import Callable
from typing import Any

from firmware.table import events as e
from firmware.table.state import Table


def ask(table: Table, seat: int, at: int) -> None:
    """A new decision, and its clock: of a seat, or of everybody who still owes a choice (0)."""
    clock = table.clock
    if clock.stage != "action":
        leave_stage(table, at)
    table.decision += 1
    clock.seat, clock.began, clock.until = seat, at, at + clock.give
    clock.warned = False
    if not table.seats[seat].link:
        _wait_for_link(table, seat)


def ask_nobody(table: Table, at: int) -> None:
    """Cards are due, or the hand is over."""
    if table.clock.stage != "action":
        leave_stage(table, at)
    table.decision += 1
    table.clock.until = 0


def _wait_for_link(table: Table, seat: int) -> None:
    """Once a hand."""
    time = table.seats[seat].time
    if not time.link_used:
        time.link_used = True
        table.clock.until += table.pace.waits.link


def leave_stage(table: Table, at: int) -> None:
    if table.clock.stage == "bank":
        pay_bank(table, at)
    table.clock.stage = "action"


def pay_bank(table: Table, at: int) -> None:
    """The time bank is used up by as much as was taken out of it."""
    clock = table.clock
    seat = table.seats[clock.seat]
    seat.time.bank_ms = max(0, seat.time.bank_ms - (at - clock.began))
    clock.stage = "action"


def _clock_set(table: Table, event: e.ClockSet) -> None:
    clock = table.clock
    if clock.stage == "bank":
        pay_bank(table, event.at)
    clock.left = max(0, clock.until - event.at)
    clock.until, clock.began, clock.warned = event.until, event.at, False
    seat = table.seats[event.seat]
    if event.stage == "time":
        seat.time.times += 1
    elif event.stage == "link":
        seat.time.link_used = True
    if event.stage in ("extra", "bank", "link"):
        clock.stage = event.stage
    elif event.stage == "back":
        clock.stage = "action"


def _clock_warned(table: Table, event: e.ClockWarned) -> None:
    table.clock.warned = True


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.ClockSet: _clock_set,
    e.ClockWarned: _clock_warned,
}
