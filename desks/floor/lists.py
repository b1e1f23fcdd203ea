"""The waiting lists beside the tables that they feed: who is next, for which seat, in how long.

Pure. A wait is the name's place times the mean time between two seats that came free in the last
two hours; said only from three of them on.
"""

from collections.abc import Container, Mapping, Sequence

from msgspec import Struct

from desks.floor.words import AtDesk, spread
from firmware.bank.waiting_lists import ANSWER_MS, Interest, Name
from firmware.screens.protocol.public_view import Placard

SAMPLES_LEAST = 3
COUNTS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Row(Struct, frozen=True):
    name: Name
    place: int  # 0: missed his call
    words: str
    wait: str
    table: str = ""
    seat: int = 0  # could be offered now
    called_ms: int = 0
    until_ms: int = 0


class Column(Struct, frozen=True):
    title: str
    where: str
    state: str
    look: str
    rows: list[Row]
    foot: str
    opens_at: int = 0  # 0: the game is open
    all_to: str = ""  # all its names can be called now: Call all five to table 8
    placard: Placard = Placard()
    tables: str = ""


def columns(
    tables: Sequence[AtDesk], names: Sequence[Name], interests: Sequence[Interest], now_ms: int,
    feeders: Mapping[str, str] = {}, taken: Container[tuple[str, int]] = (),
) -> list[Column]:  # fmt: skip
    """`feeders`: which table feeds which. `taken`: seats that others go to before the list."""
    spreads: dict[str, list[AtDesk]] = {}
    for table in tables:
        if table.floor is not None and table.floor.state == "open":
            spreads.setdefault(spread(table.floor.public.placard), []).append(table)
    open_games = [_open(title, at, names, now_ms, feeders, taken) for title, at in spreads.items()]
    closed = [table for table in tables if _could_open(table)]
    waiting = [_closed(one, names, now_ms, closed) for one in interests if one.list not in spreads]
    return open_games + waiting


def _open(
    title: str, tables: list[AtDesk], names: Sequence[Name], now_ms: int,
    feeders: Mapping[str, str], taken: Container[tuple[str, int]],
) -> Column:  # fmt: skip
    seats = [(t.name, n) for t in tables for n in free_seats(t)]
    mine = [name for name in names if name.list == title]
    each = pace_ms(tables)
    called = {(name.table, name.seat) for name in mine if name.called(now_ms)}
    offers = [seat for seat in seats if seat not in called and seat not in taken]
    rows, place = [], 0
    for name in mine:
        place += not name.missed(now_ms)
        rows.append(_row(name, place, each, offers, now_ms))
    state = f"{len(seats)} seat{'s' if len(seats) != 1 else ''} open" if seats else "Full"
    foot = f"A seat frees every {round(each / 60_000)} min, last two hours" if each else ""
    floor = tables[0].floor
    assert floor is not None
    numbers = ", ".join(table.name for table in tables)
    return Column(
        title, _where(tables, feeders), state, "green" if seats else "", rows, foot,
        placard=floor.public.placard, tables=numbers,
    )  # fmt: skip


def _where(tables: list[AtDesk], feeders: Mapping[str, str]) -> str:
    """Table 4 main, table 9 feeds it"""
    names = [table.name for table in tables]
    parts = [f"table {one} main, table {feeder} feeds it" for feeder, one in feeders.items()
             if one in names]  # fmt: skip
    told = {name for pair in feeders.items() for name in pair} if parts else set()
    rest = [name for name in names if name not in told]
    words = "; ".join([f"table {', '.join(rest)}"] * bool(rest) + parts)
    return words[:1].upper() + words[1:]


def _row(name: Name, place: int, each: int, offers: list[tuple[str, int]], now_ms: int) -> Row:
    if name.missed(now_ms):
        return Row(name, 0, "called, no answer in 5:00", "")
    if name.called(now_ms):
        assert name.called_ms is not None
        return Row(name, place, "called", "now", name.table, name.seat, name.called_ms,
                   name.called_ms + ANSWER_MS)  # fmt: skip
    table, seat = offers.pop(0) if offers else ("", 0)
    wait = "now" if seat else f"~ {max(1, round(place * each / 60_000))} min" if each else "–"
    return Row(name, place, name.wants, wait, table, seat)


def _could_open(table: AtDesk) -> bool:
    floor = table.floor
    return floor is not None and not (table.away_ms or floor.tournament) and floor.state == "closed"


def _closed(
    one: Interest, names: Sequence[Name], now_ms: int, tables: Sequence[AtDesk]
) -> Column:  # fmt: skip
    mine = [name for name in names if name.list == one.list]
    at = min(tables, key=lambda table: _spread(table) != one.list, default=None)
    offers = [(at.name, seat) for seat in free_seats(at)] if at else []
    rows, place = [], 0
    for name in mine:
        place += not name.missed(now_ms)
        rows.append(_row(name, place, 0, offers if name.patron else [], now_ms))
    enough = len(mine) >= one.opens_at
    uncalled = sum(1 for row in rows if row.place and not row.called_ms)
    where = f"Not open yet, opens at {one.opens_at} names"
    state = f"{len(mine)} of {one.opens_at}"
    all_to = _all_to(uncalled, at) if enough and uncalled else ""
    foot = _set_first(at, one.list) if all_to else ""
    return Column(
        one.list, where, state, "gold" if enough else "", rows, foot, one.opens_at, all_to,
        tables=at.name if at and enough else "",
    )  # fmt: skip


def _spread(table: AtDesk) -> str:
    return spread(table.floor.public.placard) if table.floor else ""


def _all_to(uncalled: int, at: AtDesk | None) -> str:
    """A table opens when they sit there with chips; until then it is held for them."""
    who = (
        f"all {COUNTS[uncalled] if uncalled < len(COUNTS) else uncalled}"
        if uncalled > 1
        else "the one left"
    )
    return f"Call {who} to {f'table {at.name}' if at else 'the desk'}"


def _set_first(at: AtDesk | None, game: str) -> str:
    """What a closed table is set to, where it is not this game."""
    here = _spread(at) if at else ""
    return f"Table {at.name} is set to {here}: change its game" if at and here != game else ""


def free_seats(table: AtDesk) -> list[int]:
    """Free and held for nobody."""
    floor = table.floor
    return [seat.seat for seat in floor.public.seats if seat.life == "open"] if floor else []


def pace_ms(tables: Sequence[AtDesk]) -> int:
    """The mean time between two seats that came free; 0: too few to say."""
    freed = sorted(table.wall(at) for table in tables if table.floor for at in table.floor.freed_at)
    if len(freed) < SAMPLES_LEAST:
        return 0
    return (freed[-1] - freed[0]) // (len(freed) - 1)
