"""Fees: which row of the posted schedule a hand falls under, and what is due at which moment.

A fee is a flat amount, never a share of a wager (000 L3554). It is fixed by the number of players
dealt in, taken out of the pot when its event happens, and never more than the pot; what a small
pot could not pay is taken on a later street of the same hand.
"""

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from firmware.houses import fee_sheets
from firmware.money import show
from firmware.pages import BadPage, check

HALF_HOUR_MS = 1_800_000


class Fee(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row. A fee whose event does not happen is not taken."""

    option: int
    structures: tuple[str, ...]
    players: tuple[int, int]
    fee: int = 0
    no_flop: int | None = None  # instead of `fee` when the hand ends on its first street
    turn: int = 0  # more, after the turn card
    river: int = 0
    split: int = 0  # when identical hands split a pot
    half_hour: int = 0  # each player, on the hour and half hour
    lower_limit: tuple[int, int] = (0, 0)  # the games it is for; 0 is no bound
    buy_in: tuple[int, int] = (0, 0)
    games: tuple[str, ...] = ()  # none: all
    limits: tuple[int, int] = (0, 0)  # lower and upper, exactly these
    blinds: tuple[int, ...] = ()  # exactly these
    ante: int = 0

    @property
    def words(self) -> str:
        return f"option {self.option}"


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """One option of a sheet: a fee for each of its numbers of players."""

    option: int
    fee: tuple[int, ...]
    no_flop: int | None = None
    turn: int = 0
    river: int = 0
    limits: tuple[int, int] = (0, 0)
    lower_limit: tuple[int, int] = (0, 0)
    blinds: tuple[int, ...] = ()
    ante: int = 0
    buy_in: tuple[int, int] = (0, 0)
    half_hour: int = 0  # each player, beside the fee of the hand


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """Rows that differ in stakes and amounts only."""

    name: str
    source: str
    structures: tuple[str, ...]
    players: tuple[tuple[int, int], ...]
    rows: tuple[Row, ...]
    games: tuple[str, ...] = ()
    no_flop: int | None = None  # of every row that has none of its own
    split: int = 0
    half_hour: bool = False
    lower_limit: tuple[int, int] = (0, 0)
    buy_in: tuple[int, int] = (0, 0)

    def fees(self, games: tuple[str, ...]) -> Iterator[Fee]:
        for row in self.rows:
            for players, cents in zip(self.players, row.fee, strict=True):
                yield self._fee(row, players, cents, self.games or games)

    def _fee(self, row: Row, players: tuple[int, int], cents: int, games: tuple[str, ...]) -> Fee:
        return Fee(
            row.option,
            self.structures,
            players,
            fee=0 if self.half_hour else cents,
            no_flop=self.no_flop if row.no_flop is None else row.no_flop,
            turn=row.turn,
            river=row.river,
            split=self.split,
            half_hour=cents if self.half_hour else row.half_hour,
            lower_limit=row.lower_limit if any(row.lower_limit) else self.lower_limit,
            buy_in=row.buy_in if any(row.buy_in) else self.buy_in,
            games=games,
            limits=row.limits,
            blinds=row.blinds,
            ante=row.ante,
        )


class Schedule(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    house: str
    source: str
    effective: str
    sheets: tuple[Sheet, ...]
    games: tuple[str, ...] = ()  # of every sheet that names none

    @property
    def fees(self) -> tuple[Fee, ...]:
        return tuple(fee for sheet in self.sheets for fee in sheet.fees(self.games))


NO_FEE = Fee(0, (), (0, 99))


@cache
def schedules() -> dict[str, Schedule]:
    sheets = fee_sheets().items()
    return {name: check(sheet, Schedule, f"{name}.toml") for name, sheet in sheets}


def posted(schedule: str, options: tuple[int, ...]) -> tuple[Fee, ...]:
    """The rows on the table's sign: one, or one for each number of players (AJ-A42)."""
    if not options:
        return ()
    page = schedules().get(schedule)
    if page is None:
        known = ", ".join(schedules())
        raise BadPage(f"there is no fee schedule {schedule!r}; there are: {known}")
    chosen = tuple(fee for option in options for fee in page.fees if fee.option == option)
    missing = [option for option in options if option not in {fee.option for fee in chosen}]
    if missing:
        raise BadPage(f"{schedule} has no option {missing[0]}")
    for players in range(2, 11):
        fits = [fee for fee in chosen if fee.players[0] <= players <= fee.players[1]]
        if len(fits) > 1:
            raise BadPage(
                f"{schedule}: two fees for {players} players: {fits[0].words}, {fits[1].words}"
            )
    return chosen


def for_players(fees: tuple[Fee, ...], players: int) -> Fee:
    """The row of a hand: by the players dealt in."""
    for fee in fees:
        if fee.players[0] <= players <= fee.players[1]:
            return fee
    return NO_FEE


def by_option(fees: tuple[Fee, ...], option: int, players: int) -> Fee:
    """The row that a hand's beginning names; 0: none."""
    rows = tuple([fee for fee in fees if fee.option == option])
    return rows[0] if len(rows) == 1 else for_players(rows, players)


def at_once(fee: Fee, *, without_flop: bool) -> int:
    """What is taken of the blinds already: all of it, unless less is due in a hand without a flop,
    or nothing where the house has it so."""
    return fee.fee if fee.no_flop is None and without_flop else 0


# For players


def fees_told(house: str, game: str, limit: str) -> Iterator[str]:
    """What this house takes in such a game, sheet by sheet."""
    for schedule in schedules().values():
        if schedule.house == house:
            for sheet in schedule.sheets:
                games = sheet.games or schedule.games
                if (not games or game in games) and structure(limit) & {*sheet.structures}:
                    yield from _told(sheet)


def structure(limit: str) -> set[str]:
    """Spread games pay what limit games pay, unless a sheet is for them; kills change no fee."""
    plain = limit.removesuffix(" with kill")
    return {plain, "limit"} if plain == "spread" else {plain}


def _told(sheet: Sheet) -> Iterator[str]:
    """Rows of the same fees are one sentence."""
    groups: dict[str, list[Row]] = {}
    plain = not any(_stakes(row) for row in sheet.rows)  # options to choose from, for any stakes
    for row in sheet.rows:
        groups.setdefault("" if plain else _amounts(sheet, [row]), []).append(row)
    for rows in groups.values():
        stakes = ", ".join(dict.fromkeys(filter(None, map(_stakes, rows))))
        words = f"{stakes or _options(rows)}: {_amounts(sheet, rows)}."
        yield words[0].upper() + words[1:]


def _options(rows: list[Row]) -> str:
    first, last = rows[0].option, rows[-1].option
    return f"Option {first}" if first == last else f"Options {first} to {last}"


def _stakes(row: Row) -> str:
    parts = ["-".join(map(show, row.limits))] if any(row.limits) else []
    low, high = row.lower_limit
    if low:
        parts.append(f"lower limit {show(low)}" + (f" to {show(high)}" if high > low else ""))
        parts[-1] += "" if high else " and more"
    if row.blinds:
        word = "blinds" if len(row.blinds) > 1 else "blind"
        parts.append(f"{word} {'/'.join(map(show, row.blinds))}")
    parts += [f"ante {show(row.ante)}"] if row.ante else []
    if row.buy_in[0] and not parts:
        parts.append(f"buy-in {show(row.buy_in[0])}")
    return " ".join(parts)


def _amounts(sheet: Sheet, rows: list[Row]) -> str:
    parts = []
    for at, (low, high) in enumerate(sheet.players):
        fees = sorted({row.fee[at] for row in rows})
        between = "and" if high == low + 1 else "to"
        players = f"{low}" if low == high else f"{low} {between} {high}"
        parts.append(f"{_range(fees)} for {players} players")
    words = ", ".join(parts)
    if sheet.half_hour:
        return f"{words}, from each every half hour"
    none = [sheet.no_flop if row.no_flop is None else row.no_flop for row in rows]
    known = sorted({cents for cents in none if cents is not None})
    words += f"; {_range(known)} if it ends on the first street" if known else ""
    for name in ("turn", "river"):
        more = sorted({getattr(row, name) for row in rows})
        words += f"; {_range(more)} more after the {name}" if any(more) else ""
    times = sorted({row.half_hour for row in rows})
    words += f"; {_range(times)} from each every half hour" if any(times) else ""
    return words + (f"; {show(sheet.split)} more when equal hands split" if sheet.split else "")


def _range(cents: list[int]) -> str:
    low, high = show(cents[0]), show(cents[-1])
    return low if low == high else f"{low} to {high}"
