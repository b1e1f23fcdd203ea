"""Who of a feeding table goes over to the main one, and to which seat: who sat longest goes first.

Pure. Seat changes go before them, and they go before the list.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from desks.floor.lists import free_seats
from desks.floor.words import AtDesk
from firmware.money import show


class Mover(Struct, frozen=True):
    seat: int
    name: str
    account: str
    stack: int
    words: str
    to: int = 0  # a seat at the main table; 0: none is free, or they are away
    since_at: int = 0


class Feeding(Struct, frozen=True):
    feeder: str
    main: str
    movers: list[Mover]
    foot: str


def feedings(tables: Sequence[AtDesk], feeders: Mapping[str, str]) -> list[Feeding]:
    known = {table.name: table for table in tables}
    return [
        _feeding(known[feeder], known[main])
        for feeder, main in feeders.items()
        if feeder in known and main in known and known[feeder].floor and known[main].floor
    ]


def _feeding(feeder: AtDesk, main: AtDesk) -> Feeding:
    floor, room = feeder.floor, main.floor
    assert floor is not None
    assert room is not None
    wanted = {wish.to for wish in room.seat_changes}
    open_ = [] if main.away_ms else [seat for seat in free_seats(main) if seat not in wanted]
    plates = {one.seat: one for one in floor.public.seats}
    sat = sorted((one for one in floor.seats if one.account and one.since_at and not one.leaves),
                 key=lambda one: one.since_at)  # fmt: skip
    movers: list[Mover] = []
    for one in sat:
        plate = plates[one.seat]
        to = open_.pop(0) if open_ and not one.away and not feeder.away_ms else 0
        minutes = (floor.now - one.since_at) // 60_000
        words = f"sat {minutes // 60}:{minutes % 60:02d}" + (f", {one.away}" if one.away else "")
        movers.append(
            Mover(one.seat, plate.name, one.account, plate.stack, words, to, one.since_at)
        )
    next_ = next((one for one in movers if one.to), None)
    foot = f"The whole stack goes along, {show(next_.stack)}." if next_ else "No seat is free."
    return Feeding(feeder.name, main.name, movers, foot if movers else "Nobody sits there.")


def going(found: Sequence[Feeding], main: str) -> set[int]:
    """Seats of the main table that are theirs before they are the list's."""
    return {mover.to for one in found if one.main == main for mover in one.movers if mover.to}
