"""Agreed on, shown."""

from collections.abc import Callable
from typing import Any

from firmware.games.play import live_seats
from firmware.table import events as e
from firmware.table.evolve.common import result_of
from firmware.table.state import Table


def _voted(table: Table, event: e.Voted) -> None:
    votes = table.consent.votes.setdefault(event.motion, [])
    if not event.yes:
        votes.clear()
        table.consent.vetoed.append(event.motion)
        if event.motion == "stakes":
            table.consent.proposed = None
        if event.motion == "run it twice":
            table.pace.deal_at = event.at
        return
    votes.append(event.seat)
    play = table.play
    if event.motion == "run it twice" and play is not None and set(live_seats(play)) <= set(votes):
        table.consent.run_from = len(play.board)
        table.pace.deal_at = event.at


def _cards_shown(table: Table, event: e.CardsShown) -> None:
    shown = result_of(table).shown
    shown[event.seat] = (*shown.get(event.seat, ()), *event.cards)


def _rabbit_shown(table: Table, event: e.RabbitShown) -> None:
    result_of(table).rabbit = event.cards


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.Voted: _voted,
    e.CardsShown: _cards_shown,
    e.RabbitShown: _rabbit_shown,
}
