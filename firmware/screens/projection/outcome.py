"""How a hand ended: what each pot held, who won most, whom he beat, what it cost, what comes."""

from typing import NamedTuple

from firmware.games.play import Award
from firmware.money import show
from firmware.screens import protocol as g
from firmware.screens.projection.hand_name import spoken, with_kickers
from firmware.screens.projection.shares import first_winner, most_won, shares, totals
from firmware.table.engine import (
    Table,
    best_beaten,
    dealt_names,
    held,
    left,
    ready_seats,
    shown_cards,
    shown_words,
)


class Comes(NamedTuple):
    """The next hand: left, and of how much; or why nobody can say when."""

    ms: int = 0
    of_ms: int = 0
    held: g.Held = ""


def won_pots(won: tuple[Award, ...]) -> tuple[g.Pot, ...]:
    sums: dict[int, int] = {}
    for share in won:
        sums[share.pot] = sums.get(share.pot, 0) + share.chips
    return tuple(g.Pot(chips) for _, chips in sorted(sums.items()))


def result(table: Table, won: tuple[Award, ...], now: int) -> g.Result | None:
    comes = _next_hand(table, now)
    if not won:
        return _settled(table, comes)
    best, most = first_winner(won), most_won(won)
    hand, beaten, beaten_hand = _named(table, best)
    parts, sums = shares(won), totals(won)
    return g.Result(
        winner=best.seat,
        chips=sums[best.seat],
        hand=hand,
        beaten=beaten,
        beaten_hand=beaten_hand,
        cards=best.cards,
        note="  ·  ".join(_costs(table)),
        shares=parts,
        most=g.Most(most.seat, sums[most.seat], spoken(most.words)) if parts else None,
        names=_gone(table, {*sums, beaten}),
        next_ms=comes.ms,
        next_of_ms=comes.of_ms,
        held=comes.held,
    )


def _settled(table: Table, comes: Comes) -> g.Result | None:
    """Of a play without pots."""
    play = table.play
    ended = play.settled() if play is not None else None
    if play is None or ended is None:
        return None
    cards = shown_cards(table, ended.winner)
    words = spoken(play.words(ended.winner)) if cards else ""
    return g.Result(
        winner=ended.winner,
        chips=ended.chips,
        hand=words,
        cards=cards,
        note=ended.note,
        names=_gone(table, {ended.winner}),
        next_ms=comes.ms,
        next_of_ms=comes.of_ms,
        held=comes.held,
    )


def _named(table: Table, best: Award) -> tuple[str, int, str]:
    """The winning hand, who was beaten, and with what; kickers are told where they decide."""
    beaten = best_beaten(table)
    whole = shown_words(table, beaten) if beaten else ""
    if spoken(best.words) == spoken(whole):
        return with_kickers(best.words), beaten, with_kickers(whole)
    return spoken(best.words), beaten, spoken(whole)


def _gone(table: Table, told: set[int]) -> tuple[tuple[int, str], ...]:
    """Who was told of and has left, perhaps to somebody else in his seat: he keeps his name."""
    names = dealt_names(table)
    return tuple((seat, names[seat]) for seat in sorted(told & names.keys()) if left(table, seat))


def _next_hand(table: Table, now: int) -> Comes:
    if why := held(table, ready_seats(table)):
        return Comes(held=why)
    ways = table.config.ways
    shown = table.this_hand.result is not None and bool(table.this_hand.result.shown)
    of_ms = ways.gap_showdown_ms if shown else ways.gap_ms
    return Comes(max(0, table.pace.next_hand_at - now), of_ms)


def _costs(table: Table) -> list[str]:
    """What this very hand paid."""
    play = table.play
    fee, jackpot = (play.fees, play.jackpot) if play is not None else (0, 0)
    words = [f"Fee {show(fee)}"] if fee else []
    return [*words, f"Jackpot {show(jackpot)}"] if jackpot else words
