"""No floor desk is connected: the table approves and opens by itself, by the card and its PIN and
by the number of players, and says so; it ends a sit-n-go whose finalists all agreed. Each of these
orders stands in the journal under its name (AJ-A55)."""

from collections.abc import Iterator

from firmware.table import commands as c
from firmware.table.engine import Config, Table, chop_agreed

SIGNED = ("table", "no floor is connected")


def players(config: Config, wish: int) -> int:
    """So many with chips open the table: as its page says, or as its house begins."""
    return wish or config.ways.least_players


def says(opens_with: int) -> str:
    return (
        "no floor is connected: a card and its PIN seat a player,"
        f" {opens_with} players with chips open the table"
    )


def orders(table: Table, opens_with: int, now: int) -> Iterator[c.AnyCommand]:
    """What a floor person would do now."""
    if table.phase == "closing":
        return
    for seat in table.seats:
        if seat.life == "asking":
            yield c.Approve(now, *SIGNED, seat.number)
    if table.live is None and chop_agreed(table):
        yield c.EndTournament(now, *SIGNED, True)
    opens = table.phase == "closed" and not table.config.tournament
    if opens and sum(seat.ready for seat in table.seats) >= opens_with:
        yield c.OpenTable(now, *SIGNED)
