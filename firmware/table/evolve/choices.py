"""Agreed on, shown."""

from collections.abc import Callable
from typing import Any

from firmware.table import events as e
from firmware.table.evolve.before import before_shows_said_it, before_votes_said_it
from firmware.table.evolve.common import result_of
from firmware.table.state import Table


def _voted(table: Table, event: e.Voted) -> None:
    votes = table.consent.votes.setdefault(event.motion, [])
    if not event.yes:
        votes.clear()
        table.consent.vetoed.append(event.motion)
        if event.motion == "kill":
            _waits_after_all(table)
        if event.motion == "stakes":
            table.consent.proposed = None
        if event.motion == "run it twice":
            table.pace.deal_at = event.at
        return
    votes.append(event.seat)
    if event.motion != "run it twice":
        return
    agreed = event.agreed if event.agreed is not None else before_votes_said_it(table, event)
    if agreed and table.play is not None:
        table.consent.run_from = len(table.play.board)
        table.pace.deal_at = event.at


def _waits_after_all(table: Table) -> None:
    """Who missed the blind and would have killed the pot (003 L278)."""
    for seat in table.seats:
        if seat.blinds.missed and seat.blinds.entry == "kill":
            seat.blinds.entry = "wait"


def _cards_shown(table: Table, event: e.CardsShown) -> None:
    shown = result_of(table).shown
    numbers = event.numbers or before_shows_said_it(table, event)
    shown.setdefault(event.seat, []).extend(numbers)


def _rabbit_shown(table: Table, event: e.RabbitShown) -> None:
    result_of(table).rabbit = event.cards


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.Voted: _voted,
    e.CardsShown: _cards_shown,
    e.RabbitShown: _rabbit_shown,
}
