"""A tournament of one table."""

from collections.abc import Callable
from typing import Any

from firmware.table import events as e
from firmware.table.evolve.common import check_books, vacate
from firmware.table.state import Table, Transfer


def _tournament_started(table: Table, event: e.TournamentStarted) -> None:
    show = table.config.tournament
    assert show is not None
    table.show.running, table.show.level = True, 0
    table.show.small_at = table.show.big_at = 0
    table.show.until = event.at + show.level_ms
    table.show.players = sum(seat.seated for seat in table.seats)


def _level_raised(table: Table, event: e.LevelRaised) -> None:
    table.show.level, table.show.until, table.show.on_break = event.level, event.until, False


def _break_began(table: Table, event: e.BreakBegan) -> None:
    table.show.on_break, table.show.until = True, event.until


def _end_answered(table: Table, event: e.EndAnswered) -> None:
    table.votes.pop("chop", None)


def _eliminated(table: Table, event: e.Eliminated) -> None:
    for number, _, cents, transfer in event.out:
        account = table.seats[number].account
        table.books.prizes -= cents
        if cents:
            table.flying[transfer] = Transfer(number, account, cents)
            table.transfers += 1
        vacate(table, number)
    if not any(seat.seated for seat in table.seats):
        table.show.running = False
        table.show.small_at = table.show.big_at = 0
        table.phase = "closed"
        table.button = table.drawn = 0
    check_books(table)


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.TournamentStarted: _tournament_started,
    e.LevelRaised: _level_raised,
    e.BreakBegan: _break_began,
    e.EndAnswered: _end_answered,
    e.Eliminated: _eliminated,
}
