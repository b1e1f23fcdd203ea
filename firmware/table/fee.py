"""Fees: which row of the posted schedule a hand falls under, and what is due at which moment.

A fee is a flat amount, never a share of a wager (000 L3554). It is fixed by the number of players
dealt in, taken out of the pot when its event happens, and never more than the pot; what a small
pot could not pay is taken on a later street of the same hand.
"""

from functools import cache
from typing import Literal

from msgspec import Struct

from firmware.houses import fee_sheets
from firmware.pages import BadPage, check

HALF_HOUR_MS = 1_800_000

Moment = Literal["posted", "flop", "turn", "river", "no flop", "split"]


class Fee(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row. A fee whose event does not happen is not taken."""

    option: int
    structures: tuple[str, ...]
    players: tuple[int, int]
    fee: int = 0
    no_flop: int | None = None  # instead of `fee` when the hand ends before the flop
    turn: int = 0  # more, after the turn card
    river: int = 0
    split: int = 0  # when identical hands split a pot
    half_hour: int = 0  # each player, on the hour and half hour
    lower_limit: tuple[int, int] = (0, 0)  # the games it is for; 0 is no bound
    buy_in: tuple[int, int] = (0, 0)

    @property
    def words(self) -> str:
        return f"option {self.option}"


class Schedule(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    house: str
    source: str
    effective: str
    fees: tuple[Fee, ...]


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
    rows = {fee.option: fee for fee in page.fees}
    missing = [option for option in options if option not in rows]
    if missing:
        raise BadPage(f"{schedule} has no option {missing[0]}")
    chosen = tuple(rows[option] for option in options)
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


def by_option(fees: tuple[Fee, ...], option: int) -> Fee:
    """The row that a hand's beginning names; 0: none."""
    for fee in fees:
        if fee.option == option:
            return fee
    return NO_FEE


def due(fee: Fee, moment: Moment, *, without_flop: bool = True) -> int:
    """What this moment of a hand adds to the fee."""
    match moment:
        case "posted":
            return fee.fee if fee.no_flop is None and without_flop else 0
        case "flop":
            return 0 if fee.no_flop is None and without_flop else fee.fee
        case "no flop":
            return fee.no_flop or 0
        case "turn":
            return fee.turn
        case "river":
            return fee.river
    return fee.split
