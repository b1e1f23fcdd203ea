"""Places around the table, and who is ready to be dealt in."""

from bisect import bisect_right

from firmware.games.poker.rules import Stakes
from firmware.table.seat import Seat
from firmware.table.state import Table


def clockwise(places: int, start: int) -> list[int]:
    """Every seat from the left of `start`, `start` last."""
    return [*range(start + 1, places + 1), *range(1, start + 1)]


def between(places: int, first: int, last: int) -> list[int]:
    """Seats strictly between; from a seat to itself is once around."""
    if first < last:
        return [*range(first + 1, last)]
    return [*range(first + 1, places + 1), *range(1, last)]


def ready_seats(table: Table) -> list[int]:
    if table.config.tournament is not None:  # everybody is dealt in, present or not
        return [s.number for s in table.seats if s.life == "playing" and s.chips.stack]
    return [
        s.number for s in table.seats if s.ready or (s.there() and for_the_antes(table, s.number))
    ]


def for_the_antes(table: Table, number: int) -> bool:
    """All-in for antes of a pot that nobody opened: still in for what he matched, without putting
    in any more (002 L545, 004 L163)."""
    waits = table.books.carried.get(number, 0) > 0 and not table.seats[number].chips.stack
    return waits and table.config.law(table.spread).has_pot


def has_blinds(stakes: Stakes) -> bool:
    return bool(stakes.going_round)


def before_the_blinds(table: Table, number: int) -> bool:
    """ "When a game starts, a new player will not be required to post a blind until the button has
    made one complete revolution around the table, provided a blind has not yet passed that seat. A
    player may also change seats without penalty" there (003 L36, 004 L196)."""
    start, big = table.position.new_from, table.position.big
    return bool(start and big) and number in between(table.config.seats, big[-1], start)


def straddles_in(table: Table, seat: Seat) -> bool:
    """For missed blinds, and only for them (001 L501, L505); or to come in (000 L768, L775)."""
    law, blinds = table.config.law(table.spread), seat.blinds
    if law.settings.straddler == "who missed blinds":
        return blinds.missed
    enters = table.config.ways.straddle_enters and law.settings.straddles > 0
    return enters and (blinds.missed or blinds.newcomer)


def draw_among(table: Table, ready: list[int]) -> tuple[int, ...]:
    """Seats that draw for the first button; nobody when there is a button to go on from."""
    if len(ready) < 2 or table.position.drawn in ready or table.sit_n_go.big_at:
        return ()
    if not table.position.button:
        return tuple(ready)
    for seat in ready:
        if table.seats[seat].blinds.core:  # mostly the first of them
            return ()
    return tuple(ready)


def from_the_left(start: int, seats: list[int]) -> list[int]:
    """These, in the order of their numbers, from the left of `start` on."""
    at = bisect_right(seats, start)
    return seats[at:] + seats[:at]


def next_of(start: int, seats: list[int]) -> int:
    """The first of these, in the order of their numbers, to the left of `start`."""
    return seats[bisect_right(seats, start) % len(seats)]
