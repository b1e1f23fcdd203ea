"""Time that is paid for: at the end of each half hour, on the clock, by everybody who sits then,
under the game that is played then (000 L3503, AJ-A44). Half hours of a game that takes no fee for
time are free, and a game that comes later does not charge for them."""

from firmware.table import events as e
from firmware.table.config import Config
from firmware.table.entering import Events
from firmware.table.fee import HALF_HOUR_MS, for_players
from firmware.table.posting import post_rules
from firmware.table.state import Table


def next_at(table: Table) -> int | None:
    if table.phase != "open" or not table.config.by_the_half_hour:
        return None
    return (table.books.half_hour + 1) * HALF_HOUR_MS


def settled(table: Table, now: int) -> Events:
    """The half hours that have ended are paid, or were free."""
    period = now // HALF_HOUR_MS
    if table.phase != "open" or period <= table.books.half_hour:
        return []
    paid = _paid(table)
    return [e.TimeFeesTaken(now, period, paid, _owed(table, dict(paid)))]


def _fee(table: Table) -> int:
    seated = sum(seat.seated for seat in table.seats)
    return for_players(table.config.rows[table.spread], max(2, seated)).half_hour


def _paid(table: Table) -> tuple[tuple[int, int], ...]:
    fee = _fee(table)
    seated = [seat for seat in table.seats if fee and seat.seated]
    return tuple((seat.number, min(fee, seat.chips.stack)) for seat in seated if seat.chips.stack)


def _owed(table: Table, paid: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """ "If not enough chips are left on the table, you will be responsible for paying your
    collection prior to resuming play" (001 L860)."""
    fee = _fee(table) if table.config.ways.time_owed else 0
    short = [seat for seat in table.seats if seat.seated and paid.get(seat.number, 0) < fee]
    return tuple((s.number, s.chips.owes + fee - paid.get(s.number, 0)) for s in short)


def game_changed(table: Table, config: Config, now: int, by: str, reason: str) -> Events:
    changed = e.GameChanged(now, config, by, reason)
    return [*_until(table, config, now), changed, post_rules(config, now)]


def rules_changed(table: Table, now: int) -> Events:
    """The same game, by other pages."""
    return [*_until(table, table.config.posted, now), post_rules(table.config, now)]


def _until(table: Table, config: Config, now: int) -> Events:
    """The time until now belongs to the game before."""
    pays = table.config.by_the_half_hour or config.by_the_half_hour
    return settled(table, now) if pays else []
