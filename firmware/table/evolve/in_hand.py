"""The hand in play: its own events, what the table notes of them, and its end."""

from collections.abc import Callable
from typing import Any

from firmware.games.poker import events as p
from firmware.games.poker.evolve import EVOLVE as HAND_EVOLVE
from firmware.games.poker.hand import Hand
from firmware.table import events as e
from firmware.table.evolve.clocks import leave_stage, start_clock
from firmware.table.evolve.common import check_books, result_of
from firmware.table.evolve.in_round import in_round
from firmware.table.state import Table


def _in_hand(table: Table, event: e.InHand) -> None:
    hand, at = table.hand, event.at
    if hand is None:
        in_round(table, event)
        return
    street = hand.at
    one: Any
    for one in event.events:
        kind = type(one)
        HAND_EVOLVE[kind](hand, one)
        if kind in _ACTS:
            table.this_hand.last[one.seat] = one
        elif kind in _NOTES:
            _NOTES[kind](table, one)
    clock = table.clock
    if clock.stage != "action":
        leave_stage(table, at)
    if hand.at != street:
        _next_street(table, hand, street)
    due = hand.due
    if due == "act":
        table.decision += 1
        seat = hand.queue[0]
        if table.seats[seat].link:
            clock.seat, clock.began, clock.until = seat, at, at + clock.give
            clock.warned = False
        else:
            start_clock(table, seat, at)
    elif due == "over":
        _hand_over(table, hand, at)
    else:
        _wait_in_hand(table, hand, at, street)


def _next_street(table: Table, hand: Hand, before: int) -> None:
    """The last actions of a street stay on the screens until the next one begins."""
    phases = hand.rules.phases
    if before >= 0 and hand.at < len(phases) and phases[before].street != phases[hand.at].street:
        table.this_hand.last = [None] * len(table.seats)


def _wait_in_hand(table: Table, hand: Hand, at: int, street: int) -> None:
    due = hand.due
    if due == "discard":  # everybody at once: one decision, one clock
        if hand.at != street:
            table.decision += 1
            start_clock(table, 0, at)
        return
    table.decision += 1
    if due in ("deal", "settle"):
        table.clock.until = 0
        table.pace.deal_at = at + _pause(table, hand, street)
    else:
        start_clock(table, hand.queue[0], at)


def _pause(table: Table, hand: Hand, street: int) -> int:
    """Before the next cards, or before hands are turned over."""
    ways = table.config.ways
    if hand.due == "deal" and hand.able < 2 and hand.at > 0:
        asked = ways.run_twice and table.consent.run_from < 0 and len(hand.live) > 1
        return ways.action_ms if asked else ways.street_ms
    phases = hand.rules.phases
    bet = 0 <= street < len(phases) and phases[street].kind == "bet"
    return ways.gather_ms if bet and len(hand.live) > 1 else 0


def _hand_over(table: Table, hand: Hand, at: int) -> None:
    """Chips back to the seats; what was dropped to the house and the pools."""
    seats, books, config = table.seats, table.books, table.config
    stacks = hand.stacks
    for number in hand.seats:
        seat = seats[number]
        seat.chips.stack = stacks[number] + seat.chips.pending
        seat.chips.pending = 0
    books.fees += table.this_hand.drop.fee
    if table.this_hand.drop.jackpot:
        jackpot = config.jackpot
        assert jackpot is not None
        beat = table.this_hand.drop.jackpot * jackpot.bad_beat // 100
        books.bad_beat += beat
        books.high_hand += table.this_hand.drop.jackpot - beat
    if hand.passed:
        table.books.carried = _carry(hand)
    result = table.this_hand.result
    contested = result is not None and len(result.shown) > 0
    ways = config.ways
    table.pace.next_hand_at = at + (ways.gap_showdown_ms if contested else ways.gap_ms)
    table.clock.until = 0
    table.decision += 1
    check_books(table)


def _carry(hand: Hand) -> dict[int, int]:
    """What stays in the middle when nobody opened, by who paid it; less what was dropped."""
    left = hand.pot
    carried: dict[int, int] = {}
    for seat in hand.seats:
        chips = min(hand.paid[seat], left)
        if chips:
            carried[seat] = chips
            left -= chips
    if left:
        carried[0] = left
    return carried


def _note_dropped(table: Table, event: p.Dropped) -> None:
    if event.kind == "jackpot":
        table.this_hand.drop.jackpot += event.chips
    else:
        table.this_hand.drop.fee += event.chips


def _note_shown(table: Table, event: p.Shown) -> None:
    result_of(table).shown[event.seat] = event.cards


def _note_won(table: Table, event: p.Won) -> None:
    result = result_of(table)
    result.won.append(event)
    result.fee, result.jackpot = table.this_hand.drop.fee, table.this_hand.drop.jackpot


# What the table notes of a hand's events: the last act of each seat, and these.
_ACTS = frozenset((p.Folded, p.Called, p.Raised, p.Posted, p.Drew, p.Fouled))
_NOTES: dict[type, Callable[[Table, Any], None]] = {
    p.Dropped: _note_dropped,
    p.Shown: _note_shown,
    p.Won: _note_won,
}


def _foul_ordered(table: Table, event: e.FoulOrdered) -> None:
    """Written down; the hand moves by the next event."""


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.InHand: _in_hand,
    e.FoulOrdered: _foul_ordered,
}
