"""A hand from the table's side: beginning it, the cards, the fees on its way, the end of it."""

from firmware.errors import Refused
from firmware.games.engine import PlayEvent, first_events
from firmware.games.play import BOARD, Play, live_seats
from firmware.games.poker import commands as p
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import jackpot as jackpots
from firmware.table import tournament
from firmware.table.blinds import Setup
from firmware.table.entering import Events
from firmware.table.evolve import stakes_now
from firmware.table.fee import due, for_players
from firmware.table.jackpot import Claim
from firmware.table.places import between, clockwise, draw_among, ready_seats
from firmware.table.setup import setup
from firmware.table.state import Table

# The first hand, and every next one


def can_begin(table: Table, ready: list[int]) -> bool:
    return (
        table.phase == "open"
        and not table.paused
        and len(ready) >= 2
        and (table.config.tournament is None or _goes_on(table))
    )


def _goes_on(table: Table) -> bool:
    show = table.sit_n_go
    return show.running and not show.on_break and not tournament.chop_agreed(table)


def draw_button(table: Table, command: c.DrawButton) -> Events:
    seats = draw_among(table, ready_seats(table))
    if not seats:
        raise Refused("No button is to be drawn now.", "AJ-R21")
    if table.config.ways.button_draw == "high card":
        cards = command.cards
        if len(set(cards)) != len(seats) or not all(0 <= card < 52 for card in cards):
            raise Refused(f"{len(seats)} cards are drawn, one a seat.", "button draw")
        # Cards compare by rank, then suit: spades, hearts, diamonds, clubs (002 L133, L281).
        highest = seats[max(range(len(seats)), key=lambda at: cards[at])]
        return [e.ButtonDrawn(command.now, highest, cards)]
    if command.seat not in seats:
        raise Refused("The button is drawn among the seats that are ready.", "AJ-R21")
    return [e.ButtonDrawn(command.now, command.seat, ())]


def begin(table: Table, now: int, ready: list[int]) -> Events:
    config = table.config
    spread = table.spread
    law = config.law(spread)
    if law.forced == "bank":
        return _begin_round(table, law.bank_hands, spread, now, ready)
    stakes = stakes_now(table) if config.tournament else config.spreads[spread].stakes
    bomb = _bomb(table)
    plan = bomb or setup(table, stakes, ready)
    sleeper = _sits_out_now(table, plan)
    if sleeper:
        until = now + config.ways.sit_out_ms
        return [e.WentAway(now, sleeper, "sit out", until)]
    if not bomb and config.rotate and spread == table.spread and _orbit_done(table, plan.button):
        spread = (spread + 1) % len(config.spreads)
    posts = plan.posts
    if config.ways.straddle and not bomb and _agreed(table, "straddle"):
        posts += _straddle(table, plan, stakes.blinds[-1])
    fee = for_players(config.rows[spread], len(plan.dealt))
    button_fee = fee.fee if config.ways.fee_from == "button" else 0
    if button_fee:
        posts += (p.Post(plan.button, button_fee, "dead"),)
    began = e.HandBegan(
        now,
        table.this_hand.number + 1,
        spread,
        plan.button,
        plan.dealt,
        posts,
        plan.small,
        plan.big,
        plan.missed,
        plan.passed,
        plan.targets,
        new_game=plan.new_game,
        bomb=bool(bomb),
        rules=_rules(table),
        stakes=stakes if config.tournament else None,
        fee=fee.option,
        act_ms=config.ways.action_ms,
        time_banks=_time_banks(table, plan.dealt),
    )
    if spread != table.spread:
        stakes, law = config.spreads[spread].stakes, config.law(spread)
    if bomb:
        law = config.bomb_law(spread)
    stacks = {seat: table.seats[seat].chips.stack for seat in plan.dealt}
    jackpot = config.ways.jackpot_drop if config.jackpot else 0
    now_due = 0 if button_fee else due(fee, "posted", without_flop=config.ways.fee_without_flop)
    drops: tuple[p.Drop, ...] = (p.Drop(jackpot, "jackpot"),) if jackpot else ()
    drops += (p.Drop(now_due),) if now_due else ()
    started = first_events(law, stakes, plan.button, stacks, posts, drops, button_fee > 0)
    return [began, e.InHand(now, tuple(started))]


def _orbit_done(table: Table, button: int) -> bool:
    """Has the button come round to where this game began?"""
    if len(table.config.spreads) < 2 or not table.position.button or not table.position.orbit_from:
        return False
    passed = [*between(table.config.seats, table.position.button, button), button]
    return table.position.orbit_from in passed


def _sits_out_now(table: Table, plan: Setup) -> int:
    """The big blind comes to somebody who sits out when it does."""
    return next((s for s in plan.big if table.seats[s].absence.sit_out == "next big blind"), 0)


def _agreed(table: Table, motion: c.Motion) -> bool:
    voters = [seat.number for seat in table.seats if seat.ready and seat.blinds.core]
    votes = table.consent.votes.get(motion, ())
    return len(voters) > 1 and all(seat in votes for seat in voters)


def _straddle(table: Table, plan: Setup, big: int) -> tuple[p.Post, ...]:
    """Left of the big blind, twice as much, if four big blinds are there (002 L313-315)."""
    after = [s for s in clockwise(table.config.seats, plan.big[-1]) if s in plan.dealt]
    seat = after[0]
    if len(plan.dealt) < 3 or table.seats[seat].chips.stack < 4 * big:
        return ()
    if any(post.seat == seat for post in plan.posts):
        return ()
    return (p.Post(seat, 2 * big, "straddle"),)


def _bomb(table: Table) -> Setup | None:
    """Everybody of the last hand antes; the button and the blinds stay where they are."""
    config = table.config
    if not config.ways.bomb_pot or not config.bomb_ante or not _agreed(table, "bomb pot"):
        return None
    button = table.position.button
    dealt = [
        s
        for s in clockwise(config.seats, button)
        if table.seats[s].ready and table.seats[s].blinds.core
    ]
    posts = tuple(p.Post(seat, config.bomb_ante, "ante") for seat in dealt)
    return Setup(button, tuple(dealt), posts, table.position.small, table.position.big)


def _begin_round(table: Table, most: int, spread: int, now: int, ready: list[int]) -> Events:
    """The bank goes round; nobody holds it more than `most` times in a row."""
    start = table.banker.seat or table.position.drawn or ready[-1]
    around = [seat for seat in clockwise(table.config.seats, start) if seat in ready]
    if table.banker.seat in ready and table.banker.hands < most:
        around = [table.banker.seat, *(s for s in around if s != table.banker.seat)]
    dealt = tuple(sorted(ready))
    button = around[0]
    began = e.HandBegan(
        now,
        table.this_hand.number + 1,
        spread,
        button,
        dealt,
        (),
        offers=tuple(around),
        rules=_rules(table),
        act_ms=table.config.ways.action_ms,
        time_banks=_time_banks(table, dealt),
    )
    return [began]


def _time_banks(table: Table, dealt: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """What each holds from this hand on, where hands refill them."""
    refill, most = table.config.ways.bank_refill_ms, table.config.ways.bank_most_ms
    if not refill:
        return ()
    banks = ((number, table.seats[number].time.bank_ms) for number in dealt)
    return tuple((number, min(most, bank + refill)) for number, bank in banks)


def _rules(table: Table) -> str:
    book = table.config.rulebook
    assert book is not None, "a hand by rules that the journal does not know"
    return book.hash


# Cards


def deal(table: Table, command: c.Deal) -> Events:
    now, play = command.now, table.play
    assert play is not None
    if play.due == "settle" and again(table):
        return [e.InHand(now, tuple(play.decide(p.RunAgain(command.cards))))]
    fees = _street_fee(table, play)
    return [e.InHand(now, (*fees, *play.decide(p.Deal(command.cards))))]


def _street_fee(table: Table, play: Play) -> list[PlayEvent]:
    """The fee of the street that begins, and what an earlier pot was too small for."""
    fee, ways, board = table.this_hand.fee, table.config.ways, len(play.board)
    if not fee.option or ways.fee_from != "pot" or not play.rules.board:
        return []
    if BOARD not in play.wants().targets:
        return []
    owed = due(fee, "posted", without_flop=ways.fee_without_flop)
    owed += due(fee, "flop", without_flop=ways.fee_without_flop)
    owed += fee.turn if board else 0
    owed += fee.river if board > 3 else 0
    return play.decide(p.Drop(owed - play.fees)) if owed > play.fees else []


def again(table: Table) -> int:
    """Cards for the second end of the board, if that was agreed."""
    play = table.play
    if play is None or table.consent.run_from < 0 or play.second or len(live_seats(play)) < 2:
        return 0
    return len(play.board) - table.consent.run_from


# The end


def settle(table: Table, now: int) -> Events:
    play, fee = table.play, table.this_hand.fee
    assert play is not None
    from_pot = fee.option and table.config.ways.fee_from == "pot"
    split = fee.split if from_pot else 0
    last = p.Settle(fee=_last_fees(table, play) if from_pot else 0, split_fee=split)
    events = tuple(play.decide(last))
    out: Events = [e.InHand(now, events, now + _gap(table, events), _to_bad_beat(table, play))]
    return out + _jackpots(table, play, now) if table.config.jackpot else out


def _gap(table: Table, events: tuple[PlayEvent, ...]) -> int:
    """Longer where there are hands to look at."""
    result, ways = table.this_hand.result, table.config.ways
    shown = any(one.told == "shown" for one in events) or (result is not None and result.shown)
    return ways.gap_showdown_ms if shown else ways.gap_ms


def _to_bad_beat(table: Table, play: Play) -> int:
    """That pool's part of the drop; the rest is the high hand's."""
    jackpot = table.config.jackpot
    return play.jackpot * jackpot.bad_beat // 100 if jackpot else 0


def _last_fees(table: Table, play: Play) -> int:
    """The smaller fee of a hand without a flop; or what was still owed."""
    fee, board = table.this_hand.fee, len(play.board)
    if not board:
        return 0 if fee.no_flop is None else max(0, fee.no_flop - play.fees)
    owed = fee.fee + (fee.turn if board > 3 else 0)
    owed += fee.river if board > 4 else 0
    return max(0, owed - play.fees)


def _jackpots(table: Table, play: Play, now: int) -> Events:
    config, out = table.config, Events()
    jackpot = config.jackpot
    assert jackpot is not None
    hands = play.best()
    beat = jackpots.bad_beat(jackpot, hands, len(play.seats))
    if beat:
        loser, winner = beat
        others = [seat for seat in play.seats if seat not in beat]
        promised = sum(claim.chips for hit in table.jackpots.bad_beats for claim in hit.claims)
        # This hand's dollar is in it.
        pool = table.books.bad_beat + _to_bad_beat(table, play) - promised
        words = {loser: "beaten hand", winner: "winning hand"}
        claims = tuple(
            Claim(seat, table.seats[seat].person.account, chips, words.get(seat, "dealt in"))
            for seat, chips in jackpots.shares(jackpot, pool, loser, winner, others).items()
            if chips
        )
        if claims:
            out.append(
                e.JackpotHit(now, table.jackpots.hit_number + 1, table.this_hand.number, claims)
            )
    for best in hands[:1]:
        better = (
            table.jackpots.high_hand is None or best.strength > table.jackpots.high_hand.strength
        )
        good = jackpots.at_least(best.kind, jackpot.high_hand) and (
            best.plays or not jackpot.pocket
        )
        if better and good:
            account = table.seats[best.seat].person.account
            out.append(e.HighHandHeld(now, best.seat, account, best.strength, best.words))
    return out
