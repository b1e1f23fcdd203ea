"""A hand begins, and what a voided one gives back: button, blinds, who owes what."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from firmware.games.banked import engine as banked
from firmware.games.banked.rules import BankedRules
from firmware.games.poker.hand import new_hand
from firmware.table import events as e
from firmware.table.evolve.common import check_books, forfeit, stakes_now
from firmware.table.evolve.in_round import wait_for_seats
from firmware.table.fee import for_players
from firmware.table.seat import Seat
from firmware.table.setup import between
from firmware.table.state import Before, Table


def _button_drawn(table: Table, event: e.ButtonDrawn) -> None:
    table.drawn, table.draw_cards = event.seat, event.cards


def _hand_began(table: Table, event: e.HandBegan) -> None:
    config = table.config
    ways = config.ways
    old = table.button
    table.number = event.number
    table.clock.give = ways.action_ms
    as_they_were = tuple(map(replace, table.seats))
    table.before = Before(old, table.small, table.big, as_they_were, table.carried)
    if event.spread != table.spread or not table.orbit_from:
        table.orbit_from = event.button
    table.spread, table.bomb = event.spread, event.bomb
    table.small, table.big = event.small, event.big
    seats = table.seats
    if not event.bomb:
        blind_marks(table, event, old)
    refill, most = ways.bank_refill_ms, ways.bank_most_ms
    stacks: dict[int, int] = {}
    for number in event.dealt:
        seat = seats[number]
        stacks[number] = seat.stack
        seat.times, seat.link_used = 0, False
        if refill:
            seat.bank_ms = min(most, seat.bank_ms + refill)
    table.button, table.drawn, table.draw_cards = event.button, 0, ()
    table.carried = {}
    table.result = None
    table.last = [None] * len(seats)
    table.votes = {motion: yes for motion, yes in table.votes.items() if _lasts(table, motion)}
    table.vetoed = []
    table.run_from = -1
    table.fee_due = table.fee_taken = table.jackpot_taken = 0
    law = config.bomb_law(event.spread) if event.bomb else config.law(event.spread)
    if isinstance(law, BankedRules):
        fee = law.fee((config.spreads[event.spread].fees or (1,))[0])
        assert fee is not None
        table.hand = None
        table.round = banked.new_round(law, fee, config.seats, stacks, event.offers)
        wait_for_seats(table, event.at)
        return
    table.round = None
    if config.tournament is not None:
        show = table.show
        show.began = stacks
        show.small_at = event.small[0] if event.small else show.big_at
        show.big_at = event.big[0]
    table.hand = new_hand(law, stakes_now(table), event.button, stacks)
    table.fee = for_players(config.rows[event.spread], len(stacks))


def _lasts(table: Table, motion: str) -> bool:
    """Some questions are asked for longer than a hand."""
    return motion == "chop" or (motion == "stakes" and table.proposed is not None)


def blind_marks(table: Table, event: e.HandBegan, old: int) -> None:
    seats = table.seats
    dealt = set(event.dealt)
    if old:
        for number in (old, *between(table.config.seats, old, event.button)):
            seats[number].paid_big = seats[number].paid_small = False
    for number, target in event.targets:
        seats[number].target = target
    for number in event.missed:
        seat = seats[number]
        seat.missed, seat.newcomer, seat.moved_from = True, False, 0
        seat.paid_big = seat.paid_small = False
    for number in event.passed:
        seat = seats[number]
        seat.passes += 1
        seat.free_pass = False
    for seat in seats:
        if seat.core == (seat.number in dealt):
            continue
        seat.core = not seat.core
        if seat.core:
            if seat.newcomer or seat.missed or seat.moved_from:
                seat.paid_big = seat.paid_small = False
            seat.newcomer = seat.missed = seat.free_pass = False
            seat.passes = seat.moved_from = seat.target = 0
            seat.entry = "wait"
    if event.new_game:  # nobody owes what came before it
        for number in (event.button, *event.small):
            seats[number].paid_big = True
        seats[event.button].paid_small = True
    for number in event.small:
        seats[number].paid_small = True
    for number in event.big:
        seats[number].paid_big = True
    button = seats[event.button]
    for post in event.posts:
        if post.seat == event.button and post.kind == "post":
            button.paid_big = button.paid_small = True  # before any blind came: both at once


def _voided(table: Table, event: e.HandVoided) -> None:
    """As if it had not been: chips, button and blinds."""
    before, play = table.before, table.play
    assert before is not None
    assert play is not None
    for seat in table.seats:
        seat.stack += seat.pending
        seat.pending = 0
        marks = next((m for m in before.seats if m.account and m.account == seat.account), None)
        if marks is not None:
            _unmark(seat, marks, dealt=seat.number in play.seats)
    table.button, table.small, table.big = before.button, before.small, before.big
    table.carried = dict(before.carried)
    stayed = {marks.number for marks in before.seats if _same(table, marks)}
    for number in before.carried:
        if number not in stayed:
            forfeit(table, number)
    table.hand = table.round = table.result = None
    table.clock.until = 0
    table.decision += 1
    table.next_at = event.at + table.config.ways.gap_ms
    check_books(table)


def _same(table: Table, marks: Seat) -> bool:
    return bool(marks.account) and table.seats[marks.number].account == marks.account


def _unmark(seat: Seat, marks: Seat, *, dealt: bool) -> None:
    """What the hand did to a seat's blinds is undone; what its player did meanwhile stays."""
    moved = seat.number != marks.number
    seat.newcomer, seat.passes, seat.missed = marks.newcomer, marks.passes, marks.missed
    seat.target = marks.target
    if not moved:
        seat.moved_from, seat.free_pass = marks.moved_from, marks.free_pass
        seat.paid_big, seat.paid_small = marks.paid_big, marks.paid_small
        seat.core = marks.core and seat.life == "playing"
    if dealt:
        seat.entry = marks.entry


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.ButtonDrawn: _button_drawn,
    e.HandBegan: _hand_began,
    e.HandVoided: _voided,
}
