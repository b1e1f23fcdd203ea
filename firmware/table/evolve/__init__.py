"""evolve(table, event): the only thing that moves a table. It refuses nothing."""

from collections.abc import Callable
from typing import Any

from firmware.table import events as e
from firmware.table.evolve import begun, choices, clocks, floor, in_hand, seats, sit_n_go
from firmware.table.evolve.common import stakes_now, stakes_of
from firmware.table.state import Table

__all__ = ["evolve", "stakes_now", "stakes_of"]


def evolve(table: Table, event: e.AnyEvent) -> None:
    table.now = event.at
    _EVOLVE[type(event)](table, event)


_EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    **seats.EVOLVE,
    **begun.EVOLVE,
    **in_hand.EVOLVE,
    **clocks.EVOLVE,
    **choices.EVOLVE,
    **floor.EVOLVE,
    **sit_n_go.EVOLVE,
}
