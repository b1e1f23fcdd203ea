"""The fees on a table's sign, held against the sheets that its house filed."""

from firmware.games.engine import Law
from firmware.money import show
from firmware.pages import BadPage, known
from firmware.table.config import Config, Spread
from firmware.table.fee import NO_FEE, Fee, for_players, posted, schedules, structure


def check_schedule(config: Config) -> None:
    if not config.schedule:
        return
    known(config.schedule, schedules(), "schedule", "schedule")
    house = schedules()[config.schedule].house
    if house != config.house:
        words = f"schedule: {config.schedule} is what {house} takes, not {config.house}"
        raise BadPage(words, "schedule")


def posted_fees(config: Config, rules: Law, spread: Spread, here: str) -> tuple[Fee, ...]:
    if spread.fees and not config.schedule and not rules.banked:
        sheets = [name for name, page in schedules().items() if page.house == config.house]
        words = f"fees: of which sheet? Write schedule, one of {', '.join(sheets)}"
        raise BadPage(words, f"{here}.fees")
    try:
        return () if rules.banked else posted(config.schedule, spread.fees)
    except BadPage as bad:
        raise BadPage(str(bad), f"{here}.fees") from None


def check_fees(fees: tuple[Fee, ...], config: Config, spread: Spread, buy_in: int) -> None:
    """Each is filed for such a game."""
    try:
        for fee in fees:
            fits(fee, spread, buy_in)
    except BadPage as bad:
        there = [f for f in schedules()[config.schedule].fees if is_for(f, spread, buy_in)]
        options = ", ".join(str(option) for option in sorted({fee.option for fee in there}))
        raise BadPage(f"{bad}; for this game: {options or 'none'}") from None


def nobody_plays_free(fees: tuple[Fee, ...], config: Config, spread: Spread, buy_in: int) -> None:
    """Where fees are filed by the number of players, there is one for each (002 L619-660,
    AJ-A42)."""
    free = [n for n in range(2, config.seats + 1) if for_players(fees, n) is NO_FEE]
    if fees and free:
        filed = "; ".join(_filed_for(free, config, spread, buy_in))
        words = f"fees: none for {', '.join(map(str, free))} players"
        raise BadPage(f"{words}; add {filed}" if filed else f"{words} in {config.schedule}")


def antes_alone(fees: tuple[Fee, ...], spread: Spread) -> None:
    """The sheet of "ante and minimum bet" (000 L1651-1656) is not that of an ante and blinds."""
    for fee in fees:
        if spread.stakes.blinds and fee.ante and not fee.blinds:
            raise BadPage(f"fees: {fee.words} is for an ante of {show(fee.ante)} without blinds")


def _filed_for(free: list[int], config: Config, spread: Spread, buy_in: int) -> list[str]:
    """The options of each of the numbers that lacks one."""
    found: dict[str, list[str]] = {}
    for fee in schedules()[config.schedule].fees:
        least, most = fee.players
        missing = {*range(least, min(most, config.seats) + 1)} <= {*free}
        if missing and is_for(fee, spread, buy_in):
            players = f"{least} to {most}" if most > least else f"{least}"
            found.setdefault(players, []).append(str(fee.option))
    return [f"for {players} option {', '.join(found[players])}" for players in sorted(found)]


def is_for(fee: Fee, spread: Spread, buy_in: int) -> bool:
    """Is this row posted for such a game?"""
    try:
        fits(fee, spread, buy_in)
    except BadPage:
        return False
    return True


def fits(fee: Fee, spread: Spread, buy_in: int) -> None:
    """BadPage, with why, if this row is not posted for such a game."""
    stakes, words = spread.stakes, f"{spread.game}: fee {fee.words} is for"
    if fee.games and spread.game not in fee.games:
        raise BadPage(f"{words} {' and '.join(fee.games)}")
    if fee.structures and not structure(spread.limit) & {*fee.structures}:
        raise BadPage(f"{words} {' and '.join(fee.structures)} games")
    low, high = fee.lower_limit
    if low and not low <= stakes.small <= (high or stakes.small):
        raise BadPage(f"{words} other limits")
    if any(fee.limits) and fee.limits != (stakes.small, stakes.upper):
        raise BadPage(f"{words} {' and '.join(map(show, fee.limits))}")
    if fee.blinds and fee.blinds != stakes.blinds:
        raise BadPage(f"{words} blinds of {' and '.join(map(show, fee.blinds))}")
    if fee.ante and fee.ante != stakes.ante:
        raise BadPage(f"{words} an ante of {show(fee.ante)}")
    low, high = fee.buy_in
    if low and not low <= buy_in <= (high or buy_in):
        raise BadPage(f"{words} buy-ins from {show(low)}" + (f" to {show(high)}" if high else ""))
    if high and spread.buy_in[1] > high:
        raise BadPage(f"{words} buy-ins of {show(high)} at most")
