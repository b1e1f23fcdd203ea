"""The placard of a table: game, stakes, what the house takes, what the pools hold. As posted."""

from firmware.games.poker.rules import Stakes
from firmware.money import Cents, show
from firmware.screens import protocol as g
from firmware.screens.projection.layout import layout
from firmware.screens.projection.on_the_table import bomb
from firmware.table.engine import (
    HOUR,
    MINUTE,
    Fee,
    Settings,
    Table,
    for_players,
    prizes,
    stakes_now,
)

LATE = {
    "check or fold": "you check where that is free, and fold to a bet.",
    "dead hand": "your hand is dead, even where a check is free.",
    "": "what the house posts for a player who does not answer.",
}


def placard(table: Table, key: str = "") -> g.Placard:
    config, at = table.config, table.spread
    law, stakes = config.law(at), stakes_now(table)
    return g.Placard(
        table=config.table,
        game=law.title,
        short=law.short,
        stakes=_stakes(table),
        fee=fee_words(table),
        jackpot=table.books.bad_beat,
        buy_in=(config.least_buy(at), config.most_buy(at)),
        chip=stakes.chip,
        big_blind=max(stakes.blinds, default=stakes.small),
        board=law.board,
        rows=law.board_rows,
        hole=law.hole,
        proof=f"stormdeck table {config.table} --key {key}" if key else "",
        high_hand=table.books.high_hand,
        cut=config.ways.player_cut,
        chips=config.tournament is not None,
        late=LATE[law.settings.timeout if law.has_pot else ""],
        link_s=config.ways.link_ms // 1000,
        verify=config.verify,
        layout=layout(law.page, option(table)) if law.page else None,
        again="" if config.tournament else _again(config.ways),
    )


def _again(ways: Settings) -> str:
    """Of the house's own rule: another one asks for no chips, and for half an hour outside."""
    told = []
    if ways.stay_out_ms:
        told.append(f"You may sit down here again after {ways.stay_out_ms // MINUTE} minutes.")
    if ways.return_ms:
        within = "the hour" if ways.return_ms == HOUR else f"{ways.return_ms // MINUTE} minutes"
        told.append(f"If you come back within {within}, you bring at least this much.")
    return " ".join(told)


def _stakes_now(table: Table) -> Stakes:
    """Of the hand in play, where it is killed."""
    live = table.live
    killed = live.posted() if live is not None and live.killer else None
    return killed or stakes_now(table)


def _stakes(table: Table) -> str:
    stakes = _stakes_now(table)
    if table.config.tournament is not None:
        ante = f" ante {stakes.ante:,}" if stakes.ante else ""
        return " / ".join(f"{chips:,}" for chips in stakes.blinds) + ante
    if table.live is not None and bomb(table):
        return f"Bomb pot {show(Cents(table.config.bomb_ante))}"
    return table.config.law(table.spread).sign(stakes, option(table))


def option(table: Table) -> int:
    """The fees that are posted for a game against a bank."""
    return (table.config.spreads[table.spread].fees or (1,))[0]


def _banked(table: Table) -> bool:
    return table.config.law(table.spread).banked


def contest(table: Table, now: int) -> g.Contest | None:
    page, state = table.config.tournament, table.sit_n_go
    if page is None:
        return None
    seated, on = sum(seat.seated for seat in table.seats), state.running
    left_ms = state.left if table.paused else max(0, state.until - now)
    return g.Contest(
        level=state.level + 1 if on else 0,
        levels=len(page.levels),
        left_ms=left_ms if on else 0,
        on_break=on and state.on_break,
        players=seated,
        entered=state.players if on else seated,
        prizes=tuple(cents for cents in prizes(table) if cents) if on else (),
        back=0 if on else page.entry + page.fee,
        entry=page.entry,
        fee=page.fee,
        chips=page.chips,
        seats=table.config.entrants,
        ended=() if seated else state.ended,  # read until somebody enters the next one
        agreed=state.agreed,
    )


# What the house takes


def row(table: Table) -> Fee:
    """Of the hand on the table; before the first one, for as many as sit."""
    if table.play is not None and table.this_hand.fee.option:
        return table.this_hand.fee
    ready = sum(seat.ready for seat in table.seats)
    return for_players(table.config.rows[table.spread], max(2, ready))


def fee_words(table: Table) -> str:
    """Short: $4, or $3 to $5 where streets add to it; the jackpot's dollar beside it."""
    fee, config = row(table), table.config
    if config.tournament is not None:
        return f"{show(config.tournament.fee)} entry" if config.tournament.fee else "None"
    parts = []
    least, most = _range(fee, from_pot=config.ways.fee_from == "pot")
    if most:
        parts.append(show(most) if least == most else f"{show(least)} to {show(most)}")
    if fee.half_hour:
        parts.append(f"{show(fee.half_hour)} per ½ hour")
    if drop(table):
        parts.append(f"{show(drop(table))} jackpot")
    return " + ".join(parts) or (_by_wager(table) if _banked(table) else "None")


def _by_wager(table: Table) -> str:
    """Of one player's wagers, from the least fee to the most."""
    page = table.config.law(table.spread).page
    tiers = [fee for _, _, fee in page.fee(option(table)).player] if page else []
    if not tiers:
        return "None"
    least, most = min(tiers), max(tiers)
    return show(most) if least == most else f"{show(least)} to {show(most)}"


def _range(fee: Fee, from_pot: bool) -> tuple[int, int]:
    """From the least that a hand costs to the most, a split pot's dollar with it."""
    first = fee.fee if fee.no_flop is None else fee.no_flop
    last = fee.fee + fee.turn + fee.river
    return min(first, last), max(first, last) + (fee.split if from_pot else 0)


def drop(table: Table) -> int:
    """The jackpot's, out of the small blind."""
    has_pot = table.config.jackpot and table.config.law(table.spread).has_pot
    return table.config.ways.jackpot_drop if has_pot else 0
