"""A tournament of one table."""

from collections.abc import Callable
from typing import Any

from firmware.table import events as e
from firmware.table.evolve.before import before_tournaments_said_it
from firmware.table.evolve.common import check_books, vacate
from firmware.table.state import SitNGo, Table, Transfer


def _tournament_started(table: Table, event: e.TournamentStarted) -> None:
    if not event.until:
        event = before_tournaments_said_it(table, event)
    table.sit_n_go = SitNGo(running=True, until=event.until, players=event.players)
    table.books.fees += event.fees
    table.books.entry_fees -= event.fees


def _level_raised(table: Table, event: e.LevelRaised) -> None:
    game = table.sit_n_go
    game.level, game.until, game.on_break = event.level, event.until, False


def _break_began(table: Table, event: e.BreakBegan) -> None:
    table.sit_n_go.on_break, table.sit_n_go.until = True, event.until


def _end_answered(table: Table, event: e.EndAnswered) -> None:
    table.consent.votes.pop("chop", None)
    table.sit_n_go.agreed = event.end


def _eliminated(table: Table, event: e.Eliminated) -> None:
    by_place = sorted(event.out, key=lambda row: row[1])
    paid = [(table.seats[row[0]].person.name, row[2]) for row in by_place if row[2]]
    for number, _, cents, transfer in event.out:
        account = table.seats[number].person.account
        table.books.prizes -= cents
        if cents:
            table.transit.flying[transfer] = Transfer(number, account, cents)
            table.transit.transfers += 1
        vacate(table, number)
    if not any(seat.seated for seat in table.seats):
        table.sit_n_go.running, table.sit_n_go.ended = False, tuple(paid)
        table.sit_n_go.small_at = table.sit_n_go.big_at = 0
        table.phase = "closed"
        table.position.button = table.position.drawn = 0
    check_books(table)


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.TournamentStarted: _tournament_started,
    e.LevelRaised: _level_raised,
    e.BreakBegan: _break_began,
    e.EndAnswered: _end_answered,
    e.Eliminated: _eliminated,
}
