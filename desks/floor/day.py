"""The room's day, hour by hour, as bars; and what each table did. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from desks.floor.words import AtDesk, spread
from firmware.bank.gaming_day import HouseClock, local
from firmware.money import show
from firmware.screens.protocol.floor_view import Hour

HOUR_MS = 3_600_000
HOURS, WIDE, HIGH = 12, 420, 100  # of a plot


class Bar(Struct, frozen=True):
    x: int
    y: int
    high: int
    hour: str  # 21
    words: str


class Plot(Struct, frozen=True):
    title: str
    total: str
    bars: list[Bar]


class TableDay(Struct, frozen=True):
    name: str
    game: str
    hands: int
    fees: str
    voids: int


def plots(tables: Sequence[AtDesk], now_ms: int, house: HouseClock) -> list[Plot]:
    """The last twelve hours of the clock, all tables together."""
    first = now_ms // HOUR_MS - HOURS + 1
    hours = [Hour(n * HOUR_MS) for n in range(first, first + HOURS)]
    for table in tables:
        for one in table.floor.hours if table.floor else ():
            at = table.wall(one.began_at) // HOUR_MS - first
            if 0 <= at < HOURS:
                hours[at] = _sum(hours[at], one)
    clock = [f"{local(hour.began_at, house):%H}" for hour in hours]
    return [
        _plot("Hands", [(h.hands, f"{h.hands:,}") for h in hours], clock,
              f"{sum(h.hands for h in hours):,}"),
        _plot("Fees", [(h.fees, show(h.fees)) for h in hours], clock,
              show(sum(h.fees for h in hours))),
        _plot("To the jackpots", [(h.jackpot, show(h.jackpot)) for h in hours], clock,
              show(sum(h.jackpot for h in hours))),
        _plot("Voids", [(h.voids, str(h.voids)) for h in hours], clock,
              str(sum(h.voids for h in hours))),
    ]  # fmt: skip


def _sum(a: Hour, b: Hour) -> Hour:
    return Hour(
        a.began_at, a.hands + b.hands, a.fees + b.fees, a.jackpot + b.jackpot, a.voids + b.voids
    )


def _plot(title: str, values: list[tuple[int, str]], clock: Sequence[str], total: str) -> Plot:
    most, step = max(max(value for value, _ in values), 1), WIDE // HOURS
    bars = [
        Bar(n * step, HIGH - value * HIGH // most, value * HIGH // most, hour, words)
        for n, ((value, words), hour) in enumerate(zip(values, clock, strict=True))
    ]
    return Plot(title, total, bars)


def by_table(tables: Sequence[AtDesk]) -> list[TableDay]:
    return [
        TableDay(
            table.name, spread(floor.public.placard), sum(h.hands for h in floor.hours),
            show(sum(h.fees for h in floor.hours)), sum(h.voids for h in floor.hours),
        )
        for table in tables
        if (floor := table.floor) is not None
    ]  # fmt: skip
