"""What events did not say before: for journals written then, and for nothing else.

Amounts and times are decided where the rules are, and events carry them. Older events did not;
what followed from them was derived on the way. Here that is kept as it was, for ever: nothing in
this file may follow a rule that changes.
"""

from msgspec.structs import replace

from firmware.games.play import live_seats
from firmware.games.poker.rules import Stakes
from firmware.table import events as e
from firmware.table.fee import for_players
from firmware.table.state import Table


def before_buy_ins_said_it(table: Table, event: e.BoughtIn, first: bool) -> e.BoughtIn:
    seat, ways, game = table.seats[event.seat], table.config.ways, table.config.tournament
    short_buys = seat.chips.short_buys
    if not first and event.chips < table.config.least_buy(table.spread):
        short_buys += 1
    elif not first and ways.short_buys == "one after each full buy":
        short_buys = 0
    left = table.people.departed.get(seat.person.account)
    return replace(
        event,
        counters=game.chips if game else 0,
        short_buys=short_buys,
        bank_ms=ways.bank_ms if first else 0,
        missed=first and left is not None and left.missed,
    )


def before_cash_outs_said_it(table: Table, event: e.CashedOut) -> e.CashedOut:
    ways, missed = table.config.ways, table.seats[event.seat].blinds.missed
    keep = max(ways.return_ms, ways.stay_out_ms)
    return replace(event, missed=missed and ways.debt_kept, remember_ms=keep)


def before_moves_said_it(table: Table, event: e.Moved) -> bool:
    blinds, button = table.seats[event.seat].blinds, table.position.button
    return blinds.core and button == event.seat and blinds.paid_big and blinds.paid_small


def before_tournaments_said_it(table: Table, event: e.TournamentStarted) -> e.TournamentStarted:
    game = table.config.tournament
    assert game is not None
    players = sum(seat.seated for seat in table.seats)
    return replace(event, until=event.at + game.level_ms, players=players)


def before_hands_said_it(table: Table, event: e.HandBegan) -> e.HandBegan:
    config, ways, game = table.config, table.config.ways, table.config.tournament
    stakes = None
    if game is not None:
        level = min(table.sit_n_go.level, len(game.levels) - 1)
        small, big, ante = game.levels[level]
        stakes = Stakes(small=big, blinds=(small, big), ante=ante)
    refill, most = ways.bank_refill_ms, ways.bank_most_ms
    known = ((number, table.seats[number].time.bank_ms) for number in event.dealt if refill)
    banks = tuple((number, min(most, bank + refill)) for number, bank in known)
    fee = for_players(config.rows[event.spread], len(event.dealt)).option
    return replace(event, stakes=stakes, fee=fee, act_ms=ways.action_ms, time_banks=banks)


def before_waits_were_said(table: Table) -> e.Waits:
    ways = table.config.ways
    run_twice = ways.action_ms if ways.run_twice else 0
    return e.Waits(ways.gather_ms, ways.street_ms, run_twice, ways.link_ms)


def before_ends_said_it(table: Table, event: e.InHand, jackpot: int) -> e.InHand:
    result, ways, pools = table.this_hand.result, table.config.ways, table.config.jackpot
    contested = result is not None and len(result.shown) > 0
    gap = ways.gap_showdown_ms if contested else ways.gap_ms
    beat = jackpot * pools.bad_beat // 100 if pools else 0
    return replace(event, next_hand_at=event.at + gap, bad_beat=beat)


def before_shows_said_it(table: Table, event: e.CardsShown) -> tuple[int, ...]:
    """Shown cards had a face and no number, when only hands of one deck could be shown."""
    play = table.play
    assert play is not None
    at = {play.face(number): number for number in play.held(event.seat)}
    return tuple(at[card] for card in event.cards)


def before_voids_said_it(table: Table, event: e.HandVoided) -> int:
    return event.at + table.config.ways.gap_ms


def before_votes_said_it(table: Table, event: e.Voted) -> bool:
    play, votes = table.play, table.consent.votes[event.motion]
    return play is not None and set(live_seats(play)) <= set(votes)
