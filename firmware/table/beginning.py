"""A hand begins: who may, by which button, with which posts, and what the house takes of them."""

from collections.abc import Callable
from typing import Literal

from firmware.errors import Refused
from firmware.games.banked.page import BankedRules
from firmware.games.engine import Law, PlayEvent, first_events
from firmware.games.poker import commands as p
from firmware.games.poker import kill
from firmware.games.poker.forced import left_of_the_blinds
from firmware.games.poker.house import Kill
from firmware.games.poker.kill import Leg
from firmware.games.poker.rules import Stakes
from firmware.games.ranking import showing
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import extras, tournament
from firmware.table.blinds import Setup, carried
from firmware.table.entering import Events
from firmware.table.evolve import stakes_of
from firmware.table.fee import Fee, at_once, for_players
from firmware.table.leaving import away
from firmware.table.places import between, clockwise, draw_among, ready_seats
from firmware.table.setup import setup
from firmware.table.state import Table

Hold = Literal["", "closing", "paused", "break", "over", "floor", "players"]


def held(table: Table, ready: list[int]) -> Hold:
    """Why no hand begins; "": one may."""
    if table.paused:
        return "paused"
    if table.config.tournament is not None and (found := _tournament_held(table)):
        return found
    if table.phase != "open":
        return "closing"
    if table.recess.until:
        return "break"
    return "" if len(ready) >= _least(table) else "players"


def _least(table: Table) -> int:
    """Players that the game takes (003 L1614: three)."""
    law = table.config.law(table.spread)
    return max(2, law.seats[0])


def _tournament_held(table: Table) -> Hold:
    show = table.sit_n_go
    if not show.running or len(tournament.left(table)) < 2:
        return "over"
    return "break" if show.on_break else "floor" if tournament.chop_agreed(table) else ""


def draw_button(table: Table, command: c.DrawButton) -> Events:
    seats = draw_among(table, ready_seats(table))
    if not seats:
        raise Refused("No button is to be drawn now.", "AJ-R21")
    if table.config.ways.button_draw == "high card":
        cards = command.cards
        if len(set(cards)) != len(seats) or not all(0 <= card < 52 for card in cards):
            raise Refused(f"{len(seats)} cards are drawn, one a seat.", "button draw")
        worth = DRAWS[draw_by(table)]
        winner = seats[max(range(len(seats)), key=lambda at: worth(cards[at]))]
        return [e.ButtonDrawn(command.now, winner, cards)]
    if command.seat not in seats:
        raise Refused("The button is drawn among the seats that are ready.", "AJ-R21")
    return [e.ButtonDrawn(command.now, command.seat, ())]


DRAWS: dict[str, Callable[[int], int]] = {
    "high card": int,
    "low card": showing.low_card,
    "low card, ace low": lambda card: -((card + 4) % 52),
}


def draw_by(table: Table) -> str:
    """Cards compare by rank, then suit: spades, hearts, diamonds, clubs (002 L281)."""
    return table.config.law(table.spread).draws_by


def begin(table: Table, now: int, ready: list[int]) -> Events:
    config, bomb = table.config, _bomb(table)
    spread = table.spread if bomb else _game(table, ready)
    law, stakes = config.law(spread), stakes_of(table, spread)
    if law.page is not None:
        return _begin_round(table, law.page, spread, now, ready)
    if law.forced == "tops":
        return _begin_tops(table, spread, now, ready)
    plan = bomb or setup(table, spread, stakes, ready)
    sleeper = _sits_out_now(table, plan)
    if sleeper:
        return [away(table, table.seats[sleeper], "sit out", now)]
    anew = plan.new_game or spread != table.spread  # the kill button is neutral (002 L266)
    killer = plan.killer or (0 if bomb or anew or not law.kill else _killer(table, plan))
    killed = kill.killed(law.kill or Kill("two pots"), stakes) if killer else None
    if killed:
        posts = kill.posts(plan.posts, killer, killed)
    else:
        posts = plan.posts if bomb else _with_straddles(table, spread, plan, stakes)
    fee = for_players(config.rows[spread], len(plan.dealt))
    began = e.HandBegan(
        now,
        table.this_hand.number + 1,
        spread,
        plan.button,
        plan.dealt,
        posts + _collection(table, plan, fee),
        plan.small,
        plan.big,
        plan.missed,
        plan.passed,
        plan.targets,
        new_game=plan.new_game,
        bomb=bool(bomb),
        rules=_rules(table),
        stakes=stakes if config.tournament else killed,
        fee=fee.option,
        act_ms=config.ways.action_ms,
        time_banks=_time_banks(table, plan.dealt),
        waits=_waits(table),
        leg=Leg() if anew else table.leg,
        excused=plan.excused,
        new_from=_new_from(table, plan),
    )
    first = _before_the_cards(table, law, began.stakes or stakes, began, fee)
    return [began, e.InHand(now, tuple(first))]


def _new_from(table: Table, plan: Setup) -> int:
    """The first button of a new game, where it matters, until the big blind reaches it."""
    start, before, big = table.position.new_from, table.position.big, plan.big
    if plan.new_game:
        return plan.button if table.config.ways.new_game_free else 0
    if not start or not before or not big or before == big:
        return start
    return 0 if start in (*between(table.config.seats, before[-1], big[-1]), big[-1]) else start


def _killer(table: Table, plan: Setup) -> int:
    """Who kills this pot: one kill a hand, the newest first. Who is not dealt in owes it on, and
    in a new game nobody does (002 L266, L272, 003 L303, L310)."""
    owing = [seat for seat in plan.dealt if table.seats[seat].blinds.kill]
    return table.leg.kills if table.leg.kills in owing else next(iter(owing), 0)


def _with_straddles(table: Table, spread: int, plan: Setup, stakes: Stakes) -> tuple[p.Post, ...]:
    """What players chose for this game, or the straddle that all agreed on."""
    posts = extras.posted(table, plan, stakes) if spread == table.spread else plan.posts
    voted = table.config.ways.straddle and plan.big and _agreed(table, "straddle")
    return posts + _straddle(table, plan, stakes) if voted and posts == plan.posts else posts


def _collection(table: Table, plan: Setup, fee: Fee) -> tuple[p.Post, ...]:
    """The fee as a dead blind of the button, or of who acts last for him, where it is taken so
    (002 L108, L301)."""
    if table.config.ways.fee_from != "button" or not fee.fee:
        return ()
    return (p.Post(plan.dealt[-1], fee.fee, "dead"),)


def _before_the_cards(
    table: Table, law: Law, stakes: Stakes, began: e.HandBegan, fee: Fee
) -> list[PlayEvent]:
    """What is posted, and what the house takes of it at once."""
    ways = table.config.ways
    stacks = {seat: table.seats[seat].chips.stack for seat in began.dealt}
    payer, drops = 0, tuple[p.Drop, ...]()
    if table.config.jackpot and ways.jackpot_drop:
        drops += (p.Drop(ways.jackpot_drop, "jackpot"),)
    if fee.fee and ways.fee_from == "button":
        payer = began.dealt[-1]
    elif now_due := at_once(fee, without_flop=ways.fee_without_flop):
        drops += (p.Drop(now_due),)
    return first_events(law, stakes, began.button, stacks, began.posts, drops, payer)


def _game(table: Table, ready: list[int]) -> int:
    """After a round of the button the next of the table; or what he likes who has it (004 L456)."""
    games, now = len(table.config.spreads), table.spread
    if not table.config.rotate or table.books.carried:  # "must ante again" (002 L504)
        return now
    law = table.config.law(now)
    if law.page is not None:
        button = _bank_order(table, law.page, ready)[0]
    elif law.forced == "tops":
        button = _leader(table, ready)
    else:
        button = setup(table, now, stakes_of(table, now), ready).button
    if table.config.rotate == "button":
        wish = table.seats[button].blinds.game
        return wish if 0 <= wish < games else now
    return (now + 1) % games if _orbit_done(table, button) else now


def _orbit_done(table: Table, button: int) -> bool:
    """Has the button come round to where this game began?"""
    old, start = table.position.button, table.position.orbit_from
    if not old or button == old:
        return False
    return start in (*between(table.config.seats, old, button), button)


def _sits_out_now(table: Table, plan: Setup) -> int:
    """The big blind comes to somebody who sits out when it does."""
    for seat in plan.big:
        if table.seats[seat].absence.sit_out == "next big blind":
            return seat
    return 0


def _agreed(table: Table, motion: c.Motion) -> bool:
    voters = [seat.number for seat in table.seats if seat.ready and seat.blinds.core]
    votes = table.consent.votes.get(motion, ())
    return len(voters) > 1 and all(seat in votes for seat in voters)


def _straddle(table: Table, plan: Setup, stakes: Stakes) -> tuple[p.Post, ...]:
    """Left of the big blind, twice as much, if four big blinds are there (002 L313-315)."""
    big, seat = stakes.blinds[-1], left_of_the_blinds(plan.dealt, stakes, plan.posts)[0]
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
    posts += carried(table, dealt)
    return Setup(button, tuple(dealt), posts, table.position.small, table.position.big)


def _bank_order(table: Table, law: BankedRules, ready: list[int]) -> list[int]:
    """The bank goes round; nobody holds it more than twice in a row, or as the game has it. Where a
    game breaks, whoever held it is not asked again: if no other takes it, that game is over (001
    L141), and the next begins anew."""
    position, last = table.position, table.banker.seat
    start = last or position.drawn or position.button or ready[-1]
    places = clockwise(table.config.seats, start)
    if law.bank_counterclockwise:
        places = [*places[-2::-1], start]  # who had it is the last either way
    around = [seat for seat in places if seat in ready]
    others = [seat for seat in around if seat != last]
    if last in ready and table.banker.hands < law.bank_hands:
        return [last, *_who_may_bank(table, law, others)]
    return _who_may_bank(table, law, others if law.breaks and others else around)


def _who_may_bank(table: Table, law: BankedRules, around: list[int]) -> list[int]:
    """ "No one may assume the player/dealer position unless he or she has made a non-bank bet in
    the last round"; new players "only if all other seated players refuse" (002 L1427, 003 L526).
    After a round without bets, everybody."""
    play = table.play
    before = play.round if play is not None and law.bank_after_bet else None
    if before is None or not before.results:
        return around
    bet = {one.seat for one in before.results}
    bettors = [seat for seat in around if seat in bet]
    return [*bettors, *(seat for seat in around if seat not in before.seats)] or around


def _begin_round(table: Table, law: BankedRules, spread: int, now: int, ready: list[int]) -> Events:
    around, dealt = _bank_order(table, law, ready), tuple(sorted(ready))
    began = e.HandBegan(
        now,
        table.this_hand.number + 1,
        spread,
        around[0],
        dealt,
        (),
        offers=tuple(around),
        rules=_rules(table),
        act_ms=table.config.ways.action_ms,
        time_banks=_time_banks(table, dealt),
        waits=_waits(table),
    )
    return [began]


def _begin_tops(table: Table, spread: int, now: int, ready: list[int]) -> Events:
    """ "To be dealt a hand, each player puts up one chip", and the fee comes out of these (000
    L1436, L3532)."""
    config, first = table.config, _leader(table, ready)
    stakes = config.spreads[spread].stakes
    fee = for_players(config.rows[spread], len(ready))
    began = e.HandBegan(
        now,
        table.this_hand.number + 1,
        spread,
        first,
        tuple(ready),
        tuple(p.Post(seat, stakes.ante, "ante") for seat in ready),
        rules=_rules(table),
        fee=fee.option,
        act_ms=config.ways.action_ms,
        time_banks=_time_banks(table, tuple(ready)),
        waits=_waits(table),
    )
    stacks = {seat: table.seats[seat].chips.stack for seat in ready}
    drops = (p.Drop(fee.fee),) if fee.fee else ()
    posted = first_events(config.law(spread), stakes, first, stacks, began.posts, drops)
    return [began, e.InHand(now, tuple(posted))]


def _leader(table: Table, ready: list[int]) -> int:
    """The winner of the last hand; if he is not there, the next to his right (000 L1436, L1448)."""
    start = table.position.drawn or table.position.button or ready[0]
    around = [start, *reversed(clockwise(table.config.seats, start)[:-1])]
    return next(seat for seat in around if seat in ready)


def _waits(table: Table) -> e.Waits:
    ways = table.config.ways
    run_twice = ways.action_ms if ways.run_twice else 0
    return e.Waits(ways.gather_ms, ways.street_ms, run_twice, ways.link_ms)


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
