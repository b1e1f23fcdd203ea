"""A hand begins, and what a voided one gives back: button, blinds, who owes what."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from firmware.games.engine import new_play
from firmware.table import events as e
from firmware.table.evolve.before import (
    before_hands_said_it,
    before_voids_said_it,
    before_waits_were_said,
)
from firmware.table.evolve.common import begin_break, check_books
from firmware.table.evolve.in_hand import wait
from firmware.table.fee import by_option
from firmware.table.places import between
from firmware.table.seat import Seat, SeatChange
from firmware.table.state import Before, Marks, Table


def _button_drawn(table: Table, event: e.ButtonDrawn) -> None:
    table.position.drawn = event.seat


def _hand_began(table: Table, event: e.HandBegan) -> None:
    config, position, hand = table.config, table.position, table.this_hand
    if not event.rules:
        event = before_hands_said_it(table, event)
    assert event.rules in ("", config.rulebook and config.rulebook.hash)
    old = position.button
    hand.number, hand.at = event.number, event.at
    hand.before = _as_they_were(table, event.at)
    table.clock.give = event.act_ms
    table.pace.waits = event.waits or before_waits_were_said(table)
    if event.spread != table.spread or not position.orbit_from:
        position.orbit_from = event.button
    table.spread, table.leg = event.spread, event.leg
    position.small, position.big, position.excused = event.small, event.big, event.excused
    position.new_from = event.new_from
    if not event.bomb:
        blind_marks(table, event, old)
    stacks = _sit_down_to_it(table, event)
    position.button, position.drawn = event.button, 0
    hand.result, hand.posts, hand.voided = None, event.posts, 0
    hand.last = [None] * len(table.seats)
    hand.fee = by_option(config.rows[event.spread], event.fee, len(event.dealt))
    _ask_anew(table)
    if config.tournament is not None:
        _blinds_of_the_tournament(table, event, stacks)
    _begin_play(table, event, stacks)


def _begin_play(table: Table, event: e.HandBegan, stacks: dict[int, int]) -> None:
    config, offers = table.config, event.offers
    posted = config.spreads[event.spread]
    law = config.bomb_law(event.spread) if event.bomb else config.law(event.spread)
    stakes, option = event.stakes or posted.stakes, (posted.fees or (1,))[0]
    table.play = new_play(law, stakes, event.button, stacks, config.seats, option, offers)
    if law.banked:  # nothing is posted: it asks at once
        wait(table, table.play, event.at, -1)


def _as_they_were(table: Table, at: int) -> Before:
    position, game = table.position, table.sit_n_go
    marks = [
        Marks(seat.number, account, replace(seat.blinds), seat.change, seat.person.name)
        for seat in table.seats
        if (account := seat.person.account)
    ]
    return Before(
        position.button, position.small, position.big, tuple(marks),
        game.until - at, game.small_at, game.big_at, table.leg, position.excused,
        table.spread, position.orbit_from, position.new_from, position.drawn,
    )  # fmt: skip


def _sit_down_to_it(table: Table, event: e.HandBegan) -> dict[int, int]:
    """The stacks it is played with; everybody has his own time again."""
    stacks: dict[int, int] = {}
    seats = table.seats
    for number in event.dealt:
        seat = seats[number]
        stacks[number] = seat.chips.stack
        if seat.time.times or seat.time.link_used:
            seat.time.times, seat.time.link_used = 0, False
        if seat.blinds.extra:
            seat.blinds.extra, seat.blinds.over = "", 0
    for number, ms in event.time_banks:
        seats[number].time.bank_ms = ms
    return stacks


def _ask_anew(table: Table) -> None:
    """Some questions are asked for longer than a hand."""
    consent = table.consent
    if consent.votes:
        last = ("chop",) if consent.proposed is None else ("chop", "stakes")
        consent.votes = {motion: yes for motion, yes in consent.votes.items() if motion in last}
    consent.vetoed = []
    consent.run_from = -1


def _blinds_of_the_tournament(table: Table, event: e.HandBegan, stacks: dict[int, int]) -> None:
    game = table.sit_n_go
    game.began = stacks
    game.small_at = event.small[0] if event.small else game.big_at
    game.big_at = event.big[0]


def blind_marks(table: Table, event: e.HandBegan, old: int) -> None:
    seats = table.seats
    if old:
        for number in (old, *between(table.config.seats, old, event.button)):
            blinds = seats[number].blinds
            blinds.paid_big = blinds.paid_small = False
    for number, target in event.targets:
        seats[number].change = replace(seats[number].change, target=target)
    for number in event.missed:
        blinds = seats[number].blinds
        blinds.missed, blinds.newcomer = True, False
        blinds.paid_big = blinds.paid_small = False
        seats[number].change = replace(seats[number].change, moved_from=0)
    for number in event.passed:
        seats[number].blinds.passes += 1
        seats[number].change = replace(seats[number].change, free_pass=False)
    _core(table, event.dealt)
    if event.new_game:  # nobody owes what came before it
        for number in (event.button, *event.small):
            seats[number].blinds.paid_big = True
        seats[event.button].blinds.paid_small = True
        for number in event.dealt:
            seats[number].blinds.kill = False
    for number in event.small:
        seats[number].blinds.paid_small = True
    for number in event.big:
        seats[number].blinds.paid_big = True
    button = seats[event.button].blinds
    for post in event.posts:
        if post.kind == "kill":
            seats[post.seat].blinds.kill = False
        if post.kind == "dead" and post.seat in event.big:
            seats[post.seat].blinds.paid_small = True  # he bought the button with both (002 L311)
        if post.seat == event.button and post.kind == "post":
            button.paid_big = button.paid_small = True  # before any blind came: both at once


def _core(table: Table, dealt: tuple[int, ...]) -> None:
    """Who is dealt in belongs to the game from now on; who is not, no longer."""
    before = {seat.number for seat in table.seats if seat.blinds.core}
    for number in before.symmetric_difference(dealt):
        seat = table.seats[number]
        blinds = seat.blinds
        blinds.core = not blinds.core
        if blinds.core:
            if blinds.newcomer or blinds.missed or seat.change.moved_from:
                blinds.paid_big = blinds.paid_small = False
            blinds.newcomer = blinds.missed = False
            blinds.passes, blinds.entry = 0, "wait"
            seat.change = SeatChange()


def _voided(table: Table, event: e.HandVoided) -> None:
    """As if it had not been: chips, button and blinds."""
    before, play, position = table.this_hand.before, table.play, table.position
    assert before is not None
    assert play is not None
    for seat in table.seats:
        seat.chips.stack += seat.chips.pending
        seat.chips.pending = 0
        account = seat.person.account
        marks = next((m for m in before.seats if account and m.account == account), None)
        if marks is not None:
            _unmark(seat, marks, dealt=seat.number in play.seats)
    position.button, position.small, position.big = before.button, before.small, before.big
    table.leg, position.excused = before.leg, before.excused
    position.new_from, position.drawn = before.new_from, before.drawn
    if before.spread >= 0:
        table.spread, position.orbit_from = before.spread, before.orbit_from
    if table.sit_n_go.running:
        _level_as_it_was(table, before, event.at)
    table.play = table.this_hand.result = None
    begin_break(table, event.at)
    table.this_hand.voided = 0 if event.again else table.this_hand.number
    table.this_hand.number -= event.again
    table.clock.until, table.clock.stage = 0, "action"  # its time cost nobody a time bank
    table.decision += 1
    table.pace.next_hand_at = event.next_hand_at or before_voids_said_it(table, event)
    check_books(table)


def _level_as_it_was(table: Table, before: Before, at: int) -> None:
    """A tournament's blinds stay where they were, and the hand took none of the level's time."""
    game = table.sit_n_go
    game.small_at, game.big_at = before.small_at, before.big_at
    game.until, game.left = at + before.level_left, before.level_left


def _unmark(seat: Seat, marks: Marks, *, dealt: bool) -> None:
    """What the hand did to a seat's blinds is undone; what its player did meanwhile stays."""
    blinds, was = seat.blinds, marks.blinds
    blinds.newcomer, blinds.passes, blinds.missed = was.newcomer, was.passes, was.missed
    blinds.kill = was.kill
    if seat.number != marks.number:
        seat.change = replace(seat.change, target=marks.change.target)
    else:
        seat.change = marks.change
        blinds.paid_big, blinds.paid_small = was.paid_big, was.paid_small
        blinds.core = was.core and seat.life == "playing"
    if dealt:
        blinds.entry = was.entry


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.ButtonDrawn: _button_drawn,
    e.HandBegan: _hand_began,
    e.HandVoided: _voided,
}
