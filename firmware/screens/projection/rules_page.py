"""The rules page of a table, told to whoever reads it: the whole page of the game as its house
spreads it (`stormdeck games show`), and what is posted here. In three parts: what pays, how it is
played, what it costs."""

from collections.abc import Iterator
from typing import Literal

from firmware.games.banked.sheet import BANK_ON, COUNTED, players_told, tiers_told
from firmware.games.engine import sheet
from firmware.houses.wager_fees import BankedFee
from firmware.money import show
from firmware.screens import protocol as g
from firmware.screens.projection.hand_name import spoken
from firmware.screens.projection.placard import drop, option, row
from firmware.table.engine import Fee, Table, Tournament, fees_told

MINUTE = 60_000
HERE = "At this table"
Tab = Literal["pays", "play", "fees"]
TABS: dict[str, Tab] = {
    "The hand": "pays", "The pot": "pays", "Showdown": "pays", "Fees": "fees", "Pay card": "pays",
    "Points": "pays",
}  # fmt: skip
IN_BOXES = "Pays"  # of a game against a bank: the layout has it, row by row


def rules_page(table: Table) -> tuple[g.Chapter, ...]:
    law = table.config.law(table.spread)
    told = sheet(law)
    parts: list[tuple[Tab, str, Iterator[str]]] = [
        ("pays", HERE, _prizes(table)),
        ("play", law.title, iter((told.intro,))),
        ("play", HERE, _played_here(table)),
        ("fees", HERE, _taken_here(table)),
    ]
    parts += [
        (TABS.get(one.title, "play"), one.title, iter(one.lines))
        for one in told.sections
        if one.title != IN_BOXES
    ]
    if law.page is None:  # a game against a bank has its fees on its own page
        parts.append(("fees", "As filed", fees_told(law.house, law.game, law.limit)))
    chapters = (g.Chapter(tab, title, tuple(filter(None, lines))) for tab, title, lines in parts)
    return tuple(one for one in chapters if one.lines)


# Here


def _prizes(table: Table) -> Iterator[str]:
    page, jackpot = table.config.tournament, table.config.jackpot
    if page is not None:
        places = ", ".join(f"{percent} %" for percent in page.prizes)
        yield f"Prizes, first place first: {places} of all entries."
    if jackpot is not None:
        yield (
            f"Bad-beat jackpot: {jackpot.beaten} or better beaten by {jackpot.beater} or better,"
            f" {jackpot.least_players} or more dealt in. It pays {jackpot.pays} % of the pool."
        )
    best = table.jackpots.high_hand
    if best is not None:
        yield f"High hand so far: {spoken(best.words)}, {show(table.books.high_hand)} in its pool."


def _played_here(table: Table) -> Iterator[str]:
    config, ways = table.config, table.config.ways
    if config.tournament is not None:
        yield from _contest_rules(config.tournament)
    else:
        yield from _stakes_rules(table)
        least, most = config.least_buy(table.spread), config.most_buy(table.spread)
        yield f"Buy-in {show(least)} to {show(most)}." if most else f"Buy-in {show(least)} or more."
    bank = f", then {ways.bank_ms // 1000} s from the time bank" if ways.bank_ms else ""
    yield f"{ways.action_ms // 1000} s to act{bank}. Lobby: {ways.lobby_ms // MINUTE} minutes."


def _taken_here(table: Table) -> Iterator[str]:
    config = table.config
    if config.tournament is not None:
        yield f"{show(config.tournament.fee)} with the entry, and nothing after it."
    elif page := config.law(table.spread).page:
        yield from _wager_fees(page.fee(option(table)))
    else:
        yield from _fee_rules(table, row(table))
        if drop(table):
            yield f"Jackpot: {show(drop(table))} a hand, out of the small blind."


def _stakes_rules(table: Table) -> Iterator[str]:
    """What every hand begins with, and what is bet."""
    stakes, law = table.config.spreads[table.spread].stakes, table.config.law(table.spread)
    if law.page is not None or not law.has_pot:
        return
    fixed = {"limit": "Bets", "spread": "Bets from"}.get(law.limit)
    joint = " to " if law.limit == "spread" else " and "
    words = [f"{fixed} {joint.join(map(show, (stakes.small, stakes.upper)))}"] if fixed else []
    words += [f"blinds {', '.join(map(show, stakes.blinds))}"] if stakes.blinds else []
    words += [f"ante {show(stakes.ante)}"] if stakes.ante else []
    words += [f"forced bet {show(stakes.bring_in)}"] if stakes.bring_in else []
    said = "; ".join(words)
    yield f"{said[:1].upper()}{said[1:]}."


def _contest_rules(page: Tournament) -> Iterator[str]:
    yield f"Entry {show(page.entry)} and {show(page.fee)} for the house. {page.chips:,} chips each."
    yield f"A level lasts {page.level_ms // MINUTE} minutes, then the blinds go up."


def _fee_rules(table: Table, fee: Fee) -> Iterator[str]:
    if not fee.option:
        return
    whence = "out of the pot" if table.config.ways.fee_from == "pot" else "posted by the button"
    words = [f"{show(fee.fee)} {whence}"] if fee.fee else []
    early = (
        "there is no flop" if table.config.law(table.spread).flop else "it ends on the first street"
    )
    words += [f"{show(fee.no_flop)} if {early}"] if fee.no_flop is not None else []
    words += [f"{show(fee.turn)} more after the turn"] if fee.turn else []
    words += [f"{show(fee.river)} more after the river"] if fee.river else []
    words += [f"{show(fee.split)} when equal hands split"] if fee.split else []
    words += [f"{show(fee.half_hour)} from each player every half hour"] if fee.half_hour else []
    yield f"House fee, {fee.words}: {', '.join(words)}. Never more than the pot."


# Against a bank


def _wager_fees(fees: BankedFee) -> Iterator[str]:
    least, most = fees.limits
    bets = show(least) if least == most else f"{show(least)} to {show(most)}"
    yield f"Option {fees.option}: bets of {bets}."
    if fees.player_on == "players":
        yield f"Table: {players_told(fees)}."
    elif fees.player:
        yield f"Player, {COUNTED[fees.player_on]}: {tiers_told(fees.player)}."
    if fees.bonus:
        yield f"Bonus bets: {tiers_told(fees.bonus)}."
    if fees.bank:
        yield f"Bank, {BANK_ON[fees.bank_on]}: {tiers_told(fees.bank)}."
    yield "Taken when the cards lie." if fees.after_deal else "Taken before the first card."
    yield (
        "It comes back with a bet that was not covered." if fees.refund
        else "It does not come back with a bet that was not covered."
    )  # fmt: skip
